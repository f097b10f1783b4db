"""Random programs, and random ways through them."""

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from app.core.runs import exits, places
from app.core.runs.actions import (
    Abandon,
    Action,
    Back,
    Done,
    Enter,
    Fail,
    Finish,
    GiveUp,
    GoOn,
    HandOver,
    Outcome,
    Pause,
    Recover,
    Resume,
    Retry,
    Skip,
    Switch,
    TakeOver,
)
from app.core.runs.program import (
    Callee,
    Exit,
    ExitKind,
    Given,
    Handler,
    Input,
    Node,
    Procedure,
    Program,
)
from app.core.runs.state import Stage, State

NAMES = ("x", "y")
CONDITIONS = ("", "$x", "not $y", "$x is yes", "else", "it rains")
VALUES = ("yes", "no", "3", "word", "")


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """Up to three procedures that call each other, themselves, and what is not there."""
    count = draw(st.integers(1, 3))
    return Program(1, {skill: draw(procedures(skill, count)) for skill in range(1, count + 1)})


@st.composite
def procedures(draw: st.DrawFn, skill: int, count: int) -> Procedure:
    parents: list[int] = []
    for node in range(draw(st.integers(0, 5))):
        around = [node - 1]  # the one before, and what it stands in
        while around[-1] >= 0:
            around.append(parents[around[-1]])
        parents.append(draw(st.sampled_from(around)))
    paths: list[str] = []
    for node, parent in enumerate(parents):
        place = sum(one == parent for one in parents[:node]) + 1
        paths.append(f"{paths[parent]}.{place}" if parent >= 0 else str(place))
    calls = callees(count)
    nodes = tuple(
        Node(
            path=paths[node],
            text=f"Step {paths[node]}",
            parent=parent,
            calls=tuple(draw(st.lists(calls, max_size=2))),
            exits=tuple(draw(st.lists(ways(len(parents)), max_size=2))),
            captures=tuple(draw(st.lists(st.sampled_from(NAMES), max_size=1))),
        )
        for node, parent in enumerate(parents)
    )
    return Procedure(
        skill=skill,
        version=skill,
        number=1,
        title=f"Skill {skill}",
        nodes=nodes,
        requires=tuple(Input(name, optional=draw(st.booleans())) for name in draw(_SOME)),
        produces=tuple(draw(_SOME)),
        prerequisites=tuple(draw(st.lists(st.just("a key"), max_size=1))),
        handlers=tuple(Handler("mend it", call) for call in draw(st.lists(calls, max_size=1))),
    )


_SOME = st.lists(st.sampled_from(NAMES), max_size=2, unique=True)


def callees(count: int) -> st.SearchStrategy[Callee]:
    return st.builds(
        Callee,
        title=st.just("Other"),
        skill=st.integers(0, count + 1),
        given=st.lists(
            st.builds(Given, st.sampled_from(("", *NAMES)), st.sampled_from(NAMES), st.booleans()),
            max_size=1,
        ).map(tuple),
        captures=st.lists(st.sampled_from(NAMES), max_size=1).map(tuple),
        parallel=st.booleans(),
    )


def ways(nodes: int) -> st.SearchStrategy[Exit]:
    return st.builds(
        Exit,
        kind=st.sampled_from((ExitKind.BRANCH, ExitKind.LOOP)),
        to=st.one_of(st.none(), st.integers(0, nodes - 1)),
        condition=st.sampled_from(CONDITIONS),
        cap=st.one_of(st.none(), st.integers(0, 3)),
    )


def onward(program: Program, state: State, chance: Random) -> Action:
    """What leads on at the present place, and never twice to the same."""
    step, frame = places.step(program, state), state.top
    if frame.stage is Stage.ENTRY:
        names = places.missing(program, state)
        return Enter(step=step, values={name: chance.choice(VALUES[:2]) for name in names},
                     without="so")  # fmt: skip
    if frame.stage is Stage.END:
        is_over = len(state.frames) == 1 and not state.top.failed
        return Finish(outcome=chance.choice(list(Outcome) if is_over else [Outcome.FAILURE]))
    wanted = {name: chance.choice(VALUES) for name in places.wanted(program, state)}
    node = program.procedures[frame.skill].nodes[frame.node]
    known = replace(frame, values={**frame.values, **wanted})
    way = chance.choice(exits.offers(node, frame, state.jumps)).number
    after = chance.choice(exits.offers(node, known, state.jumps)).number
    if frame.stage is Stage.FAILED:
        found: list[Action] = [GoOn(step=step, exit=way), GiveUp(step=step)]
        if not frame.handled and _can_recover(program, state):
            found.append(Recover(step=step))
        return chance.choice(found)
    done = Done(step=step, values=wanted, exit=after)
    skip = Skip(step=step, why="no need", exit=way)
    any_of: list[Action] = [done, done, skip, Fail(step=step, why="it broke")]
    return chance.choice(any_of)


def _can_recover(program: Program, state: State) -> bool:
    handlers = program.procedures[state.top.skill].handlers
    call = handlers[0].call if handlers else None
    return call is not None and not places.trouble(program, state, call)


def anything(program: Program, state: State, chance: Random) -> Action:
    """What fits, and what does not."""
    step = chance.choice((*[places.step(program, state)] * 6, "start", "1", "2#2", "", "1?/x"))
    way = chance.choice((None, -2, -1, 0, 1, 3))
    values = {name: chance.choice(VALUES) for name in chance.sample((*NAMES, "$x", "z"), 2)}
    why = chance.choice(("", " ", "because", "because"))
    found: tuple[Action, ...] = (
        Enter(step=step, values=values, ticked=(0,), without=why),
        Done(step=step, values=values, exit=way),
        Done(step=step, values=values, exit=way),
        Skip(step=step, why=why, exit=way),
        Fail(step=step, why=why),
        Retry(step=step),
        GoOn(step=step, why=why, exit=way),
        Recover(step=step, handler=chance.choice((-1, 0, 0, 2))),
        GiveUp(step=step),
        Switch(step=step, call=chance.choice((-1, 0, 1, 3))),
        HandOver(to_person=chance.random() < 0.5, to=chance.choice(("", "codex"))),
        Finish(outcome=chance.choice(list(Outcome)), why=why),
        Back(), Back(), Pause(), Resume(), TakeOver(), Abandon(),
    )  # fmt: skip
    return chance.choice(found)
