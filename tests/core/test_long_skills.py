"""Long skills of strangers: whatever is done with them can be stopped between any two of them."""

from collections.abc import Callable
from functools import partial

import pytest
from linear_reading import FRAGMENTS, repeated

from app.core.enrichment import waiting
from app.core.errors import Cancelled
from app.core.library import catalogue
from app.core.memory import nodes
from app.core.memory.retrieval import index
from app.core.memory.retrieval.hashed import Hashed
from app.core.packs import install
from app.core.packs.format import read
from app.core.packs.format.contents import Pack, PackedSkill
from app.core.packs.format.native import write_native
from app.core.packs.format.signing import Identity
from app.core.packs.plan import plan
from app.core.progress import Progress
from app.core.vault import Vault
from tests.core.test_memories import Stop

SKILLS = 12
LATER: tuple[Callable[[Vault, Progress], object], ...] = (
    lambda vault, progress: nodes.catch_up(vault, progress=progress),
    lambda vault, progress: index.update(vault, Hashed(), progress),
    lambda vault, progress: waiting.look(vault, progress=progress),
)
"""What every start after an import goes on with."""


@pytest.fixture
def pack() -> Pack:
    skills = tuple(
        PackedSkill(f"Long {n}", repeated(fragment, 20_000, f"# Long {n}\n\n1. {{}}"))
        for n, fragment in enumerate(FRAGMENTS[:SKILLS])
    )
    made = Pack("long", "Long skills", skills, created="2026-01-01T00:00:00.000Z")
    return read.unlock(read.inspect(write_native(made, Identity("Somebody", bytes(32)))))


def looks(work: Callable[[Progress], object]) -> int:
    """How often it looks whether it is to stop."""
    patience = Stop(100_000)
    work(patience)
    return 100_000 - patience.left


def test_an_import_looks_at_each_whether_it_is_to_stop(vault: Vault, pack: Pack) -> None:
    assert looks(lambda progress: plan(vault, pack, progress=progress)) >= SKILLS
    planned = plan(vault, pack)
    assert looks(lambda progress: install.apply(vault, planned, progress=progress)) >= SKILLS


def test_so_does_what_every_later_start_goes_on_with(vault: Vault, pack: Pack) -> None:
    install.apply(vault, plan(vault, pack), quarantine=False)
    for work in LATER:
        with pytest.raises(Cancelled):
            work(vault, Stop(SKILLS // 2))
        assert looks(partial(work, vault)) >= SKILLS // 2
    assert len(catalogue.rows(vault)) == SKILLS
    assert nodes.catch_up(vault) == nodes.Caught(0, 0, 0)
    assert index.update(vault, Hashed()) == 0
