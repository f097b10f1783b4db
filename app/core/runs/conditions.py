"""Conditions that the values of a run decide, so that nobody has to be asked.

`$ready`, `not $ready`, `$env is prod`, `$count >= 3`: a variable, and what it is compared with.
Behind *unless* or *until* a jump is taken where that is not so.
Whatever else a condition says is for whoever does the step.
"""

import re
from collections.abc import Mapping

from app.core.skills.reading.prose.wording import contrary

_YES = frozenset(("true", "yes", "y", "1", "on", "ok"))
_NO = frozenset(("false", "no", "n", "0", "off", ""))
_ELSE = frozenset(("else", "otherwise"))

_VARIABLE = r"\$\{?(?P<name>[^\W\d]\w*)\}?"
_BARE = re.compile(rf"(?P<no>(?:not|!)\s*)?{_VARIABLE}\Z", re.IGNORECASE)
_COMPARED = re.compile(
    rf"{_VARIABLE}\s*(?P<sign>==|!=|<=|>=|=|<|>|is\s+not|isn't|is|equals)\s*(?P<value>.+)\Z",
    re.IGNORECASE | re.DOTALL,
)
_EMPTY = frozenset(("empty", "missing", "not set", "unset"))


def is_else(condition: str) -> bool:
    """Whether it stands for all that the conditions before it leave."""
    return condition.strip().casefold() in _ELSE


def decided(condition: str, values: Mapping[str, str]) -> bool | None:
    """Whether a condition holds; None where the values do not say."""
    said = condition.strip().rstrip(".,;:").strip()
    if against := contrary(said):
        is_so = decided(against, values)
        return None if is_so is None else not is_so
    if found := _BARE.match(said):
        truth = _truth(values.get(found["name"]))
        return truth if truth is None or not found["no"] else not truth
    found = _COMPARED.match(said)
    if found is None or found["name"] not in values:
        return None
    return _compared(values[found["name"]], " ".join(found["sign"].lower().split()), found["value"])


def _truth(value: str | None) -> bool | None:
    said = value.strip().casefold() if value is not None else None
    if said is None or said not in _YES | _NO:
        return None
    return said in _YES


def _compared(value: str, sign: str, said: str) -> bool | None:
    other = said.strip().strip("\"'“”‘’`").strip()
    if "$" in other:
        return None
    if sign in ("<", ">", "<=", ">="):
        try:
            left, right = float(value), float(other)
        except ValueError:
            return None
        return {"<": left < right, ">": left > right, "<=": left <= right, ">=": left >= right}[
            sign
        ]
    equal = _equal(value.strip(), other)
    if equal is None:
        return None
    return not equal if sign in ("!=", "is not", "isn't") else equal


def _equal(value: str, other: str) -> bool | None:
    if other.casefold() in _EMPTY:
        return not value
    left, right = _truth(value), _truth(other)
    if left is not None and right is not None:
        return left is right
    if value.casefold() == other.casefold():
        return True
    # “$report is complete and signed” compares nothing: that is for a person to say
    return None if len(other.split()) > 1 else False
