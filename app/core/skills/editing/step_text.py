"""The text of one step, written anew."""

import re
from collections.abc import Sequence

from app.core.skills.editing.references import Edit, edited
from app.core.skills.editing.slots import marker_of, prefix_width, width_of
from app.core.skills.editing.trees import step_at
from app.core.skills.editing.writing import body_lines, indented, line_end
from app.core.skills.model import Skill, Step
from app.core.skills.reading.grammar import parse

_LINE_END = re.compile(r"\r\n|\r|\n")


def with_step(text: str, position: int, body: str) -> str:
    """With another text of the step at `position` (from 1); `Step.text` gives it back.

    Raises IndexError when there is no such step.
    """
    return write_step(parse(text), position, body)


def write_step(skill: Skill, position: int, body: str) -> str:
    """`with_step` for a text that has been read: fast enough for every key.

    It is written as a bullet where it could not be a step without.
    """
    step = step_at(skill, position)
    plain = edited(skill.text, [body_edit(skill, position, body)])
    lines = body_lines(body)
    if width_of(skill.text, step.start, step.body_start) or says(plain, position, lines):
        return plain
    written = "- " + indented(lines, 2).replace("\n", line_end(skill.text))
    bullet = skill.text[: step.start] + written + skill.text[step.body_end :]
    return bullet if says(bullet, position, lines) else plain


def body_edit(skill: Skill, position: int, body: str, of: Sequence[int] = ()) -> Edit:
    """Another text of the step at `position`, indented to its marker.

    A list that is part of the text because it stands left of that stays there, or it would be
    read as sub-steps. `of` are the steps whose text it is made of, where those are others too.
    """
    step, text = skill.steps[position - 1], skill.text
    prefix = text[step.start : step.body_start]
    marker = marker_of(prefix)
    width = prefix_width(marker)
    for n in of or (position,):
        width = min(width, _indent(text, skill.steps[n - 1]) or width)
    written = indented(body_lines(body), width).replace("\n", line_end(text))
    if marker != prefix:
        return step.start, step.body_end, marker + written
    return step.body_start, step.body_end, written


def _indent(text: str, step: Step) -> int:
    """What the lines after the first one are all indented by; 0 where there are none."""
    lines = _LINE_END.split(text[step.body_start : step.body_end])
    said = [line for line in lines[1:] if line.strip()]
    return min((len(line) - len(line.lstrip(" ")) for line in said), default=0)


def says(text: str, position: int, lines: Sequence[str]) -> bool:
    """Whether the step at `position` says these lines."""
    steps = parse(text).steps
    return len(steps) >= position and steps[position - 1].text == "\n".join(lines)
