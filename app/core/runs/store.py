"""Runs in the vault: their actions are what is kept, and what they add up to is found out anew."""

import hashlib
from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import datetime
from weakref import WeakKeyDictionary

from app.core.changes import Part
from app.core.errors import NotFound
from app.core.lifecycle import config, usage
from app.core.memory.nodes import catch_up
from app.core.runs import actions, endings, machine, places, program
from app.core.runs.actions import Action, Move, Outcome
from app.core.runs.errors import RunMoved
from app.core.runs.frames import visited
from app.core.runs.program import Program, ProgramId
from app.core.runs.state import By, RunStatus, Stage, State
from app.core.vault import Row, Vault, Write
from app.core.words import _

WORDS = 200
"""Characters of a step that are kept with each time it was left."""
_MOST_KNOWN = 64
"""Runs, and programs, that are remembered of an open vault."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run as it is listed: `number` is that of the version people see, `step` where it stands.

    It is `started` once its start is left, and until then when it was opened. `done` of its
    `steps` are behind it (top-level ones of the procedure itself), `clock` are its seconds since
    its start was left, without pauses. `offered` may take it; `begun_by` is the client that began
    it, empty for a person. `title` is what the skill was called then, `present_title` what it is
    called now.
    """

    id: int
    skill: int
    version: int
    number: int
    title: str
    session: str
    started: datetime
    at: datetime
    clock: float
    turn: int
    status: RunStatus
    step: str
    done: int
    steps: int
    holder: By
    offered: By | None
    said: str
    outcome: Outcome | None
    begun_by: str
    present_title: str


@dataclass(frozen=True, slots=True)
class Record:
    """A run with all that is known of it."""

    run: Run
    programs: dict[ProgramId, Program]
    state: State

    @property
    def program(self) -> Program:
        return self.programs[self.state.program]


@dataclass(frozen=True, slots=True)
class Entry:
    """One action: who did what, when."""

    turn: int
    at: datetime
    by: By
    action: Action


def begin(vault: Vault, made: Program, by: By, *, session: str = "") -> Record:
    """Begin a run of this program."""
    settings = config.load(vault.home)[0]
    if any(usage.life(vault, skill) is None for skill in made.procedures):
        catch_up(vault, settings.importance_on_install)
    with vault.write(None) as write:
        kept = keep(write, made)
        state = machine.start({kept: made}, kept, by, write.at)
        root = made.procedures[made.root]
        write.db.execute(
            "insert into run (skill, version, number, title, program, session, started, at, clock,"
            " turn, status, step, done, steps, person, client, agent, offered, said, outcome,"
            " begun_by) values (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, '', '', 0, 0, 0, '', '', null, '',"
            " null, ?)",
            (
                root.skill, root.version, root.number, root.title, kept, session,
                write.at.isoformat(), write.at.isoformat(), by.client,
            ),
        )  # fmt: skip
        number = write.db.last_insert_rowid()
        _note(write, number, 0, by, "{}")
        _put(write, number, {kept: made}, state)
        endings.note(write, number, by, None, state, settings.skills)
        write.touch(Part.RUNS, root.skill)
        row = write.row(f"{_ROWS} where id = ?", number)
    assert row is not None
    return Record(_run(row), {kept: made}, state)


def act(vault: Vault, run: int, action: Action, by: By, *, turn: int | None = None) -> Record:
    """Do something in a run; `turn` is the one that whoever acts has seen, if they say.

    One in which nothing was done is not kept when it is abandoned, unless an agent began it.
    Raises `NotFound`, `RunMoved` where the run has gone on since, and what `machine.apply` raises.
    """
    usual = config.load(vault.home)[0].skills
    with vault.write(None) as write:
        before = _record(vault, write, run)
        if turn is not None and before.state.turn != turn:
            raise RunMoved()
        programs = dict(before.programs)
        if isinstance(action, Move):
            known = _known.setdefault(vault, _Known())
            programs[action.program] = _program(known, write, action.program)
        state = machine.apply(programs, before.state, action, by, write.at)
        if state.status is RunStatus.ABANDONED and _is_untouched(write, before):
            _forget(vault, write, before.run)
            gone = replace(before.run, status=state.status, said=state.said, turn=state.turn)
            return Record(gone, programs, state)
        _note(write, run, state.turn, by, actions.to_json(action))
        _put(write, run, programs, state)
        if not state.status.is_open:
            _keep_visits(write, run, programs, state)
        endings.note(write, run, by, before.state, state, usual)
        write.touch(Part.RUNS, before.run.skill)
        row = write.row(f"{_ROWS} where id = ?", run)
    assert row is not None
    return Record(_run(row), programs, state)


