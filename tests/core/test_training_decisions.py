"""Decisions that outlive a training which came too late."""

import pytest

from app.core.library import library
from app.core.memory import memories
from app.core.memory.sources import Source
from app.core.training.decisions import with_decisions
from app.core.training.proposal import Choice, Fragment, Proposal, choose, move
from app.core.training.train import accept, propose
from app.core.vault import Vault
from tests.core.test_training import TEXT
from tests.core.test_training import Memories as Fake

SAID = (
    "Database migrations on the branch must be reversible.",
    "Deploy the service to production only in the deploy window.",
    "Run smoke tests against production twice.",
    "The office plants need water.",
)
EDITED = TEXT.replace("1. Run the database", "1. Breathe.\n2. Run the database")


@pytest.fixture
def skill(vault: Vault) -> int:
    return library.save(vault, None, TEXT).skill


@pytest.fixture
def recall(vault: Vault) -> Fake:
    numbers = [memories.remember(vault, text, source=Source("Ops")).added[0] for text in SAID]
    return Fake([Fragment(n, t, "Ops", 0.5) for n, t in zip(numbers, SAID, strict=True)])


def decided(proposal: Proposal, recall: Fake) -> Proposal:
    one, two, three, _four = (fragment.id for fragment in recall.all)
    proposal = choose(proposal, one, Choice.REJECTED)
    proposal = choose(proposal, two, Choice.ACCEPTED)
    return move(proposal, three, 1)


def test_decisions_go_with_their_steps(vault: Vault, skill: int, recall: Fake) -> None:
    one, two, three, four = (fragment.id for fragment in recall.all)
    earlier = decided(propose(vault, skill, recall), recall)
    library.save(vault, skill, EDITED)
    found = with_decisions(vault, propose(vault, skill, recall), earlier)
    assert found.item(one).choice is Choice.REJECTED
    assert (found.item(two).choice, found.item(two).after) == (Choice.ACCEPTED, 3)
    assert (found.item(three).after, found.item(three).pinned) == (2, True)
    assert found.item(four).choice is Choice.OPEN
    accept(vault, found)
    assert "Breathe." in library.text(vault, skill)


def test_what_is_not_recalled_any_more_stays_decided(
    vault: Vault, skill: int, recall: Fake
) -> None:
    earlier = decided(propose(vault, skill, recall), recall)
    one, two, three, _four = (fragment.id for fragment in recall.all)
    memories.forget(vault, two)
    found = with_decisions(vault, propose(vault, skill, Fake([])), earlier)
    assert {item.fragment.id: item.choice for item in found.items} == {
        one: Choice.REJECTED,
        three: Choice.ACCEPTED,
    }
    assert (found.item(three).after, found.item(three).pinned) == (1, True)


def test_a_step_that_is_gone_leaves_the_place_to_the_formula(
    vault: Vault, skill: int, recall: Fake
) -> None:
    three = recall.all[2].id
    earlier = decided(propose(vault, skill, recall), recall)
    library.save(vault, skill, TEXT.replace("1. Run the database migrations on the branch.\n", ""))
    found = with_decisions(vault, propose(vault, skill, recall), earlier)
    item = found.item(three)
    assert (item.choice, item.pinned, item.after) == (Choice.ACCEPTED, False, item.placement.after)


def test_what_another_training_saved_meanwhile_is_not_taken_out(
    vault: Vault, skill: int, recall: Fake
) -> None:
    mine = propose(vault, skill, recall)
    two = recall.all[1].id
    accept(vault, choose(propose(vault, skill, recall), two, Choice.ACCEPTED))
    found = with_decisions(vault, propose(vault, skill, recall), mine)
    assert found.item(two).choice is Choice.ACCEPTED
    given_up = choose(found, two, Choice.OPEN)
    again = with_decisions(vault, propose(vault, skill, recall), given_up)
    assert again.item(two).choice is Choice.OPEN


def test_a_correction_keeps_the_decision(vault: Vault, skill: int, recall: Fake) -> None:
    one, two, three, _four = (fragment.id for fragment in recall.all)
    earlier = decided(propose(vault, skill, recall), recall)
    new = memories.correct(vault, two, SAID[1].replace("deploy window", "lunch break"))
    again = memories.correct(vault, three, SAID[2].replace("twice", "three times"))
    recalled = Fake([recall.all[0], Fragment(new, SAID[1].replace("deploy", "lunch"), "Ops", 0.5)])
    found = with_decisions(vault, propose(vault, skill, recalled), earlier)
    assert found.item(one).choice is Choice.REJECTED
    assert "three times" in found.item(again).fragment.text
    assert (found.item(again).after, found.item(again).pinned) == (1, True)
    assert found.item(new).choice is Choice.ACCEPTED
