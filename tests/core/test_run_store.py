"""Runs in the vault: the same whoever reads them, wherever they are broken off."""

import os
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from app.core.api.run_documents import place_document
from app.core.errors import AppError, NotFound
from app.core.library import library
from app.core.runs import items, listing, places, store
from app.core.runs.actions import Abandon, Back, Done, Enter, Finish, Outcome, Pause, Resume
from app.core.runs.errors import NotThisStep, RunMoved
from app.core.runs.items import Kind
from app.core.runs.open_runs import open_of
from app.core.runs.state import PERSON, RunStatus, Stage
from app.core.vault import Vault
from tests.conftest import Clock
from tests.core.programs import anything, onward
from tests.core.running import (
    AGENT,
    BACKUP,
    DEPLOY,
    RESTORE,
    begun,
    next_action,
    place,
    saved,
    walked,
)
from tests.other_process import other_process

_WALKER = """
import os, sys
from pathlib import Path
from app.core.runs import store
from app.core.runs.state import PERSON
from app.core.vault import Vault
from tests.core.running import next_action
run, stop = int(sys.argv[3]), int(sys.argv[4])
with Vault(Path(sys.argv[1]), bytes.fromhex(sys.argv[2])) as vault:
    note = store._note
    def noted(write, *rest):
        note(write, *rest)
        if len(store.entries(write, run)) == stop:
            os.kill(os.getpid(), 9)
    store._note = noted
    while True:
        record = store.record(vault, run)
        store.act(vault, run, next_action(record), PERSON)
"""


@pytest.fixture
def deploy(vault: Vault) -> int:
    return saved(vault, BACKUP, RESTORE, DEPLOY)


def test_what_a_run_adds_up_to_is_what_was_done_wherever_it_is_read(
    vault: Vault, deploy: int, home: Path, data_key: bytes, clock: Clock
) -> None:
    chance = Random(7)
    for _number in range(6):
        record = begun(vault, deploy, chance.choice((PERSON, AGENT)))
        for _turn in range(25):
            clock.pass_seconds(chance.choice((-3600, 0, 5, 86400)))
            choose = chance.choice((onward, anything))
            action = choose(record.program, record.state, chance)
            by = record.state.holder
            try:
                record = store.act(vault, record.run.id, action, by, turn=record.state.turn)
            except AppError:
                continue
        with Vault(home, data_key) as cold:
            again = store.record(cold, record.run.id)
            assert (again.state, again.run) == (record.state, record.run)
            listed = next(one for one in store.runs(cold) if one.id == record.run.id)
            assert listed == record.run
        assert record.run.step == place(record)
        assert (record.run.turn, record.run.status) == (record.state.turn, record.state.status)
        assert len(store.entries(vault, record.run.id)) == record.state.turn


@pytest.mark.usefixtures("power_may_fail")
def test_a_run_that_is_killed_at_an_action_stands_where_it_stood(
    vault: Vault, deploy: int, home: Path, data_key: bytes
) -> None:
    """In the middle of the write of each action in turn, by a process that is killed."""
    record = begun(vault, deploy)
    number, step = record.run.id, place(record)
    for turn in range(1, 6):
        killed = subprocess.run(
            [sys.executable, "-c", _WALKER, str(home), data_key.hex(), str(number), str(turn)],
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}, check=False,
            capture_output=True, timeout=100,
        )  # fmt: skip
        assert killed.returncode == -signal.SIGKILL, killed.stderr
        found = store.record(vault, number)
        assert (found.state.turn, place(found)) == (turn - 1, step)
        step = place(store.act(vault, number, next_action(found), PERSON))
    assert len(vault.rows("select 1 from skill_use where skill = ?", deploy)) == 1
    vault.check()


