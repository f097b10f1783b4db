"""Runs of the vault to show: some that are over, one under way, one that an agent follows."""

from collections.abc import Callable
from itertools import count

from app.core.library import catalogue
from app.core.runs import items, places, store
from app.core.runs.actions import (
    Action,
    Done,
    Enter,
    Fail,
    Finish,
    GiveUp,
    Outcome,
    Skip,
)
from app.core.runs.compile import compiled
from app.core.runs.items import Kind
from app.core.runs.state import PERSON, By, Stage
from app.core.runs.store import Record
from app.core.vault import Vault

FOLLOWED = "Production deployment"
AGENTS = "Incident response"
_AGENT = By(is_person=False, client="claude", name="Claude Code")
_VALUES = {
    "version": "8.14",
    "alert": "checkout-errors",
    "severity": "high",
    "environmentOk": "true",
    "migrationReport": "two tables, no rows lost",
    "smokeReport": "40 checks, all passed",
    "releaseNote": "8.14 is out, nobody noticed",
}
_FAILING = {2: "7", 5: "5"}
"""The runs, counted from the oldest, that fail, and the step where they do."""

At = Callable[..., None]
"""Sets the clock of the vault to so long ago."""


def follow(vault: Vault, at: At) -> None:
    for number in range(8):
        _over(vault, at, 16 - 2 * number, _FAILING.get(number, ""))
    _under_way(vault, at)
    _by_agent(vault, at)


def _over(vault: Vault, at: At, days: int, failing: str) -> None:
    """One of the last weeks, which takes from some seconds to some minutes a step."""
    record = _begun(vault, FOLLOWED, PERSON, lambda: at(days=days))
    for number in count(1):
        at(days=days, minutes=-(number + number * number * (days % 3 + 1) / 20))
        step = places.step(record.program, record.state)
        if record.state.top.stage is Stage.END:
            outcome = Outcome.FAILURE if record.state.top.failed else Outcome.SUCCESS
            store.act(vault, record.run.id, Finish(outcome=outcome), PERSON)
            return
        action = _next(record)
        if step == failing:
            action = Fail(step=step, why="The lock on the database timed out.")
        elif record.state.top.stage is Stage.FAILED:
            action = GiveUp(step=step)
        record = store.act(vault, record.run.id, action, PERSON)


def _under_way(vault: Vault, at: At) -> None:
    """At the step after the database was migrated, with what was noted and kept."""
    record = _begun(vault, FOLLOWED, PERSON, lambda: at(minutes=31))
    for minutes in count(29):
        at(minutes=60 - minutes)
        if places.step(record.program, record.state) == "4":
            break
        record = store.act(vault, record.run.id, _next(record), PERSON)
    at(minutes=9)
    run = record.run.id
    items.write_down(vault, run, Kind.NOTE, "Payments queue missing on staging, as expected.")
    items.write_down(vault, run, Kind.LINK, "https://tickets.example/OPS-2214")
    items.keep_file(vault, run, "migrate-8.14.log", b"applied\n" * 1_500)


def _by_agent(vault: Vault, at: At) -> None:
    record = _begun(vault, AGENTS, _AGENT, lambda: at(minutes=6))
    for minutes in count(1):
        at(minutes=6 - minutes)
        if minutes == 4 or record.state.top.stage is Stage.END:
            break
        record = store.act(vault, record.run.id, _next(record), _AGENT)


def _begun(vault: Vault, title: str, by: By, clock: Callable[[], None]) -> Record:
    clock()
    skill = catalogue.find(vault, title).id
    return store.begin(vault, compiled(vault, skill), by)


def _next(record: Record) -> Action:
    """What goes on from where it stands, with all that is asked."""
    step, top = places.step(record.program, record.state), record.state.top
    if top.stage is Stage.ENTRY:
        procedure = record.program.procedures[top.skill]
        values = {
            one.name: _VALUES.get(one.name, "yes")
            for one in procedure.requires
            if one.name not in top.values
        }
        every = tuple(range(len(procedure.prerequisites)))
        return Enter(step=step, values=values, ticked=every)
    ways = places.offers(record.program, record.state)
    wanted = places.wanted(record.program, record.state)
    given = {name: _VALUES.get(name, "yes") for name in wanted}
    if step == "6":
        return Skip(step=step, why="It was done with step 5.")
    return Done(step=step, values=given, exit=ways[-1].number)
