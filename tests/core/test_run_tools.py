"""An agent follows a skill one step at a time, and is held to it."""

from typing import Any

import pytest

from app.core.agents import clients, consent
from app.core.agents.caller import Caller
from app.core.agents.consent import Group, Rule
from app.core.api import runs
from app.core.changes import Part
from app.core.errors import AppError, NotFound
from app.core.library import library
from app.core.lifecycle import observations
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.observations import Category
from app.core.runs import actions, items, store
from app.core.runs.errors import NotThisStep, NotYours, ValuesMissing
from app.core.runs.items import Kind
from app.core.runs.state import PERSON, RunStatus
from app.core.serve.local_desk import LocalDesk
from app.core.vault import Vault

AGENT = Caller("claude", "claude-code", session="s1")
OTHER = Caller("codex", "codex-cli", session="s2")
DEPLOY = """# Deploy the site

Trigger: a release is ready
Requires: $version
Prerequisites: The release is tagged; the person on call knows.
Success: the new version answers
On failure: @skill: Take it back(version=$version)

1. Build $version. -> $image
2. @skill: Smoke tests(image=$image) -> $report
3. Read $report. @branch: if a check failed -> 1 else 4
4. Announce it.
"""
SMOKE = """# Smoke tests

Requires: $image
Produces: $report

1. Ask each page of $image.
2. Write down what was seen. -> $report
"""
BACK = """# Take it back

Requires: $version

1. Put the version before $version back.
"""


@pytest.fixture
def desk(vault: Vault) -> LocalDesk:
    for text in (DEPLOY, SMOKE, BACK):
        library.save(vault, None, text)
    for caller in (AGENT, OTHER):
        consent.decide(vault, caller.client, Group.REPORT, Rule.ALLOW)
    return LocalDesk(vault, Procedural, lambda: None)


def ask(desk: LocalDesk, tool: str, caller: Caller = AGENT, **arguments: Any) -> Any:
    answer: Any = desk.ask("call", caller, {"tool": tool, "arguments": arguments})
    return answer["document"]


def begun(desk: LocalDesk) -> Any:
    return ask(
        desk, "start_run", skill="Deploy the site", inputs={"version": "8"}, prerequisites_met=True
    )


def test_what_is_missing_is_asked_before_the_first_step(desk: LocalDesk) -> None:
    found = ask(desk, "start_run", skill="Deploy the site")
    assert (found["asks"], found["step"]) == ("start", "start")
    assert found["prerequisites"] == ["The release is tagged", "the person on call knows."]
    assert [one["name"] for one in found["inputs"]] == ["version"]
    report = {"run": found["run"], "step": "start", "result": "done"}
    with pytest.raises(ValuesMissing):
        ask(desk, "report_step", **report, prerequisites_met=True)
    with pytest.raises(AppError) as open_ones:
        ask(desk, "report_step", **report, values={"version": "8"})
    assert "the person on call knows" in str(open_ones.value)
    first = ask(desk, "report_step", **report, values={"version": "8"}, prerequisites_met=True)
    assert (first["asks"], first["step"], first["report"]) == ("step", "1", ["image"])


def test_no_step_is_left_out(desk: LocalDesk, vault: Vault) -> None:
    run = begun(desk)["run"]
    with pytest.raises(NotThisStep):
        ask(desk, "report_step", run=run, step="4", result="done")
    with pytest.raises(ValuesMissing):
        ask(desk, "report_step", run=run, step="1", result="done")
    inside = ask(
        desk, "report_step", run=run, step="1", result="done", values={"image": "i8"},
        evidence=["built in 40 s", "https://ci.example/8"], wrong="It needs a tag.",
    )  # fmt: skip
    assert (inside["step"], inside["values"]) == ("2/1", {"image": "i8"})
    kept = [(one.kind, one.step, one.text) for one in items.items(vault, run)]
    assert kept == [(Kind.TEXT, "1", "built in 40 s"), (Kind.LINK, "1", "https://ci.example/8")]
    (seen,) = observations.observations(vault, store.run(vault, run).skill)
    assert (seen.step, seen.text) == ("1", "It needs a tag.")
    assert [one["title"] for one in inside["levels"]] == ["Deploy the site", "Smoke tests"]
    with pytest.raises(NotThisStep):  # what was reported is not reported twice
        ask(desk, "report_step", run=run, step="1", result="done", values={"image": "i8"})
    with pytest.raises(NotThisStep):
        ask(desk, "finish_run", run=run, outcome="success")
    ask(desk, "report_step", run=run, step="2/1", result="done")
    back = ask(
        desk, "report_step", run=run, step="2/2", result="done", values={"report": "all green"}
    )
    assert (back["step"], back["values"]["report"]) == ("2", "all green")
    choice = ask(desk, "report_step", run=run, step="2", result="done")
    assert [(one["exit"], one["leadsTo"]) for one in choice["exits"]] == [
        (0, "back to step 1"), (1, "step 4"),
    ]  # fmt: skip
    again = ask(desk, "report_step", run=run, step="3", result="done", exit=0)
    assert again["step"] == "1#2"
    skipped = ask(desk, "report_step", run=run, step="1#2", result="skipped", why="built already")
    assert skipped["step"] == "2#2/1"
    assert store.run(vault, run).status is RunStatus.RUNNING


