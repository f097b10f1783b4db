"""A run whose skill, or one that it calls, has changed since: what is new, and going on with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.core.errors import AppError
from app.core.library.align import Key, key_of, pair
from app.core.library.catalogue import SkillRow
from app.core.runs import machine, store
from app.core.runs.actions import Abandon, Move
from app.core.runs.compile import compiled
from app.core.runs.errors import NotNow
from app.core.runs.program import Procedure, Program, ProgramId
from app.core.runs.state import PERSON, By
from app.core.runs.store import Record
from app.core.vault import Vault
from app.core.walk.plan import Sees
from app.core.words import _

_NOT_KEPT = ProgramId(0)


@dataclass(frozen=True, slots=True)
class Newer:
    """What a run can move to. `number` is the version of the procedure itself, `changed` the titles
    of all that differ; `nodes` says what its steps have become. `why_not` says why the run cannot
    move just now, if it cannot."""

    number: int
    changed: tuple[str, ...]
    program: Program
    nodes: Mapping[int, int]
    why_not: str = ""


def _sees_all(_skill: SkillRow) -> bool:
    return True


def newer(vault: Vault, run: int, sees: Sees = _sees_all) -> Newer | None:
    """What there is by now for a run; None where nothing has changed, or its skill is gone.

    Raises `NotFound`.
    """
    record = store.record(vault, run)
    program, state = record.program, record.state
    if not state.status.is_open or not _has_changed(vault, program):
        return None
    made = compiled(vault, program.root, sees)
    changed = [
        one.title
        for skill, one in made.procedures.items()
        if skill not in program.procedures or program.procedures[skill].version != one.version
    ]
    old, new = program.procedures[program.root], made.procedures[made.root]
    nodes = become(old, new)
    programs = {**record.programs, _NOT_KEPT: made}
    why_not = ""
    try:
        move = Move(program=_NOT_KEPT, nodes=nodes)
        machine.apply(programs, state, move, state.holder, state.at)
    except AppError as error:
        why_not = str(error)
    return Newer(new.number, tuple(changed), made, nodes, why_not)


def move(
    vault: Vault, run: int, by: By = PERSON, sees: Sees = _sees_all, *, turn: int | None = None
) -> Record:
    """Go on with what there is by now; raises what `store.act` does, and `NotNow`."""
    found = newer(vault, run, sees)
    if found is None:
        raise NotNow(_("Nothing has changed since this run began."))
    with vault.write(None) as write:
        write.unseen = True
        kept = store.keep(write, found.program)
    return store.act(vault, run, Move(program=kept, nodes=found.nodes), by, turn=turn)


def waiting(vault: Vault, skill: int) -> Record | None:
    """A person's run of a skill that stands before its first step; one of the skill as it was
    before goes without a trace.
    """
    for run in store.runs(vault, skill=skill, open_only=True):
        if run.step != "start" or not run.holder.is_person or run.offered is not None:
            continue
        if newer(vault, run.id) is None:
            return store.record(vault, run.id)
        store.act(vault, run.id, Abandon(), PERSON)
    return None


def become(old: Procedure, new: Procedure) -> dict[int, int]:
    """The steps of a procedure that another version has as well, by their words."""
    couples = pair(_keys(old), _keys(new))
    return {
        one.left: one.right for one in couples if one.left is not None and one.right is not None
    }


def _keys(procedure: Procedure) -> Sequence[Key]:
    return [key_of(node.text) for node in procedure.nodes]


def _has_changed(vault: Vault, program: Program) -> bool:
    """Whether a skill in it has another version now; not where the procedure itself is gone."""
    for skill, procedure in program.procedures.items():
        row = vault.row("select current from skill where id = ?", skill)
        current = row[0] if row else None
        if current is None and skill == program.root:
            return False
        if current is not None and current != procedure.version:
            return True
    return False
