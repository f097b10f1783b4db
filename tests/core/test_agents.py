"""What agents may do: consent, requests that wait, and the journal with its undo."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from typing_extensions import TypedDict

from app.core.agents import calls, clients, consent, requests
from app.core.agents.caller import OTHER, Caller
from app.core.agents.calls import Outcome
from app.core.agents.consent import Group, Rule
from app.core.agents.requests import Answer, TooManyRequests
from app.core.changes import Part
from app.core.errors import NotFound
from app.core.library import catalogue, editing, history, library, undoing
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.seen import Stage
from app.core.memory import emptying
from app.core.serve import deciding
from app.core.serve.errors import NotAllowed
from app.core.serve.local_desk import LocalDesk
from app.core.serve.tool import Tool
from app.core.serve.tools.table import BY_NAME
from app.core.serve.turn import Turn, id_of
from app.core.vault import Vault
from tests.conftest import Clock

CLAUDE = Caller("claude", "Claude Code", "2.1")
CODEX = Caller("codex", "Codex")
WRITTEN = "# Bread\n\n1. Bake it.\n2. Cool it.\n"


class Changed(TypedDict):
    """Which skill now says what."""

    skill: str
    text: str


class Taken(TypedDict):
    """Which skill goes."""

    skill: str


class Merged(Changed):
    """The same, made from a version."""

    base: str


def _change(turn: Turn, asked: Changed) -> Taken:
    row = turn.find(asked["skill"])
    library.save(turn.vault, row.id, asked["text"], actor=turn.caller.actor, sitting=False)
    return {"skill": id_of(row)}


def _merge(turn: Turn, asked: Merged) -> Taken:
    row = turn.find(asked["skill"])
    base = editing.base(turn.vault, row.id, asked["base"])
    editing.edit(turn.vault, row.id, asked["text"], base, actor=turn.caller.actor)
    return {"skill": id_of(row)}


def _take_away(turn: Turn, asked: Taken) -> Taken:
    row = turn.find(asked["skill"])
    library.delete(turn.vault, row.id, actor=turn.caller.actor)
    return {"skill": id_of(row)}


TOOLS: tuple[Tool[Any, Any], ...] = (
    Tool("test_change", "Change", "", Group.EDIT, Changed, Taken, _change),
    Tool("test_merge", "Merge", "", Group.EDIT, Merged, Taken, _merge),
    Tool("test_delete", "Delete", "", Group.DELETE, Taken, Taken, _take_away, destructive=True),
)


@pytest.fixture(autouse=True)
def _tools(monkeypatch: pytest.MonkeyPatch) -> None:
    for tool in TOOLS:
        monkeypatch.setitem(BY_NAME, tool.name, tool)


@pytest.fixture
def desk(vault: Vault) -> Iterator[LocalDesk]:
    desk = LocalDesk(vault, Procedural, lambda: None)
    yield desk
    desk.close()


@pytest.fixture
def bread(vault: Vault) -> int:
    return library.save(vault, None, WRITTEN, sitting=False).skill


def call(desk: LocalDesk, tool: str, caller: Caller = CLAUDE, **arguments: Any) -> Any:
    return desk.ask("call", caller, {"tool": tool, "arguments": arguments})


def change(desk: LocalDesk, text: str, caller: Caller = CLAUDE) -> Any:
    return call(desk, "test_change", caller, skill="Bread", text=text)


def allow(desk: LocalDesk, number: int) -> deciding.Decision:
    """As the window does."""
    return deciding.decide(desk.turn(Caller()), number, Answer.ALLOW)


def test_what_is_not_allowed_waits_and_runs_when_it_is(
    vault: Vault, desk: LocalDesk, bread: int, clock: Clock
) -> None:
    text = WRITTEN + "3. Eat it.\n"
    waits = change(desk, text)["waits"]
    assert waits["state"] == "proposed"
    assert waits["question"] == "Claude Code wants to use test_change."
    assert library.text(vault, bread) == WRITTEN
    assert change(desk, text)["waits"]["request"] == waits["request"], "the same request"
    assert allow(desk, waits["request"])["state"] == "done"
    assert library.text(vault, bread) == text
    told: Any = desk.ask("decision", CLAUDE, {"request": waits["request"]})
    assert told["document"] == {"skill": f"skill:{bread}"}
    with pytest.raises(requests.Decided):
        allow(desk, waits["request"])
    with pytest.raises(NotFound):
        desk.ask("decision", CODEX, {"request": waits["request"]})
    done, *asked = calls.logged(vault)
    assert [one.outcome for one in asked] == [Outcome.WAITS] * 2
    assert (done.name, done.tool, done.title) == ("Claude Code", "test_change", "Bread")
    assert done.journal is not None and not done.undone
    undoing.undo_entry(vault, done.journal)
    assert library.text(vault, bread) == WRITTEN
    assert calls.logged(vault)[0].undone
    newest = history.versions(vault, bread)[1]
    assert (newest.actor.who, newest.actor.client) == ("agent", "claude")


def test_a_rule_decides_at_once(vault: Vault, desk: LocalDesk, bread: int) -> None:
    consent.decide(vault, "claude", Group.EDIT, Rule.ALLOW)
    consent.decide(vault, "claude", "test_merge", Rule.NEVER)
    assert "document" in change(desk, WRITTEN + "3. Eat it.\n")
    with pytest.raises(NotAllowed):
        call(desk, "test_merge", skill="Bread", text="# B\n", base="1")
    assert "waits" in change(desk, "# Bread\n", CODEX), "a rule is of one client"
    shown = calls.logged(vault, client="claude", changes_only=True)
    assert [one.outcome for one in shown] == [Outcome.REFUSED, Outcome.DONE]


def test_an_allowed_request_runs_on_the_skill_it_was_made_from(
    vault: Vault, desk: LocalDesk, bread: int
) -> None:
    base = desk.turn(CLAUDE).find("Bread").base
    merging = call(
        desk, "test_merge", skill="Bread", base=base, text=WRITTEN.replace("Bake it", "Bake")
    )["waits"]["request"]
    changing = change(desk, "# Bread\n\n1. Burn it.\n")["waits"]["request"]
    deleting = call(desk, "test_delete", skill="Bread")["waits"]["request"]
    library.save(vault, bread, WRITTEN + "3. Eat it.\n", sitting=False)
    for stale in (changing, deleting):
        stands = allow(desk, stale)
        assert stands["state"] == "proposed", "it waits as before"
        assert requests.request(vault, stale).answer.startswith("The skill has changed")
    assert allow(desk, merging)["state"] == "done"
    assert library.text(vault, bread) == "# Bread\n\n1. Bake.\n2. Cool it.\n3. Eat it.\n"
    assert [one.id for one in requests.waiting(vault)] == [changing, deleting]


def test_an_agent_that_deletes_in_a_loop_asks_once_and_hears_no(
    vault: Vault, desk: LocalDesk, bread: int, clock: Clock
) -> None:
    number = call(desk, "test_delete", skill="Bread")["waits"]["request"]
    for _again in range(20):
        assert call(desk, "test_delete", skill="Bread")["waits"]["request"] == number
    refused = deciding.decide(desk.turn(Caller()), number, Answer.REFUSE)
    assert refused["said"].startswith("A person refused this.")
    with pytest.raises(NotAllowed):
        call(desk, "test_delete", skill="Bread")
    clock.pass_seconds(requests.REFUSING.total_seconds())
    assert "waits" in call(desk, "test_delete", skill="Bread"), "it may ask again some time later"
    for count in range(requests.MOST - 1):
        change(desk, f"# Bread\n\n1. Bake {count}.\n")
    with pytest.raises(TooManyRequests):
        change(desk, "# Bread\n\n1. Once more.\n")
    assert "waits" in change(desk, "# Bread\n", CODEX), "others still may"
    assert library.text(vault, bread) == WRITTEN


def test_a_person_is_asked_for_a_while(
    vault: Vault, desk: LocalDesk, bread: int, clock: Clock
) -> None:
    asked: Any = desk.ask(
        "call",
        CLAUDE,
        {"tool": "test_delete", "arguments": {"skill": "Bread"}, "canAsk": True},
    )
    number = asked["waits"]["request"]
    assert asked["waits"]["state"] == "asked"
    clock.pass_seconds(44)
    assert requests.request(vault, number).state is requests.State.ASKED
    clock.pass_seconds(1)
    stands: Any = desk.ask("decision", CLAUDE, {"request": number})
    assert stands["state"] == "proposed"
    said: Any = desk.ask("decide", CLAUDE, {"request": number, "answer": "allow"})
    assert said["state"] == "done"


def test_what_was_broken_off_can_be_decided_again(
    vault: Vault, desk: LocalDesk, bread: int, clock: Clock
) -> None:
    number = change(desk, "# Bread\n")["waits"]["request"]
    requests.take(vault, number)  # by a process that dies
    assert requests.waiting(vault) == ()
    clock.pass_seconds(requests.RUNNING.total_seconds() + 1)
    assert [one.id for one in requests.waiting(vault)] == [number]
    assert allow(desk, number)["state"] == "done"


def test_reads_are_gathered_and_clients_are_met(
    vault: Vault, desk: LocalDesk, bread: int, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "SOON", 1000)
    before = vault.newest_change()
    for _again in range(50):
        call(desk, "list_skills", Caller(OTHER, "somebody", "1"))
    assert vault.newest_change() == before, "nothing was written for it"
    desk.calls.flush()
    assert vault.newest_change() == before + 1
    assert calls.counted(vault, clock.time) == {OTHER: 50}
    assert [(one.id, one.name) for one in clients.clients(vault)] == [(OTHER, "Other programs")]
    call(desk, "get_skill", replace(CODEX, version="0.169"), skill="bread")
    desk.close()
    assert calls.logged(vault)[0].title == "Bread"
    assert clients.clients(vault)[1].version == "0.169"


def test_the_first_of_the_reads_is_written_soon(
    vault: Vault, desk: LocalDesk, bread: int, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client may end its server at once."""
    monkeypatch.setattr(calls, "GATHERING", 1000)
    written = threading.Event()
    forget = desk.listen(lambda _changes: written.set())
    call(desk, "list_skills", CODEX)
    assert written.wait(10)
    forget()
    assert [one.tool for one in calls.logged(vault)] == ["list_skills"]
    call(desk, "list_skills", CODEX)
    assert desk.calls._timer is not None and desk.calls._timer.interval > 900
    desk.close()


