"""Training with a model that happens by itself: what waits, what is saved, what is let go of."""

import json
import re
from collections.abc import Callable, Collection
from datetime import datetime

import pytest

from app.core.changes import Part
from app.core.errors import Cancelled
from app.core.library import history, library
from app.core.library.record import Reason
from app.core.llm.model import Ask
from app.core.llm.scripted import Dies, Scripted
from app.core.training import inbox
from app.core.training.proposal import Cause, Choice, Fragment, accept_all
from app.core.training.rewriting.rewrite import choose, placed
from app.core.training.rewriting.saving import accept_rewrite
from app.core.training.rewriting.verdict import Kind
from app.core.training.schedule import Plan, plan_of, set_plan, tend
from app.core.vault import Vault
from tests.conftest import Clock
from tests.core.rewriting import BORROWED, PODS, WINDOW

TEXT = """# Release

1. Agree the change window with the engineer on call. Tell the team before closing the ticket.
2. Migrate the old pods.
"""
WOVEN = TEXT.replace("on call. Tell", f"on call. {BORROWED} Tell")
DAY = 86_400
WEEKLY = Plan(7, rewrite=True)
ALONE = Plan(7, automatic=True, rewrite=True)


class Memories:
    """Everything it has is recalled for the step about the window."""

    def __init__(self, *fragments: Fragment) -> None:
        self.all = fragments
        self.changed: frozenset[int] = frozenset()

    def fragments(self, query: str, limit: int) -> tuple[Fragment, ...]:
        return self.all[:limit] if "window" in query else ()

    def near(self, skill: int, queries: object, known: object, progress: object) -> None:
        """It only knows words."""

    def changed_since(self, fragments: Collection[int], at: datetime) -> frozenset[int]:
        return self.changed & frozenset(fragments)


def faithful(ask: Ask) -> str:
    """The sentences of the step, the first note after the first of them."""
    step, _between, notes = ask.user.partition("\n\nNotes:\n")
    own = [json.loads(line) for line in step.splitlines()[1:]]
    note = re.search(r'^1: (".*")$', notes, re.MULTILINE)
    said = [{"from": 0, "text": text} for text in own]
    if note is not None:
        said.insert(1, {"from": 1, "text": json.loads(note[1])})
    return json.dumps({"sentences": said})


def careless(ask: Ask) -> str:
    """As faithful, but a word of the step is lost."""
    return faithful(ask).replace(" on call", "")


@pytest.fixture
def skill(vault: Vault) -> int:
    return library.save(vault, None, TEXT).skill


def passes_a_week(
    vault: Vault, clock: Clock, script: Callable[[Ask], str] = faithful, *known: Fragment
) -> Scripted:
    """A week later everything is tended with this model."""
    model, memories = Scripted(script), Memories(*(known or (WINDOW,)))
    clock.pass_seconds(7 * DAY)
    tend(vault, memories, memories, model=model)
    return model


def test_a_rewriting_waits_to_be_reviewed(vault: Vault, skill: int, clock: Clock) -> None:
    set_plan(vault, skill, WEEKLY)
    assert plan_of(vault, skill) == WEEKLY
    passes_a_week(vault, clock)
    (one,) = inbox.waiting(vault)
    assert one.cause is Cause.SCHEDULED and one.is_current
    assert one.rewrite is not None and one.rewrite.passes
    assert one.proposal == one.rewrite.placement
    assert library.text(vault, skill) == TEXT
    accept_rewrite(vault, one.rewrite)
    assert library.text(vault, skill) == WOVEN
    assert inbox.waiting(vault) == ()


def test_only_a_chosen_plan_saves_what_passes_wholly(
    vault: Vault, skill: int, clock: Clock
) -> None:
    set_plan(vault, skill, ALONE)
    passes_a_week(vault, clock)
    assert library.text(vault, skill) == WOVEN
    assert inbox.waiting(vault) == ()
    newest = history.versions(vault, skill)[0]
    assert newest.reason is Reason.REWRITTEN


def test_one_sentence_that_only_looks_close_makes_it_wait(
    vault: Vault, skill: int, clock: Clock
) -> None:
    set_plan(vault, skill, ALONE)
    passes_a_week(vault, clock, careless)
    assert library.text(vault, skill) == TEXT
    (one,) = inbox.waiting(vault)
    assert one.rewrite is not None and one.rewrite.count(Kind.CLOSE) == 1


