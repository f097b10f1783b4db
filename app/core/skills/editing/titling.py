"""Another title for a skill: its heading, and what its frontmatter says it is called."""

from collections.abc import Iterator

from app.core.errors import AppError
from app.core.skills.editing.frontmatter import with_fields
from app.core.skills.editing.writing import front_end, heading, line_end
from app.core.skills.model import Block, BlockKind, Skill
from app.core.skills.names import key
from app.core.skills.reading.frontmatter import OURS, frontmatter
from app.core.skills.reading.grammar import parse


def with_title(text: str, title: str) -> str:
    """With another title; an empty one takes the title out. Line ends in it become spaces.

    A `name` in the frontmatter that is the heading in small letters and hyphens stays so.
    """
    skill, title = parse(text), " ".join(title.split())
    block = next((block for block in skill.blocks if block.kind is BlockKind.TITLE), None)
    if not title:
        return text[: block.start] + text[block.end :] if block is not None else text
    stated = _stated(skill)
    if stated and block is None:
        return _named(text, stated, title)
    done = text
    name = key(title) if stated == "name" else ""
    for written in _headed(skill, block, title):
        done = _named(written, stated, name or title) if stated else written
        if parse(done).title == title:
            break
    return done


def _stated(skill: Skill) -> str:
    """The field of the frontmatter that names the skill; empty when none does."""
    front = frontmatter(skill)
    fields = (f"metadata.{OURS}title", "name", "title") if front is not None else ()
    return next((name for name in fields if front is not None and front.field(name)), "")


def _named(text: str, field: str, value: str) -> str:
    """With that value of the field; as it is where the frontmatter cannot be changed."""
    front = frontmatter(parse(text))
    said = front.field(field) if front is not None else None
    if said is not None and said.text == value:
        return text
    try:
        return with_fields(text, {field: value})
    except AppError:
        return text


def _headed(skill: Skill, block: Block | None, title: str) -> Iterator[str]:
    """The text with another heading: as plainly as it was, and as one that is sure to be read."""
    text = skill.text
    if block is None:
        start, end = front_end(skill), line_end(text)
        gap = "" if text[start:].startswith(("\n", "\r")) else end
        yield f"{text[:start]}{heading(title)}{end}{gap}{text[start:]}"
        return
    yield text[: skill.title_start] + title + text[skill.title_end :]
    written = text[block.start : block.end]
    tail = written[len(written.rstrip("\r\n")) :]
    yield text[: block.start] + heading(title) + tail + text[block.end :]
