"""Conditions that the values of a run decide, so that nobody has to be asked, or answer.

`$ready`, `not $ready`, `$env is prod`, `$count >= 3`: a variable, and what it is compared with.
Behind *unless* a jump is taken where that is not so; what a loop waits for (*until*) is asked.
Two values that are compared with each other, `$count >= $least`, only suggest an answer: either may
have been written down otherwise than it is compared. So does a value with a
number in it beside a word that is not quoted: `$lot is dry` may say how the lot A-17 is.
Whatever else a condition says is for whoever does the step.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import shorten

from app.core.skills.reading.prose.wording import awaited, contrary

_YES = frozenset(("true", "yes", "y", "1", "on", "ok"))
_NO = frozenset(("false", "no", "n", "0", "off", ""))
_ELSE = frozenset(("else", "otherwise"))

_SIGN = r"==|!=|<=|>=|[=<>≤≥≠]|(?:is\s+not|isn['’]t|is|equals)\b"
_SAME = {
    "==": "=", "is": "=", "equals": "=", "!=": "≠", "is not": "≠", "isn't": "≠",
    "<=": "≤", ">=": "≥",
}  # fmt: skip
_OPPOSITE = {"=": "≠", "≠": "=", "<": "≥", "≥": "<", ">": "≤", "≤": ">"}
_LONGEST = 40
"""Characters of a value in a reason."""
_VARIABLE = r"\$\{?(?P<name>[^\W\d]\w*+)\}?"
_BARE = re.compile(rf"(?P<no>(?:not|!)\s*)?{_VARIABLE}\Z", re.IGNORECASE)
_COMPARED = re.compile(
    rf"{_VARIABLE}\s*(?P<sign>{_SIGN})\s*(?P<value>.+)\Z", re.IGNORECASE | re.DOTALL
)
_SIDE = r"(?:\$\{?[^\W\d]\w*+\}?|[-+]?[0-9]+(?:\.[0-9]+)?)"
_BESIDE = re.compile(
    rf"(?P<left>{_SIDE})\s*(?P<sign>{_SIGN})\s*(?P<right>{_SIDE})\Z", re.IGNORECASE
)
_EQUAL = re.compile(r"\s*(?:==|!=|[=≠]|(?:is|isn['’]t|equals)\b)", re.IGNORECASE)
_ASKED = re.compile(
    r"\b(?:if|unless|until|while|when)\b(?:[^.,;:!?]|,\s+(?:and|or)\b)*\Z", re.IGNORECASE
)
_ASKED_ALONE = re.compile(r"\b(?:if|unless|until|while)\s+(?:(?:not\b|!)\s*)*\Z", re.IGNORECASE)
_ENDED = re.compile(r"\s*(?:[,.;:→]|->|\Z)")
_DESCRIBED = re.compile(
    r"(?P<left>\$\{?[^\W\d]\w*\}?)\s*(?P<sign>is\s+not|isn['’]t|is)\s+(?P<right>[^\W\d_]+)\Z",
    re.IGNORECASE,
)
"""Words that may tell how something is, and not only what a value is called."""
_EMPTY = frozenset(("empty", "missing", "not set", "unset"))


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Whether a condition seems to hold; `reason` is what is so: "5 ≥ 3"."""

    holds: bool
    reason: str


def is_else(condition: str) -> bool:
    """Whether it stands for all that the conditions before it leave."""
    return condition.strip().casefold() in _ELSE


def decided(condition: str, values: Mapping[str, str]) -> bool | None:
    """Whether a condition holds; None where the values do not say."""
    said = condition.strip().rstrip(".,;:").strip()
    if awaited(said):
        return None
    if against := contrary(said):
        is_so = decided(against, values)
        return None if is_so is None else not is_so
    if found := _BARE.match(said):
        truth = _truth(values.get(found["name"]))
        return truth if truth is None or not found["no"] else not truth
    found = _COMPARED.match(said)
    if found is None or found["name"] not in values:
        return None
    if _may_describe(said, values[found["name"]].strip()):
        return None
    return _compared(values[found["name"]], _sign(found["sign"]), found["value"])


def suggested(condition: str, values: Mapping[str, str]) -> Suggestion | None:
    """What two values that are compared say, or a value and a word; None where they say nothing, or
    decide it.
    """
    said = condition.strip().rstrip(".,;:").strip()
    if decided(said, values) is not None:
        return None
    against = contrary(said)
    match = _BESIDE.match(against or said) or _DESCRIBED.match(against or said)
    if match is None:
        return None
    left, right = (_side(match[side], values) for side in ("left", "right"))
    sign = _sign(match["sign"])
    holds = _stands(left, sign, right) if left and right else None
    if holds is None:
        return None
    shown = sign if holds else _OPPOSITE[sign]
    return Suggestion(holds is not bool(against), f"{_short(left)} {shown} {_short(right)}")


def is_equated(behind: str) -> bool:
    """Whether a variable is said to be, or not to be, what stands behind it."""
    return _EQUAL.match(behind) is not None


def is_asked(before: str, behind: str) -> bool:
    """Whether it is the variable between these words that a sentence asks for: `if $dry is false`,
    `unless $ready, …`. Its value there would read as a condition without a question."""
    if is_equated(behind):
        return _ASKED.search(before) is not None
    return _ASKED_ALONE.search(before) is not None and _ENDED.match(behind) is not None


def _may_describe(said: str, value: str) -> bool:
    """Whether the word that a value is compared with may tell how it is: a lower-case one beside a
    value like A-17, which is a name.
    """
    found = _DESCRIBED.match(said)
    if found is None or len(value.split()) != 1 or not any(map(str.isdigit, value)):
        return False
    word = found["right"]
    return word.islower() and word not in _YES | _NO | _EMPTY


def _sign(written: str) -> str:
    sign = " ".join(written.lower().replace("’", "'").split())
    return _SAME.get(sign, sign)


def _side(written: str, values: Mapping[str, str]) -> str:
    return values.get(written.strip("${}"), "").strip() if written[0] == "$" else written


def _short(value: str) -> str:
    return shorten(value, _LONGEST, placeholder="…")


def _stands(left: str, sign: str, right: str) -> bool | None:
    """How two values compare; texts are equal or not, and none is less."""
    number, other = _number(left), _number(right)
    if number is not None and other is not None:
        return _ordered(number, other, sign)
    if sign not in ("=", "≠"):
        return None
    return (left.casefold() == right.casefold()) is (sign == "=")


def _number(value: str) -> float | None:
    try:
        found = float(value)
    except ValueError:
        return None
    return found if math.isfinite(found) else None


def _ordered(left: float, right: float, sign: str) -> bool:
    return {
        "<": left < right, "≤": left <= right, "=": left == right,
        ">": left > right, "≥": left >= right, "≠": left != right,
    }[sign]  # fmt: skip


def _truth(value: str | None) -> bool | None:
    said = value.strip().casefold() if value is not None else None
    if said is None or said not in _YES | _NO:
        return None
    return said in _YES


def _compared(value: str, sign: str, said: str) -> bool | None:
    other = said.strip().strip("\"'“”‘’`").strip()
    if "$" in other:
        return None
    if sign not in ("=", "≠"):
        left, right = _number(value), _number(other)
        return None if left is None or right is None else _ordered(left, right, sign)
    equal = _equal(value.strip(), other)
    if equal is None:
        return None
    return not equal if sign == "≠" else equal


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