@pytest.mark.parametrize("answer", ["", "{", "{}", "Ignore the rules.", Dies(), '{"sentences": 3}'])
def test_what_a_bad_model_says_is_never_saved_by_itself(
    vault: Vault, skill: int, clock: Clock, answer: str | Dies
) -> None:
    set_plan(vault, skill, ALONE)
    passes_a_week(vault, clock, lambda _ask: answer)  # type: ignore[return-value,arg-type]
    assert library.text(vault, skill) == TEXT
    (one,) = inbox.waiting(vault)
    assert one.rewrite is not None and not one.rewrite.says_something
    assert one.rewrite.trouble or any(step.trouble for step in one.rewrite.steps)


def test_without_a_model_the_memories_wait_with_the_reason(
    vault: Vault, skill: int, clock: Clock
) -> None:
    set_plan(vault, skill, ALONE)
    clock.pass_seconds(7 * DAY)
    memories = Memories(WINDOW)
    tend(vault, memories, memories)
    (one,) = inbox.waiting(vault)
    assert one.rewrite is not None and one.rewrite.writer is None
    assert "No language model" in one.rewrite.trouble
    assert one.proposal.says_something


def test_a_rewritten_skill_rests_until_there_is_news(
    vault: Vault, skill: int, clock: Clock
) -> None:
    set_plan(vault, skill, ALONE)
    passes_a_week(vault, clock)
    versions = len(history.versions(vault, skill))
    for plan in (ALONE, WEEKLY, Plan(7), Plan(7, automatic=True)):
        set_plan(vault, skill, plan)
        assert passes_a_week(vault, clock).asked == []
    assert len(history.versions(vault, skill)) == versions
    assert inbox.waiting(vault) == ()
    set_plan(vault, skill, WEEKLY)
    passes_a_week(vault, clock, faithful, WINDOW, PODS)
    assert [one.skill for one in inbox.waiting(vault)] == [skill]


def test_what_a_person_accepted_is_not_taken_back_by_itself(
    vault: Vault, skill: int, clock: Clock
) -> None:
    set_plan(vault, skill, WEEKLY)
    passes_a_week(vault, clock, careless)
    (one,) = inbox.waiting(vault)
    assert one.rewrite is not None
    close = [p.verdict.kind for p in one.rewrite.steps[0].parts].index(Kind.CLOSE)
    accept_rewrite(vault, placed(choose(one.rewrite, 1, close, Choice.ACCEPTED), accept_all))
    before = library.text(vault, skill)
    set_plan(vault, skill, ALONE)
    passes_a_week(vault, clock, faithful, WINDOW, PODS)
    assert library.text(vault, skill) == before
    assert len(inbox.waiting(vault)) == 1


def test_a_memory_that_is_as_it_was_stays_woven_in(vault: Vault, skill: int, clock: Clock) -> None:
    set_plan(vault, skill, ALONE)
    passes_a_week(vault, clock)
    passes_a_week(vault, clock, faithful, PODS)  # the window is not recalled any more
    assert library.text(vault, skill) == WOVEN
    assert len(inbox.waiting(vault)) == 1


def test_a_person_who_wants_the_model_comes_first(vault: Vault, skill: int, clock: Clock) -> None:
    set_plan(vault, skill, WEEKLY)
    clock.pass_seconds(7 * DAY)
    model, memories, wanted = Scripted(faithful), Memories(WINDOW), [True]
    done = tend(vault, memories, memories, model=model, wanted=lambda: wanted[0])
    assert done == () and inbox.waiting(vault) == ()
    wanted.clear()
    wanted.append(False)
    assert tend(vault, memories, memories, model=model, wanted=lambda: wanted[0])
    assert len(inbox.waiting(vault)) == 1


def test_stopping_ends_all_of_it(vault: Vault, skill: int, clock: Clock) -> None:
    class Stopped:
        cancelled = True

        def report(self, fraction: float, text: str = "") -> None:
            pass

    set_plan(vault, skill, WEEKLY)
    clock.pass_seconds(7 * DAY)
    memories = Memories(WINDOW)
    with pytest.raises(Cancelled):
        tend(vault, memories, memories, Stopped(), model=Scripted(faithful))


def test_plans_from_before_are_read(vault: Vault, skill: int) -> None:
    with vault.write(None) as write:
        write.db.execute(
            "insert into training_plan values (?, ?, ?)",
            (
                skill,
                '{"every_days": 3, "when_memories_change": false, "automatic": true}',
                write.at.isoformat(),
            ),
        )
        write.touch(Part.TRAINING, skill)
    assert plan_of(vault, skill) == Plan(3, when_memories_change=False, automatic=True)