def test_nothing_is_left_of_what_agents_said_of_an_emptied_skill(
    vault: Vault, desk: LocalDesk, bread: int, clock: Clock
) -> None:
    change(desk, "# Bread\n\n1. Knead it.\n")
    made = desk.ask(
        "call", CLAUDE, {"tool": "save_skill", "arguments": {"text": "# Cake\n\n1. Stir.\n"}}
    )
    assert isinstance(made, dict)
    allow(desk, made["waits"]["request"])
    call(desk, "get_skill", skill="Bread")
    refused = call(desk, "save_skill", text="# Pie\n\n1. Fold.\n")["waits"]["request"]
    deciding.decide(desk.turn(Caller()), refused, Answer.REFUSE)
    desk.calls.flush()
    library.delete(vault, *(row.id for row in catalogue.rows(vault)))
    emptying.empty(vault)
    kept = [request for (request,) in vault.rows("select arguments from agent_request")]
    assert kept == ['{"text": "# Pie\\n\\n1. Fold.\\n"}'], "it belongs to no skill"
    assert {one.tool for one in calls.logged(vault)} == {"save_skill"}
    assert all(one.skill is None for one in calls.logged(vault))
    clock.pass_seconds(requests.KEPT.total_seconds() + 1)
    call(desk, "save_skill", text="# Tart\n")
    assert vault.rows("select arguments from agent_request where id = ?", refused) == [("{}",)]


def test_a_connected_client_is_called_by_the_name_that_people_know(vault: Vault) -> None:
    clients.enrol(vault, "claude", "Claude Code")
    assert clients.said_name(vault, Caller("claude", "claude-code")) == "Claude Code"
    assert clients.said_name(vault, Caller(OTHER, "mine")) == "mine"
    assert clients.said_name(vault, Caller("codex", "codex-mcp")) == "codex-mcp"
    assert clients.said_name(vault, Caller()) == OTHER


def test_what_was_only_shown_takes_no_call_out_of_the_journal(vault: Vault, bread: int) -> None:
    """Whatever else was written on the same connection before."""
    calls.write_down(vault, [calls.Call(vault.now(), CLAUDE, "get_skill", Outcome.DONE, bread)])
    with vault.write(None) as write:
        write.db.execute("insert into change values (90000, '', 0, '[]')")
        write.touch(Part.AGENTS)
    calls.write_down(vault, [], [calls.Seen(Stage.SURFACED, (bread,), CLAUDE)])
    assert len(calls.logged(vault)) == 1
