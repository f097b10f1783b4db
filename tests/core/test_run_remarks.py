"""What was wrong with a procedure becomes an observation, and waits beside the step."""

import pytest

from app.core.errors import AppError, NotFound
from app.core.library import library
from app.core.lifecycle import observations
from app.core.memory.memories import remember
from app.core.runs import remarks, store
from app.core.runs.actions import Action, Back, Done, Fail, Finish, Outcome, Recover, Retry, Skip
from app.core.runs.readable_record import to_markdown
from app.core.runs.record import report
from app.core.runs.state import PERSON
from app.core.runs.visited_steps import visited_steps
from app.core.training import inbox, train
from app.core.training.memory_query import Memories
from app.core.training.placement_reasons import why
from app.core.training.proposal import Choice, Item, accept_all, choose
from app.core.vault import Vault
from tests.core.running import AGENT, begun, saved

INNER = "# Season\n\n1. Add the salt.\n2. Stir well.\n"
TEXT = "# Cook\n\n1. Boil the water.\n2. @skill: Season\n3. Put the noodles in.\n"


def test_a_remark_waits_at_its_step_and_is_seen_as_an_observation(vault: Vault) -> None:
    inner = saved(vault, INNER)
    cook = saved(vault, TEXT)
    recall = Memories(vault)
    remember(vault, "Boil the water with the lid on.")
    trained = accept_all(train.propose(vault, cook, recall))
    train.accept(vault, trained)
    standing = [item.fragment.id for item in trained.chosen]
    run = begun(vault, cook, AGENT).run.id
    store.act(vault, run, Done(step="1"), AGENT)
    store.act(vault, run, Fail(step="2/1", why="no salt"), AGENT)
    store.act(vault, run, Finish(outcome=Outcome.FAILURE), AGENT)
    found = remarks.remark(vault, run, "Say how much salt.", recall, AGENT, step="2/1")
    assert found.proposed == inner
    (noted,) = observations.observations(vault, inner)
    assert (noted.text, noted.agent, noted.run, noted.step) == (
        "Say how much salt.", AGENT.client, run, "2/1",
    )  # fmt: skip
    waiting = inbox.waiting_for(vault, inner)
    assert waiting is not None and waiting.is_current
    (item,) = waiting.proposal.items
    assert (item.after, item.choice, item.fragment.source) == (
        1, Choice.OPEN, "Run 1, step 1 of Season",
    )  # fmt: skip
    train.accept(vault, choose(waiting.proposal, item.fragment.id, Choice.ACCEPTED))
    text = library.current(vault, inner)[1]  # type: ignore[index]
    assert text.index("Add the salt") < text.index("Say how much salt") < text.index("Stir")

    # of the procedure itself: what stands there stays, and what waits goes on waiting
    first = remarks.remark(vault, run, "Say how long.", recall, PERSON, step="1")
    second = remarks.remark(vault, run, "It takes too many pots.", recall, PERSON)
    assert (first.proposed, second.proposed) == (cook, cook)
    items = {one.fragment.text: one for one in inbox.waiting_for(vault, cook).proposal.items}  # type: ignore[union-attr]
    assert {one.fragment.id for one in items.values() if one.since} == set(standing)
    assert items["Say how long."].after == 1
    assert items["It takes too many pots."].after is None
    assert remarks.remark(vault, run, "Say how long.", recall, PERSON, step="1").proposed is None

    library.delete(vault, cook)
    assert remarks.remark(vault, run, "Too slow.", recall).proposed is None
    for text, step, kind in (("x", "9", NotFound), (" ", "", AppError)):
        with pytest.raises(kind):
            remarks.remark(vault, run, text, recall, step=step)
    with pytest.raises(NotFound):
        remarks.remark(vault, 99, "x", recall)


def test_observations_are_settled_and_opened_again_and_go_with_their_skill(vault: Vault) -> None:
    skill = saved(vault, INNER)
    first = observations.observe(vault, skill, "Too much  salt.")
    second = observations.observe(vault, skill, "x" * 3_000)
    newest, oldest = observations.observations(vault)
    assert (newest.id, len(newest.text)) == (second, observations.LONGEST)
    assert (oldest.id, oldest.text) == (first, "Too much salt.")
    (done,) = observations.settle(vault, observations.ObservationStatus.IMPLEMENTED, first)
    assert done.settled is not None
    assert observations.observe(vault, skill, "Too much salt.") not in (first, second)
    (again,) = observations.settle(vault, observations.ObservationStatus.PENDING, first)
    assert again.settled is None
    library.delete(vault, skill)
    assert observations.observations(vault, status=None) == ()


