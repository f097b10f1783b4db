"""The steps of a run that failed or were skipped, and were not done since."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.core.runs.program import Program
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


def top_marks(program: Program, state: State) -> Mapping[int, Mark]:
    """How the steps of the procedure itself were left that stand in no other, by their places:
    failed or skipped where anything in them was."""
    root = state.frames[0]
    tops = program.procedures[root.skill].children(-1)
    found = {tops.index(one.node): one.mark for one in root.visits if one.node in tops}
    for one in undone(program, state):
        if found.get(one.top) is not Mark.FAILED:
            found[one.top] = one.mark
    return found


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
