"""What was written or pasted as a step and is more than one, or a goal."""

from app.core.skills.model import Goal, Skill
from app.core.skills.reading.grammar import parse
from app.ui.views.skills.editor.steps.style_spans import step_excerpt


def in_field(base: Skill, now: Skill, position: int) -> range:
    """The steps that what is written in the field of a step has begun since it was opened."""
    return range(position + 1, position + 1 + max(len(now.steps) - len(base.steps), 0))


def step_behind(base: Skill, now: Skill, position: int, said: str) -> tuple[int, int]:
    """Which step the cursor is in behind `said`, and where in its text.

    `said` is what the field of the step at `position` has before the cursor: the same letters
    as the text, with other white space.
    """
    if not in_field(base, now, position):
        return position, len(said)
    left = len("".join(said.split()))
    place = now.steps[position - 1].body_start
    while left and place < len(now.text):
        left -= not now.text[place].isspace()
        place += 1
    behind = [step for step in now.steps[position - 1 :] if step.start < place]
    step = behind[-1] if behind else now.steps[position - 1]
    inside = step_excerpt(now, step.position).inside(max(place, step.body_start))
    return step.position, min(inside, len(step.text))


def only_goal(text: str) -> Goal | None:
    """The goal that a text is, if it is nothing else."""
    read = parse(text.replace("\n", "\n  "))  # further lines of a goal are indented
    if len(read.goals) != 1 or read.steps or read.title:
        return None
    goal = read.goals[0]
    return goal if goal.value and goal.end - goal.start >= len(read.text.strip()) else None
