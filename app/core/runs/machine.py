"""The run of a procedure as a state machine: pure, one action after another (design.md, 10).

The state of a run is `start` and every action since, folded with `apply`: a run that was broken off
anywhere and is read again is the same. It always comes to an end, because a way back is open as
often as its cap allows, and all of them together `MOST_JUMPS` times.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from app.core.runs import actions
from app.core.runs.actions import Action, Outcome
from app.core.runs.errors import NotNow, NotThisStep, NotYours, RunEnded, Unmet, ValuesMissing
from app.core.runs.frames import arrived, brought_along, first, logged, opened
from app.core.runs.onward import left_by, on_top, returned, settled
from app.core.runs.places import handling, step, trouble, wanted
from app.core.runs.program import Program, ProgramId
from app.core.runs.state import By, Called, Frame, Mark, RunStatus, Stage, State
from app.core.words import _

Programs = Mapping[ProgramId, Program]


def start(programs: Programs, program: ProgramId, by: By, at: datetime) -> State:
    """A run that stands before its first step."""
    root = Frame(programs[program].root, began=at)
    state = State(program, (root,), by, started=at, at=at)
    return settled(programs[program], state)


def apply(programs: Programs, state: State, action: Action, by: By, at: datetime) -> State:
    """The run after one more action. Raises one of `runs.errors`, and then nothing has changed."""
    if not state.status.is_open:
        raise RunEnded()
    passed = (at - state.at).total_seconds() if state.is_going else 0.0
    now = replace(
        state, at=max(at, state.at), clock=state.clock + max(0.0, passed), turn=state.turn + 1
    )
    program = programs[state.program]
    match action:
        case actions.TakeOver():
            return _taken(now, by)
        case actions.Abandon():
            if not by.is_person:
                _mine(now, by)
            return replace(now, status=RunStatus.ABANDONED, said=action.why)
        case actions.HandOver():
            _mine(now, by)
            to = By(is_person=action.to_person, client=action.to)
            return replace(now, offered=to, said=action.why)
        case actions.Pause():
            _mine(now, by)
            return replace(now, status=RunStatus.PAUSED)
        case actions.Resume():
            _mine(now, by)
            return replace(now, status=RunStatus.RUNNING)
    _mine(now, by)
    if now.offered is not None and not by.is_person:
        raise NotYours(_("This run was handed over and waits to be taken."))
    now = replace(now, status=RunStatus.RUNNING, offered=None, previous=state.remembered)
    match action:
        case actions.Back():
            return _back(state, now)
        case actions.Finish():
            return _finished(program, now, action, by)
        case actions.Move():
            moved = programs[action.program]
            return settled(moved, _moved(program, moved, now, action))
    here = step(program, state)
    if action.step != here:
        raise NotThisStep(here, action.step)
    return settled(program, _acted(program, now, action, by))


# Who may act


def _mine(state: State, by: By) -> None:
    """A person may always act on a run that no agent has; an agent on its own."""
    holder = state.holder
    if holder.is_person:
        if not by.is_person:
            raise NotYours(_("A person has this run now."))
    elif by.is_person:
        raise NotYours(_("An agent has this run now; take it over first."))
    elif holder.client != by.client:
        raise NotYours(_("Another agent has this run."))


def _taken(state: State, by: By) -> State:
    """A person takes any run, an agent its own and one that was offered to it."""
    offered = state.offered
    free = offered is not None and not offered.is_person and offered.client in ("", by.client)
    own = not state.holder.is_person and state.holder.client == by.client
    if not by.is_person and not free and not (own and offered is None):
        raise NotYours(_("This run was not handed over to you."))
    return replace(state, holder=by, offered=None, said="")


# What the actions do


def _acted(program: Program, state: State, action: Action, by: By) -> State:
    match action:
        case actions.Enter():
            return _enter(program, state, action)
        case actions.Done():
            return _done(program, state, action, by)
        case actions.Skip():
            return _skip(program, state, action, by)
        case actions.Fail():
            return _fail(state, action)
        case actions.Retry():
            return _retry(program, state, by)
        case actions.GoOn():
            return _go_on(program, state, action, by)
        case actions.Recover():
            return _recover(program, state, action, by)
        case actions.GiveUp():
            return _give_up(state, by)
        case actions.Switch():
            return _switch(program, state, action)
        case _:
            raise NotNow(_("That cannot be done at this place of the run."))


def _enter(program: Program, state: State, action: actions.Enter) -> State:
    frame = state.top
    _at(frame, Stage.ENTRY)
    procedure = program.procedures[frame.skill]
    values = {**frame.values, **_plain(action.values)}
    open_inputs = tuple(
        one.name for one in procedure.requires if not one.optional and not values.get(one.name)
    )
    if open_inputs:
        raise ValuesMissing(open_inputs)
    unmet = [n for n in range(len(procedure.prerequisites)) if n not in action.ticked]
    if unmet and not action.without.strip():
        raise Unmet(tuple(procedure.prerequisites[number] for number in unmet))
    entered = replace(
        frame, values=values, ticked=action.ticked, without=action.without, was_entered=True
    )
    if len(state.frames) == 1 and not state.clock:  # which stands still until then
        state = replace(state, started=state.at)
    return on_top(state, first(procedure, entered, state))


def _done(program: Program, state: State, action: actions.Done, by: By) -> State:
    frame = state.top
    _at(frame, Stage.STEP, Stage.CLOSING)
    values = _plain(action.values)
    absent = tuple(name for name in wanted(program, state) if name not in values)
    if absent:
        raise ValuesMissing(absent)
    kept = on_top(state, replace(frame, values={**frame.values, **values}))
    return left_by(program, kept, action.exit, Mark.DONE, by, values=values)


def _skip(program: Program, state: State, action: actions.Skip, by: By) -> State:
    _at(state.top, Stage.STEP, Stage.CLOSING)
    return left_by(program, state, action.exit, Mark.SKIPPED, by, why=_said(action.why))


def _fail(state: State, action: actions.Fail) -> State:
    _at(state.top, Stage.STEP, Stage.CLOSING)
    failed = replace(state.top, stage=Stage.FAILED, why=_said(action.why), handled=())
    return on_top(state, failed)


def _retry(program: Program, state: State, by: By) -> State:
    frame = state.top
    _at(frame, Stage.FAILED)
    tried = logged(frame, state, Mark.FAILED, by, why=frame.why)
    procedure = program.procedures[frame.skill]
    return on_top(state, arrived(procedure, tried, frame.node, state))


def _go_on(program: Program, state: State, action: actions.GoOn, by: By) -> State:
    frame = state.top
    _at(frame, Stage.FAILED)
    why = frame.why
    if reason := action.why.strip():
        why = _("{failure} (gone on: {reason})").format(failure=why, reason=reason)
    return left_by(program, state, action.exit, Mark.FAILED, by, why=why)


def _recover(program: Program, state: State, action: actions.Recover, by: By) -> State:
    """What handles it may be named by a caller: what that calls has failed then."""
    _at(state.top, Stage.FAILED)
    depth = handling(program, state)
    while depth is not None and depth < len(state.frames) - 1:
        state = returned(program, _give_up(state, by))
    frame = state.top
    handlers = program.procedures[frame.skill].handlers
    if not 0 <= action.handler < len(handlers):
        raise NotNow(_("This procedure has no such handler."))
    call = handlers[action.handler].call
    if call is None or (why := trouble(program, state, call)):
        raise NotNow(why if call else _("What to do on failure names no skill; do it by hand."))
    waiting = replace(frame, active=-1 - action.handler)
    return replace(state, frames=(*state.frames[:-1], waiting, opened(program, call, state)))


def _give_up(state: State, by: By) -> State:
    frame = state.top
    _at(frame, Stage.FAILED)
    ended = logged(frame, state, Mark.FAILED, by, why=frame.why)
    return on_top(state, replace(ended, stage=Stage.END, failed=True, calls=(), handled=()))


def _switch(program: Program, state: State, action: actions.Switch) -> State:
    """The step that makes the calls may be the present one, or the one that waits for it."""
    depth = len(state.frames) - 1
    while depth and state.frames[depth - 1].active is not None:
        depth -= 1
        outer = state.frames[depth]
        calls = program.procedures[outer.skill].nodes[outer.node].calls
        chosen = action.call
        if not (outer.active is not None and outer.active >= 0 and calls[outer.active].parallel):
            continue
        if not 0 <= chosen < len(calls) or not calls[chosen].parallel or outer.calls[chosen].mark:
            break
        if chosen == outer.active or trouble(program, _cut(state, depth + 1), calls[chosen]):
            break
        if depth != len(state.frames) - 2:
            raise NotNow(_("Finish what is open inside this call first."))
        parked = list(outer.calls)
        parked[outer.active] = Called(state.frames[depth + 1])
        inner = parked[chosen].frame or opened(program, calls[chosen], _cut(state, depth + 1))
        waiting = replace(outer, calls=tuple(parked), active=chosen)
        return replace(state, frames=(*state.frames[:depth], waiting, inner))
    raise NotNow(_("There is no such call to go on with."))


def _back(state: State, now: State) -> State:
    before = state.previous
    if before is None:
        raise NotNow(_("This is where the run begins."))
    if now.program != before.program:
        raise NotNow(_("The run has moved to another version since."))
    return replace(now, frames=before.frames, jumps=before.jumps, previous=before.previous)


def _finished(program: Program, state: State, action: actions.Finish, by: By) -> State:
    frame = state.top
    is_over = len(state.frames) == 1 and frame.stage is Stage.END and not frame.failed
    if action.outcome is Outcome.SUCCESS and not is_over:
        if not by.is_person:
            raise NotThisStep(step(program, state), "end")
        if not action.why.strip():
            raise NotNow(_("Say why it is a success although steps are left."))
    return replace(
        state,
        status=RunStatus.FINISHED,
        outcome=action.outcome,
        said=action.why,
        results=_plain(action.values),
        previous=None,
    )


def _moved(program: Program, moved: Program, state: State, action: actions.Move) -> State:
    frame = state.top
    if len(state.frames) > 1 or frame.stage not in (Stage.STEP, Stage.CLOSING):
        raise NotNow(_("Finish the call or the failure first, then move to the new version."))
    if frame.node not in action.nodes:
        raise NotNow(_("The present step is not in the new version; finish it first."))
    old, new = program.procedures[frame.skill], moved.procedures[moved.root]
    there = brought_along(old, new, frame, action.nodes, state)
    return replace(
        state,
        program=action.program,
        frames=(there,),
        earlier=(*state.earlier, (state.program, frame)),
    )


def _cut(state: State, depth: int) -> State:
    return replace(state, frames=state.frames[:depth])


def _at(frame: Frame, *stages: Stage) -> None:
    if frame.stage not in stages:
        raise NotNow(_("That cannot be done at this place of the run."))


def _said(why: str) -> str:
    if not why.strip():
        raise NotNow(_("Say why."))
    return why.strip()


def _plain(values: Mapping[str, str]) -> dict[str, str]:
    """Names as variables have them, with or without their dollar."""
    return {name.removeprefix("$"): value for name, value in values.items()}
