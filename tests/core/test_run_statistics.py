"""Figures of steps: counted over the last runs, found again after edits, from calls as well."""

from datetime import timedelta

from app.core.library import library
from app.core.runs import statistics, store
from app.core.runs.actions import Abandon, Action, Done, Fail, GoOn, Retry, Skip
from app.core.runs.compile import compiled
from app.core.runs.state import PERSON, Mark
from app.core.runs.statistics import StepFigures
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from tests.conftest import Clock
from tests.core.running import begun, saved

TEXT = "# Cook\n\n1. Boil the water.\n2. Add the salt.\n3. Put the noodles in.\n"
CHANGED = (
    "# Cook\n\n1. Fill a large pot.\n2. Boil the water well.\n3. Put the noodles in.\n"
    "4. Wait for it.\n"
)


def cooked(vault: Vault, skill: int, clock: Clock, seconds: float) -> None:
    run = begun(vault, skill).run.id

    def after(passed: float, action: Action) -> None:
        clock.pass_seconds(passed)
        store.act(vault, run, action, PERSON)

    after(seconds, Fail(step="1", why="no gas"))
    after(1, Retry(step="1?"))
    after(seconds, Done(step="1#2"))
    after(0, Skip(step="2", why="no salt here"))
    after(5, Fail(step="3", why="none left"))
    after(0, GoOn(step="3?"))
    after(0, Abandon())


def test_figures_count_the_last_runs_and_survive_edits(vault: Vault, clock: Clock) -> None:
    skill = saved(vault, TEXT)
    for seconds in (10, 30, 80):
        cooked(vault, skill, clock, seconds)
    program = compiled(vault, skill)
    found = statistics.of_procedure(vault, program.procedures[skill])
    assert found.runs == 3
    boil, salt, noodles = found.steps
    assert (boil.times, boil.failed, boil.skipped, boil.done) == (6, 3, 0, 3)
    assert boil.seconds == 61  # the try that failed belongs to it
    assert (salt.times, salt.skipped, salt.seconds, salt.whys) == (3, 3, None, ("no salt here",))
    last, left = clock.time - timedelta(seconds=5), ((Mark.FAILED, 5.0),) * 3
    assert noodles == StepFigures(2, 3, 3, 0, None, ("none left",), last, left)

    library.save(vault, skill, CHANGED)
    steps = [step.text for step in parse(CHANGED).steps]
    edited = statistics.figures(vault, skill, steps)
    assert [one.step for one in edited.steps] == [1, 2]
    assert edited.of(1) is not None and edited.of(1).times == 6  # type: ignore[union-attr]
    assert edited.of(0) is None
    assert statistics.figures(vault, skill, steps, last=1).of(2).times == 1  # type: ignore[union-attr]


def test_called_procedures_have_figures_of_their_own(vault: Vault) -> None:
    inner = saved(vault, TEXT)
    outer = saved(vault, "# Eat\n\n1. @skill: Cook\n2. Eat.\n")
    run = begun(vault, outer).run.id
    store.act(vault, run, Done(step="1/1"), PERSON)
    store.act(vault, run, Abandon(), PERSON)
    procedures = compiled(vault, outer).procedures
    assert [one.step for one in statistics.of_procedure(vault, procedures[inner]).steps] == [0]
    assert statistics.of_procedure(vault, procedures[outer]).runs == 0
