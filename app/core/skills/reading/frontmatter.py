"""The YAML in front of a skill's text: its fields, and where each of them is written."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from app.core.skills.model import BlockKind, Skill

if TYPE_CHECKING:
    from ruamel.yaml.nodes import MappingNode, Node

LONGEST = 100_000
"""Characters; longer frontmatter is somebody's mistake and is not read."""
_DEEPEST = 20
"""Brackets in brackets; a YAML reader looks at all that are open for each thing it reads."""
_BRACKET = re.compile(r"[\[\]{}]")
OURS = "techne-"
"""In front of the names that Techne's own fields have under `metadata`."""
_LINE = re.compile(
    r"^(?P<name>[A-Za-z_][\w-]*):"
    r"(?P<value>(?:[ \t].*|\r)?(?:\n(?:[ \t]+\S.*|-[ \t].*|[ \t\r]*(?=\n[ \t])))*)$",
    re.MULTILINE,
)
_BELOW = re.compile(r"^[ \t]+(?P<name>[A-Za-z_][\w-]*):(?P<value>[ \t]+\S.*)$", re.MULTILINE)
_BLOCK = re.compile(r"[>|][+-]?\d?[+-]?[ \t]*(?:#.*)?\r?\n")
_FLOW = re.compile(r"\[(?P<items>[^\[\]]*)\]")
_FLOW_ITEM = re.compile(r"\s*(?:\"([^\"]*)\"|'([^']*)'|([^,]+))")
_DASH = re.compile(r"-[ \t]+(?P<item>.*)")
_LINE_END = re.compile(r"\r\n?|\n")
_BETWEEN = re.compile(r"\s*;\s*")
_COMMA = re.compile(r"\s*,\s*")


@dataclass(frozen=True, slots=True)
class Field:
    """One field: `value` is text, a tuple of texts for a list. `text[start:end]` is its value.

    Names below `metadata` are written with it: `metadata.author`.
    """

    name: str
    value: str | tuple[str, ...]
    start: int
    end: int

    @property
    def text(self) -> str:
        """The value as one text; a list is joined."""
        return self.value if isinstance(self.value, str) else "; ".join(self.value)

    @property
    def items(self) -> tuple[str, ...]:
        """The value as a list: a text is cut at its semicolons, else at its commas."""
        if not isinstance(self.value, str):
            return self.value
        between = _BETWEEN if ";" in self.value else _COMMA
        return tuple(item for item in between.split(self.value.strip()) if item)


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """`text[start:end]` is the YAML between the fences; `is_yaml` is false when it is none.

    Then the fields are what single lines say, and cannot be relied on beyond that.
    """

    start: int
    end: int
    fields: tuple[Field, ...]
    is_yaml: bool

    def field(self, name: str) -> Field | None:
        """A field by its name; one of ours is also found where other programs keep it."""
        return next((one for one in self.fields if one.name == name), None)

    def items(self, name: str) -> tuple[str, ...]:
        """A list by its name at the top, or by ours under `metadata`."""
        for place in (name, f"metadata.{OURS}{name}"):
            if (found := self.field(place)) is not None and found.items:
                return found.items
        return ()


def frontmatter(skill: Skill) -> Frontmatter | None:
    """The frontmatter of a skill; None when it has none. Total: bad YAML gives what it can."""
    block = next((b for b in skill.blocks if b.kind is BlockKind.FRONTMATTER), None)
    if block is None:
        return None
    text = skill.text
    opening = _LINE_END.search(text, block.start)
    start = opening.end() if opening is not None else block.end
    end = max(start, _last_line(text, block.end))
    if not text[start:end].strip():
        return Frontmatter(start, end, (), is_yaml=True)
    root = compose(text[start:end])
    if root is None:
        return Frontmatter(start, end, tuple(_lines(text, start, end)), is_yaml=False)
    return Frontmatter(start, end, tuple(_fields(root, "", start)), is_yaml=True)


