"""How a run goes on: out of a step, into what is called there and back, as far as nobody has to be
asked.
"""

from collections.abc import Mapping
from dataclasses import replace

from app.core.runs.exits import chosen, counted, offers
from app.core.runs.frames import arrived, closed, first, following, logged, opened
from app.core.runs.places import missing, results, trouble, wanted
from app.core.runs.program import Procedure, Program
from app.core.runs.state import By, Called, Frame, Mark, Stage, State
from app.core.words import _


def settled(program: Program, state: State) -> State:
    """Go on as far as nobody has to be asked."""
    while state.status.is_open:
        further = _further(program, state)
        if further is None:
            break
        state = further
    return state


def _further(program: Program, state: State) -> State | None:
    """One move that asks nothing, or None."""
    frame = state.top
    procedure = program.procedures[frame.skill]
    if frame.stage is Stage.ENTRY:
        if procedure.prerequisites or missing(program, state) or _is_asked(frame, procedure, state):
            return None
        return on_top(state, first(procedure, frame, state))
    if frame.stage is Stage.STEP:
        return _into_call(program, state) or _into_sub_steps(procedure, state)
    if frame.stage is Stage.CLOSING:
        node = procedure.nodes[frame.node]
        if node.exits or wanted(program, state):
            return None
        return left_by(program, state, None, Mark.DONE, state.holder)
    if frame.stage is Stage.END and len(state.frames) > 1:
        return returned(program, state)
    return None


def _is_asked(frame: Frame, procedure: Procedure, state: State) -> bool:
    """A run that begins shows what may be given, even where nothing has to be."""
    return len(state.frames) == 1 and not frame.values and bool(procedure.requires)


def _into_call(program: Program, state: State) -> State | None:
    """Into the first call of the present step that is not over."""
    frame = state.top
    node = program.procedures[frame.skill].nodes[frame.node]
    for number, (call, called) in enumerate(zip(node.calls, frame.calls, strict=True)):
        if called.mark is None and not trouble(program, state, call):
            inner = called.frame or opened(program, call, state)
            return replace(state, frames=(*state.frames[:-1], replace(frame, active=number), inner))
    return None


def _into_sub_steps(procedure: Procedure, state: State) -> State | None:
    frame = state.top
    below = procedure.children(frame.node)
    if not below:
        return None
    return on_top(state, arrived(procedure, frame, below[0], state, inside=True))


def returned(program: Program, state: State) -> State:
    """Out of a called procedure that is over, with its results."""
    ended, outer = state.top, state.frames[-2]
    active = outer.active
    assert active is not None
    if active < 0:
        handled = replace(outer, active=None, handled=(*outer.handled, ended))
        return replace(state, frames=(*state.frames[:-2], handled))
    call = program.procedures[outer.skill].nodes[outer.node].calls[active]
    calls = list(outer.calls)
    calls[active] = Called(ended, Mark.FAILED if ended.failed else Mark.DONE)
    back = replace(outer, calls=tuple(calls), active=None)
    if ended.failed:
        title = program.procedures[ended.skill].title
        why = _("“{title}” failed: {why}").format(title=title, why=_last_words(ended))
        back = replace(back, stage=Stage.FAILED, why=why, handled=())
    else:
        found = results(program.procedures[ended.skill], ended, call)
        back = replace(back, values={**outer.values, **found})
    return replace(state, frames=(*state.frames[:-2], back))


def left_by(
    program: Program,
    state: State,
    number: int | None,
    mark: Mark,
    by: By,
    why: str = "",
    values: Mapping[str, str] | None = None,
) -> State:
    """Out of the present step by one of the exits that are offered."""
    frame = state.top
    procedure = program.procedures[frame.skill]
    taken = chosen(offers(procedure.nodes[frame.node], frame, state.jumps), number)
    left = logged(frame, state, mark, by, why, taken.number, values)
    to = taken.exit.to
    if to is None:
        return on_top(state, following(procedure, left, state))
    for outer in procedure.ancestors(frame.node):
        if outer not in procedure.ancestors(to):
            left = closed(left, outer, state, by)
    jumps = state.jumps
    if taken.left is not None:
        left = replace(left, rounds=counted(procedure, frame, taken.number, to))
        jumps += 1
    return replace(on_top(state, arrived(procedure, left, to, state)), jumps=jumps)


def on_top(state: State, frame: Frame) -> State:
    return replace(state, frames=(*state.frames[:-1], frame))


def _last_words(frame: Frame) -> str:
    return frame.visits[-1].why if frame.visits else ""
