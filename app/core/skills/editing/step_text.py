"""The text of one step, written anew."""

from collections.abc import Sequence

from app.core.skills.editing.slots import width_of
from app.core.skills.editing.trees import step_at
from app.core.skills.editing.writing import body_lines, indented, line_end
from app.core.skills.model import Skill
from app.core.skills.reading.blocks import content_width
from app.core.skills.reading.grammar import parse


def with_step(text: str, position: int, body: str) -> str:
    """With another text of the step at `position` (from 1); `Step.text` gives it back.

    Raises IndexError when there is no such step.
    """
    return write_step(parse(text), position, body)


def write_step(skill: Skill, position: int, body: str) -> str:
    """`with_step` for a text that has been read: fast enough for every key."""
    step = step_at(skill, position)
    return _written(skill.text, step.start, step.body_start, step.body_end, body, position)


def _written(text: str, start: int, at: int, stop: int, body: str, position: int) -> str:
    """`body` in place of `text[at:stop]`; as a bullet where it could not be a step without."""
    end = line_end(text)
    lines = body_lines(body)
    width = width_of(text, start, at)
    prefix = text[start:at]
    if prefix.strip() and not prefix.endswith((" ", "\t")):
        prefix += " "
        width = content_width(prefix)
    plain = text[:start] + prefix + indented(lines, width).replace("\n", end) + text[stop:]
    if width or says(plain, position, lines):
        return plain
    bullet = text[:start] + "- " + indented(lines, 2).replace("\n", end) + text[stop:]
    return bullet if says(bullet, position, lines) else plain


def says(text: str, position: int, lines: Sequence[str]) -> bool:
    """Whether the step at `position` says these lines."""
    steps = parse(text).steps
    return len(steps) >= position and steps[position - 1].text == "\n".join(lines)
