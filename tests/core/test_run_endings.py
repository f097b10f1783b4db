"""What runs tell: uses, stages, and outcomes of the skill and of all that it called."""

import pytest

from app.core.library import library
from app.core.lifecycle import outcomes, seen, usage
from app.core.lifecycle.counted import PERSON as PEOPLE
from app.core.memory import emptying
from app.core.runs import store
from app.core.runs.actions import Abandon, Done, Fail, Finish, GiveUp, GoOn, Outcome, Recover
from app.core.runs.state import PERSON, RunStatus
from app.core.vault import Vault
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


@pytest.fixture
def skills(vault: Vault) -> dict[str, int]:
    texts = {"backup": BACKUP, "restore": RESTORE, "deploy": DEPLOY}
    return {name: saved(vault, text) for name, text in texts.items()}


def values(vault: Vault, skill: int) -> list[float]:
    return [one.value for one in outcomes.outcomes(vault, skill)]


def test_a_run_to_its_end_is_a_use_and_an_outcome_of_each_skill_in_it(
    vault: Vault, skills: dict[str, int]
) -> None:
    record = begun(vault, skills["deploy"], AGENT)
    number = record.run.id
    assert not usage.uses(vault, skills["deploy"])
    record = store.act(vault, number, next_action(record), AGENT)
    (use,) = usage.uses(vault, skills["deploy"])
    assert (use.session, use.agent) == (outcomes.run_session(number), AGENT.client)
    assert not usage.uses(vault, skills["backup"])  # its prerequisites are still asked
    record = walked(vault, record, AGENT)
    assert len(usage.uses(vault, skills["backup"])) == 1
    assert not outcomes.outcomes(vault, skills["deploy"])
    store.act(vault, number, Finish(outcome=Outcome.SUCCESS, why="all is up"), AGENT)
    (ended,) = outcomes.outcomes(vault, skills["deploy"])
    assert (ended.value, ended.note, ended.run) == (1, "all is up", str(number))
    assert (ended.agent, ended.evidence) == (AGENT.client, outcomes.Evidence.RUN)
    assert values(vault, skills["backup"]) == [1]
    assert not values(vault, skills["restore"])
    for skill, times in (("deploy", 1), ("backup", 1), ("restore", 0)):
        assert seen.times(vault, skills[skill], seen.Stage.FINISHED) == times


def test_a_called_procedure_that_failed_says_so_and_one_broken_off_says_nothing(
    vault: Vault, skills: dict[str, int]
) -> None:
    record = begun(vault, skills["deploy"])
    number = record.run.id
    record = walked(vault, record, until=lambda now: place(now) == "1/2")
    record = store.act(vault, number, Fail(step="1/2", why="the disk is full"), PERSON)
    record = store.act(vault, number, GiveUp(step="1/2?"), PERSON)
    record = store.act(vault, number, Recover(step="1?"), PERSON)
    assert place(record) == "1!1#1/1"
    record = walked(vault, record, until=lambda now: len(now.state.frames) == 1)
    record = store.act(vault, number, GoOn(step=place(record)), PERSON)
    record = store.act(vault, number, Done(step="2", exit=0), PERSON)
    record = walked(vault, record, until=lambda now: place(now) == "1#2/1")
    record = store.act(vault, number, Abandon(why="later"), PERSON)
    assert record.state.status is RunStatus.ABANDONED
    assert not values(vault, skills["deploy"])
    (failed,) = outcomes.outcomes(vault, skills["backup"])
    assert (failed.value, failed.note) == (-1, "the disk is full")
    assert values(vault, skills["restore"]) == [1]
    assert len(usage.uses(vault, skills["backup"])) == 1
    marks = vault.rows("select skill, path, mark from run_visit order by rowid")
    names = {number: name for name, number in skills.items()}
    assert sorted((names[skill], path, mark) for skill, path, mark in marks) == [
        ("backup", "1", "done"), ("backup", "2", "failed"), ("deploy", "1", "failed"),
        ("deploy", "2", "done"), ("restore", "1", "done"),
    ]  # fmt: skip


def test_a_skill_that_is_gone_meanwhile_stops_no_run(vault: Vault, skills: dict[str, int]) -> None:
    record = begun(vault, skills["deploy"])
    library.delete(vault, skills["deploy"], skills["backup"])
    record = walked(vault, record, until=lambda now: place(now) == "2")
    emptying.empty(vault, [skills["backup"]])
    record = store.act(vault, record.run.id, Finish(outcome=Outcome.FAILURE), PERSON)
    assert record.run.outcome is Outcome.FAILURE
    assert values(vault, skills["deploy"]) == [-1]
    library.delete(vault, skills["deploy"])
    emptying.empty(vault)
    assert store.runs(vault) == () and not vault.rows("select 1 from run_visit")


def test_what_a_person_runs_is_told_apart_from_what_agents_do(
    vault: Vault, skills: dict[str, int]
) -> None:
    record = walked(vault, begun(vault, skills["deploy"]))
    store.act(vault, record.run.id, Finish(outcome=Outcome.SUCCESS), PERSON)
    (use,) = usage.uses(vault, skills["deploy"])
    (ended,) = outcomes.outcomes(vault, skills["deploy"])
    assert (use.agent, ended.agent) == (PEOPLE, PEOPLE)
