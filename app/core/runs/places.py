"""Where a run stands, and what is asked there."""

from collections.abc import Mapping

from app.core.runs import exits
from app.core.runs.exits import Offer
from app.core.runs.program import Callee, Procedure, Program
from app.core.runs.state import Called, Frame, Mark, Stage, State
from app.core.words import _

DEEPEST = 12
"""Procedures that may call each other in a run; what lies deeper is done by hand."""


def step(program: Program, state: State) -> str:
    """The name of the place where a run stands, another one each time that it comes there.

    `4` is the step, `4.1` its sub-step, `4#2` the second time; `4/2` is step 2 of what step 4
    calls, `4:2/1` of its second call, `4!1/1` of what handles its failure; `4?` asks what to do
    about its failure; `start` and `end` stand before the first and behind the last.
    """
    return "/".join(_name(program.procedures[frame.skill], frame) for frame in state.frames)


def offers(program: Program, state: State) -> tuple[Offer, ...]:
    """The ways out of the present step; several where somebody has to choose."""
    frame = state.top
    if frame.stage in (Stage.ENTRY, Stage.END):
        return ()
    return exits.offers(program.procedures[frame.skill].nodes[frame.node], frame, state.jumps)


def spent(program: Program, state: State) -> tuple[Offer, ...]:
    """The ways back that have been taken as often as they may."""
    frame = state.top
    if frame.stage in (Stage.ENTRY, Stage.END):
        return ()
    node = program.procedures[frame.skill].nodes[frame.node]
    return tuple(
        Offer(number, one, left=0)
        for number, one in enumerate(node.exits)
        if exits.rounds_left(one, number, frame, state.jumps) == 0
    )


def wanted(program: Program, state: State) -> tuple[str, ...]:
    """The variables whose values are to be written down at the present step."""
    frame = state.top
    if frame.stage not in (Stage.STEP, Stage.CLOSING):
        return ()
    node = program.procedures[frame.skill].nodes[frame.node]
    returned = [
        name
        for call, called in zip(node.calls, frame.calls, strict=True)
        for name in call.captures
        if called.mark is not Mark.SKIPPED and name not in _returned(program, frame, call, called)
    ]
    return tuple(dict.fromkeys([*node.captures, *returned]))


def results(procedure: Procedure, ended: Frame, call: Callee) -> dict[str, str]:
    """What a call captures: by the name of the result, else by its place."""
    found: dict[str, str] = {}
    for place, name in enumerate(call.captures):
        if name in procedure.produces or place >= len(procedure.produces):
            produced = name
        else:
            produced = procedure.produces[place]
        if produced in ended.values:
            found[name] = ended.values[produced]
    return found


def _returned(program: Program, frame: Frame, call: Callee, called: Called) -> Mapping[str, str]:
    """What a call of a step brought; one that was made in an earlier version may be known by what
    is."""
    if called.mark is not Mark.DONE:
        return {}
    if called.frame is None:
        return frame.values
    return results(program.procedures[call.skill], called.frame, call)


def handling(program: Program, state: State) -> int | None:
    """Which of the procedures under way says what to do when the present step fails: the innermost
    that says something, by its place among the frames; none beyond what handles a failure itself.
    """
    for depth in reversed(range(len(state.frames))):
        if program.procedures[state.frames[depth].skill].handlers:
            return depth
        active = state.frames[depth - 1].active if depth else None
        if active is None or active < 0:
            return None
    return None


def missing(program: Program, state: State) -> tuple[str, ...]:
    """The inputs that a procedure waits for before its first step; an empty one is none."""
    frame = state.top
    if frame.stage is not Stage.ENTRY:
        return ()
    procedure = program.procedures[frame.skill]
    return tuple(
        one.name
        for one in procedure.requires
        if not one.optional and not frame.values.get(one.name)
    )


def trouble(program: Program, state: State, call: Callee) -> str:
    """Why a call of the present step is not followed and has to be done by hand; else empty."""
    if not call.skill or call.skill not in program.procedures:
        return call.why or _("“{title}” is not in the library.").format(title=call.title)
    if any(frame.skill == call.skill for frame in state.frames):
        return _("“{title}” is already being run; go on there.").format(title=call.title)
    if len(state.frames) >= DEEPEST:
        return _("The calls go too deep to be followed from here.")
    return ""


def _name(procedure: Procedure, frame: Frame) -> str:
    if frame.stage in (Stage.ENTRY, Stage.END):
        return "start" if frame.stage is Stage.ENTRY else "end"
    node = procedure.nodes[frame.node]
    times = frame.times(frame.node) + 1
    name = node.path if times == 1 else f"{node.path}#{times}"
    if frame.active is None:
        if frame.stage is not Stage.FAILED:
            return name
        return f"{name}?#{len(frame.handled) + 1}" if frame.handled else f"{name}?"
    if frame.active < 0:
        return f"{name}!{-frame.active}#{len(frame.handled) + 1}"
    return f"{name}:{frame.active + 1}" if len(node.calls) > 1 else name
