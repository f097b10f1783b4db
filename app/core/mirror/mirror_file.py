"""A skill as a file of the folder mirror (seed 003): what is known of it in front of its text.

`<id>/skill.md` has the fields and the relations of a skill as YAML, then its title and its text.
What somebody changes in it is read back; what is missing there stays as it is. Pure.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from app.core.graph.relation_cues import Kind
from app.core.library.record import Meta, Source
from app.core.mirror.standard import as_standard
from app.core.skills.editing.frontmatter import with_fields
from app.core.skills.editing.titling import with_title
from app.core.skills.editing.writing import heading, line_end
from app.core.skills.model import BlockKind, Skill
from app.core.skills.reading.description import description_of
from app.core.skills.reading.discovery import LONGEST_TAG
from app.core.skills.reading.frontmatter import Frontmatter, compose, frontmatter
from app.core.skills.reading.grammar import parse

if TYPE_CHECKING:
    from ruamel.yaml.nodes import Node

FILE = "skill.md"
_PLAIN = re.compile(r"[A-Za-z][\w -]*[\w]")
_WORDS = frozenset({"true", "false", "yes", "no", "on", "off", "null"})
_HEADING = re.compile(r"# +(?P<title>[^\r\n]*?)[ \t#]*(?:\r\n?|\n|\Z)(?:\r\n?|\n)?")
_SURE = 1.0


@dataclass(frozen=True, slots=True)
class Related:
    """An outgoing relation; `to` is what the other skill is called in the mirror."""

    to: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Mirrored:
    """A skill, as its file says it. `text` is what its author wrote."""

    id: str
    text: str
    meta: Meta
    version: int
    created: datetime
    updated: datetime
    triggers: tuple[str, ...] = ()
    confidence: float = _SURE
    input_hints: tuple[str, ...] = ()
    file_patterns: tuple[str, ...] = ()
    relations: tuple[Related, ...] = ()


def mirror_text(one: Mirrored) -> str:
    """The file of a skill. The same for the same skill."""
    skill, newline = parse(one.text), line_end(one.text)
    front = frontmatter(skill)
    lines = [
        f"id: {_word(one.id)}",
        f"source: {one.meta.source.value}",
        f"confidence: {one.confidence:g}",
        f"triggers: {_listed(one.triggers)}",
        f"inputHints: {_listed(one.input_hints)}",
        f"filePatterns: {_listed(one.file_patterns)}",
        f"tags: {_listed(one.meta.tags)}",
        f"createdAt: {one.created.isoformat()}",
        f"updatedAt: {one.updated.isoformat()}",
        f"version: {one.version}",
    ]
    own, stated = description_of(skill), front is not None and front.field("description")
    if stated or (not own and _given(one)):
        lines.append(f"description: {_quoted(own or _given(one))}")
    if one.relations:
        lines.append("relations:")
        for related_to in one.relations:
            lines += [f"  - to: {_word(related_to.to)}", f"    kind: {related_to.kind.value}"]
    head = newline.join(["---", *lines, "---", ""])
    return f"{head}{_shown_title(skill, newline)}{one.text[_body(skill, front) :]}"


def read_back(file: str, one: Mirrored, folder: str) -> tuple[str, Meta]:
    """The text and the details of a skill whose file somebody changed to `file`.

    What the file does not say stays. An unknown source is a user's, and confidence is brought
    between 0 and 1. Total.
    """
    said = parse(file)
    front = frontmatter(said)
    body = file[_body(said, front) :]
    text = _with_body(one.text, body)
    if front is None:
        return text, one.meta
    triggers, description = _items(front, "triggers"), front.field("description")
    changes: dict[str, str | Sequence[str]] = {}
    if triggers is not None and triggers != one.triggers and triggers:
        changes["triggers"] = triggers
    if description is not None and description.text.strip():
        own = parse(text)
        words = " ".join(description.text.split())
        if words != (description_of(own) or _given(one)):
            changes["description"] = words
    if changes:
        own_front = frontmatter(parse(text))
        if own_front is None:
            text = as_standard(text, folder, _given(one))
        if own_front is None or own_front.is_yaml:
            text = with_fields(text, changes)
    return text, _with_fields_of(front, one)


def _given(one: Mirrored) -> str:
    """The description that came with a skill whose text may have none."""
    return " ".join(str(one.meta.extra.get("description") or "").split())


def related(file: str) -> tuple[tuple[str, str], ...] | None:
    """What the file relates its skill to, each with the kind as it stands there; None where it
    says nothing about relations."""
    front = frontmatter(parse(file))
    root = compose(file[front.start : front.end]) if front is not None else None
    if front is None or root is None:
        return None
    for key, value in root.value:
        if getattr(key, "value", "") == "relations":
            return tuple(_pairs(value))
    return () if front.field("id") is not None else None


def _pairs(node: "Node") -> list[tuple[str, str]]:
    from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode  # noqa: PLC0415

    found = []
    for item in node.value if isinstance(node, SequenceNode) else ():
        if not isinstance(item, MappingNode):
            continue
        said = {
            key.value: value.value
            for key, value in item.value
            if isinstance(key, ScalarNode) and isinstance(value, ScalarNode)
        }
        if said.get("to"):
            found.append((said["to"], said.get("kind") or Kind.RELATED_TO.value))
    return found


def _with_fields_of(front: Frontmatter, one: Mirrored) -> Meta:
    meta = one.meta
    source, confidence = front.field("source"), front.field("confidence")
    if source is not None and source.text != meta.source.value:
        known = {kind.value: kind for kind in Source}
        meta = replace(meta, source=known.get(source.text.strip(), Source.USER))
    if confidence is not None and confidence.text != f"{one.confidence:g}":
        meta = replace(meta, confidence=_between(confidence.text, one.confidence))
    tags = _items(front, "tags")
    if tags is not None and tags != meta.tags:
        sound = (" ".join(tag.replace(",", " ").split())[:LONGEST_TAG] for tag in tags)
        meta = replace(meta, tags=tuple(dict.fromkeys(filter(None, sound))))
    hints, patterns = _items(front, "inputHints"), _items(front, "filePatterns")
    if hints is not None and hints != one.input_hints:
        meta = replace(meta, input_hints=hints)
    if patterns is not None and patterns != one.file_patterns:
        meta = replace(meta, file_patterns=patterns)
    return meta


def _between(said: str, otherwise: float) -> float:
    try:
        value = float(said)
    except ValueError:
        return otherwise
    return min(1.0, max(0.0, value)) if value == value else otherwise  # noqa: PLR0124 - not NaN


def _items(front: Frontmatter, name: str) -> tuple[str, ...] | None:
    field = front.field(name)
    return field.items if field is not None else None


def _body(skill: Skill, front: Frontmatter | None) -> int:
    """Where the text begins behind the frontmatter."""
    if front is None:
        return 0
    return next(block.end for block in skill.blocks if block.kind is BlockKind.FRONTMATTER)


def _shown_title(skill: Skill, newline: str) -> str:
    """The heading that a file gets whose skill is named by its frontmatter alone."""
    if _is_headed(skill) or not skill.title:
        return ""
    return f"{heading(skill.title)}{newline}{newline}"


def _is_headed(skill: Skill) -> bool:
    return any(block.kind is BlockKind.TITLE for block in skill.blocks)


def _with_body(text: str, body: str) -> str:
    """The text with its own frontmatter in front of another body, and the title that one has."""
    skill = parse(text)
    own = text[: _body(skill, frontmatter(skill))]
    shown = _shown_title(skill, line_end(text))
    if not shown:
        return f"{own}{body}"
    if body.startswith(shown):
        return f"{own}{body[len(shown) :]}"
    headed = _HEADING.match(body)
    if headed is None:
        return f"{own}{body}"
    return with_title(f"{own}{body[headed.end() :]}", headed["title"])


def _listed(some: Sequence[str]) -> str:
    return "[" + ", ".join(map(_word, some)) + "]"


def _word(said: str) -> str:
    return said if _PLAIN.fullmatch(said) and said.lower() not in _WORDS else _quoted(said)


def _quoted(said: str) -> str:
    """As a YAML text in double quotes, which JSON's are."""
    return json.dumps(said, ensure_ascii=False)
