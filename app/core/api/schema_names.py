"""Names in schemas as the documents have them."""

import re

from app.core.walk.model import camel

_PLACE = re.compile(
    r"\bapp__(?:[a-z_]+__)?([a-z_]+)__([A-Z][A-Za-z]*?)(?:-(?:Input|Output))?(?![A-Za-z])"
)
_FIELD = re.compile(r"`[a-z]+(?:_[a-z]+)+`")


def readable(schema: str) -> str:
    """A schema as text, with short names of types, and of fields those of the document."""
    return _FIELD.sub(_in_json, _PLACE.sub(_short_name, schema))


def _short_name(found: re.Match[str]) -> str:
    """Types of one name are told apart by where they are defined; the last word of it will do."""
    return "".join(word.title() for word in found[1].split("_")) + found[2]


def _in_json(found: re.Match[str]) -> str:
    """What is said of a field has the name that it has in the document."""
    return camel(found[0])
