"""What a run tells about the skills in it: that they were used, and how following them went."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress

from app.core.errors import NotFound
from app.core.lifecycle import outcomes, seen, usage
from app.core.lifecycle.counted import PERSON
from app.core.lifecycle.importance import Rule
from app.core.lifecycle.outcomes import Evidence
from app.core.lifecycle.usage import Use
from app.core.runs.actions import Outcome
from app.core.runs.frames import visited
from app.core.runs.state import By, Frame, Stage, State
from app.core.vault import Write

_VALUES = {Outcome.SUCCESS: 1.0, Outcome.PARTIAL: 0.0, Outcome.FAILURE: -1.0}


def note(write: Write, run: int, by: By, before: State | None, after: State, usual: Rule) -> None:
    """Among what an action writes: the uses of procedures that were begun with it, and all that
    is known of how they went once the run is over.
    """
    agent = by.client or PERSON
    known = _begun(before.frames) if before else frozenset()
    for skill in sorted(_begun(_all(after)) - known):
        _use(write, run, skill, agent, usual)
    if after.status.is_open:
        return
    if after.outcome is not None:
        _went(write, run, after.frames[0].skill, agent, _VALUES[after.outcome], after.said)
    for skill, ended in _called(after).items():
        failed = sum(frame.failed for frame in ended)
        why = next((frame.visits[-1].why for frame in ended if frame.failed and frame.visits), "")
        _went(write, run, skill, agent, 1 - 2 * failed / len(ended), why)


def _all(state: State) -> tuple[Frame, ...]:
    """What is under way; in a run that is over also what it went through in one move."""
    if state.status.is_open:
        return state.frames
    return tuple(frame for outer in _outermost(state) for frame in visited(outer))


def _begun(frames: tuple[Frame, ...]) -> frozenset[int]:
    return frozenset(frame.skill for frame in frames if frame.stage is not Stage.ENTRY)


def _called(state: State) -> Mapping[int, list[Frame]]:
    """The called procedures that came to an end, by their skill; none of an abandoned step."""
    found = defaultdict[int, list[Frame]](list)
    root = state.frames[0].skill
    for outer in _outermost(state):
        for frame in visited(outer):
            if frame.skill != root and frame.stage is Stage.END:
                found[frame.skill].append(frame)
    return found


def _outermost(state: State) -> Iterator[Frame]:
    """The procedures that a run stands in, and those in versions that it moved on from."""
    yield from (frame for _program, frame in state.earlier)
    yield from state.frames


def _use(write: Write, run: int, skill: int, agent: str, usual: Rule) -> None:
    name = outcomes.run_session(run)
    if write.row("select 1 from skill_use where skill = ? and session = ?", skill, name) is None:
        with suppress(NotFound):  # it is no longer in the library
            usage.count(write, skill, Use(write.at, agent, name, 0, ""), usual)


def _went(write: Write, run: int, skill: int, agent: str, value: float, why: str) -> None:
    if write.row("select 1 from skill where id = ?", skill) is None:
        return  # emptied since
    name = outcomes.run_session(run)
    seen.note(write, seen.Stage.FINISHED, [skill], session=name, agent=agent)
    one = outcomes.Outcome(
        0, skill, write.at, agent, name, str(run), Evidence.RUN, value, Evidence.RUN.confidence, why
    )
    outcomes.put(write, one)
