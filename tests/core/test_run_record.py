"""Records of runs: everything that was done, signed, and found out when somebody changes it."""

import json
import re

import pytest

from app.core.library import library
from app.core.packs import identity
from app.core.runs import items, moving, record, signed_record, store
from app.core.runs.actions import (
    Action,
    Back,
    Done,
    Enter,
    Fail,
    Finish,
    HandOver,
    Outcome,
    Pause,
    Recover,
    Resume,
    Retry,
    TakeOver,
)
from app.core.runs.items import Kind
from app.core.runs.place_words import clock as clock_words
from app.core.runs.place_words import in_words, progress_words
from app.core.runs.readable_record import to_markdown
from app.core.runs.signed_record import BadRecord
from app.core.runs.state import PERSON, By
from app.core.runs.store import Record
from app.core.vault import Vault
from tests.conftest import Clock
from tests.core.running import AGENT, BACKUP, DEPLOY, RESTORE, begun, place, saved, walked


@pytest.fixture
def run(vault: Vault, clock: Clock) -> int:
    """With everything in it that can be told."""
    skill = saved(vault, BACKUP, RESTORE, DEPLOY)
    found = begun(vault, skill, AGENT)
    number = found.run.id

    def act(action: Action, by: By = PERSON) -> Record:
        clock.pass_seconds(61)
        return store.act(vault, number, action, by)

    walked(vault, found, AGENT, until=lambda now: place(now) == "2")
    act(HandOver(to_person=True, why="# look at this\nplease"), AGENT)
    act(TakeOver())
    act(Fail(step="2", why="it is down"))
    act(Recover(step="2?"))
    act(Done(step="2!1#1/1"))
    act(Retry(step="2?#2"))
    items.write_down(vault, number, Kind.LINK, "https://example.org/log")
    items.keep_file(vault, number, "log.txt", b"all of it")
    act(Pause())
    act(Resume())
    library.save(vault, skill, DEPLOY + "4. Tell everybody.\n")
    moving.move(vault, number)
    act(Done(step="2#2", exit=-1))
    act(Back())
    act(Done(step="2#2", exit=-1))
    act(Done(step="3"))
    act(Done(step="4"))
    act(Finish(outcome=Outcome.SUCCESS, why="it answers"))
    return number


def test_a_record_says_everything_and_shows_when_it_was_changed(vault: Vault, run: int) -> None:
    identity.rename(vault, "Ada")
    me = identity.mine(vault)
    told = record.report(vault, run)
    data = record.to_json(told, me)
    assert signed_record.is_record(data) and not signed_record.is_record(b'{"format": "other"}')
    found = signed_record.check(data)
    assert (found.title, found.run, found.outcome) == ("Safe deploy", run, "success")
    assert (found.signer, found.key, found.actions) == ("Ada", me.key, len(told.lines))
    again = json.loads(data)
    assert signed_record.check(json.dumps(again).encode()) == found  # however it is laid out
    kinds = [one["action"] for one in again["actions"]]
    assert kinds[:4] == ["enter", "enter", "done", "done"] and kinds[-1] == "finish"
    assert {"move", "recover", "hand-over", "back"} <= set(kinds)
    assert [one["kind"] for one in again["items"]] == ["link", "file"]
    for path, value in (
        (("run", "outcome"), "partial"),
        (("actions", 3, "at"), "2029-01-01T00:00:00+00:00"),
        (("items",), []),
        (("signer", "name"), "Eve"),
        (("signer",), []),
        (("signature",), "no"),
    ):
        changed = json.loads(data)
        inside = changed
        for key in path[:-1]:
            inside = inside[key]
        inside[path[-1]] = value
        with pytest.raises(BadRecord):
            signed_record.check(json.dumps(changed).encode())
    for broken in (data[:-10], b'{"format": "techne-run-record"}', b"[]", b"\xff"):
        with pytest.raises(BadRecord):
            signed_record.check(broken)


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("8", "step 8"),
        ("8#2?#3", "step 8, second time"),
        ("4.1#12", "step 4.1, time 12"),
        ("2:1/3#3", "step 3, third time of Ship"),
        ("1#2!1#1/1?", "step 1 of Ship"),
        ("end", "the end"),
        ("", ""),
    ],
)
def test_places_are_said_in_words(step: str, words: str) -> None:
    assert in_words(step, "Ship" if "/" in step else "") == words