def test_of_two_who_act_at_once_one_is_told(
    vault: Vault, deploy: int, home: Path, data_key: bytes
) -> None:
    record = walked(vault, begun(vault, deploy), until=lambda now: place(now) == "2")
    number, turn = record.run.id, record.state.turn
    with other_process(home, data_key) as other:
        other.run("from app.core.runs import store; from app.core.runs.actions import Done")
        other.run("from app.core.runs.state import PERSON")
        other.run(f"store.act(vault, {number}, Done(step='2', exit=-1), PERSON)")
        with pytest.raises(RunMoved):
            store.act(vault, number, Pause(), PERSON, turn=turn)
        with pytest.raises(NotThisStep):
            store.act(vault, number, Done(step="2", exit=-1), PERSON)
        assert place(store.record(vault, number)) == "3"
        store.act(vault, number, Done(step="3"), PERSON)
        other.run(f"assert store.run(vault, {number}).step == 'end'")
        other.run(f"assert store.record(vault, {number}).state.top.stage == 'end'")
    assert [one.turn for one in store.entries(vault, number)] == list(range(1, turn + 3))
    with pytest.raises(NotFound):
        store.act(vault, number + 1, Back(), PERSON)


def test_the_clock_of_the_machine_may_say_anything(vault: Vault, deploy: int, clock: Clock) -> None:
    record = begun(vault, deploy)
    number, begun_at = record.run.id, clock.time
    clock.time = datetime(1999, 1, 1, tzinfo=UTC)
    record = store.act(vault, number, next_action(record), PERSON)
    assert (record.state.clock, record.state.at) == (0, begun_at)
    clock.time = begun_at
    clock.pass_seconds(60)
    store.act(vault, number, Pause(), PERSON)
    clock.time = datetime(2099, 1, 1, tzinfo=UTC)
    record = walked(vault, store.record(vault, number))
    assert record.state.clock == 60
    clock.time = begun_at
    record = store.act(vault, number, Finish(outcome=Outcome.SUCCESS), PERSON)
    assert (record.run.clock, record.run.status) == (60, RunStatus.FINISHED)
    assert all(seconds >= 0 for (seconds,) in vault.rows("select seconds from run_visit"))


def test_time_counts_from_the_start_that_somebody_leaves(
    vault: Vault, deploy: int, clock: Clock
) -> None:
    record = begun(vault, deploy)
    clock.pass_seconds(600)
    for action in (Pause(), Resume()):
        record = store.act(vault, record.run.id, action, PERSON)
        clock.pass_seconds(60)
    record = store.act(vault, record.run.id, next_action(record), PERSON)
    assert (record.run.clock, record.state.top.since) == (0, 0)
    clock.pass_seconds(5)
    record = store.act(vault, record.run.id, next_action(record), PERSON)
    assert place(record) == "1/1" and record.run.clock == 5, "the start of a call is under way"
    for _both in range(2):
        record = store.act(vault, record.run.id, Back(), PERSON)
    assert place(record) == "start"
    clock.pass_seconds(60)
    record = store.act(vault, record.run.id, next_action(record), PERSON)
    assert record.run.clock == 5


def test_a_changed_or_deleted_skill_changes_no_run(vault: Vault, deploy: int) -> None:
    record = begun(vault, deploy)
    inner = next(skill for skill in record.program.procedures if skill != deploy)
    library.save(vault, deploy, "# Something else\n\n1. Nothing.\n")
    library.delete(vault, inner)
    record = walked(vault, record)
    assert (record.run.title, record.run.done, record.run.steps) == ("Safe deploy", 3, 3)
    assert record.state.top.stage is Stage.END
    assert begun(vault, deploy).run.title == "Something else"


def test_a_run_that_is_broken_off_has_done_only_what_it_did(vault: Vault) -> None:
    record = begun(vault, saved(vault, "# Tea\n\n1. Boil.\n2. Pour.\n3. Drink.\n"))
    store.act(vault, record.run.id, Done(step="1"), PERSON)
    ended = store.act(vault, record.run.id, Abandon(), PERSON).run
    assert (ended.done, ended.steps) == (1, 3)


