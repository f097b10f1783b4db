"""Real procedures are run to their end, to a failure, and abandoned: the demos, and packs."""

from collections.abc import Iterable
from pathlib import Path
from random import Random

from app.core.library import catalogue
from app.core.lifecycle import outcomes
from app.core.packs import demos, install, plan
from app.core.packs.format.read import inspect, read_file, unlock
from app.core.runs import store
from app.core.runs.actions import Abandon, Fail, Finish, GiveUp, Outcome
from app.core.runs.compile import compiled
from app.core.runs.readable_record import to_markdown
from app.core.runs.record import report
from app.core.runs.state import PERSON, RunStatus, Stage
from app.core.vault import Vault
from tests.core.programs import onward
from tests.core.running import next_action, place

ENOUGH = 400
"""Actions; then whoever runs it stops."""


def run_each(vault: Vault, skills: Iterable[int]) -> int:
    """How many of these reached their end by themselves, each in three ways."""
    reached = 0
    for skill in skills:
        program, chance = compiled(vault, skill), Random(skill)
        record = store.begin(vault, program, PERSON)
        number = record.run.id
        while record.state.status.is_open and record.state.turn < ENOUGH:
            record = store.act(vault, number, onward(record.program, record.state, chance), PERSON)
        if record.state.status.is_open:
            record = store.act(vault, number, Finish(outcome=Outcome.PARTIAL), PERSON)
        else:
            reached += 1
        assert to_markdown(report(vault, number)).count("\n- ") >= record.state.turn

        record = store.begin(vault, program, PERSON)
        while record.state.top.stage is not Stage.END:
            action = next_action(record)
            if record.state.top.stage is Stage.STEP:
                action = Fail(step=place(record), why="it broke")
            elif record.state.top.stage is Stage.FAILED:
                action = GiveUp(step=place(record))
            record = store.act(vault, record.run.id, action, PERSON)
        store.act(vault, record.run.id, Finish(outcome=Outcome.FAILURE), PERSON)

        record = store.begin(vault, program, PERSON)
        record = store.act(vault, record.run.id, Abandon(why="enough"), PERSON)
        assert record.run.status is RunStatus.ABANDONED
        own = {str(one.id) for one in store.runs(vault, skill=skill)}
        values = [one.value for one in outcomes.outcomes(vault, skill) if one.run in own]
        assert -1 in values and len(values) == 2
    return reached


def test_the_demos_are_run_in_every_way(vault: Vault) -> None:
    demos.load(vault, [demo.id for demo in demos.available()])
    skills = [row.id for row in catalogue.rows(vault)]
    assert run_each(vault, skills) == len(skills) >= 3


def test_packs_are_run_in_every_way(vault: Vault, shared: Path) -> None:
    packs = sorted((shared / "packs").glob("*.gsk"))
    named = [path for path in packs if path.name.startswith(("coach", "safe-deploy"))]
    for path in [*packs[:8], *named]:
        found = plan.plan(vault, unlock(inspect(read_file(path))))
        install.apply(vault, found)
    skills = [row.id for row in catalogue.rows(vault)]
    assert run_each(vault, skills) >= 25
