"""Proposals that wait, and training that happens by itself."""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import AppError, StaleEdit
from app.core.library import history, library
from app.core.library.record import Status
from app.core.training import inbox, rejections
from app.core.training.proposal import Cause, Choice, Fragment, accept_all, choose
from app.core.training.schedule import Facts, Plan, due, plan_of, set_plan, tend
from app.core.training.train import accept, propose
from app.core.vault import Vault
from tests.conftest import Clock
from tests.core.test_training import ALL, SMOKE, TEXT, Memories

NOON = datetime(2030, 1, 8, 12, tzinfo=UTC)
DAY = 86_400


class Changed:
    """News about memories that a test says have changed."""

    def __init__(self, *fragments: int) -> None:
        self.changed = frozenset(fragments)

    def changed_since(self, fragments: Collection[int], at: datetime) -> frozenset[int]:
        return self.changed & frozenset(fragments)


NOTHING = Changed()


@pytest.fixture
def skill(vault: Vault) -> int:
    return library.save(vault, None, TEXT).skill


def text(vault: Vault, skill: int) -> str:
    return library.text(vault, skill)


def test_one_proposal_waits_for_each_skill(vault: Vault, skill: int) -> None:
    inbox.keep(vault, propose(vault, skill, Memories()), Cause.ASKED)
    newer = propose(vault, skill, Memories([SMOKE]))
    inbox.keep(vault, newer, Cause.SCHEDULED)
    (one,) = inbox.waiting(vault)
    assert (one.proposal, one.cause, one.skill, one.is_current) == (
        newer,
        Cause.SCHEDULED,
        skill,
        True,
    )
    accept(vault, accept_all(newer))
    assert inbox.waiting(vault) == ()


def test_nothing_to_decide_does_not_wait(vault: Vault, skill: int, clock: Clock) -> None:
    set_plan(vault, skill, Plan(1))
    clock.pass_seconds(DAY)
    assert tend(vault, Memories([]), NOTHING) == ((skill, Cause.SCHEDULED),)
    assert inbox.waiting(vault) == ()
    assert tend(vault, Memories(), NOTHING) == ()


def test_putting_off_and_dismissing(vault: Vault, skill: int, clock: Clock) -> None:
    proposal = choose(propose(vault, skill, Memories()), 1, Choice.REJECTED)
    inbox.keep(vault, proposal, Cause.ASKED)
    inbox.put_off(vault, skill, vault.now() + timedelta(hours=6))
    assert inbox.waiting(vault) == ()
    assert len(inbox.waiting(vault, put_off=True)) == 1
    clock.pass_seconds(6 * 3600)
    assert len(inbox.waiting(vault)) == 1
    inbox.dismiss(vault, skill)
    assert inbox.waiting_for(vault, skill) is None
    assert rejections.rejected(vault, skill) == {1}
    inbox.dismiss(vault, skill)


def test_what_was_rejected_before_putting_it_aside_is_remembered(vault: Vault, skill: int) -> None:
    proposal = propose(vault, skill, Memories())
    inbox.keep(vault, proposal, Cause.ASKED)
    decided = choose(choose(proposal, 2, Choice.REJECTED), 1, Choice.ACCEPTED)
    inbox.dismiss(vault, skill, decided)
    assert text(vault, skill) == TEXT
    assert rejections.rejected(vault, skill) == {2}
    assert 2 not in {item.fragment.id for item in propose(vault, skill, Memories()).items}
    never_kept = choose(propose(vault, skill, Memories()), 1, Choice.REJECTED)
    inbox.dismiss(vault, skill, never_kept)
    assert rejections.rejected(vault, skill) == {1, 2}


def test_a_changed_skill_is_said_to_be_so(vault: Vault, skill: int) -> None:
    inbox.keep(vault, accept_all(propose(vault, skill, Memories())), Cause.ASKED)
    library.save(vault, skill, TEXT + "4. Rest.\n")
    found = inbox.waiting_for(vault, skill)
    assert found is not None and not found.is_current
    with pytest.raises(StaleEdit):
        accept(vault, found.proposal)
    library.delete(vault, skill)
    assert inbox.waiting(vault) == ()


@given(st.booleans(), st.integers(-10, 10), st.booleans(), st.none() | st.integers(1, 9))
def test_when_it_is_due(waits: bool, days: int, changed: bool, every: int | None) -> None:
    """Also after a clock that was far ahead was set right."""
    facts = Facts(NOON - timedelta(days=days), frozenset([1] if changed else []), waits)
    found = due(Plan(every, when_memories_change=True), facts, NOON)
    timely = every is not None and abs(days) >= every
    if waits or not (changed or timely):
        assert found is None
    else:
        assert found is (Cause.MEMORIES_CHANGED if changed else Cause.SCHEDULED)
    assert due(Plan(None, when_memories_change=False), facts, NOON) is None


@pytest.mark.parametrize("days", [0, -1, 366])
def test_impossible_plans_are_refused(vault: Vault, skill: int, days: int) -> None:
    with pytest.raises(AppError):
        set_plan(vault, skill, Plan(days))


def test_a_plan_is_kept_and_given_up(vault: Vault, skill: int) -> None:
    assert plan_of(vault, skill) is None
    set_plan(vault, skill, Plan(30, when_memories_change=False, automatic=True))
    assert plan_of(vault, skill) == Plan(30, when_memories_change=False, automatic=True)
    set_plan(vault, skill, None)
    assert plan_of(vault, skill) is None


