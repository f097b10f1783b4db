"""The machine of runs over random programs: what holds whatever is run, and whatever is done."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.errors import AppError
from app.core.runs import actions, exits, machine, places
from app.core.runs.actions import (
    Abandon,
    Action,
    Back,
    HandOver,
    Move,
    Pause,
    Resume,
    TakeOver,
)
from app.core.runs.frames import visited
from app.core.runs.program import Program, ProgramId, from_json, to_json
from app.core.runs.state import PERSON, By, RunStatus, Stage, State, Visit
from tests.core.programs import anything, onward, programs
from tests.core.running import AGENT, OTHER

ID = ProgramId(1)
SEEDS = st.integers(0, 2**32)
NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
JUMPS, UNCAPPED = 8, 3
MOST = 4_000
"""Actions after which a run that only goes on is over for sure, with so few steps and jumps."""
SLOW = settings(max_examples=60, suppress_health_check=list(HealthCheck))


@pytest.fixture(autouse=True, scope="module")
def _few_jumps() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exits, "MOST_JUMPS", JUMPS)
        patch.setattr(exits, "UNCAPPED", UNCAPPED)
        yield


def visits(state: State) -> list[Visit]:
    """Each time that a step was left, of everything that is under way or over."""
    return [
        visit
        for outer in (*(frame for _kept, frame in state.earlier), *state.frames)
        for frame in visited(outer)
        for visit in frame.visits[frame.carried :]
    ]


def check(program: Program, state: State) -> None:
    """What holds of every state."""
    assert state.jumps <= JUMPS
    assert len({frame.skill for frame in state.frames}) == len(state.frames)
    for frame in state.frames:
        nodes = program.procedures[frame.skill].nodes
        for (node, way), rounds in frame.rounds.items():
            cap = nodes[node].exits[way].cap
            assert rounds <= (UNCAPPED if cap is None else cap)
        if frame.stage in (Stage.STEP, Stage.CLOSING, Stage.FAILED):
            assert set(frame.opened) == set(program.procedures[frame.skill].ancestors(frame.node))
            assert len(frame.calls) == len(nodes[frame.node].calls)
    kept = visits(state)
    assert len({id(visit) for visit in kept}) == len(kept)
    assert places.step(program, state)
    if state.status.is_open:
        places.wanted(program, state)
        places.spent(program, state)
        if state.top.stage in (Stage.STEP, Stage.CLOSING, Stage.FAILED):
            assert places.offers(program, state)


@given(programs(), SEEDS)
@SLOW
def test_every_run_that_goes_on_ends_and_never_asks_the_same_twice(
    program: Program, seed: int
) -> None:
    assert from_json(to_json(program)) == program
    chance, at = Random(seed), NOON
    state = machine.start({ID: program}, ID, AGENT, at)
    asked, done, states = set[str](), list[tuple[Action, datetime]](), [state]
    while state.status.is_open:
        check(program, state)
        step = places.step(program, state)
        assert step not in asked
        asked.add(step)
        assert len(done) < MOST
        action = onward(program, state, chance)
        at += timedelta(seconds=chance.choice((-5, 0, 7)))
        state = machine.apply({ID: program}, state, action, AGENT, at)
        done.append((action, at))
        states.append(state)
    check(program, state)
    assert state.clock >= 0 and state.at >= NOON
    # told again, from what is written down: the same at every place
    told = machine.start({ID: program}, ID, AGENT, NOON)
    for (action, then), known in zip(done, states, strict=False):
        assert told == known
        told = machine.apply(
            {ID: program}, told, actions.from_json(actions.to_json(action)), AGENT, then
        )
    assert told == states[-1]


@given(programs(), SEEDS)
@SLOW
def test_whatever_is_done_either_fits_or_changes_nothing(program: Program, seed: int) -> None:
    chance, at, them = Random(seed), NOON, (PERSON, AGENT, OTHER)
    state = machine.start({ID: program}, ID, chance.choice(them), at)
    for _turn in range(60):
        by = state.holder if chance.random() < 0.8 else chance.choice(them)
        action = (
            onward(program, state, chance)
            if chance.random() < 0.3
            else anything(program, state, chance)
        )
        at += timedelta(seconds=chance.choice((-100, 0, 1, 60)))
        before = state
        has_it = _has(state, by)
        try:
            state = machine.apply({ID: program}, state, action, by, at)
        except AppError:
            continue
        assert before.status.is_open
        assert (
            has_it or isinstance(action, TakeOver) or (by.is_person and isinstance(action, Abandon))
        )
        assert (state.turn, state.clock >= before.clock) == (before.turn + 1, True)
        assert before.status is not RunStatus.PAUSED or state.clock == before.clock
        check(program, state)
        if isinstance(action, Back | Pause | Resume | TakeOver | HandOver | Abandon):
            continue
        if state.status.is_open:
            back = machine.apply({ID: program}, state, Back(), by, at)
            assert (back.frames, back.jumps) == (before.frames, before.jumps)
            assert places.step(program, back) == places.step(program, before)


def _has(state: State, by: By) -> bool:
    holder = state.holder
    return (
        holder.is_person
        if by.is_person
        else (holder.is_person, holder.client) == (False, by.client)
    )


@given(programs(), SEEDS)
@SLOW
def test_moving_to_the_same_version_stays_where_it_is(program: Program, seed: int) -> None:
    chance = Random(seed)

    def further(now: State) -> State:
        return machine.apply({ID: program}, now, onward(program, now, chance), PERSON, NOON)

    state = machine.start({ID: program}, ID, PERSON, NOON)
    for _turn in range(chance.randrange(12)):
        if state.status.is_open:
            state = further(state)
    nodes = {node: node for node in range(len(program.procedures[1].nodes))}
    try:
        moved = machine.apply({ID: program}, state, Move(program=ID, nodes=nodes), PERSON, NOON)
    except AppError:
        return
    check(program, moved)
    assert len(visits(moved)) == len(visits(state))
    assert _root(moved) == _root(state)
    while moved.status.is_open:
        moved = further(moved)
        check(program, moved)


def _root(state: State) -> int:
    return state.frames[0].node
