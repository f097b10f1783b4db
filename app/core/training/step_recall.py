"""What the memories answer to the steps and goals of a skill."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from app.core.memory.retrieval.recall import RECALL
from app.core.progress import Progress, through
from app.core.skills.model import GoalKind, Skill
from app.core.skills.reading.plain_words import asked_words
from app.core.training.proposal import Fragment, Query, Recall
from app.core.training.selection import Found

FOR_STEP = 5
"""Fragments asked for per step by words; the fifth best is rarely about the step any more."""
FOR_GOAL = 4
NEAR = 0.5
"""What a memory must be worth to a step to be offered; what stands already, as much as recall asks
for."""
NEARLY = 0.8
"""The share of a nearness that is nearly the same."""
_LOOKED_AT = 40
"""Answers that say how near a fragment is to this step as well; recall seldom has more."""
_GOALS = (GoalKind.TRIGGER, GoalKind.SUCCESS)
_LONGEST_QUERY = 1_000


@dataclass(slots=True)
class Recalled:
    """Every fragment once, as relevant as it ever was, with all it was recalled for.

    `near` says how near each is to each step; only where something knows what they mean.
    """

    best: dict[int, Fragment] = field(default_factory=dict)
    asked: dict[int, list[int]] = field(default_factory=dict)
    near: Mapping[int, tuple[float, ...]] = field(default_factory=dict)

    @property
    def found(self) -> list[Found]:
        return [
            Found(fragment, tuple(self.asked[number]), self.relevances(number))
            for number, fragment in self.best.items()
        ]

    def relevances(self, fragment: int) -> tuple[float, ...]:
        """How near it is to each step; none if that is not known."""
        return self.near.get(fragment, ())

    def add(self, fragment: Fragment, position: int) -> None:
        """It was recalled for the step at that position, or for a goal (0)."""
        known = self.best.setdefault(fragment.id, fragment)
        if fragment.relevance > known.relevance:
            self.best[fragment.id] = fragment
        positions = self.asked.setdefault(fragment.id, [])
        if position not in positions:
            positions.append(position)
            positions.sort()


def ask_for(
    skill: Skill, number: int, recall: Recall, stands: Sequence[Fragment], progress: Progress
) -> Recalled:
    """Ask for each step and for what the skill is for. Raises `Cancelled`.

    `number` is that of the skill; what `stands` in it is looked at in any case.
    """
    goals = [goal for kind in _GOALS if (goal := skill.goal(kind)) is not None]
    queries = [
        Query(step.position, asked_words(skill, step)[:_LONGEST_QUERY]) for step in skill.steps
    ]
    queries += [Query(0, goal.value[:_LONGEST_QUERY]) for goal in goals]
    near = recall.near(number, queries, stands, progress)
    if near is None:
        return _by_words(queries, recall, progress)
    return _by_nearness(near, {fragment.id for fragment in stands})


def _by_nearness(near: Mapping[Fragment, tuple[float, ...]], stands: Collection[int]) -> Recalled:
    """Those that are near enough to a step, each for the steps it is nearly nearest to."""
    recalled = Recalled(near={fragment.id: steps for fragment, steps in near.items()})
    for fragment, steps in near.items():
        nearest = max(steps, default=0.0)
        if nearest < (RECALL if fragment.id in stands else NEAR):
            continue
        for position, relevance in enumerate(steps, start=1):
            if relevance >= NEARLY * nearest:
                recalled.add(replace(fragment, relevance=nearest), position)
    return recalled


def _by_words(queries: Sequence[Query], recall: Recall, progress: Progress) -> Recalled:
    """Those that answer; how well they answer a step is how near they are, if that is known."""
    recalled = Recalled()
    near: dict[int, list[float]] = {}
    steps = sum(query.position > 0 for query in queries)
    for query in through(queries, progress):
        if not query.text.strip():
            continue
        limit = FOR_STEP if query.position else FOR_GOAL
        answers = recall.fragments(query.text, _LOOKED_AT if query.position else limit)
        for fragment in answers:
            if query.position and fragment.cosine:
                near.setdefault(fragment.id, [0.0] * steps)[query.position - 1] = fragment.relevance
        for fragment in answers[:limit]:
            recalled.add(fragment, query.position)
    recalled.near = {number: tuple(found) for number, found in near.items()}
    return recalled
