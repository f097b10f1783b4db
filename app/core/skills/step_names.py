"""What people call a step: as its author marked it, else where it is among the others (`2.1`)."""

import re
from collections.abc import Sequence

from app.core.skills.model import Skill
from app.core.words import _

_WRITTEN = re.compile(r"[0-9]+(?:\.[0-9]+)+|(?:\A|(?<=\s))[0-9]+[A-Za-z]\Z|(?<=\s)[IVX]+\Z")
"""Of a label what tells its step from the others: an outline, `4a`, `4A` of `Step 4A`."""


def step_name(skill: Skill, position: int) -> str:
    """What the step at that position is called, the same wherever it is named."""
    inside: list[str] = []
    while position:
        step = skill.steps[position - 1]
        written = _WRITTEN.search(step.label)
        inside.append(step.path.rpartition(".")[2] if written is None else written[0])
        position = step.parent if written is None else 0
    return ".".join(reversed(inside))


def step_names(skill: Skill) -> tuple[str, ...]:
    """What each step is called, by its position less one."""
    return tuple(step_name(skill, step.position) for step in skill.steps)


def steps_words(names: Sequence[str]) -> str:
    """Some steps in a row, at the beginning of a sentence: "Steps 2.1 to 4"."""
    if len(names) == 1:
        return _("Step {number}").format(number=names[0])
    if len(names) == 2:
        return _("Steps {first} and {last}").format(first=names[0], last=names[1])
    return _("Steps {first} to {last}").format(first=names[0], last=names[-1])