def test_a_failure_is_handled_as_the_procedure_says(desk: LocalDesk) -> None:
    run = begun(desk)["run"]
    failed = ask(desk, "report_step", run=run, step="1", result="failed", why="disk full")
    assert (failed["asks"], failed["failure"]) == ("failure", "disk full")
    assert failed["handlers"][0]["skill"] == "Take it back"
    assert failed["handlers"][0]["of"] == "Deploy the site"
    inside = ask(desk, "report_step", run=run, step="1?", result="recover")
    assert inside["step"] == "1!1#1/1"
    back = ask(desk, "report_step", run=run, step="1!1#1/1", result="done")
    assert back["step"] == "1?#2"
    over = ask(desk, "report_step", run=run, step="1?#2", result="give_up")
    assert (over["asks"], over["failure"]) == ("end", "disk full")
    ended = ask(desk, "finish_run", run=run, outcome="failure", why="disk full")
    assert (ended["status"], ended["outcome"]) == ("finished", "failure")


def test_it_goes_to_a_person_and_comes_back(desk: LocalDesk, vault: Vault) -> None:
    run = begun(desk)["run"]
    waits = ask(desk, "hand_over", run=run, why="Is 8 the right one?")
    assert (waits["asks"], waits["offered"]["kind"]) == ("nothing", "person")
    with pytest.raises(NotYours):
        ask(desk, "report_step", run=run, step="1", result="done", values={"image": "i8"})
    runs.act(vault, run, actions.TakeOver())
    place = runs.act(vault, run, actions.Done(step="1", values={"image": "i9"}))
    assert place["step"] == "2/1"
    with pytest.raises(NotYours):
        ask(desk, "report_step", run=run, step="2/1", result="done")
    assert ask(desk, "next_step", run=run)["asks"] == "nothing"
    runs.act(vault, run, actions.HandOver(to_person=False, to="claude"))
    with pytest.raises(NotYours):
        ask(desk, "next_step", OTHER, run=run)
    found = ask(desk, "next_step", run=run)
    assert (found["asks"], found["step"], found["values"]) == ("step", "2/1", {"image": "i9"})


def test_runs_of_what_is_closed_are_not_there(desk: LocalDesk, vault: Vault) -> None:
    run = begun(desk)["run"]
    assert [one["run"] for one in ask(desk, "list_runs", OTHER)["runs"]] == [run]
    library.delete(vault, store.run(vault, run).skill)
    assert ask(desk, "list_runs")["runs"] == []
    with pytest.raises(NotFound):
        ask(desk, "next_step", run=run)
    assert runs.place(vault, run, by=PERSON)["title"] == "Deploy the site"


def test_runs_of_isolated_agents_are_their_own(vault: Vault, desk: LocalDesk) -> None:
    for caller in (AGENT, OTHER):
        clients.enrol(vault, caller.client, caller.name)
    clients.isolate(vault, AGENT.client, isolated=True)
    mine = ask(desk, "start_run", skill="Smoke tests", inputs={"image": "a"})["run"]
    others = ask(desk, "start_run", OTHER, skill="Smoke tests", inputs={"image": "b"})["run"]
    for caller, own, hidden in ((AGENT, mine, others), (OTHER, others, mine)):
        assert [one["run"] for one in ask(desk, "list_runs", caller)["runs"]] == [own]
        with pytest.raises(NotFound):
            ask(desk, "next_step", caller, run=hidden)
    with vault.write(None) as write:
        columns = ", ".join(row[1] for row in write.rows("pragma table_info(run)"))
        columns = columns.removeprefix("id, ")
        write.touch(Part.RUNS)
        for _n in range(501):
            write.db.execute(
                f"insert into run ({columns}) select {columns} from run where id = ?", (others,)
            )
    assert [one["run"] for one in ask(desk, "list_runs")["runs"]] == [mine], "however many follow"
    ask(desk, "hand_over", run=mine, why="It is your turn", to="agent")
    assert ask(desk, "next_step", OTHER, run=mine)["asks"] == "step"


def test_a_report_counts_whatever_is_said_beside_it(desk: LocalDesk, vault: Vault) -> None:
    """Evidence that is none, and a remark when a person has too many of them already."""
    run = begun(desk)["run"]
    skill = store.run(vault, run).skill
    with vault.write(None) as write:
        for number in range(observations.MOST):
            observations.note(write, skill, f"Remark {number}", Category.FRICTION, agent="claude")
    inside = ask(
        desk, "report_step", run=run, step="1", result="done", values={"image": "i8"},
        evidence=[" ", "http://[", "built"], wrong="It needs a tag.",
    )  # fmt: skip
    assert inside["step"] == "2/1" and "200" in inside["notNoted"]
    assert [one.text for one in items.items(vault, run)] == ["http://[", "built"]
    ended = ask(desk, "finish_run", run=run, outcome="failure", why="no", wrong="It is too long.")
    assert ended["status"] == "finished" and "200" in ended["notNoted"]
