"""The notes and memories to be seen where a run stands, before what they are about is done."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.core.runs.program import Procedure, Program
from app.core.runs.state import Frame, Stage, State


@dataclass(frozen=True, slots=True)
class Context:
    """What the procedure at `depth` among those under way says at its step `node`, or before its
    first one where that is None: the `memories` placed there, and the `notes` for people."""

    depth: int
    node: int | None
    memories: tuple[str, ...]
    notes: tuple[str, ...]


def context(program: Program, state: State) -> tuple[Context, ...]:
    """The outermost first.

    What stands at a step that has sub-steps, or calls a procedure, is seen with the first of those:
    the run comes to the step itself only behind them.
    """
    found: list[Context] = []
    for depth in range(len(state.frames) - 1, -1, -1):
        frame = state.frames[depth]
        if depth < len(state.frames) - 1 and not _makes_first_call(frame):
            break
        procedure = program.procedures[frame.skill]
        if frame.stage not in (Stage.ENTRY, Stage.END):
            for number in _nodes(procedure, frame):
                node = procedure.nodes[number]
                found.append(Context(depth, number, node.context, node.notes))
        if not _is_beginning(frame):
            break
        found.append(Context(depth, None, procedure.context, procedure.notes))
    return tuple(one for one in reversed(found) if one.memories or one.notes)


def _makes_first_call(frame: Frame) -> bool:
    """Whether what it calls is about to be done, and is no handler of a failure."""
    is_call = frame.active is not None and frame.active >= 0
    return is_call and not any(called.mark for called in frame.calls)


def _nodes(procedure: Procedure, frame: Frame) -> Iterator[int]:
    """The present step, and the steps that begin with it."""
    node = frame.node
    yield node
    if not _is_fresh(frame):
        return
    while (parent := procedure.nodes[node].parent) >= 0:
        if procedure.children(parent)[0] != node:
            return
        yield (node := parent)


def _is_beginning(frame: Frame) -> bool:
    """Whether nothing was seen of a procedure yet, neither its start nor a step."""
    if frame.stage is Stage.ENTRY:
        return True
    return not frame.was_entered and not frame.visits and _is_fresh(frame)


def _is_fresh(frame: Frame) -> bool:
    """Whether a step is about to be done, and not what it calls behind it."""
    return frame.stage is Stage.STEP and not any(called.mark for called in frame.calls)
