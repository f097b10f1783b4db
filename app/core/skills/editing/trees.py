"""Steps with what belongs to them: a step and its sub-steps, and those it is counted among."""

from collections.abc import Sequence

from app.core.skills.model import Skill, Step


def step_at(skill: Skill, position: int) -> Step:
    """The step at `position`; IndexError when there is none."""
    if not 1 <= position <= len(skill.steps):
        raise IndexError(position)
    return skill.steps[position - 1]


def last_of(steps: Sequence[Step], position: int) -> int:
    """The position of the last sub-step of the step at `position`; its own when it has none."""
    inside = f"{steps[position - 1].path}."
    last = position
    while last < len(steps) and steps[last].path.startswith(inside):
        last += 1
    return last


def siblings(steps: Sequence[Step], near: Step) -> list[Step]:
    """The steps that are counted together with `near`, itself included.

    Those of other phases are, where the numbers go on from phase to phase.
    """
    beside = [step for step in steps if step.parent == near.parent]
    if "." in near.label:
        above = near.label.rpartition(".")[0]
        return [step for step in beside if step.label.rpartition(".")[0] == above]
    numbers = [step.number for step in beside if step.number is not None]
    if len({*numbers}) == len(numbers) and numbers == sorted(numbers):
        return beside
    return [step for step in beside if step.phase == near.phase]
