"""Runs for tests: skills are written, and steps answered as they come."""

from collections.abc import Callable

from app.core.library import library
from app.core.runs import places, store
from app.core.runs.actions import Action, Done, Enter
from app.core.runs.compile import compiled
from app.core.runs.state import PERSON, By, Stage
from app.core.runs.store import Record
from app.core.vault import Vault

AGENT = By(is_person=False, client="claude-code", name="Claude Code")
OTHER = By(is_person=False, client="codex", name="Codex")

BACKUP = (
    "# Back up\n\nPrerequisites: a disk\nProduces: $file\n\n1. Copy the files.\n2. Note $file.\n"
)
RESTORE = "# Restore\n\n1. Copy the files back.\n"
DEPLOY = (
    "# Safe deploy\n\nTrigger: a release\nPrerequisites: a backup; a key\nRequires: $env\n"
    "On failure: @skill: Restore\n\n"
    "1. @skill: Back up -> $file\n"
    "2. Deploy to $env. If it is not up, go back to step 1, at most 2 times.\n"
    "3. Look at the site.\n"
)


def saved(vault: Vault, *texts: str) -> int:
    """The number of the last of these skills."""
    for text in texts:
        skill = library.save(vault, None, text).skill
    return skill


def begun(vault: Vault, skill: int, by: By = PERSON) -> Record:
    return store.begin(vault, compiled(vault, skill), by)


def place(record: Record) -> str:
    return places.step(record.program, record.state)


def next_action(record: Record, way: int | None = -1) -> Action:
    """What leads to the next place, with everything that is asked."""
    step = place(record)
    if record.state.top.stage is Stage.ENTRY:
        procedure = record.program.procedures[record.state.top.skill]
        values = dict.fromkeys(places.missing(record.program, record.state), "one")
        return Enter(step=step, values=values, ticked=tuple(range(len(procedure.prerequisites))))
    wanted = places.wanted(record.program, record.state)
    return Done(step=step, values=dict.fromkeys(wanted, "one"), exit=way)


def walked(
    vault: Vault,
    record: Record,
    by: By = PERSON,
    until: Callable[[Record], bool] = lambda _record: False,
) -> Record:
    """The run at its end, or where `until` says so."""
    while record.state.top.stage is not Stage.END and not until(record):
        record = store.act(vault, record.run.id, next_action(record), by)
    return record
