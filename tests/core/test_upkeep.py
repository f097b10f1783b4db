"""Upkeep: what is due is done, in whichever process, once, and what fails holds up nothing."""

import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from app.core import vaults
from app.core.changes import Changes, Part
from app.core.errors import AppError, Cancelled
from app.core.graph.relation_cues import Kind
from app.core.library import catalogue, library
from app.core.library.record import Status
from app.core.lifecycle import importance_history, outcomes, usage
from app.core.lifecycle.config import Procedural
from app.core.llm.model import ModelTrouble
from app.core.memory import entities, linking, memories, nodes, relations
from app.core.memory.retrieval import index
from app.core.memory.retrieval.embed import Embedder, Vectors
from app.core.memory.retrieval.hashed import Hashed
from app.core.progress import SILENT, Progress, Silent
from app.core.training import inbox, schedule
from app.core.training.schedule import Plan
from app.core.upkeep import CONCERNS, state, upkeep
from app.core.upkeep.context import Context
from app.core.upkeep.lease import LeaseHeld, leased
from app.core.upkeep.ready import know_links, know_skills
from app.core.upkeep.tasks import TASKS, Task
from app.core.upkeep.upkeep import Outcome
from app.core.vault import Vault
from tests.conftest import Clock
from tests.core.test_bulk import killed

SETTINGS = Procedural()
DAY = timedelta(days=1)
NAMES = tuple(task.name for task in TASKS)
TEA = "# Brew tea\n\nTrigger: visitors come\n\n1. Boil soft water.\n2. Pour.\n"
CAKE = "# Bake cake\n\nWorks well with Brew tea.\n\n1. Heat the oven.\n"


@dataclass
class Given:
    """Meanings from an embedder that may not be there."""

    embedder: Embedder | None = field(default_factory=Hashed)
    trouble: AppError | None = None
    asked: int = 0

    @property
    def at_hand(self) -> Embedder | None:
        self.asked += 1
        return self.embedder

    def take(self, trouble: AppError) -> None:
        self.embedder, self.trouble = None, trouble


def context(
    vault: Vault, meanings: Given | None = None, settings: Procedural = SETTINGS
) -> Context:
    return Context(vault, settings, meanings or Given())


def fill(vault: Vault) -> tuple[int, int]:
    """Two skills and three memories that name both of them."""
    tea = library.save(vault, None, TEA).skill
    cake = library.save(vault, None, CAKE).skill
    for day in ("Monday", "Tuesday", "Friday"):
        memories.remember(vault, f"On {day} we did Brew tea and then Bake cake for everybody.")
    return tea, cake


def settle(vault: Vault, given: Context | None = None) -> None:
    """Run until nothing is due: its own writes are news as well."""
    for _pass in range(3):
        if upkeep.run(given or context(vault), "test") == Outcome():
            return
    raise AssertionError("upkeep finds no end")


def contents(vault: Vault) -> dict[str, list[tuple[object, ...]]]:
    """What upkeep makes, without when it was made."""
    return {
        "nodes": vault.rows("select uid, name, description, skill from entity order by uid"),
        "mentions": vault.rows("select memory, e.uid, origin, words from mention m join entity e"
                               " on e.id = m.entity order by memory, e.uid"),
        "relations": vault.rows("select a.uid, b.uid, r.kind, r.origin, r.state, r.mentions,"
                                " r.sentence from relation r join entity a on a.id = r.source"
                                " left join entity b on b.id = r.target"
                                " order by a.uid, b.uid, r.kind, r.origin"),
        "passages": vault.rows("select p.item, number, kind, text, value from passage p"
                               " join vector v on v.id = p.vector order by p.item, number"),
        "indexed": vault.rows("select item, state, model, gist from indexed order by item"),
        "days": vault.rows("select * from importance_day order by skill, day"),
    }  # fmt: skip


def test_everything_is_done_once(vault: Vault, clock: Clock) -> None:
    tea, cake = fill(vault)
    outcome = upkeep.run(context(vault), "test")
    assert outcome == Outcome(NAMES)
    kinds = {(one.kind.value, one.origin.value) for one in relations.between_skills(vault)}
    assert ("complements", "extracted") in kinds and len(kinds) == 1
    assert {m.memory for m in _mentions(vault, tea)} == {m.memory for m in _mentions(vault, cake)}
    assert len(_mentions(vault, tea)) == 3
    assert not len(index.waiting(vault, Hashed().model))
    assert len(vaults.backups(vault.home.folder)) == 1
    assert upkeep.run(context(vault), "test") == Outcome(), "its own work is no news"


