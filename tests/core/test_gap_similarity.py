"""Places found by meaning: the arithmetic, and notes as people write them with the real model."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.library import library
from app.core.memory import memories
from app.core.memory.retrieval import index
from app.core.memory.retrieval.minilm import MiniLM
from app.core.memory.sources import Source
from app.core.training.gap_similarity import meant
from app.core.training.memory_query import Memories
from app.core.training.placement import THRESHOLD, Procedure
from app.core.training.placement_reasons import why
from app.core.training.proposal import Proposal, from_json, move, to_json
from app.core.training.step_recall import FOR_STEP
from app.core.training.step_similarity import nearness
from app.core.training.train import propose
from app.core.vault import Vault

DEMOS = Path(__file__).parents[2] / "resources" / "demos"
DEPLOY = "safe-deploy/1-production-deployment.md"
REVIEW = "code-review/1-code-review.md"
FRIDGE = "job-memory/1-refrigeration-service-call.md"
NOTES: dict[str, dict[str, int]] = {
    DEPLOY: {
        "The search check fails the first time after a release, its index is still warming up.": 8,
        "Support reads the release log at nine, so write it in words they understand.": 9,
    },
    REVIEW: {
        "The last escaped bug had no test at all around the discount code path.": 3,
        "Half of our requests mix a refactoring with a fix; two intentions, so send them back.": 2,
    },
    FRIDGE: {
        "The built-in thermometer at the school kitchen is off by three degrees.": 2,
        "Fish goes first, then dairy; the cold store of the bakery next door may be used.": 4,
        "The electronic one goes off from cleaning spray, use foam to be sure.": 9,
        "The vacuum pump's oil was old and we never got under a thousand microns.": 10,
        "Customers like it when they see the broken part on the table.": 14,
    },
}
UNRELATED = (
    "Yoga moved to Thursday at six.",
    "The dentist moved to Garden Street.",
    "Tomatoes want to be watered from below.",
    "Tax papers must be handed in by July.",
)

shares = st.lists(st.floats(0, 1), min_size=1, max_size=8)


@given(shares, st.data())
def test_both_halves_are_shares(relevances: list[float], data: st.DataObject) -> None:
    gap = data.draw(st.integers(0, len(relevances)))
    similarity, coherence = meant(relevances, gap)
    assert 0 <= similarity <= 1 and 0 <= coherence <= 1
    found = Procedure(["x"] * len(relevances)).place("y", relevances)
    assert found.after is None or THRESHOLD < found.score <= 1


@given(st.lists(st.floats(0, 0.299), min_size=1, max_size=8))
def test_what_recall_would_not_answer_with_has_no_place(relevances: list[float]) -> None:
    assert Procedure(["x"] * len(relevances)).place("y", relevances).after is None
    assert all(meant(relevances, gap) == (0, 0) for gap in range(len(relevances) + 1))


def test_it_stands_after_the_step_it_is_about() -> None:
    procedure = Procedure(["a", "b", "c"])
    assert procedure.place("y", [0.9, 0.1, 0.0]).after == 1
    assert procedure.place("y", [0.0, 0.9, 0.1]).after == 2
    assert procedure.place("y", [0.0, 0.1, 0.9]).after == 3
    between = procedure.place("y", [0.9, 0.9, 0.0])
    assert between.after == 1 and between.score > procedure.place("y", [0.9, 0.0, 0.0]).score


def test_two_distant_steps_alike_are_no_place() -> None:
    procedure = Procedure(["a", "b", "c", "d"])
    assert procedure.place("y", [0.8, 0.0, 0.0, 0.8]).after is None
    assert procedure.place("y", [0.9, 0.0, 0.0, 0.5]).after == 1


def test_words_count_as_they_did_where_nothing_is_close() -> None:
    procedure = Procedure(["Run smoke tests.", "Deploy the service."])
    said = "Deploy the service at night."
    assert procedure.place(said, [0.0, 0.0]) == procedure.place(said)
    assert procedure.place(said, [0.1, 0.99]).score > procedure.place(said).score
    assert procedure.at(said, 1, [0.95, 0.0]).score > procedure.at(said, 1).score


@pytest.fixture(scope="module")
def model() -> MiniLM:
    return MiniLM()


@pytest.fixture(scope="module")
def vault(
    tmp_path_factory: pytest.TempPathFactory, _pristine: tuple[Path, bytes, str]
) -> Iterator[Vault]:
    """One for all tests: once the notes are in it, it is only read."""
    folder, data_key, _recovery_key = _pristine
    home = Path(shutil.copytree(folder, tmp_path_factory.mktemp("notes") / "home"))
    with Vault(home, data_key) as vault:
        yield vault


@pytest.fixture(scope="module")
def proposals(vault: Vault, model: MiniLM) -> dict[str, Proposal]:
    """What training finds for each skill when all notes are remembered together."""
    texts = [*UNRELATED, *(text for notes in NOTES.values() for text in notes)]
    for text in texts:
        memories.remember(vault, text, source=Source("Notebook"))
    skills = {
        name: library.save(vault, None, (DEMOS / name).read_text("utf-8")).skill for name in NOTES
    }
    index.update(vault, model)
    recall = Memories(vault, model)
    return {name: propose(vault, skill, recall) for name, skill in skills.items()}


def test_notes_as_people_write_them_find_their_step(proposals: dict[str, Proposal]) -> None:
    right, wrong = 0, []
    for name, proposal in proposals.items():
        for item in proposal.items:
            wanted = NOTES[name].get(item.fragment.text)
            assert item.fragment.text not in UNRELATED or item.after is None
            if item.after is not None and wanted is not None:
                right += item.after == wanted
                wrong += [] if abs(item.after - wanted) <= 1 else [item.fragment.text]
    assert right >= 7
    assert wrong == []


def test_the_reason_says_how_close_it_is(proposals: dict[str, Proposal]) -> None:
    proposal = proposals[REVIEW]
    (item,) = (i for i in proposal.items if i.after == 3)
    assert len(item.relevances) == len(proposal.steps)
    said = why(proposal, item)
    assert said.startswith(f"Close to step 3 ({nearness(item.relevances[2]):.2f}), and shares")
    assert from_json(to_json(proposal)) == proposal
    assert move(proposal, item.fragment.id, 1).item(item.fragment.id).placement.score < 0.25


def test_twice_is_the_same(proposals: dict[str, Proposal], vault: Vault, model: MiniLM) -> None:
    again = {p.skill: propose(vault, p.skill, Memories(vault, model)) for p in proposals.values()}
    assert list(again.values()) == list(proposals.values())
    for proposal in proposals.values():
        for step in range(1, len(proposal.steps) + 1):
            assert sum(step in item.asked for item in proposal.items) <= FOR_STEP
