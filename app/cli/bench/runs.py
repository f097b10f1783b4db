"""Following skills: the next step with many runs in the vault, and counting what was used."""

import time
from collections.abc import Callable

from app.cli.bench.figures import bench_vault, milliseconds
from app.core.api import runs
from app.core.api.measurements import Figure
from app.core.lifecycle import usage
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.usage import Use
from app.core.memory import nodes
from app.core.runs import places, store
from app.core.runs.actions import Action, Done, Enter, Finish, Outcome
from app.core.runs.compile import compiled
from app.core.runs.state import PERSON, Stage
from app.core.runs.statistics import of_procedure
from app.core.runs.store import Record
from app.core.vault import Vault
from app.core.words import _

_SKILLS = 100
_RUNS = 1_000
_EVENTS = 10_000
_TOGETHER = 100
"""Events of one write: clients send them faster than anybody reads."""
_STEPS = 200
"""Steps that are measured."""


def _next_step() -> list[Figure]:
    with bench_vault(skills=_SKILLS) as vault:
        nodes.catch_up(vault, 0.7)
        program = compiled(vault, 1)
        records = []
        for number in range(_RUNS):
            record = _further(vault, store.begin(vault, program, PERSON), 3)
            if number % 2:
                end = Finish(outcome=Outcome.FAILURE)
                store.act(vault, record.run.id, end, PERSON)
            else:
                records.append(record.run.id)
        left = iter(records * _STEPS)

        def step() -> None:
            record = store.record(vault, next(left))
            runs.act(vault, record.run.id, _answer(record))

        took = milliseconds(step, _STEPS)
        figures = milliseconds(lambda: of_procedure(vault, program.procedures[1]), 5)
    said = _("Next step of a run, {count} runs in the vault").format(count=_RUNS)
    return [
        Figure(said, took, "ms", 10),
        Figure(_("How the steps of a skill went in its last runs"), figures, "ms", 50),
    ]


def _further(vault: Vault, record: Record, steps: int) -> Record:
    for _n in range(steps):
        record = store.act(vault, record.run.id, _answer(record), PERSON)
    return record


def _answer(record: Record) -> Action:
    """What leads on, with all that is asked."""
    program, state = record.program, record.state
    step = places.step(program, state)
    if state.top.stage is Stage.ENTRY:
        values = dict.fromkeys(places.missing(program, state), "main")
        return Enter(step=step, values=values, without=_("measured"))
    values = dict.fromkeys(places.wanted(program, state), "all is well")
    return Done(step=step, values=values, exit=places.offers(program, state)[-1].number)


def _uses() -> list[Figure]:
    usual = Procedural().skills
    with bench_vault(skills=_SKILLS) as vault:
        nodes.catch_up(vault, 0.7)
        started = time.perf_counter()
        for session in range(_EVENTS // _TOGETHER):
            with vault.write(None) as write:
                for skill in range(1, _TOGETHER + 1):
                    use = Use(write.at, "bench", str(session), 0, "")
                    usage.count(write, skill, use, usual)
        took = time.perf_counter() - started
    return [Figure(_("Counting {count} uses").format(count=_EVENTS), took, "s", 2)]


MEASURES: dict[str, Callable[[], list[Figure]]] = {"runs": _next_step, "uses": _uses}