def test_a_remark_stays_beside_its_step_until_a_person_decides(vault: Vault) -> None:
    cook = saved(vault, TEXT, "# Cook\n\n1. Boil the water.\n2. Put the noodles in.\n3. Taste.\n")
    recall = Memories(vault)
    run = begun(vault, cook).run.id
    for step in ("1", "2", "3"):
        store.act(vault, run, Done(step=step), PERSON)
    store.act(vault, run, Finish(outcome=Outcome.PARTIAL), PERSON)
    remarks.remark(vault, run, "Nobody knows how many grams.", recall, step="2")
    remarks.remark(vault, run, "Far too long.", recall)
    # edited: the step stands elsewhere, in other words
    library.save(vault, cook, "# Cook\n\n1. Gas on.\n2. Boil the water.\n3. Wait.\n"
                 "4. Now put the noodles in.\n5. Taste.\n")  # fmt: skip
    found = train.propose(vault, cook, recall)
    at = {item.fragment.text: item for item in found.items}
    assert at["Nobody knows how many grams."].after == 4
    assert at["Far too long."].after is None
    assert found.says_something and all(item.choice is Choice.OPEN for item in found.items)
    # accepted, it stays beside its step; rejected, it goes
    chosen = choose(found, at["Nobody knows how many grams."].fragment.id, Choice.ACCEPTED)
    train.accept(vault, choose(chosen, at["Far too long."].fragment.id, Choice.REJECTED))
    (item,) = train.propose(vault, cook, recall).items
    assert (item.after, item.choice, bool(item.since)) == (4, Choice.ACCEPTED, True)
    # what somebody settled is not offered again, and what stands there stays
    for one in observations.observations(vault, cook):
        observations.settle(vault, observations.ObservationStatus.ARCHIVED, one.id)
    assert [one.since for one in train.propose(vault, cook, recall).items] == [item.since]


def test_what_is_undecided_when_a_training_is_saved_goes_on_waiting(vault: Vault) -> None:
    cook = saved(vault, "# Cook\n\n1. Boil the water.\n2. Put the noodles in.\n")
    recall = Memories(vault)
    run = begun(vault, cook).run.id
    store.act(vault, run, Done(step="1"), PERSON)
    for text, step in (("Say how much.", "1"), ("Say how long.", "1"), ("Too long.", "")):
        remarks.remark(vault, run, text, recall, step=step)

    def waiting() -> dict[str, Item]:
        found = inbox.waiting_for(vault, cook)
        assert found is not None and found.is_current
        return {item.fragment.text: item for item in found.proposal.items}

    def decide(**choices: Choice) -> None:
        proposal = inbox.waiting_for(vault, cook).proposal  # type: ignore[union-attr]
        for text, item in waiting().items():
            if text.split()[-1].strip(".") in choices:
                choice = choices[text.split()[-1].strip(".")]
                proposal = choose(proposal, item.fragment.id, choice)
        train.accept(vault, proposal)

    decide(much=Choice.ACCEPTED)
    left = waiting()
    assert {text: (item.after, item.choice, item.since) for text, item in left.items()} == {
        "Say how much.": (1, Choice.ACCEPTED, 2), "Say how long.": (1, Choice.OPEN, 0),
        "Too long.": (None, Choice.OPEN, 0),
    }  # fmt: skip
    reasons = [why(inbox.waiting_for(vault, cook).proposal, left[text])  # type: ignore[union-attr]
               for text in ("Say how much.", "Say how long.", "Too long.")]  # fmt: skip
    assert reasons == [
        "Said in a run, of step 1; here since version 2.", "Said in a run, of step 1.",
        "Said in a run, of no step that is there now.",
    ]  # fmt: skip
    text = library.current(vault, cook)[1]  # type: ignore[index]
    decide()  # nothing of it is decided: no version, and it waits
    assert library.current(vault, cook)[1] == text and len(waiting()) == 3  # type: ignore[index]
    decide(long=Choice.REJECTED)
    assert inbox.waiting_for(vault, cook) is None
    assert library.current(vault, cook)[1] == text  # type: ignore[index]


def test_each_step_of_a_run_is_one_choice_and_what_went_wrong_comes_first(vault: Vault) -> None:
    run = begun(
        vault, saved(vault, "# Oil\n\n1. Heat up.\n", "# Fry\n\nOn failure: @skill: Oil\n\n"
                     "1. Cut [ANCHOR] it.\n2. Fry it. Go back to step 1 at most twice.\n3. Eat.\n"),
    ).run.id  # fmt: skip
    said: list[Action] = [
        Fail(step="1", why="blunt"), Recover(step="1?"), Done(step="1!1#1/1"), Retry(step="1?#2"),
        Done(step="1#2"), Done(step="2", exit=0), Done(step="1#3"), 
        Skip(step="2#2", why="no oil", exit=-1),
        Fail(step="3", why="x"), Back(),
    ]  # fmt: skip
    for one in said:
        store.act(vault, run, one, PERSON)
    found = [(one.step, one.place, one.is_trouble) for one in visited_steps(report(vault, run))]
    assert found == [
        ("2#2", "step 2", True), ("1#3", "step 1", True), ("1!1#1/1", "step 1 of Oil", False),
        ("3", "step 3", False),
    ]  # fmt: skip
    assert "**Step 1, second time** Cut it.: done" in to_markdown(report(vault, run))