def record(vault: Vault, run: int) -> Record:
    """A run with where it stands; raises `NotFound`."""
    return _record(vault, vault, run)


def begun(vault: Vault, number: int) -> State:
    """A run before its first action; raises `NotFound`."""
    run(vault, number)
    return _begun(_known.setdefault(vault, _Known()), vault, number)[1]


def run(vault: Vault, number: int) -> Run:
    """Raises `NotFound`."""
    row = vault.row(f"{_ROWS} where id = ?", number)
    if row is None:
        raise missing(number)
    return _run(row)


def runs(
    vault: Vault, *, skill: int | None = None, open_only: bool = False, limit: int = 500
) -> tuple[Run, ...]:
    """The newest first; of one skill, or only those that are not over. All with a `limit` of -1."""
    which = ["status in ('running', 'paused')"] if open_only else []
    if skill is not None:
        which.append("skill = ?1")
    narrowed = f" where {' and '.join(which)}" if which else ""
    found = vault.rows(f"{_ROWS}{narrowed} order by id desc limit ?2", skill, limit)
    return tuple(map(_run, found))


def entries(reader: Vault | Write, run: int, *, after: int = 0) -> tuple[Entry, ...]:
    """What was done in a run behind this turn, in its order."""
    found = reader.rows(
        "select turn, at, person, client, agent, action from run_action"
        " where run = ? and turn > ? order by turn",
        run,
        after,
    )
    return tuple(
        Entry(
            turn,
            datetime.fromisoformat(at),
            By(bool(person), client, name),
            actions.from_json(said),
        )
        for turn, at, person, client, name, said in found
    )


def _note(write: Write, run: int, turn: int, by: By, action: str) -> None:
    write.db.execute(
        "insert into run_action values (?, ?, ?, ?, ?, ?, ?)",
        (run, turn, write.at.isoformat(), by.is_person, by.client, by.name, action),
    )


def _is_untouched(write: Write, known: Record) -> bool:
    """Whether a person began it, and nobody went beyond its start or wrote anything down."""
    if known.run.begun_by or known.run.step != "start":
        return False
    found = write.row(
        "select 1 from run_action where run = ?1 and (not person or action like ?2)"
        " union all select 1 from run_item where run = ?1"
        " union all select 1 from skill_observation where run = ?1",
        known.run.id,
        '{"kind":"enter"%',
    )
    return found is None


def _forget(vault: Vault, write: Write, gone: Run) -> None:
    write.db.execute("delete from run_action where run = ?", (gone.id,))
    write.db.execute("delete from run where id = ?", (gone.id,))
    write.touch(Part.RUNS, gone.skill)
    _known.setdefault(vault, _Known()).states.pop(gone.id, None)


def keep(write: Write, made: Program) -> ProgramId:
    """Write a program down, once for all its runs."""
    body = program.to_json(made)
    digest = hashlib.sha256(body.encode()).hexdigest()
    write.db.execute(
        "insert into run_program (digest, body) values (?, ?) on conflict do nothing",
        (digest, body),
    )
    ((number,),) = write.rows("select id from run_program where digest = ?", digest)
    return ProgramId(number)


class _Known:
    """What was found out about the runs of an open vault, so that one more action is one more."""

    def __init__(self) -> None:
        self.programs: OrderedDict[ProgramId, Program] = OrderedDict()
        self.states: OrderedDict[int, tuple[dict[ProgramId, Program], State]] = OrderedDict()

    def keep(self, run: int, programs: dict[ProgramId, Program], state: State) -> None:
        self.states[run] = (programs, state)
        self.states.move_to_end(run)
        if len(self.states) > _MOST_KNOWN:
            self.states.popitem(last=False)


_known: WeakKeyDictionary[Vault, _Known] = WeakKeyDictionary()


def _record(vault: Vault, reader: Vault | Write, number: int) -> Record:
    row = reader.row(f"{_ROWS} where id = ?", number)
    if row is None:
        raise missing(number)
    begun = _run(row)
    known = _known.setdefault(vault, _Known())
    programs, state = known.states.get(number) or ({}, None)
    if state is None or state.turn > begun.turn:
        programs, state = _begun(known, reader, number)
    if state.turn < begun.turn:
        programs = dict(programs)
        for entry in entries(reader, number, after=state.turn):
            if isinstance(entry.action, Move):
                programs[entry.action.program] = _program(known, reader, entry.action.program)
            state = machine.apply(programs, state, entry.action, entry.by, entry.at)
    known.keep(number, programs, state)
    return Record(begun, programs, state)