def test_a_result_that_no_step_captures_is_asked_for_where_it_is_named_last(vault: Vault) -> None:
    skill = saved(
        vault,
        "# Look\n\nProduces: $report, $seen, $gone\n\n1. Open $report.\n"
        "2. Note the colour -> $seen.\n3. Write $report, with $seen.\n4. Close it.\n",
    )
    record = begun(vault, skill)
    asked = {}
    while record.state.top.stage is not Stage.END:
        asked[place(record)] = places.wanted(record.program, record.state)
        record = store.act(vault, record.run.id, next_action(record), PERSON)
    assert asked == {"1": (), "2": ("seen",), "3": ("report",), "4": ()}
    assert set(record.state.frames[0].values) == {"seen", "report"}


def test_what_is_to_be_reported_is_told_with_its_type(vault: Vault) -> None:
    text = "# Weigh\n\nProduces: $weight:number, $note, $grade:{a|b}\n\n1. Weigh it -> $weight.\n"
    record = begun(vault, saved(vault, text))
    assert place_document(record, PERSON)["types"] == {"weight": "number"}
    record = store.act(vault, record.run.id, Done(step="1", values={"weight": "12.5"}), PERSON)
    found = place_document(record, PERSON)
    assert (found["produces"], found["types"]) == (["note", "grade"], {"grade": "{a|b}"})


def test_a_run_knows_what_its_skill_is_called_now(vault: Vault) -> None:
    skill = saved(vault, "# Look\n\n1. Open it.\n")
    run = begun(vault, skill).run
    library.save(vault, skill, "# Look again\n\n1. Open it.\n")
    (listed,) = store.runs(vault)
    assert (run.present_title, listed.title, listed.present_title) == ("Look", "Look", "Look again")


def test_a_run_in_which_nothing_was_done_leaves_no_trace(vault: Vault) -> None:
    skill = saved(vault, BACKUP)
    record = begun(vault, skill)
    store.act(vault, record.run.id, Pause(), PERSON)
    gone = store.act(vault, record.run.id, Abandon(), PERSON)
    assert (gone.run.status, store.runs(vault)) == (RunStatus.ABANDONED, ())
    with pytest.raises(NotFound):
        store.record(vault, record.run.id)
    # but one that an agent began, in which something was written down, or that was begun, does
    kept = [begun(vault, skill, AGENT), begun(vault, skill), begun(vault, skill)]
    items.write_down(vault, kept[1].run.id, Kind.NOTE, "No disk.")
    for action in (next_action(kept[2]), Back()):
        store.act(vault, kept[2].run.id, action, PERSON)
    for one in kept:
        store.act(vault, one.run.id, Abandon(), PERSON)
    assert [run.id for run in store.runs(vault)] == [one.run.id for one in reversed(kept)]


def test_runs_are_told_apart_by_what_they_were_given(vault: Vault) -> None:
    skill = saved(vault, "# Ship\n\nRequires: $version, $note?\n\n1. Ship it.\n")
    first, second, third = (begun(vault, skill).run.id for _number in range(3))
    for run, version in ((first, "8.14"), (second, "9.0"), (second, "9.1")):
        enter = Enter(step="start", values={"$version": version, "note": " "})
        store.act(vault, run, enter, PERSON)
        if version == "9.0":
            store.act(vault, run, Back(), PERSON)
    assert listing.given(vault, [first, second, third]) == {
        first: {"version": "8.14"}, second: {"version": "9.1"},
    }  # fmt: skip
    assert open_of(vault, [skill]) == (third, second, first)
    assert open_of(vault, [skill + 1]) == ()


def test_a_run_begins_when_its_start_is_left(vault: Vault, clock: Clock) -> None:
    run = begun(vault, saved(vault, BACKUP, RESTORE, DEPLOY)).run
    opened = clock()
    assert run.started == opened
    clock.pass_seconds(300)
    began = clock()
    entered = store.act(vault, run.id, next_action(store.record(vault, run.id)), PERSON)
    clock.pass_seconds(60)
    going = walked(vault, entered, until=lambda record: record.state.turn > 3)
    assert (entered.run.started, going.run.started, going.state.started) == (began,) * 3
    assert store.record(vault, run.id).state.started == began
    assert going.run.clock == 60
