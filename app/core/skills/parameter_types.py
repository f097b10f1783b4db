"""The types of inputs and results as far as they can be checked; any other text is open."""

import re

_KINDS = {
    "integer": "integer", "int": "integer", "number": "number", "float": "number",
    "decimal": "number", "boolean": "boolean", "bool": "boolean",
    "string": "string", "str": "string", "text": "string",
}  # fmt: skip
_VALUES = {
    "integer": re.compile(r"-?\d+\Z"),
    "number": re.compile(r"-?\d+(?:\.\d+)?\Z"),
    "boolean": re.compile(r"(?:true|false|yes|no)\Z", re.IGNORECASE),
}
_SEPARATOR = re.compile(r"[|,]")


def options(type_: str) -> tuple[str, ...]:
    """The values of an enumeration, `{fast|full}` or `fast|full`; none for another type."""
    inside = type_[1:-1] if type_.startswith("{") and type_.endswith("}") else ""
    if not inside and "|" in type_:
        inside = type_
    return tuple(one for part in _SEPARATOR.split(inside) if (one := part.strip(" \t\"'“”")))


def is_value(value: str, type_: str) -> bool:
    """Whether a literal is one of that type."""
    if allowed := options(type_):
        return value in allowed
    pattern = _VALUES.get(_kind(type_))
    return pattern is None or pattern.match(value) is not None


def fits(given: str, wanted: str) -> bool:
    """Whether what has one type may stand where another is asked for; yes where that is open."""
    kind, other = _kind(given), _kind(wanted)
    if some := options(given):
        return all(is_value(one, wanted) for one in some)
    if options(wanted):
        return kind in ("", "string")
    if "" in (kind, other) or "string" in (kind, other):
        return True
    return kind == other or (kind, other) == ("integer", "number")


def _kind(type_: str) -> str:
    return _KINDS.get(type_.casefold(), "")