def test_what_is_due_becomes_a_proposal(vault: Vault, skill: int, clock: Clock) -> None:
    set_plan(vault, skill, Plan(7))
    assert tend(vault, Memories(), NOTHING) == ()
    clock.pass_seconds(7 * DAY)
    assert tend(vault, Memories(), NOTHING) == ((skill, Cause.SCHEDULED),)
    assert text(vault, skill) == TEXT
    assert [one.cause for one in inbox.waiting(vault)] == [Cause.SCHEDULED]
    clock.pass_seconds(8 * DAY)
    assert tend(vault, Memories(), NOTHING) == ()


def test_a_changed_memory_makes_it_due(vault: Vault, skill: int) -> None:
    accept(vault, accept_all(propose(vault, skill, Memories())))
    set_plan(vault, skill, Plan(None))
    newer = [*ALL[:2], Fragment(7, "Run smoke tests against production three times.", "Ops", 0.6)]
    assert tend(vault, Memories(newer), NOTHING) == ()
    assert tend(vault, Memories(newer), Changed(3)) == ((skill, Cause.MEMORIES_CHANGED),)
    (one,) = inbox.waiting(vault)
    assert {gone.fragment.id for gone in one.proposal.gone} == {3, 4}
    assert "three times" in one.proposal.item(7).fragment.text


def test_only_a_chosen_plan_saves_by_itself(vault: Vault, skill: int, clock: Clock) -> None:
    set_plan(vault, skill, Plan(1, automatic=True))
    clock.pass_seconds(DAY)
    tend(vault, Memories(), NOTHING)
    assert inbox.waiting(vault) == ()
    assert "twice" in text(vault, skill)
    clock.pass_seconds(DAY)
    tend(vault, Memories([]), NOTHING)
    assert "twice" in text(vault, skill), "memories that are as they were are not taken out"
    assert len(inbox.waiting(vault)) == 1
    inbox.dismiss(vault, skill)
    tend(vault, Memories([]), Changed(1, 2, 3, 4))
    assert text(vault, skill) == TEXT


def test_a_snapshot_says_why_it_was_trained_and_who_saved_it(
    vault: Vault, skill: int, clock: Clock
) -> None:
    def newest() -> tuple[str, str, tuple[int, ...]]:
        version = history.versions(vault, skill)[0]
        training = history.training_of(vault, skill, version.number)
        assert training is not None
        return version.actor.who, training.cause, training.recalled

    set_plan(vault, skill, Plan(1, automatic=True))
    clock.pass_seconds(DAY)
    tend(vault, Memories([SMOKE]), NOTHING)
    assert newest() == ("techne", "scheduled", (SMOKE.id,))
    set_plan(vault, skill, Plan(1))
    tend(vault, Memories(), Changed(SMOKE.id))
    (one,) = inbox.waiting(vault)
    rejected = choose(one.proposal, 1, Choice.REJECTED)
    accept(vault, accept_all(rejected))
    everything = tuple(sorted(fragment.id for fragment in ALL))
    assert newest() == ("user", "memories changed", everything), "also what was rejected"
    accept(vault, accept_all(propose(vault, skill, Memories([SMOKE]))))
    assert newest() == ("user", "asked", (SMOKE.id,))


def test_training_by_hand_counts(vault: Vault, skill: int, clock: Clock) -> None:
    set_plan(vault, skill, Plan(7))
    clock.pass_seconds(6 * DAY)
    accept(vault, accept_all(propose(vault, skill, Memories())))
    clock.pass_seconds(DAY)
    assert tend(vault, Memories([SMOKE]), NOTHING) == ()


def test_what_is_not_active_rests(vault: Vault, skill: int, clock: Clock) -> None:
    set_plan(vault, skill, Plan(1))
    clock.pass_seconds(DAY)
    meta = library.last_meta(vault, skill)
    assert meta is not None
    library.refile(vault, skill, type(meta)(meta.engram, Status.DEPRECATED))
    assert tend(vault, Memories(), NOTHING) == ()


def test_a_text_without_room_does_not_stop_the_others(
    vault: Vault, skill: int, clock: Clock
) -> None:
    closed = library.save(
        vault, None, "1. Run smoke tests against production. ~~~\n~~~\nsmoke tests run"
    ).skill
    for one in (closed, skill):
        set_plan(vault, one, Plan(1, automatic=True))
    clock.pass_seconds(DAY)
    assert tend(vault, Memories(), NOTHING) == ((skill, Cause.SCHEDULED),)
    assert len(history.versions(vault, closed)) == 1


def test_an_edit_in_the_middle_waits_for_the_next_time(
    vault: Vault, skill: int, clock: Clock
) -> None:
    class Editing(Memories):
        def fragments(self, query: str, limit: int) -> tuple[Fragment, ...]:
            library.save(vault, skill, text(vault, skill) + "\nMore.\n")
            return super().fragments(query, limit)

    set_plan(vault, skill, Plan(1, automatic=True))
    clock.pass_seconds(DAY)
    assert tend(vault, Editing(), NOTHING) == ()
    assert "twice" not in text(vault, skill)
    assert tend(vault, Memories(), NOTHING) == ((skill, Cause.SCHEDULED),)
    assert "More." in text(vault, skill) and "twice" in text(vault, skill)
