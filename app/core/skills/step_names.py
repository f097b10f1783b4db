"""What people call a step: where it is among the others (`2.1`), the same wherever it is named."""

from collections.abc import Sequence

from app.core.skills.model import Skill
from app.core.words import _


def step_name(skill: Skill, position: int) -> str:
    """What the step at that position is called."""
    return skill.steps[position - 1].path


def step_names(skill: Skill) -> tuple[str, ...]:
    """What each step is called, by its position less one."""
    return tuple(step.path for step in skill.steps)


def steps_words(names: Sequence[str]) -> str:
    """Some steps in a row, at the beginning of a sentence: "Steps 2.1 to 4"."""
    if len(names) == 1:
        return _("Step {number}").format(number=names[0])
    if len(names) == 2:
        return _("Steps {first} and {last}").format(first=names[0], last=names[1])
    return _("Steps {first} to {last}").format(first=names[0], last=names[-1])
