"""What became of each passage of a document, as the text that was made of it is read."""

from bisect import bisect_right
from collections.abc import Sequence
from enum import StrEnum

from app.core.skills.model import GoalKind, Skill
from app.core.words import _


class Role(StrEnum):
    """What a passage is in the skill; beside these it may be one of the goals."""

    TITLE = "title"
    PHASE = "phase"
    STEP = "step"
    SUB_STEP = "sub-step"
    CONTEXT = "context"
    LEFT_OUT = "left out"

    @property
    def words(self) -> str:
        """As people read it."""
        return {
            Role.TITLE: _("Title"),
            Role.PHASE: _("Phase"),
            Role.STEP: _("Step"),
            Role.SUB_STEP: _("Sub-step"),
            Role.CONTEXT: _("Context"),
            Role.LEFT_OUT: _("Left out"),
        }[self]


Becomes = Role | GoalKind
Span = tuple[int, int]
"""Where a passage stands in the text, from and to; the same number twice for nowhere."""


def roles(skill: Skill, spans: Sequence[Span]) -> tuple[Becomes, ...]:
    """The role of what stands at each span, in time linear in their number."""
    goals = [(goal.start, goal.end, goal.kind) for goal in skill.goals]
    steps = [
        (step.start, step.end, Role.SUB_STEP if step.parent else Role.STEP) for step in skill.steps
    ]
    phases = [(phase.start, phase.end, Role.PHASE) for phase in skill.phases]
    return tuple(_role(skill, span, goals, steps, phases) for span in spans)


def _role(
    skill: Skill,
    span: Span,
    goals: Sequence[tuple[int, int, Becomes]],
    steps: Sequence[tuple[int, int, Becomes]],
    phases: Sequence[tuple[int, int, Becomes]],
) -> Becomes:
    start, end = span
    if start == end:
        return Role.LEFT_OUT
    if skill.title and start <= skill.title_start < end:
        return Role.TITLE
    for parts in (goals, phases, steps):
        if (found := _at(parts, start, end)) is not None:
            return found
    return Role.CONTEXT


def _at(parts: Sequence[tuple[int, int, Becomes]], start: int, end: int) -> Becomes | None:
    """What begins in the span, else what goes on in it."""
    n = bisect_right(parts, start, key=lambda part: part[0])
    if n and parts[n - 1][1] > start:
        return parts[n - 1][2]
    return parts[n][2] if n < len(parts) and parts[n][0] < end else None
