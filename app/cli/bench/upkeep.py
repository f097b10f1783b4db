"""What upkeep costs among many skills and memories: where nothing is due, and after one change."""

import time
from collections.abc import Callable
from itertools import count

from app.cli.bench.figures import bench_vault, milliseconds, skill_text
from app.core.api.measurements import Figure
from app.core.errors import AppError
from app.core.library import library
from app.core.lifecycle.config import Procedural
from app.core.memory.memories import keep
from app.core.memory.reading.split import Fragment
from app.core.memory.retrieval.hashed import Hashed
from app.core.memory.sources import Source
from app.core.upkeep.context import Context
from app.core.upkeep.upkeep import run
from app.core.words import _

_SKILLS, _MEMORIES = 5_000, 10_000


class _WithoutModel:
    """An embedder that needs no model, so that only what is around it is measured."""

    at_hand = Hashed()
    trouble: AppError | None = None

    def take(self, trouble: AppError) -> None:
        self.trouble = trouble


def _upkeep() -> list[Figure]:
    with bench_vault(skills=_SKILLS, steps=5) as vault:
        notes = [Fragment("", f"Case {n} taught us why.") for n in range(_MEMORIES)]
        keep(vault, notes, Source("Cases"), "Memories")
        context = Context(vault, Procedural(), _WithoutModel())
        while run(context, "bench").done:
            pass
        nothing = milliseconds(lambda: run(context, "bench"), 20)
        taken, texts = [], (f"{skill_text(7, 5)}Note {n}.\n" for n in count())
        for _change in range(9):
            library.save(vault, 7, next(texts))
            started = time.perf_counter()
            run(context, "bench")
            taken.append((time.perf_counter() - started) * 1000)
    of_many = _("{skills} skills and {memories} memories")
    among = of_many.format(skills=f"{_SKILLS:,}", memories=f"{_MEMORIES:,}")
    return [
        Figure(_("Upkeep where nothing is due, {among}").format(among=among), nothing, "ms", 5),
        Figure(
            _("Upkeep after one change, {among}").format(among=among), sorted(taken)[4], "ms", 100
        ),
    ]


MEASURES: dict[str, Callable[[], list[Figure]]] = {"upkeep": _upkeep}
