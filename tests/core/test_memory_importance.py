"""The importance of memories, worked out from what they were good for."""

from dataclasses import replace

import pytest

from app.core.library import library, undoing
from app.core.library.record import Passage, Traced, Training
from app.core.lifecycle import usage
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.memory_importance import importances
from app.core.memory import memories, nodes, relations
from app.core.training.proposal import Fragment, accept_all
from app.core.training.train import accept, propose
from app.core.vault import Vault
from tests.conftest import Clock

DAY = 86_400
SETTINGS = Procedural()
TEXT = "# Brew tea\n\nSuccess: everybody has tea\n\n1. Boil soft water in the kettle.\n2. Pour.\n"
SAID = "Boil soft water from the filter, never hard water."


@pytest.fixture
def note(vault: Vault) -> int:
    return memories.remember(vault, SAID).added[0]


@pytest.fixture
def tea(vault: Vault) -> int:
    skill = library.save(vault, None, TEXT).skill
    nodes.catch_up(vault)
    return skill


class Told:
    def __init__(self, memory: int) -> None:
        self.all = (Fragment(memory, SAID, "cook", 0.9),)

    def fragments(self, query: str, limit: int) -> tuple[Fragment, ...]:
        return self.all

    def near(self, skill: int, queries: object, known: object, progress: object) -> None:
        """It only knows words."""


def value(vault: Vault, memory: int) -> float:
    return importances(vault, [memory], SETTINGS.memories)[memory].value


def test_a_memory_fades_by_a_twentieth_a_day_without_a_floor(
    vault: Vault, note: int, clock: Clock
) -> None:
    assert value(vault, note) == 0.7
    clock.pass_seconds(10 * DAY)
    found = importances(vault, [note, 99], SETTINGS.memories)
    assert found.keys() == {note}
    assert found[note].value == pytest.approx(0.7 * 0.598737)
    assert found[note].sentence() == "0.70 × 0.95 ^ 10.0 days = 0.42"
    clock.pass_seconds(355 * DAY)
    assert value(vault, note) < 1e-7
    assert importances(vault, [note], Procedural(memory_decay_rate=1.0).memories)[note].value == 0.7


@pytest.mark.parametrize("use", ["told", "linked", "placed", "woven"])
def test_each_use_lifts_it(vault: Vault, note: int, tea: int, clock: Clock, use: str) -> None:
    clock.pass_seconds(10 * DAY)
    before = value(vault, note)
    if use == "told":
        usage.record(vault, tea, SETTINGS, session="s", memory=note)
    elif use == "linked":
        relations.link_memory(vault, tea, note)
    elif use == "placed":
        accept(vault, accept_all(propose(vault, tea, Told(note))))
    else:
        meta = library.last_meta(vault, tea)
        assert meta is not None
        traced = (Traced("same", 1.0), Traced("borrowed", 1.0, note))
        passage = Passage("Boil.", "", 0, traced, since=2)
        library.refile(vault, tea, replace(meta, training=Training("llm", passages=(passage,))))
    lifted = value(vault, note)
    assert lifted == pytest.approx(before + 0.05 * (1 - before))
    clock.pass_seconds(DAY)
    assert value(vault, note) == pytest.approx(0.95 * lifted)


def test_what_is_taken_back_was_no_use(vault: Vault, note: int, tea: int, clock: Clock) -> None:
    clock.pass_seconds(10 * DAY)
    before = value(vault, note)
    relation = relations.link_memory(vault, tea, note)
    relations.unlink(vault, relation)
    accept(vault, accept_all(propose(vault, tea, Told(note))))
    assert value(vault, note) > before
    undoing.undo(vault)
    assert value(vault, note) == before
