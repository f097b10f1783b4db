"""Variables added to what a skill requires or produces."""

from collections.abc import Sequence

from app.core.skills.editing.references import Edit, edited
from app.core.skills.editing.render import goal_edit
from app.core.skills.model import GoalKind, Skill
from app.core.skills.reading.grammar import parse


def parameters_edit(skill: Skill, kind: GoalKind, names: Sequence[str]) -> Edit:
    """Put the variables at the end of that goal, or into a new one."""
    written = ", ".join(f"${name}" for name in names)
    goal = skill.goal(kind)
    if goal is not None and (skill.requires if kind is GoalKind.REQUIRES else skill.produces):
        return goal.value_end, goal.value_end, f", {written}"
    return goal_edit(skill, kind, written)


def with_input(text: str, name: str) -> str:
    """With the variable among the inputs, unless something sets it already."""
    skill = parse(text)
    known = {given.name for given in skill.requires}
    known |= {use.name for step in skill.steps for use in step.variables if use.captured}
    if name in known:
        return text
    return edited(text, [parameters_edit(skill, GoalKind.REQUIRES, [name])])