def _begun(
    known: _Known, reader: Vault | Write, number: int
) -> tuple[dict[ProgramId, Program], State]:
    """A run before its first action."""
    ((kept, person, client, name, at),) = reader.rows(
        "select r.program, a.person, a.client, a.agent, a.at from run r"
        " join run_action a on a.run = r.id and a.turn = 0 where r.id = ?",
        number,
    )
    programs = {ProgramId(kept): _program(known, reader, ProgramId(kept))}
    by = By(bool(person), client, name)
    return programs, machine.start(programs, ProgramId(kept), by, datetime.fromisoformat(at))


def _program(known: _Known, reader: Vault | Write, number: ProgramId) -> Program:
    found = known.programs.get(number)
    if found is None:
        ((body,),) = reader.rows("select body from run_program where id = ?", number)
        known.programs[number] = found = program.from_json(body)
        if len(known.programs) > _MOST_KNOWN:
            known.programs.popitem(last=False)
    return found


def _put(write: Write, number: int, programs: dict[ProgramId, Program], state: State) -> None:
    """Where a run stands, for lists."""
    made, root = programs[state.program], state.frames[0]
    procedure = made.procedures[made.root]
    is_over = root.stage is Stage.END and not root.failed
    top = procedure.children(-1)
    here = root.node if root.node < 0 else ([root.node, *procedure.ancestors(root.node)])[-1]
    done = len(top) if is_over else top.index(here) if here >= 0 else 0
    offered = state.offered
    write.db.execute(
        "update run set version = ?, number = ?, started = ?, at = ?, clock = ?, turn = ?,"
        " status = ?, step = ?, done = ?, steps = ?, person = ?, client = ?, agent = ?,"
        " offered = ?, said = ?, outcome = ? where id = ?",
        (
            procedure.version, procedure.number, state.started.isoformat(),
            state.at.isoformat(), state.clock, state.turn,
            state.status, places.step(made, state), done, len(top), state.holder.is_person,
            state.holder.client, state.holder.name,
            None if offered is None else "person" if offered.is_person else offered.client,
            state.said, state.outcome, number,
        ),
    )  # fmt: skip


def _keep_visits(
    write: Write, number: int, programs: dict[ProgramId, Program], state: State
) -> None:
    """Each time that a step was left in a run that is over, for what is said about its steps."""
    done = [*state.earlier, *((state.program, frame) for frame in state.frames)]
    for kept, outer in done:
        procedures = programs[kept].procedures
        for frame in visited(outer):
            procedure = procedures[frame.skill]
            nodes = procedure.nodes
            if write.row("select 1 from skill where id = ?", frame.skill) is None:
                continue  # emptied since
            write.db.executemany(
                "insert into run_visit values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (
                        number, frame.skill, procedure.version, visit.node, nodes[visit.node].path,
                        nodes[visit.node].text[:WORDS], visit.mark, visit.began.isoformat(),
                        visit.seconds, visit.why, visit.by.client,
                    )
                    for visit in frame.visits[frame.carried :]
                ],
            )  # fmt: skip


_ROWS = (
    "select id, skill, version, number, title, session, started, at, clock, turn, status, step,"
    " done, steps, person, client, agent, offered, said, outcome, begun_by,"
    " coalesce((select s.title from skill s where s.id = run.skill), title) from run"
)


def _run(row: Row) -> Run:
    (
        number, skill, version, shown, title, session, started, at, clock, turn, status, step,
        done, steps, person, client, agent, offered, said, outcome, begun_by, present,
    ) = row  # fmt: skip
    return Run(
        number, skill, version, shown, title, session, datetime.fromisoformat(started),
        datetime.fromisoformat(at), clock, turn, RunStatus(status), step, done, steps,
        By(bool(person), client, agent), _offered(offered), said,
        Outcome(outcome) if outcome else None, begun_by, present,
    )  # fmt: skip


def _offered(said: str | None) -> By | None:
    if said is None:
        return None
    return By() if said == "person" else By(is_person=False, client=said)


def missing(number: int) -> NotFound:
    """That nobody knows a run of this number."""
    return NotFound(
        _("There is no run {number}.").format(number=number), _("Look at the list of runs.")
    )
