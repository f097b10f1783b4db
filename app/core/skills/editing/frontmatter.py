"""Fields of a skill's frontmatter written anew, leaving every other character as it is."""

import json
import re
from collections.abc import Mapping, Sequence

from app.core.errors import AppError
from app.core.skills.editing.references import edited
from app.core.skills.editing.writing import line_end
from app.core.skills.reading.frontmatter import OURS, Field, Frontmatter, frontmatter
from app.core.skills.reading.grammar import parse
from app.core.words import _

Value = str | Sequence[str]
_PLAIN = re.compile(r"[^\W\d_](?:[\w ,.;()/’'+%-]*[\w.)%])?")
"""A text that means itself in YAML without quotes, whichever version reads it."""
_WORDS = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})


def with_fields(text: str, values: Mapping[str, Value]) -> str:
    """The text with these fields of its frontmatter, everything else byte for byte as it is.

    A list that the frontmatter does not have yet goes under `metadata` with our prefix, as one
    text: the standard knows six fields and no others (agentskills.io/specification). Raises
    `AppError` when there is no frontmatter, or when it cannot be changed without a risk.
    """
    changed = text
    for name, value in values.items():
        changed = _with_field(changed, name, value)
    return changed


def _with_field(text: str, name: str, value: Value) -> str:
    before = frontmatter(parse(text))
    if before is None:
        raise _unchangeable()
    place = _place(before, name, value)
    found = before.field(place)
    edit = (
        _replaced(text, found, value) if found is not None else _added(text, before, place, value)
    )
    changed = edited(text, [edit])
    after = frontmatter(parse(changed))
    if after is None or not _only_differs(before, after, place, value):
        raise _unchangeable()
    return changed


def _place(before: Frontmatter, name: str, value: Value) -> str:
    if isinstance(value, str) or before.field(name) is not None:
        return name
    return f"metadata.{OURS}{name}"


def _only_differs(before: Frontmatter, after: Frontmatter, place: str, value: Value) -> bool:
    """Whether the new text says the value, and of everything else what it said before."""

    def others(one: Frontmatter) -> list[tuple[str, object]]:
        return [(f.name, f.value) for f in one.fields if f.name not in (place, "metadata")]

    said = after.field(place)
    wanted = (value,) if isinstance(value, str) else tuple(value)
    return (
        after.is_yaml
        and said is not None
        and (said.items if not isinstance(value, str) else (said.text,)) == wanted
        and others(before) == others(after)
    )


def _replaced(text: str, field: Field, value: Value) -> tuple[int, int, str]:
    old = text[field.start : field.end]
    if isinstance(value, str) or (field.text and not isinstance(field.value, tuple)):
        written = _scalar(value if isinstance(value, str) else "; ".join(value))
    else:
        written = "[" + ", ".join(map(_quoted, value)) + "]"
    lead = "" if field.start and text[field.start - 1] in " \t" else " "
    tail = line_end(text) if old.endswith("\n") else ""
    return field.start, field.end, lead + written + tail


def _added(text: str, before: Frontmatter, place: str, value: Value) -> tuple[int, int, str]:
    """The edit that puts a new field behind the name, or at the end of its mapping."""
    newline = line_end(text)
    said = _scalar(value if isinstance(value, str) else "; ".join(value))
    above, _dot, own = place.rpartition(".")
    parent = before.field(above) if above else None
    if parent is not None:
        return _nested(text, before, parent, f"{own}: {said}")
    if above:
        return before.end, before.end, f"{above}:{newline}  {own}: {said}{newline}"
    name = before.field("name")
    at = before.end if name is None else _line_after(text, name.end, before.end)
    return at, at, f"{own}: {said}{newline}"


def _nested(text: str, before: Frontmatter, parent: Field, line: str) -> tuple[int, int, str]:
    newline = line_end(text)
    inside = [f for f in before.fields if f.name.startswith(f"{parent.name}.")]
    if text[parent.start : parent.end].startswith("{"):
        at = inside[-1].end if inside else parent.start + 1
        return at, at, f", {line}" if inside else line
    if not inside:
        return parent.start, parent.end, f"{newline}  {line}"
    begin = text.rfind("\n", 0, inside[-1].start) + 1
    indent = " " * (len(text[begin:]) - len(text[begin:].lstrip(" ")))
    at = _line_after(text, inside[-1].end, before.end)
    return at, at, f"{indent}{line}{newline}"


def _line_after(text: str, at: int, most: int) -> int:
    """Where the line begins that follows the value ending at `at`."""
    if at and text[at - 1] == "\n":
        return at
    end = text.find("\n", at, most)
    return most if end < 0 else end + 1


def _scalar(value: str) -> str:
    return value if _PLAIN.fullmatch(value) and value.lower() not in _WORDS else _quoted(value)


def _quoted(value: str) -> str:
    """As a YAML text in double quotes, which JSON's are."""
    return json.dumps(value, ensure_ascii=False)


def _unchangeable() -> AppError:
    return AppError(
        _("The frontmatter is written in a way that Techne cannot change safely."),
        _("Change the fields in the text itself: description, metadata."),
    )
