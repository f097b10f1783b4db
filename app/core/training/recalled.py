"""What the memories answer to the steps and goals of a skill."""

from dataclasses import dataclass, field

from app.core.progress import Progress, checkpoint
from app.core.skills.model import GoalKind, Skill
from app.core.training.proposal import Fragment, Recall
from app.core.training.prose import prose
from app.core.training.selection import Found

FOR_STEP = 5
"""Fragments asked for per step; the fifth best is rarely about the step any more."""
FOR_GOAL = 4
_LOOKED_AT = 40
"""Answers that say how near a fragment is to this step as well; recall seldom has more."""
_GOALS = (GoalKind.TRIGGER, GoalKind.SUCCESS)
_LONGEST_QUERY = 1_000


@dataclass(slots=True)
class Recalled:
    """Every fragment once, as relevant as it ever was, with all it was recalled for."""

    steps: int
    best: dict[int, Fragment] = field(default_factory=dict)
    asked: dict[int, list[int]] = field(default_factory=dict)
    near: dict[int, list[float]] = field(default_factory=dict)

    @property
    def found(self) -> list[Found]:
        return [
            Found(fragment, tuple(self.asked[number]), self.relevances(number))
            for number, fragment in self.best.items()
        ]

    def relevances(self, fragment: int) -> tuple[float, ...]:
        """How much it has to do with each step by its meaning; none if that is not known."""
        return tuple(self.near.get(fragment, ()))

    def add(self, fragment: Fragment, position: int) -> None:
        """It was recalled for the step at that position, or for a goal (0)."""
        known = self.best.setdefault(fragment.id, fragment)
        if fragment.relevance > known.relevance:
            self.best[fragment.id] = fragment
        positions = self.asked.setdefault(fragment.id, [])
        if position not in positions:
            positions.append(position)
            positions.sort()

    def note(self, fragment: Fragment, position: int) -> None:
        """It has to do with the step at that position, if something knows what it means."""
        if position and fragment.cosine:
            near = self.near.setdefault(fragment.id, [0.0] * self.steps)
            near[position - 1] = fragment.relevance


def ask_for(skill: Skill, recall: Recall, progress: Progress) -> Recalled:
    """Ask for each step and for what the skill is for. Raises `Cancelled`."""
    goals = [goal for kind in _GOALS if (goal := skill.goal(kind)) is not None]
    queries = [(step.position, prose(skill, step), FOR_STEP) for step in skill.steps]
    queries += [(0, goal.value, FOR_GOAL) for goal in goals]
    recalled = Recalled(len(skill.steps))
    for number, (position, query, limit) in enumerate(queries):
        checkpoint(progress)
        progress.report(number / len(queries), query.split("\n", 1)[0])
        if not query.strip():
            continue
        answers = recall.fragments(query[:_LONGEST_QUERY], _LOOKED_AT if position else limit)
        for fragment in answers:
            recalled.note(fragment, position)
        for fragment in answers[:limit]:
            recalled.add(fragment, position)
    return recalled
