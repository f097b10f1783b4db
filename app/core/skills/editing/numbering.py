"""The numbers in front of the steps: written anew, or following steps that change places."""

import re
from collections.abc import Iterator, Mapping, Sequence

from app.core.skills.editing.references import Edit, edited, follow
from app.core.skills.editing.slots import indent_edits, width_of
from app.core.skills.model import Skill, Step
from app.core.skills.reading.blocks import content_width
from app.core.skills.reading.grammar import parse

NUMBER = re.compile(r"[0-9]{1,9}(?=[.)])")


def number_steps(text: str) -> str:
    """With every step numbered 1, 2, 3 …; paragraphs and bullets that are steps become items.

    Sub-steps that have a number are numbered in their step; others stay as they are.
    """
    return numbered(parse(text))


def numbered(skill: Skill) -> str:
    """As `number_steps`, for a text that is parsed already."""
    numbers = [_counted(step) for step in skill.steps]
    edits = follow(skill, {n: n for n in range(1, len(numbers) + 1)}, numbers)
    return edited(skill.text, [*edits, *_marked(skill, numbers)])


def renumbered(
    skill: Skill, moved: Mapping[int, int | None], numbers: Sequence[int | None],
    kept: Sequence[int | None],
) -> str:  # fmt: skip
    """Mentions as they will be, and the numbers in `kept` in front of the steps as they are."""
    return edited(skill.text, [*follow(skill, moved, numbers), *_marked(skill, kept)])


def _counted(step: Step) -> int | None:
    """The number it is to have: a sub-step only where it has one."""
    if step.parent and step.number is None:
        return None
    return int(step.path.rpartition(".")[2])


def _marked(skill: Skill, numbers: Sequence[int | None]) -> Iterator[Edit]:
    """Those numbers in front of the steps, and what is below indented to them."""
    text = skill.text
    shifts = [0]
    for step, number in zip(skill.steps, numbers, strict=True):
        prefix = text[step.start : step.body_start]
        new = prefix
        if number is not None:
            new = (
                NUMBER.sub(str(number), prefix, count=1)
                if step.number is not None
                else f"{number}. "
            )
        outer = shifts[step.parent]
        new = " " * outer + new if outer >= 0 else new[min(-outer, _blanks(new)) :]
        shift = content_width(new) - width_of(text, step.start, step.body_start)
        shifts.append(shift)
        if new != prefix:
            yield step.start, step.body_start, new
        if shift:
            yield from indent_edits(text, step, shift)


def _blanks(prefix: str) -> int:
    return len(prefix) - len(prefix.lstrip(" "))
