"""What the track record of skills changes in suggestions, after made-up use."""

import random
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from app.cli.bench.figures import bench_vault
from app.cli.bench.neighbours import LIBRARY, Asked
from app.core.api.measurements import Figure
from app.core.library import library
from app.core.lifecycle import outcomes, usage
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.suggest import suggest
from app.core.memory.nodes import catch_up
from app.core.memory.retrieval import index
from app.core.memory.retrieval.embed import Embedder
from app.core.memory.retrieval.minilm import MiniLM
from app.core.memory.retrieval.question import ask
from app.core.memory.retrieval.recall import similar_skills
from app.core.vault import Vault
from app.core.words import _

WITHOUT = Procedural(suggestion_limit=10)
WITH = replace(WITHOUT, use_scorer=True)
_ROUNDS = 4
"""How often each task comes up before it is measured."""
_TRIES = 3
"""Skills that an agent tries, one after the other, until one goes well."""
_KNOWN = 0.7
"""The share of uses of which the outcome is known."""
_SEEDS = range(4)
_LOSS = 2.0
"""Points that it may cost where it cannot help."""


@dataclass(frozen=True, slots=True)
class Truth:
    """How often what is right for a task goes well, and what is not."""

    right: float
    wrong: float


@dataclass(frozen=True, slots=True)
class _Task:
    """The skill that is right for it, and how close every skill is."""

    right: int
    similar: Mapping[int, float]


TELLING, RANDOM = Truth(0.9, 0.15), Truth(0.5, 0.5)


def measured(
    embedder: Embedder, skills: Sequence[Asked], truth: Truth, *, outdated: bool, seed: int
) -> tuple[float, float]:
    """The mean reciprocal rank of the right skill, without and with the track record, in percent.

    With `outdated` every other skill has an edition beside it that fails for what it is for, in
    turn older and newer than the right one.
    """
    with bench_vault() as vault:
        right = [_save(vault, number, one, outdated) for number, one in enumerate(skills)]
        catch_up(vault)
        index.update(vault, embedder)

        def read(tasks: Callable[[Asked], Iterable[str]]) -> list[_Task]:
            return [
                _Task(it, similar_skills(vault, ask(vault, task, embedder)))
                for it, one in zip(right, skills, strict=True)
                for task in tasks(one)
            ]

        _use(vault, read(lambda one: one.used_for), truth, random.Random(seed))
        asked = read(lambda one: one.measured)
        return _rank(vault, asked, WITHOUT), _rank(vault, asked, WITH)


def _save(vault: Vault, number: int, one: Asked, outdated: bool) -> int:
    """The number of the right one."""
    editions = {0: [True, False], 2: [False, True]}.get(number % 4, [False])
    saved = {
        is_old: library.save(vault, None, one.text(outdated=is_old)).skill
        for is_old in (editions if outdated else [False])
    }
    return saved[False]


def _use(vault: Vault, tasks: Sequence[_Task], truth: Truth, chance: random.Random) -> None:
    """Agents work on tasks with what is suggested to them, and tell how it went."""
    again = [*tasks] * _ROUNDS
    chance.shuffle(again)
    for number, task in enumerate(again):
        for one in suggest(vault, task.similar, WITHOUT, _TRIES):
            skill, session = one.skill.id, f"{number}"
            usage.record(vault, skill, WITHOUT, session=session)
            went_well = chance.random() < (truth.right if skill == task.right else truth.wrong)
            if chance.random() < _KNOWN:
                outcomes.record(vault, skill, 1 if went_well else -1, session=session)
            if went_well:
                break


def _rank(vault: Vault, tasks: Sequence[_Task], settings: Procedural) -> float:
    """Mean reciprocal, in percent; a skill that is not among the suggestions counts nothing."""
    worth = []
    for task in tasks:
        found = [one.skill.id for one in suggest(vault, task.similar, settings)]
        worth.append(1 / (found.index(task.right) + 1) if task.right in found else 0.0)
    return 100 * statistics.fmean(worth)


def _scorer() -> list[Figure]:
    embedder = MiniLM()
    figures = []
    for about, truth, outdated in (
        (_("skills like one another"), TELLING, False),
        (_("with outdated editions"), TELLING, True),
        (_("outcomes at random"), RANDOM, False),
    ):
        pairs = [
            measured(embedder, LIBRARY, truth, outdated=outdated, seed=seed) for seed in _SEEDS
        ]
        without, with_it = (statistics.fmean(values) for values in zip(*pairs, strict=True))
        what = _("The right skill in suggestions (MRR), {about}").format(about=about)
        figures.append(Figure(what, without, "%", None))
        what = _("… with the track record, {about}").format(about=about)
        least = without if outdated else without - _LOSS
        figures.append(Figure(what, with_it, "%", round(least, 1), at_least=True))
    return figures


MEASURES: dict[str, Callable[[], list[Figure]]] = {"scorer": _scorer}