@pytest.mark.parametrize(
    ("step", "done", "words"),
    [
        ("start", 0, "at the start"),
        ("1", 0, "step 1 of 2"),
        ("2#3", 1, "step 2 of 2"),
        ("2", 2, "at the end"),
        ("end", 1, "at the end"),
    ],
)
def test_how_far_a_run_is_is_said_in_words(step: str, done: int, words: str) -> None:
    assert progress_words(step, done, 2) == words


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("1. A\n2. B\n", ["", ""]),
        ("10. A\n20. B\n", ["10", "20"]),
        ("a) A\nb) B\n", ["a", "b"]),
    ],
)
def test_a_step_has_the_number_of_its_author_where_it_is_another(
    vault: Vault, text: str, labels: list[str]
) -> None:
    program = begun(vault, saved(vault, f"# Count\n\n{text}")).program
    assert [node.label for node in program.procedures[program.root].nodes] == labels


def test_the_readable_record_tells_it_in_order(vault: Vault, run: int) -> None:
    text = to_markdown(record.report(vault, run))
    assert re.findall("^#.*", text, re.MULTILINE) == [
        "# Run 1: Safe deploy (version 2)", "## Values", "## What was done",
    ]  # fmt: skip
    for said in (
        "Success: it answers", "`$env` = one", "handed over to a person, Claude Code: # look at",
        "**Step 1 of Restore** Copy the files back.: done, a person", "moved to version 2",
        "**Step 2, second time** Deploy to",
        "https://example.org/log", "log.txt, 9 bytes, SHA-256 `", "taken back",
    ):  # fmt: skip
        assert said in text
    assert (clock_words(59.6), clock_words(3723)) == ("0:59", "1:02:03")


def test_a_clock_that_is_set_back_changes_no_order(vault: Vault, clock: Clock) -> None:
    number = begun(vault, saved(vault, BACKUP)).run.id
    store.act(vault, number, Enter(step="start", ticked=(0,)), PERSON)
    store.act(vault, number, Done(step="1"), PERSON)
    items.write_down(vault, number, Kind.NOTE, "so far")
    clock.pass_seconds(-3_600)
    store.act(vault, number, Done(step="2", values={"file": "all.tar"}), PERSON)
    items.write_down(vault, number, Kind.NOTE, "the rest")
    lines = to_markdown(record.report(vault, number)).splitlines()
    said = [line for line in lines if ": done" in line or "note" in line]
    words = ("Copy the files.", "so far", "Note $file.", "the rest")
    places = [next(at for at, line in enumerate(said) if word in line) for word in words]
    assert places[0] < places[2] and places[1] < places[3]


def test_nothing_that_was_written_changes_how_the_record_is_read(vault: Vault) -> None:
    skill = saved(vault, "# Ship <b>it & *now*\n\nRequires: $env\n\n1. Copy. See [it](x).\n")
    number = begun(vault, skill).run.id
    store.act(vault, number, Enter(step="start", values={"env": "<!-- `a` &amp; b_c _d_"}), PERSON)
    items.write_down(vault, number, Kind.NOTE, "# فشل 3 مرات في\nstaging")
    text = to_markdown(record.report(vault, number))
    assert text.startswith("# Run 1: Ship \\<b\\>it & \\*now\\* (version 1)\n")
    assert "`$env` = \\<!-- \\`a\\` \\&amp; b_c \\_d\\_\n" in text
    assert "note, a person: \u2068# فشل 3 مرات في staging\u2069\n" in text
