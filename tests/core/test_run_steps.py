"""The machine of runs, case by case: what each action leads to."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from app.core.runs import exits, machine, places
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
    Move,
    Outcome,
    Pause,
    Recover,
    Resume,
    Retry,
    Skip,
    Switch,
    TakeOver,
)
from app.core.runs.conditions import decided, suggested
from app.core.runs.errors import (
    ChoiceNeeded,
    NotNow,
    NotThisStep,
    NotYours,
    RunEnded,
    Unmet,
    ValuesMissing,
)
from app.core.runs.frames import visited
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
    ProgramId,
)
from app.core.runs.state import PERSON, By, Mark, RunStatus, Stage, State
from tests.core.running import AGENT, OTHER

ID = ProgramId(1)
NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
LOOP, BRANCH = ExitKind.LOOP, ExitKind.BRANCH


def procedure(skill: int, *nodes: Node, **goals: object) -> Procedure:
    return Procedure(skill, 1, 1, f"Skill {skill}", nodes, **goals)  # type: ignore[arg-type]


def step(path: str, parent: int = -1, **about: object) -> Node:
    return Node(path, f"Step {path}", parent=parent, **about)  # type: ignore[arg-type]


class Walk:
    """A run that is walked through, a second for each action."""

    def __init__(self, *procedures: Procedure, by: By = PERSON) -> None:
        self.program = Program(1, {one.skill: one for one in procedures})
        self.by = by
        self.state = machine.start({ID: self.program}, ID, by, NOON)

    def __call__(self, action: Action, by: By | None = None, after: float = 1) -> str:
        at = self.state.at + timedelta(seconds=after)
        self.state = machine.apply({ID: self.program}, self.state, action, by or self.by, at)
        return self.at

    @property
    def at(self) -> str:
        return places.step(self.program, self.state)

    def done(self, *ways: int | None, **values: str) -> str:
        """The present step done, once for each way out of it."""
        for way in ways or (None,):
            self(Done(step=self.at, values=values, exit=way))
        return self.at

    @property
    def ways(self) -> list[int]:
        return [one.number for one in places.offers(self.program, self.state)]

    @property
    def marks(self) -> list[tuple[int, int, str]]:
        outer = self.state.frames[0]
        return [
            (frame.skill, visit.node, visit.mark)
            for frame in visited(outer)
            for visit in frame.visits
        ]


def test_steps_and_sub_steps_in_their_order() -> None:
    walk = Walk(
        procedure(
            1, step("1"), step("2"), step("2.1", 1), step("2.1.1", 2), step("2.2", 1),
            step("3", captures=("x",)),
        )
    )  # fmt: skip
    found = [walk.at, *(walk.done() for _n in range(3))]
    assert found == ["1", "2.1.1", "2.2", "3"]
    assert walk.marks == [(1, node, "done") for node in (0, 3, 2, 4, 1)]
    with pytest.raises(ValuesMissing) as missing:
        walk.done()
    assert missing.value.names == ("x",)
    assert walk.done(x="") == "end" and walk.state.top.values == {"x": ""}
    with pytest.raises(NotNow):
        walk(Skip(step="end", why="x"))
    assert walk(Finish(outcome=Outcome.SUCCESS, values={"$y": "z"})) == "end"
    assert (walk.state.status, walk.state.results) == (RunStatus.FINISHED, {"y": "z"})
    with pytest.raises(RunEnded):
        walk(Back())


def test_an_empty_procedure_is_over_at_once() -> None:
    assert Walk(procedure(1)).at == "end"
    outer = procedure(1, step("1", calls=(Callee("Two", 2),)), step("2"))
    assert Walk(outer, procedure(2)).at == "1"  # its call is done; the step itself is not


def test_the_start_asks_for_inputs_and_prerequisites() -> None:
    begin = procedure(
        1, step("1"), requires=(Input("env"), Input("note", optional=True)),
        prerequisites=("a key", "a lock"),
    )  # fmt: skip
    walk = Walk(begin)
    assert walk.at == "start" and places.missing(walk.program, walk.state) == ("env",)
    assert places.offers(walk.program, walk.state) == ()
    for values, ticked, without, refused in (
        ({}, (0, 1), "", ValuesMissing), ({"env": ""}, (0, 1), "", ValuesMissing),
        ({"env": "a"}, (0,), " ", Unmet), ({"env": "a"}, (), "", Unmet),
    ):  # fmt: skip
        with pytest.raises(refused):
            walk(Enter(step="start", values=values, ticked=ticked, without=without))
    assert walk(Enter(step="start", values={"$env": "a"}, ticked=(1, 0))) == "1"
    assert walk.state.top.values == {"env": "a"}
    again = Walk(begin)
    again(Enter(step="start", values={"env": "a"}, without="no time"))
    assert again.state.top.without == "no time"
    # a run shows what may be given, a call asks only for what has to be
    optional = procedure(2, step("1"), requires=(Input("x", optional=True),))
    assert Walk(replace(optional, skill=1)).at == "start"
    assert Walk(procedure(1, step("1", calls=(Callee("Two", 2),))), optional).at == "1/1"


def test_ways_out_of_a_step() -> None:
    looped = step(
        "2", exits=(Exit(LOOP, 0, "it is dirty", 2), Exit(BRANCH, 3, "$env is prod"))
    )  # fmt: skip
    walk = Walk(procedure(1, step("1", captures=("env",)), looped, step("3"), step("4")))
    walk.done(env="test")
    assert walk.ways == [0, -1]
    with pytest.raises(ChoiceNeeded):
        walk.done()
    assert walk.done(0, env="test") == "1#2"
    walk.done(env="maybe prod")
    assert walk.ways == [0, -1]
    walk.done(0)
    walk.done(env="prod")
    assert walk.at == "2#3" and walk.ways == [1]
    (spent,) = places.spent(walk.program, walk.state)
    assert (spent.number, spent.left) == (0, 0)
    with pytest.raises(ChoiceNeeded, match="Exit 0 of this step is not open") as refused:
        walk.done(0)
    assert "Open is 1:" in refused.value.hint
    assert walk.done() == "4" and walk.state.jumps == 2
    # an else is what is left; a branch without a condition always leads there
    for written, ways in (
        ((Exit(BRANCH, 1, "else"),), [0]), ((Exit(BRANCH, 1),), [0]), ((Exit(LOOP, 0),), [0, -1]),
        ((Exit(BRANCH, 1, "so"), Exit(BRANCH, 2, "else")), [0, 1]), ((Exit(BRANCH),), [0, -1]),
        ((Exit(BRANCH, 1, "$no"), Exit(BRANCH, 2, "otherwise")), [0, 1]),
    ):  # fmt: skip
        assert Walk(procedure(1, step("1", exits=written), step("2"), step("3"))).ways == ways


LEAST = "$n >= $least"


@pytest.mark.parametrize(
    ("written", "values", "because"),
    [
        ((Exit(BRANCH, 2, LEAST),), {"n": "5", "least": "3"}, {0: "5 ≥ 3"}),
        ((Exit(BRANCH, 2, LEAST),), {"n": "2", "least": "3"}, {-1: "2 < 3"}),
        ((Exit(BRANCH, 2, LEAST), Exit(BRANCH, 1, "else")), {"n": "2", "least": "3"}, {1: "2 < 3"}),
        ((Exit(LOOP, 0, f"until {LEAST}"),), {"n": "2", "least": "3"}, {0: "2 < 3"}),
        ((Exit(BRANCH, 2, LEAST),), {"n": "5"}, {}),
        ((Exit(BRANCH, 2, "it rains"), Exit(BRANCH, 1, LEAST)), {"n": "5", "least": "3"}, {}),
        (
            (Exit(BRANCH, 2, "$n > $least"), Exit(BRANCH, 1, "$n = $least")),
            {"n": "3", "least": "3.0"},
            {1: "3 ≤ 3.0, 3 = 3.0"},
        ),
        (
            (Exit(BRANCH, 2, LEAST), Exit(BRANCH, 1, "$n is 5")),
            {"n": "5", "least": "9"},
            {1: "5 < 9"},
        ),
    ],
)  # fmt: skip
def test_values_that_are_compared_speak_for_a_way_and_leave_it_open(
    written: tuple[Exit, ...], values: dict[str, str], because: dict[int, str]
) -> None:
    first = step("1", captures=("n", "least"))
    walk = Walk(procedure(1, first, step("2", exits=written), step("3"), step("4")))
    walk.done(**{"n": "", "least": "", **values})
    offered = places.offers(walk.program, walk.state)
    assert {one.number: one.because for one in offered if one.because} == because
    assert len(offered) > 1
    with pytest.raises(ChoiceNeeded):  # whatever they speak for, somebody says it
        walk.done()
    walk.done(offered[0].number)


def test_what_a_step_is_to_bring_speaks_for_no_way_of_it() -> None:
    again = step("1", captures=("n",), exits=(Exit(LOOP, 0, "$n < $least", 2),))
    begin = procedure(1, again, step("2"), requires=(Input("least"),))
    walk = Walk(begin)
    walk(Enter(step="start", values={"least": "3"}))
    walk.done(0, n="2")
    assert walk.at == "1#2"
    assert not any(one.because for one in places.offers(walk.program, walk.state))
    inner = procedure(2, step("1", captures=("n",)), produces=("n",))
    calling = step("1", calls=(Callee("Two", 2, captures=("n",)),), exits=again.exits)
    walk = Walk(procedure(1, calling, step("2"), requires=(Input("least"),)), inner)
    walk(Enter(step="start", values={"least": "3"}))
    walk.done(n="2")
    assert walk.at == "1"  # what it called has brought its value
    assert [one.because for one in places.offers(walk.program, walk.state)] == ["2 < 3", ""]
    walk.done(0)
    walk(Fail(step="1#2/1", why="broken"))
    walk(GiveUp(step="1#2/1?"))
    assert walk.at == "1#2?"  # it has not brought it this time
    assert not any(one.because for one in places.offers(walk.program, walk.state))
    inputs = (Input("n"), Input("least"))
    jump, called = step("1", exits=(Exit(BRANCH, 2),)), replace(calling, path="2")
    walk = Walk(procedure(1, jump, called, step("2.1", 1), step("3"), requires=inputs), inner)
    walk(Enter(step="start", values={"n": "2", "least": "3"}))
    walk.done()
    walk.done()
    assert walk.at == "2"  # past its call, which brings nothing
    assert [one.because for one in places.offers(walk.program, walk.state)] == ["2 < 3", ""]


def test_what_is_offered_says_whether_it_is_decided_and_how_often_it_is_open() -> None:
    def offered(*written: Exit) -> list[tuple[int, bool, int | None]]:
        walk = Walk(procedure(1, step("1"), step("2", exits=written), step("3")))
        walk.done()
        found = places.offers(walk.program, walk.state)
        assert all((one.exit.kind is ExitKind.NEXT) is (one.number == exits.NEXT) for one in found)
        return [(one.number, one.decided, one.left) for one in found]

    assert offered(Exit(BRANCH, 2, "else")) == [(0, True, None)]
    assert offered(Exit(BRANCH, 2, "so"), Exit(BRANCH, 0, "else")) == [
        (0, False, None), (1, False, 100),
    ]  # fmt: skip
    assert offered(Exit(BRANCH, 0, "so", 3)) == [(0, False, 3), (-1, False, None)]
    assert offered(Exit(LOOP, 2, "so", 3)) == [(0, False, 3), (-1, False, None)]
    assert offered(Exit(LOOP, 1, "so", 0)) == [(-1, False, None)]
    assert offered(Exit(BRANCH, 1, "so", 3)) == [(0, False, 3), (-1, False, None)]


def test_a_step_that_is_come_back_to_may_be_repeated_anew() -> None:
    again, back = Exit(LOOP, 0, "again", 1), Exit(LOOP, 0, "back", 1)
    walk = Walk(procedure(1, step("1", exits=(again,)), step("2", exits=(back,))))
    walk.done(0)
    assert walk.ways == [-1]
    walk.done(-1, 0)
    assert walk.at == "1#3" and walk.ways == [0, -1]


def test_rounds_of_an_inner_loop_begin_anew_in_each_of_the_outer_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nodes = (
        step("1"), step("2", exits=(Exit(LOOP, 0, "inner", 1),)),
        step("3", exits=(Exit(LOOP, 0, "outer", 2),)),
    )  # fmt: skip
    walk = Walk(procedure(1, *nodes))
    for _round in range(2):
        assert walk.done(None, 0)[0] == "1"
        walk.done()
        assert walk.ways == [-1]
        walk.done(None, 0)
    walk.done(None, -1)
    assert walk.ways == [-1] and walk.state.jumps == 4
    monkeypatch.setattr(exits, "MOST_JUMPS", 1)
    capped = Walk(procedure(1, *nodes))
    capped.done(None, 0, None)
    assert capped.ways == [-1] and capped.done() == "3" and capped.ways == [-1]
    monkeypatch.setattr(exits, "UNCAPPED", 2)
    monkeypatch.setattr(exits, "MOST_JUMPS", 99)
    free = Walk(procedure(1, step("1", exits=(Exit(LOOP, 0),))))
    free.done(0, 0)
    assert free.ways == [-1]


def test_jumping_out_of_and_into_sub_steps() -> None:
    inner = step("1.1", 0, exits=(Exit(BRANCH, 3, "enough"),))
    walk = Walk(procedure(1, step("1"), inner, step("1.2", 0), step("2"), step("3")))
    assert walk.at == "1.1" and walk.done(0) == "2"
    assert walk.marks == [(1, 1, "done"), (1, 0, "done")]
    back = Exit(LOOP, 2, "again", 1)
    called = step("1", calls=(Callee("Two", 2, captures=("y",)),), exits=(Exit(LOOP, 3, "x"),))
    walk = Walk(
        procedure(1, called, step("1.1", 0), step("1.2", 0), step("2", exits=(back,))),
        procedure(2, step("1")),
    )
    assert walk.at == "1/1" and walk.done() == "1.1"
    assert walk.done(None, None) == "1" and places.wanted(walk.program, walk.state) == ("y",)
    assert walk.done(-1, y="1") == "2"
    assert walk.done(0) == "1.2#2" and walk.done() == "1#2"  # its call is not made again
    assert places.wanted(walk.program, walk.state) == ()


def test_calls_give_and_bring_values() -> None:
    call = Callee(
        "Two", 2, given=(Given("", "env", True), Given("b", "lit", False), Given("c", "no", True)),
        captures=("out", "z"),
    )  # fmt: skip
    walk = Walk(
        procedure(1, step("1", calls=(call,), captures=("mine",)), requires=(Input("env"),)),
        procedure(2, step("1", captures=("r",)), requires=(Input("a"),), produces=("r",)),
    )
    walk(Enter(step="start", values={"env": "prod"}))
    assert walk.at == "1/1" and walk.state.top.values == {"a": "prod", "b": "lit"}
    walk.done(r="result")
    assert walk.at == "1" and walk.state.top.values == {"env": "prod", "out": "result"}
    assert places.wanted(walk.program, walk.state) == ("mine", "z")
    assert walk.done(mine="1", z="2") == "end"


def test_what_cannot_be_followed_is_done_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = (Callee("No", why="No skill is called “No”."), Callee("Gone", 9), Callee("One", 1))
    walk = Walk(procedure(1, step("1", calls=calls)))
    assert walk.at == "1"
    said = [places.trouble(walk.program, walk.state, call) for call in calls]
    assert said[0] == "No skill is called “No”." and "not in the library" in said[1]
    assert "already being run" in said[2] and walk.done() == "end"
    monkeypatch.setattr(places, "DEEPEST", 2)
    chain = [procedure(n, step("1", calls=(Callee("Next", n + 1),))) for n in range(1, 4)]
    walk = Walk(*chain)
    assert walk.at == "1/1" and walk.done() == "1" and walk.done() == "end"


def test_calls_side_by_side_in_any_order() -> None:
    calls = (
        Callee("Two", 2, parallel=True), Callee("Three", 3, parallel=True), Callee("Four", 4),
    )  # fmt: skip
    others = [procedure(skill, step("1"), step("2")) for skill in (2, 3, 4)]
    walk = Walk(procedure(1, step("1", calls=calls)), *others)
    assert walk.at == "1:1/1" and walk.done() == "1:1/2"
    for wrong in (0, 2, 3, -1):
        with pytest.raises(NotNow):
            walk(Switch(step=walk.at, call=wrong))
    assert walk(Switch(step="1:1/2", call=1)) == "1:2/1"
    assert walk(Switch(step="1:2/1", call=0)) == "1:1/2"  # where it was left
    assert walk.done() == "1:2/1"
    with pytest.raises(NotNow):
        walk(Switch(step="1:2/1", call=0))
    assert walk.done(None, None) == "1:3/1"
    with pytest.raises(NotNow):
        walk(Switch(step="1:3/1", call=1))
    assert walk.done(None, None) == "1"


def test_failures() -> None:
    handlers = (Handler("Mend it", Callee("Two", 2)), Handler("Call somebody"))
    walk = Walk(
        procedure(1, step("1"), step("2"), handlers=handlers), procedure(2, step("1")),
    )  # fmt: skip
    with pytest.raises(NotNow):
        walk(Fail(step="1", why=" "))
    for wrong in (Retry, GoOn, GiveUp, Recover):
        with pytest.raises(NotNow):
            walk(wrong(step="1"))
    assert walk(Fail(step="1", why=" broken ")) == "1?" and walk.state.top.why == "broken"
    for number in (-1, 1, 2):
        with pytest.raises(NotNow):
            walk(Recover(step="1?", handler=number))
    with pytest.raises(NotNow):
        walk(Done(step="1?"))
    assert walk(Recover(step="1?")) == "1!1#1/1" and walk.done() == "1?#2"
    assert walk(Recover(step="1?#2")) == "1!1#2/1" and walk.done() == "1?#3"
    assert walk(Retry(step="1?#3")) == "1#2"
    assert len(walk.state.top.visits[0].calls) == 2
    walk(Fail(step="1#2", why="again"))
    assert walk(GoOn(step="1#2?", why="never mind")) == "2"
    assert walk.state.top.visits[-1].why == "again (gone on: never mind)"
    walk(Fail(step="2", why="over"))
    assert walk(GiveUp(step="2?")) == "end" and walk.state.top.failed
    with pytest.raises(NotNow):  # a person says why it is a success all the same
        walk(Finish(outcome=Outcome.SUCCESS))
    walk(Finish(outcome=Outcome.SUCCESS, why="it runs"))
    assert [mark for _skill, _node, mark in walk.marks] == [
        Mark.FAILED, Mark.FAILED, Mark.FAILED, Mark.DONE, Mark.DONE,
    ]  # fmt: skip


def test_a_call_that_was_given_up_fails_its_step() -> None:
    walk = Walk(procedure(1, step("1", calls=(Callee("Two", 2),))), procedure(2, step("1")))
    walk(Fail(step="1/1", why="no disk"))
    assert walk(GiveUp(step="1/1?")) == "1?"
    assert walk.state.top.why == "“Skill 2” failed: no disk"
    assert walk(Retry(step="1?")) == "1#2/1"
    assert walk.marks == [(1, 0, "failed"), (2, 0, "failed")]


def test_what_is_written_down_of_a_step() -> None:
    back = Exit(LOOP, 0, "x", 1)
    walk = Walk(procedure(1, step("1"), step("1.1", 0, exits=(Exit(BRANCH, 2, "y"),)),
                          step("2", exits=(back,))), by=AGENT)  # fmt: skip
    walk(Fail(step="1.1", why="no"))
    walk(Retry(step="1.1?"))
    walk.done(0, v="a")
    walk(Skip(step="2", why=" seen ", exit=0))
    assert walk.at == "1.1#3"
    walk(Skip(step="1.1#3", why="enough", exit=-1))
    walk.done(-1)
    told = [
        (one.node, one.mark, one.why, one.exit, dict(one.values)) for one in walk.state.top.visits
    ]
    assert told == [
        (1, "failed", "no", None, {}), (1, "done", "", 0, {"v": "a"}), (0, "done", "", None, {}),
        (2, "skipped", "seen", 0, {}), (1, "skipped", "enough", -1, {}), (0, "done", "", -1, {}),
        (2, "done", "", -1, {}),
    ]  # fmt: skip
    assert {one.by for one in walk.state.top.visits} == {AGENT}
    walk(Finish(outcome=Outcome.PARTIAL, why="half"))
    assert (walk.state.outcome, walk.state.said) == (Outcome.PARTIAL, "half")


def test_back_takes_one_step_back_and_no_more_than_there_were() -> None:
    walk = Walk(
        procedure(1, step("1", calls=(Callee("Two", 2),)), step("2")), procedure(2, step("1"))
    )
    begun: State = walk.state
    with pytest.raises(NotNow):
        walk(Back())
    walk.done(None, None)
    assert walk.at == "2"
    assert [walk(Back()), walk(Back())] == ["1", "1/1"]
    assert walk.state.frames == begun.frames
    with pytest.raises(NotNow):
        walk(Back())
    walk(Fail(step="1/1", why="x"))
    walk(Pause())
    assert walk(Back()) == "1/1" and walk.state.status is RunStatus.RUNNING
    assert (walk.state.turn, walk.state.clock) == (7, 6)


def test_a_long_run_remembers_enough_to_be_taken_back_and_not_everything() -> None:
    walk = Walk(procedure(1, step("1", exits=(Exit(LOOP, 0, "more", 5_000),))))
    for _round in range(600):
        walk.done(0)
    states, one = 0, walk.state.previous
    while one is not None:
        states, one = states + 1, one.previous
    assert 128 <= states <= 256 and walk.at == "1#601"
    for back in range(128):
        assert walk(Back()) == f"1#{600 - back}"


def test_time_stands_still_while_it_is_paused_and_never_runs_backwards() -> None:
    walk = Walk(procedure(1, step("1"), step("2")))
    walk(Pause(), after=5)
    walk(Resume(), after=1000)
    walk.done()
    assert walk.state.top.visits[0].seconds == 6
    walk(Pause(), after=-50)
    assert walk.state.clock == 6 and walk.state.at == NOON + timedelta(seconds=1006)


def test_each_step_knows_when_it_began_and_how_long_it_took() -> None:
    nodes = (step("1", calls=(Callee("Two", 2),)), step("1.1", 0), step("2"))
    walk = Walk(procedure(1, *nodes), procedure(2, step("1")))
    walk(Done(step="1/1"), after=10)
    walk(Done(step="1.1"), after=5)
    walk(Done(step="2"), after=3)
    root = walk.state.frames[0]
    told = [(one.node, (one.began - NOON).seconds, one.seconds) for one in root.visits]
    assert told == [(1, 10, 5), (0, 0, 15), (2, 15, 3)]
    (called,) = root.visits[1].calls
    assert (called.began - NOON).seconds == 10 and called.visits[0].seconds == 10
    assert ((root.began - NOON).seconds, root.since) == (18, 18)


def test_where_a_called_procedure_says_nothing_the_nearest_caller_handles_its_failure() -> None:
    mend = (Handler("Mend it", Callee("Four", 4)),)
    walk = Walk(
        procedure(1, step("1", calls=(Callee("Two", 2),)), handlers=mend),
        procedure(2, step("1", calls=(Callee("Three", 3),))),
        procedure(3, step("1"), step("2")),
        procedure(4, step("1")),
    )
    walk(Fail(step="1/1/1", why="broken"))
    assert places.handling(walk.program, walk.state) == 0
    assert walk(Recover(step="1/1/1?")) == "1!1#1/1"
    assert walk.marks == [(2, 0, "failed"), (3, 0, "failed")]  # neither was brought to its end
    assert "broken" in walk.state.frames[0].why
    walk(Fail(step="1!1#1/1", why="no tool"))
    assert places.handling(walk.program, walk.state) is None  # it handles a failure itself
    with pytest.raises(NotNow):
        walk(Recover(step="1!1#1/1?"))
    walk(Back())
    assert walk(Done(step="1!1#1/1")) == "1?#2"
    walk(Back())
    assert walk(Back()) == "1/1/1?"


def test_what_a_called_procedure_says_of_its_failure_comes_first() -> None:
    walk = Walk(
        procedure(1, step("1", calls=(Callee("Two", 2),)), handlers=(Handler("Call somebody"),)),
        procedure(2, step("1"), handlers=(Handler("Mend it", Callee("Three", 3)),)),
        procedure(3, step("1")),
    )
    walk(Fail(step="1/1", why="broken"))
    assert places.handling(walk.program, walk.state) == 1
    assert walk(Recover(step="1/1?")) == "1/1!1#1/1"


def test_a_failure_inside_leaves_nothing_for_the_step_around_it() -> None:
    handlers = (Handler("Mend it", Callee("Two", 2)),)
    exit_ = Exit(BRANCH, 2, "so")
    walk = Walk(
        procedure(1, step("1", exits=(exit_,)), step("1.1", 0), step("2"), handlers=handlers),
        procedure(2, step("1")),
    )
    walk(Fail(step="1.1", why="x"))
    walk(Recover(step="1.1?"))
    walk.done()
    walk(GoOn(step="1.1?#2"))
    assert walk.at == "1" and (walk.state.top.why, walk.state.top.handled) == ("", ())
    walk.done(-1)
    assert [len(one.calls) for one in walk.state.top.visits] == [1, 0]
    assert len(list(visited(walk.state.frames[0]))) == 2
    # one that is jumped into from its own end is not called for again
    called = step("1", calls=(Callee("Two", 2, captures=("y",)),), exits=(Exit(LOOP, 1, "x", 1),))
    walk = Walk(procedure(1, called, step("1.1", 0)), procedure(2, step("1")))
    walk.done(None, None)
    assert places.wanted(walk.program, walk.state) == ("y",)
    walk.done(0, y="1")
    assert walk.at == "1.1#2" and walk.done() == "1#2"
    assert places.wanted(walk.program, walk.state) == ()
    # arguments that nobody asks for are left out
    given = (Given("", "a", False), Given("", "b", False))
    walk = Walk(
        procedure(1, step("1", calls=(Callee("Two", 2, given=given),))),
        procedure(2, step("1"), requires=(Input("x"),)),
    )
    assert walk.state.top.values == {"x": "a"}


def test_moving_brings_along_what_was_done() -> None:
    def call(skill: int, *captures: str) -> Callee:
        return Callee("Other", skill, captures=captures)

    others = [procedure(2, step("1", captures=("r",)), produces=("r",)), procedure(3, step("1"))]
    old = procedure(
        1, step("1"), step("2", calls=(call(2, "r"), call(9)), exits=(Exit(LOOP, 1, "x", 1),)),
        step("2.1", 1), step("3"),
    )  # fmt: skip
    new = procedure(
        1, step("1", calls=(call(3),)), step("2"),
        step("3", calls=(call(3, "n"), call(9), call(2, "r", "s"))), step("3.1", 2),
    )  # fmt: skip
    second = ProgramId(2)

    def moved(walk: Walk) -> State:
        program = Program(1, {one.skill: one for one in (new, *others)})
        nodes = {0: 1, 1: 2, 2: 3}
        known = {ID: walk.program, second: program}
        at = walk.state.at + timedelta(seconds=1)
        found = machine.apply(known, walk.state, Move(program=second, nodes=nodes), PERSON, at)
        walk.program = program
        return found

    walk = Walk(old, *others)
    walk.done()
    with pytest.raises(NotNow):  # inside a call
        moved(walk)
    walk.done(r="1")
    inside = walk.state.frames[0]
    walk.state = moved(walk)
    there = walk.state.top
    assert walk.at == "3.1" and (there.began, there.since) == (inside.began, inside.since)
    assert [(one.node, one.calls, one.exit) for one in there.visits] == [(1, (), None)]
    assert (there.carried, there.rounds, list(there.opened)) == (1, {}, [2])
    marks = [called.mark for called in there.opened[2].calls]
    assert marks == [Mark.SKIPPED, None, Mark.DONE]
    assert there.opened[2].since == inside.opened[1].since
    assert walk.state.earlier == ((ID, inside),)
    walk.state = replace(walk.state, program=ID)
    assert walk.done() == "3" and places.wanted(walk.program, walk.state) == ("s",)

    walk = Walk(old, *others)
    walk.done()
    walk.done(r="1")
    walk.done()
    assert walk.at == "2" and walk.state.top.stage is Stage.CLOSING
    walk.state = moved(walk)
    assert walk.at == "3" and walk.state.top.stage is Stage.CLOSING
    walk = Walk(old, *others)
    walk.done()
    walk.done(r="1")
    walk.done(None, -1)
    assert walk.at == "3"
    with pytest.raises(NotNow):  # it is not in the new version
        moved(walk)
    walk = Walk(old, *others)
    assert moved(walk).top.node == 1


def test_who_may_act() -> None:
    walk = Walk(procedure(1, step("1"), step("2"), step("3")), by=AGENT)
    for by in (PERSON, OTHER):
        with pytest.raises(NotYours):
            walk(Done(step="1"), by)
        with pytest.raises(NotYours):
            walk(Pause(), by)
        with pytest.raises(NotYours):
            walk(HandOver(to_person=True), by)
    with pytest.raises(NotYours):
        walk(TakeOver(), OTHER)
    with pytest.raises(NotThisStep) as late:
        walk(Done(step="2"))
    assert (late.value.present, walk.at) == ("1", "1")
    walk(TakeOver())  # its own
    walk(HandOver(to_person=False, to="codex", why="your turn"))
    with pytest.raises(NotYours):
        walk(Done(step="1"))
    with pytest.raises(NotYours):  # it waits for another
        walk(TakeOver())
    walk(TakeOver(), OTHER)
    assert (walk.state.holder, walk.state.offered, walk.state.said) == (OTHER, None, "")
    walk.by = OTHER
    walk.done()
    walk(HandOver(to_person=True), OTHER)
    walk(TakeOver(), PERSON)
    with pytest.raises(NotYours):
        walk(Done(step="2"), OTHER)
    walk(HandOver(to_person=False), PERSON)
    walk(Done(step="2"), PERSON)  # a person who goes on keeps it
    assert walk.state.offered is None
    with pytest.raises(NotYours):
        walk(TakeOver(), AGENT)
    walk(HandOver(to_person=False), PERSON)
    walk(TakeOver(), AGENT)
    with pytest.raises(NotThisStep):
        walk(Finish(outcome=Outcome.SUCCESS), AGENT)
    with pytest.raises(NotYours):
        walk(Abandon(), OTHER)
    walk(Abandon(why="enough"), PERSON)
    assert (walk.state.status, walk.state.said) == (RunStatus.ABANDONED, "enough")


@pytest.mark.parametrize(
    ("condition", "values", "holds"),
    [
        ("$ok", {"ok": "Yes"}, True), ("$ok.", {"ok": "0"}, False), ("$ok", {}, None),
        ("$ok", {"ok": "perhaps"}, None), ("not $ok", {"ok": "no"}, True),
        ("!$ok", {"ok": "on"}, False), ("${ok}", {"ok": "true"}, True),
        ("$env is prod", {"env": " PROD "}, True), ("$env is prod", {"env": "test"}, False),
        ("$env is not prod", {"env": "test"}, True), ("$env isn't prod", {"env": "prod"}, False),
        ("$env == 'prod'", {"env": "prod"}, True), ("$env != prod", {"env": "prod"}, False),
        ("$env equals prod", {"env": "prod"}, True), ("$env = prod", {}, None),
        ("$n > 2", {"n": "3"}, True), ("$n > 2", {"n": "2"}, False), ("$n >= 2", {"n": "2"}, True),
        ("$n < 2.5", {"n": "2"}, True), ("$n <= 2", {"n": "3"}, False),
        ("$n < 2", {"n": "x"}, None), ("$n ≥ 2", {"n": "3"}, True), ("$n ≠ 2", {"n": "2"}, False),
        ("$n < 2", {"n": "2"}, False), ("$n <= 2", {"n": "2"}, True),
        ("$n >= 2", {"n": "1"}, False), ("$a is clean now", {"a": "no idea"}, None),
        ("$a is clean now", {"a": "clean now"}, True), ("$X", {"X": "yes"}, True),
        ("$n is $m", {"n": "1", "m": "1"}, None), ("$a is empty", {"a": ""}, True),
        ("$a is not empty", {"a": "x"}, True), ("$a is yes", {"a": "1"}, True),
        ("unless $ok", {"ok": "yes"}, False), ("unless $ok", {"ok": "no"}, True),
        ("unless $ok", {}, None), ("Unless $env is prod", {"env": "test"}, True),
        ("until $n >= 2", {"n": "1"}, None), ("until $ok", {"ok": "yes"}, None),
        ("es sei denn, $ok", {"ok": "no"}, True), ("unless it rains", {"it": "no"}, None),
        ("$a is complete and signed", {"a": "no"}, None), ("it rains", {"it": "yes"}, None),
        ("$env isn’t prod", {"env": "prod"}, False), ("$a is nothing", {"a": "x"}, False),
        ("$build isolated", {"build": "x"}, None), ("$axis 3", {"ax": "5"}, None),
        ("$lot is dry", {"lot": "A-17"}, None), ("$lot is not dry", {"lot": "A-17"}, None),
        ("unless $lot is dry", {"lot": "A-17"}, None), ("$lot is dry", {"lot": "Dry"}, True),
        ("$lot is dry", {"lot": "wet"}, False), ("$lot is B7", {"lot": "A-17"}, False),
        ("$lot == dry", {"lot": "A-17"}, False), ("$lot is 'dry'", {"lot": "A-17"}, False),
        ("$n is yes", {"n": "17"}, False),
    ],
)  # fmt: skip
def test_conditions_that_values_decide(
    condition: str, values: dict[str, str], holds: bool | None
) -> None:
    assert decided(condition, values) is holds


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("$n >= $m", "5 ≥ 3"), ("$n > $m", "5 > 3"), ("$n != $m", "5 ≠ 3"),
        ("$n isn't $m", "5 ≠ 3"),
        ("$n < $m", "not: 5 ≥ 3"), ("$n <= $m.", "not: 5 > 3"), ("$n == $m", "not: 5 ≠ 3"),
        ("$m < $n", "3 < 5"), ("$m ≤ $n", "3 ≤ 5"), ("$n > $m ", "5 > 3"),
        ("$m > $n", "not: 3 ≤ 5"),
        ("3 <= ${n}", "3 ≤ 5"), ("$a is $b", "Rome = rome"), ("$a is not $b", "not: Rome = rome"),
        ("$a equals $c", "not: Rome ≠ Old Paris"), ("$a != $c", "Rome ≠ Old Paris"),
        ("unless $n >= $m", "not: 5 ≥ 3"), ("until $n < $m", "5 ≥ 3"),
        ("until $n >= 4", "not: 5 ≥ 4"), ("unless $n >= 4", None), ("$n = $a", "not: 5 ≠ Rome"),
        ("$a < $b", None), ("$n >= 3", None), ("$n >= $gone", None), ("$n >= $empty", None),
        ("$n >= $m and it is dry", None), ("it rains", None), ("$n", None),
        ("$n = $nan", "not: 5 ≠ nan"), ("$n < $nan", None), ("$nis3", None),
        ("$lot is dry", "not: A-17 ≠ dry"), ("$lot isn’t dry", "A-17 ≠ dry"),
        ("$lot is not dry", "A-17 ≠ dry"), ("unless $lot is dry", "A-17 ≠ dry"),
        ("$a is dry", None),
    ],
)  # fmt: skip
def test_conditions_that_compare_two_values(condition: str, said: str | None) -> None:
    values = {
        "n": "5",
        "m": "3",
        "a": "Rome",
        "b": "rome",
        "c": "Old Paris",
        "empty": " ",
        "nan": "nan",
        "lot": "A-17",
    }
    found = suggested(condition, values)
    shown = None if found is None else found.reason if found.holds else f"not: {found.reason}"
    assert shown == said


def test_a_jump_between_sub_steps_stays_in_their_step() -> None:
    last = step("1.2", 0, exits=(Exit(LOOP, 1, "again", 2),))
    walk = Walk(procedure(1, step("1"), step("1.1", 0), last, step("2")))
    walk.done()
    assert walk.done(0) == "1.1#2"
    assert walk.marks == [(1, 1, "done"), (1, 2, "done")]
    walk.done()
    assert walk.done(-1) == "2"
    assert walk.marks[-1] == (1, 0, "done")