def test_after_one_saved_skill_only_that_skill_is_looked_at(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    tea, _cake = fill(vault)
    settle(vault)
    looked: list[object] = []
    real = index.update

    def watched(*given: Any) -> int:
        looked.append(given[3])
        return real(*given)

    monkeypatch.setattr(index, "update", watched)
    library.save(vault, tea, TEA + "3. Drink.\n")
    upkeep.run(context(vault), "test")
    assert upkeep.run(context(vault), "test") == Outcome()
    library.delete(vault, tea)
    upkeep.run(context(vault), "test")
    memories.remember(vault, "A cup broke.")
    upkeep.run(context(vault), "test")
    assert looked == [{tea}, {tea}, None]
    assert not len(index.waiting(vault, Hashed().model))
    before = contents(vault)
    assert real(vault, Hashed()) == 0
    assert contents(vault) == before


def test_what_somebody_else_does_meanwhile_is_news(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(vault)
    real = index.update

    def interrupted(*given: Any) -> int:
        done = real(*given)
        other = threading.Thread(target=lambda: memories.remember(vault, "A cup broke."))
        other.start()
        other.join()
        return done

    monkeypatch.setattr(index, "update", interrupted)
    upkeep.run(context(vault), "test")
    monkeypatch.setattr(index, "update", real)
    assert {"links", "meaning"} <= set(upkeep.run(context(vault), "test").done)
    assert not len(index.waiting(vault, Hashed().model))


def test_a_skill_that_was_trained_meanwhile_is_read_again(vault: Vault, clock: Clock) -> None:
    tea, _cake = fill(vault)
    memories.remember(vault, "Soft water makes better tea: boil soft water and pour at once.")
    schedule.set_plan(vault, tea, Plan(every_days=7, automatic=True))
    settle(vault)
    clock.time += 8 * DAY
    upkeep.run(context(vault), "test")
    assert library.text(vault, tea) != TEA
    assert len(index.waiting(vault, Hashed().model)) == 1
    settle(vault)
    assert not len(index.waiting(vault, Hashed().model))


def _mentions(vault: Vault, skill: int) -> tuple[entities.Mention, ...]:
    node = entities.of_skill(vault, skill)
    assert node is not None
    return entities.mentions_of(vault, node.id)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_each_task_twice_is_once(vault: Vault, clock: Clock, task: object) -> None:
    fill(vault)
    settle(vault)
    clock.time += 2 * DAY
    given = context(vault)
    (one,) = [known for known in TASKS if known is task]
    one.run(given, SILENT)
    before, copies = contents(vault), len(vaults.backups(vault.home.folder))
    heard: list[Changes] = []
    vault.subscribe(heard.append)
    one.run(given, SILENT)
    assert contents(vault) == before and heard == []
    assert len(vaults.backups(vault.home.folder)) == copies


def test_what_a_killed_import_left_is_cleared_away(
    vault: Vault, home: Path, data_key: bytes
) -> None:
    settle(vault)
    before = [vault.rows(f"select count(*) from {table}") for table in ("stored_version", "skill")]
    killed(home, data_key, "staging")
    assert [one.task.name for one in state.due(context(vault))] == ["leftovers"]
    settle(vault)
    assert before == [
        vault.rows(f"select count(*) from {table}") for table in ("stored_version", "skill")
    ]
    assert state.due(context(vault)) == ()


def test_where_nothing_is_due_nothing_is_written(vault: Vault) -> None:
    fill(vault)
    settle(vault)
    heard: list[Changes] = []
    vault.subscribe(heard.append)
    with leased(vault, "another"):
        heard.clear()
        assert upkeep.run(context(vault), "test") == Outcome()
        assert heard == []


def test_only_what_a_change_concerns_is_due(vault: Vault) -> None:
    tea, cake = fill(vault)
    settle(vault)
    assert state.due(context(vault)) == ()
    vault.put_setting("anything", 1)
    assert state.due(context(vault)) == ()
    relations.link(vault, tea, cake, Kind.REQUIRES)
    assert [one.task.name for one in state.due(context(vault))] == ["affinity"]
    library.save(vault, tea, TEA + "3. Drink.\n")
    due = {one.task.name for one in state.due(context(vault))}
    assert due == {"folders", "skills", "affinity", "meaning", "training"}
    settle(vault)
    stricter = replace(SETTINGS, affinity_threshold=4)
    due = {one.task.name for one in state.due(context(vault, settings=stricter))}
    assert due == {"affinity"}
    due = {one.task.name for one in state.due(context(vault, Given(Hashed(64, "another"))))}
    assert due == {"meaning"}


def test_after_changes_that_were_thrown_away_everything_is_looked_at(vault: Vault) -> None:
    fill(vault)
    settle(vault)
    with vault.write(None) as write:
        write.touch(Part.UPKEEP)
    assert state.due(context(vault)) == ()
    vault.put_setting("more", 1)
    with vault.write(None) as write:
        write.db.execute("delete from change where id < (select max(id) from change)")
        write.touch(Part.UPKEEP)
    due = {one.task.name for one in state.due(context(vault))}
    assert due == {task.name for task in TASKS if task.concerns}


def test_every_task_concerns_something_or_waits_for_the_clock() -> None:
    every = Part.NONE
    for task in TASKS:
        every |= task.concerns
    assert every == CONCERNS
    assert len(set(NAMES)) == len(NAMES)


def test_what_waits_for_the_clock(vault: Vault, clock: Clock) -> None:
    fill(vault)
    settle(vault)
    given = context(vault)
    clock.time += timedelta(minutes=10)
    assert [one.task.name for one in state.due(given)] == ["training"]
    clock.time += timedelta(minutes=50)
    assert [one.task.name for one in state.due(given)] == ["backup", "training"]
    settle(vault)
    assert len(vaults.backups(vault.home.folder)) == 1, "there is one of today"
    clock.time += DAY
    settle(vault)
    assert len(vaults.backups(vault.home.folder)) == 2
    clock.time -= 400 * DAY
    assert {one.task.name for one in state.due(given)} == {
        "affinity", "history", "health", "backup", "training",
    }  # fmt: skip
    settle(vault)


def test_days_on_which_nobody_looked_are_filled_in_as_if_somebody_had(
    vault: Vault, clock: Clock
) -> None:
    tea, cake = fill(vault)
    settle(vault)
    clock.time += DAY / 2
    usage.record(vault, tea, SETTINGS)
    clock.time += 5 * DAY
    settle(vault)
    for skill in (tea, cake):
        rows = vault.rows("select day, value from importance_day where skill = ?", skill)
        found = importance_history.trend(vault, skill, SETTINGS.skills)
        assert found is not None and len(rows) == 5
        assert [(point.day.isoformat(), point.value) for point in found.points[:-1]] == rows


def test_in_interval_mode_pairs_wait_for_the_interval(vault: Vault, clock: Clock) -> None:
    """The two skills are related by a text, so that only other pairs count."""
    later = replace(SETTINGS, affinity_mode="interval")
    given = context(vault, settings=later)
    a, b = (library.save(vault, None, f"# Skill {n}\n\n1. Go.\n").skill for n in "AB")
    settle(vault, given)
    for day in ("Monday", "Tuesday", "Friday"):
        memories.remember(vault, f"On {day} Skill A and Skill B failed.")
    settle(vault, given)
    assert relations.between_skills(vault) == ()
    clock.time += timedelta(milliseconds=later.affinity_interval_ms)
    settle(vault, given)
    (one,) = relations.between_skills(vault)
    assert {one.source, one.target} == {a, b}


def test_in_event_mode_pairs_are_computed_when_memories_come(vault: Vault) -> None:
    a, b = (library.save(vault, None, f"# Skill {n}\n\n1. Go.\n").skill for n in "AB")
    settle(vault)
    for day in ("Monday", "Tuesday", "Friday"):
        memories.remember(vault, f"On {day} Skill A and Skill B failed.")
    settle(vault)
    (one,) = relations.between_skills(vault)
    assert ({one.source, one.target}, one.mentions) == ({a, b}, 3)


# What goes wrong


class Broken(Hashed):
    """An embedder that cannot be asked."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        raise ModelTrouble("It fell over.")


class Buggy(Hashed):
    def embed(self, texts: Sequence[str]) -> Vectors:
        raise ZeroDivisionError("a skill could be quoted here")


def test_without_a_model_everything_else_is_done(vault: Vault) -> None:
    tea, _cake = fill(vault)
    schedule.set_plan(vault, tea, Plan(every_days=7))
    missing = Given(None, ModelTrouble("There is no model."))
    outcome = upkeep.run(context(vault, missing), "test")
    assert {name: str(why) for name, why in outcome.failed.items()} == {
        "meaning": "There is no model."
    }
    assert set(outcome.done) == set(NAMES) - {"meaning"}
    assert len(_mentions(vault, tea)) == 3, "names are found by their words"
    kept = state.ran(vault)
    assert kept["meaning"].trouble == "There is no model." and kept["skills"].trouble == ""
    assert "meaning" in {one.task.name for one in state.due(context(vault, missing))}
    settle(vault)
    assert state.ran(vault)["meaning"].trouble == ""


def test_a_model_that_fails_meanwhile_is_not_asked_by_the_next_task(vault: Vault) -> None:
    tea, _cake = fill(vault)
    schedule.set_plan(vault, tea, Plan(every_days=1))
    upkeep.run(context(vault, Given(None, ModelTrouble("Later."))), "test")
    broken = Given(Broken())
    outcome = upkeep.run(context(vault, broken), "test")
    assert str(outcome.failed["meaning"]) == "It fell over."
    assert "training" not in outcome.failed


def test_a_bug_in_one_task_holds_up_no_other_and_its_words_are_not_kept(vault: Vault) -> None:
    fill(vault)
    outcome = upkeep.run(context(vault, Given(Buggy())), "test")
    assert isinstance(outcome.failed["meaning"], ZeroDivisionError)
    assert set(outcome.done) == set(NAMES) - {"meaning"}
    assert state.ran(vault)["meaning"].trouble == "ZeroDivisionError"


@dataclass
class Stop:
    """Cancelled after so many looks."""

    left: int

    @property
    def cancelled(self) -> bool:
        self.left -= 1
        return self.left < 0

    def report(self, fraction: float, text: str = "") -> None:
        pass


def test_whatever_it_says_it_says_which_task_it_is_about(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []

    class Listening(Silent):
        def report(self, fraction: float, text: str = "") -> None:
            said.append(text)

    def reading(_context: Context, progress: Progress) -> None:
        progress.report(0.5, "one.jsonl")

    task = Task("sessions", lambda: "Reading sessions", reading, Part.LEARNING)
    monkeypatch.setattr(state, "TASKS", (task,))
    upkeep.run(context(vault), "test", Listening())
    assert said == ["Reading sessions", "Reading sessions: one.jsonl"]


def test_what_was_stopped_goes_on_the_next_time(vault: Vault) -> None:
    fill(vault)
    for looks in range(1, 60, 7):
        try:
            upkeep.run(context(vault), "test", Stop(looks))
        except Cancelled:
            continue
        break
    else:
        raise AssertionError("it makes no headway")
    settle(vault)
    assert not len(index.waiting(vault, Hashed().model))
    with leased(vault, "nobody has it now"):
        pass


def test_it_is_left_to_whoever_has_the_lease(vault: Vault, clock: Clock) -> None:
    fill(vault)
    with leased(vault, "window, process 1"), pytest.raises(LeaseHeld, match="window, process 1"):
        upkeep.run(context(vault), "test")
    assert state.ran(vault) == {}


def test_who_lost_the_lease_stops_and_leaves_the_rest(
    vault: Vault, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(vault)
    real = linking.catch_up

    def slow(*given: object) -> int:
        clock.time += timedelta(hours=1)
        with leased(vault, "another"):
            pass
        return real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(linking, "catch_up", slow)
    outcome = upkeep.run(context(vault), "test")
    assert outcome == Outcome(("leftovers", "reading", "folders", "skills"), lost=True)
    assert set(state.ran(vault)) == {"leftovers", "reading", "folders", "skills"}
    monkeypatch.setattr(linking, "catch_up", real)
    settle(vault)
    assert set(state.ran(vault)) == set(NAMES)


def test_what_fails_is_deprecated_within_a_day(vault: Vault, clock: Clock) -> None:
    """However soon after the last look it began to."""
    tea, _cake = fill(vault)
    settle(vault)
    for number in range(12):
        usage.record(vault, tea, SETTINGS, session=f"s{number}", agent="claude")
        outcomes.record(vault, tea, -1, session=f"s{number}", agent="claude")
    settle(vault)
    row = catalogue.row(vault, tea)
    assert row is not None and row.status is Status.ACTIVE
    clock.time += DAY
    settle(vault)
    row = catalogue.row(vault, tea)
    assert row is not None and row.status is Status.DEPRECATED


def test_a_plan_is_kept_by_whoever_does_the_upkeep(vault: Vault, clock: Clock) -> None:
    tea, _cake = fill(vault)
    memories.remember(vault, "Soft water makes better tea: boil soft water and pour at once.")
    schedule.set_plan(vault, tea, Plan(every_days=7))
    settle(vault)
    assert inbox.waiting(vault) == ()
    clock.time += 8 * DAY
    settle(vault)
    assert [one.skill for one in inbox.waiting(vault)] == [tea]


# The same answers without it


def test_a_command_finds_what_upkeep_would_have_made(home: Path, vault: Vault) -> None:
    fill(vault)
    know_skills(vault, SETTINGS)
    know_links(vault, SETTINGS)
    index.update(vault, Hashed())
    alone = contents(vault)
    heard: list[Changes] = []
    vault.subscribe(heard.append)
    know_skills(vault, SETTINGS)
    know_links(vault, SETTINGS)
    assert heard == []
    settle(vault)
    with_it = contents(vault)
    assert alone == with_it


RACER = """
import sys
from datetime import datetime
from pathlib import Path
from app.core.lifecycle.config import Procedural
from app.core.memory.retrieval import index
from app.core.memory.retrieval.hashed import Hashed
from app.core.upkeep.ready import know_links, know_skills
from app.core.vault import Vault

home, key, now = sys.argv[1:]
with Vault(Path(home), bytes.fromhex(key), now=lambda: datetime.fromisoformat(now)) as vault:
    print("ready", flush=True)
    sys.stdin.readline()
    know_skills(vault, Procedural())
    know_links(vault, Procedural())
    index.update(vault, Hashed())
"""


def test_two_processes_doing_the_same_do_no_harm(
    home: Path, vault: Vault, data_key: bytes, clock: Clock, tmp_path: Path
) -> None:
    for number in range(40):
        library.save(
            vault, None, f"# Skill {number}\n\nWorks well with Skill {number + 1}.\n\n1. Go.\n"
        )
    for number in range(160):
        memories.remember(vault, f"Case {number}: Skill {number % 8} and Skill {number % 4 + 20}.")
    given = [str(home), data_key.hex(), clock.time.isoformat()]
    racers = [
        subprocess.Popen([sys.executable, "-c", RACER, *given], stdin=subprocess.PIPE,
                         stdout=subprocess.PIPE, text=True)
        for _racer in range(2)
    ]  # fmt: skip
    for racer in racers:
        assert racer.stdout is not None and racer.stdout.readline() == "ready\n"
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("go\n")
        racer.stdin.close()
    for racer in racers:
        assert racer.stdout is not None
        racer.stdout.close()
        assert racer.wait() == 0
    raced = contents(vault)
    assert len(raced["mentions"]) >= 320
    with vault.write(None) as write:
        for table in ("mention", "relation", "linked", "unpaired"):
            write.db.execute(f"delete from {table}")
        write.db.execute("update skill_meta set indexed = null")
        write.touch(Part.UPKEEP)
    nodes.catch_up(vault)
    know_skills(vault, SETTINGS)
    know_links(vault, SETTINGS)
    assert contents(vault) == raced
    vectors = vault.rows("select id, uses from vector v where uses <> (select count(distinct item)"
                         " from passage where vector = v.id)")  # fmt: skip
    assert vectors == []
