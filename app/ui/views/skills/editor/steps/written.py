"""What was written or pasted as a step and is more than one, or a goal."""

from collections.abc import Sequence

from app.core.skills.editing import render
from app.core.skills.model import Goal, Step
from app.core.skills.reading.grammar import parse


def with_steps(text: str, position: int, steps: Sequence[Step], *, instead: bool) -> str:
    """The text with those steps after the one at that position, or `instead` of it."""
    for number, step in enumerate(steps):
        text = render.insert_step(text, position + number, step.text)
    return render.delete_step(text, position) if instead else text


def only_goal(text: str) -> Goal | None:
    """The goal that a text is, if it is nothing else."""
    read = parse(text.replace("\n", "\n  "))  # further lines of a goal are indented
    if len(read.goals) != 1 or read.steps or read.title:
        return None
    goal = read.goals[0]
    return goal if goal.value and goal.end - goal.start >= len(read.text.strip()) else None
