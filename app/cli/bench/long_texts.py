"""What long texts of strangers cost: a megabyte for every reader, fifty of them in one pack."""

import time
from collections.abc import Callable

from app.cli.bench.figures import bench_vault, skill_text
from app.cli.bench.readers import READERS
from app.core.api.measurements import Figure
from app.core.packs import install
from app.core.packs.format import read
from app.core.packs.format.contents import Pack, PackedSkill
from app.core.packs.format.native import write_native
from app.core.packs.format.signing import Identity
from app.core.packs.plan import plan
from app.core.skills.reading.grammar import parse
from app.core.words import _

_MEGABYTE = 1 << 20
_SKILLS = 50
_STEPS = 20_000
"""Somewhat more than a megabyte of them; what is too much is cut off."""


def _reading() -> list[Figure]:
    """Each reader for itself; what all of them take, and the slowest with its name."""
    text = skill_text(1, _STEPS)[:_MEGABYTE]
    skill = parse(text)
    took: dict[str, float] = {}
    for name, reader in READERS.items():
        started = time.perf_counter()
        reader(text, skill)
        took[name] = time.perf_counter() - started
    slowest = max(took, key=took.__getitem__)
    return [
        Figure(_("Reading of 1 MB of text by every reader"), sum(took.values()), "s", 15),
        Figure(_("… by the slowest reader ({name})").format(name=slowest), took[slowest], "s", 5),
    ]


def _large_import() -> list[Figure]:
    """As much as a pack may hold: read, verified, planned and carried over."""
    skills = tuple(
        PackedSkill(f"Procedure {n}", skill_text(n, _STEPS)[: _MEGABYTE - 100])
        for n in range(_SKILLS)
    )
    made = Pack("bench", "Bench", skills, created="2026-01-01T00:00:00.000Z")
    data = write_native(made, Identity("Bench", bytes(32)))
    with bench_vault() as vault:
        started = time.perf_counter()
        install.apply(vault, plan(vault, install.opened(vault, read.inspect(data))))
        took = time.perf_counter() - started
    return [Figure(_("Import of 50 skills of 1 MiB"), took, "s", 90)]


MEASURES: dict[str, Callable[[], list[Figure]]] = {
    "reading": _reading,
    "large-import": _large_import,
}
