"""The steps of a run that failed or were skipped, and were not done since."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.core.runs.program import Procedure, Program
from app.core.runs.state import Frame, Mark, State, Visit


@dataclass(frozen=True, slots=True)
class Undone:
    """The step `node` of the procedure of a skill, and why; `top` is the place of the step of the
    procedure itself that it belongs to, among those that stand in no other."""

    skill: int
    node: int
    mark: Mark
    why: str
    top: int


def undone(program: Program, state: State) -> tuple[Undone, ...]:
    """In the order in which they were left, those in called procedures where they were called;
    nothing of a call that was made once more, or of a step that failed as a whole."""
    root = state.frames[0]
    procedure = program.procedures[root.skill]
    tops = procedure.children(-1)
    return tuple(
        Undone(frame.skill, visit.node, visit.mark, visit.why, top)
        for at, frame, visit in _undone(root)
        for top in [tops.index([at, *procedure.ancestors(at)][-1])]
    )


def step_marks(procedure: Procedure, frame: Frame) -> Mapping[int, Mark]:
    """How the steps of a procedure were left: failed or skipped where anything in them was."""
    found = {visit.node: visit.mark for visit in frame.visits}
    for at, _inner, left in _undone(frame):
        for one in (at, *procedure.ancestors(at)):
            if found.get(one) is not Mark.FAILED:
                found[one] = left.mark
    return found


def top_marks(program: Program, state: State) -> Mapping[int, Mark]:
    """The same of the procedure itself, of the steps that stand in no other, by their places."""
    root = state.frames[0]
    procedure = program.procedures[root.skill]
    marks = step_marks(procedure, root)
    return {n: marks[one] for n, one in enumerate(procedure.children(-1)) if one in marks}


def left_in(frame: Frame) -> tuple[tuple[int, Visit], ...]:
    """What failed or was skipped in a procedure or in what it called, and was not done since, each
    with the step of the procedure that it belongs to."""
    return tuple((at, visit) for at, _inner, visit in _undone(frame))


def tried_again(frame: Frame) -> int:
    """How often a step of a procedure failed to which somebody came back later."""
    last = {visit.node: visit for visit in frame.visits}
    return sum(
        visit.mark is Mark.FAILED and visit is not last[visit.node] for visit in frame.visits
    )


def _undone(frame: Frame) -> Iterator[tuple[int, Frame, Visit]]:
    """Each last visit that did not do its step, with the step of this frame that it belongs to."""
    last = {visit.node: visit for visit in frame.visits}
    for visit in frame.visits:
        if visit is not last[visit.node]:
            continue
        if visit.mark is not Mark.DONE:
            yield visit.node, frame, visit
            continue
        for called in visit.calls:
            yield from ((visit.node, inner, left) for _at, inner, left in _undone(called))