@lru_cache(maxsize=16)
def compose(yaml: str) -> "MappingNode | None":
    """The nodes of a YAML mapping with their places; None when it is no mapping of words.

    Nothing is built from them, so aliases cannot explode.
    """
    from ruamel.yaml import YAML  # noqa: PLC0415 - slow to load, and most skills have none
    from ruamel.yaml.error import YAMLError  # noqa: PLC0415
    from ruamel.yaml.nodes import MappingNode  # noqa: PLC0415

    if len(yaml) > LONGEST or _depth(yaml) > _DEEPEST:
        return None
    reader = YAML(typ="safe", pure=True)
    reader.composer.warn_double_anchors = False
    try:
        root = reader.compose(yaml)
    except (YAMLError, ValueError, RecursionError):
        return None
    return root if isinstance(root, MappingNode) else None


def _depth(yaml: str) -> int:
    """How many brackets are open at most, wherever they stand."""
    depth = deepest = 0
    for bracket in _BRACKET.findall(yaml):
        depth = depth + 1 if bracket in "[{" else max(0, depth - 1)
        deepest = max(deepest, depth)
    return deepest


def _last_line(text: str, end: int) -> int:
    """Where the closing fence begins, which ends at `end`."""
    last = len(text[:end].rstrip("\r\n"))
    return max(text.rfind("\n", 0, last), text.rfind("\r", 0, last)) + 1


def _fields(node: "MappingNode", above: str, at: int) -> Iterator[Field]:
    from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode  # noqa: PLC0415

    for key, value in node.value:
        if not isinstance(key, ScalarNode):
            continue
        name, place = (
            f"{above}{key.value}",
            (at + value.start_mark.index, at + value.end_mark.index),
        )
        if isinstance(value, ScalarNode):
            empty = value.style is None and value.value in ("", "~", "null")
            if empty and not value.value:  # the reader places it at the next thing it sees
                place = (at + key.end_mark.index + 1,) * 2
            yield Field(name, "" if empty else value.value, *place)
        elif isinstance(value, SequenceNode):
            yield Field(name, tuple(_scalars(value)), *place)
        elif isinstance(value, MappingNode) and not above:
            yield Field(name, "", *place)
            yield from _fields(value, f"{name}.", at)


def _scalars(node: "Node") -> Iterator[str]:
    from ruamel.yaml.nodes import ScalarNode  # noqa: PLC0415

    for item in node.value:
        if isinstance(item, ScalarNode) and item.value.strip():
            yield item.value.strip()


def _lines(text: str, start: int, end: int) -> Iterator[Field]:
    """What each line that looks like a field says, as many programs read it."""
    # of the same length, so that places stay
    lines = text[:end].replace("\r\n", "\r\0").replace("\r", "\n").replace("\n\0", "\r\n")
    for found in _LINE.finditer(lines, start, end):
        name, place = found["name"], found.span("value")
        if found["value"].lstrip(" \t").startswith(("\n", "\r")):
            below = [*_BELOW.finditer(lines, *place)]
            if below and not found["value"].strip().startswith("-"):
                yield Field(name, "", *place)
                for one in below:
                    yield Field(f"{name}.{one['name']}", _said(one["value"]), *one.span("value"))
                continue
        yield Field(name, _said(found["value"]), *place)


def _said(written: str) -> str | tuple[str, ...]:
    """What stands behind a colon: a list in brackets or with dashes, a folded text, or words."""
    value = written.strip()
    if block := _BLOCK.match(value):
        return " ".join(value[block.end() :].split())
    if flow := _FLOW.fullmatch(value):
        items = ("".join(one).strip() for one in _FLOW_ITEM.findall(flow["items"]))
        return tuple(one for one in items if one)
    dashed = [_DASH.match(line.strip()) for line in value.splitlines() if line.strip()]
    if dashed and all(dashed):
        return tuple(one["item"].strip().strip("\"'") for one in dashed if one is not None)
    return " ".join(value.split()).strip("\"'")
