"""A procedure under way: how it begins, goes from step to step, and writes down what was done."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from app.core.runs.program import Callee, Procedure, Program
from app.core.runs.state import By, Called, Frame, Mark, Opened, Stage, State, Visit


def opened(program: Program, call: Callee, state: State) -> Frame:
    """A called procedure before its first step, with what it is given."""
    procedure = program.procedures[call.skill]
    values = state.top.values
    given: dict[str, str] = {}
    for place, one in enumerate(call.given):
        positional = procedure.requires[place].name if place < len(procedure.requires) else ""
        name = one.name or positional
        value = values.get(one.value) if one.is_variable else one.value
        if name and value is not None:
            given[name] = value
    return Frame(call.skill, began=state.at, since=state.clock, values=given)


def first(procedure: Procedure, frame: Frame, state: State) -> Frame:
    """At the first step; at the end of a procedure that has none."""
    top = procedure.children(-1)
    if not top:
        return replace(frame, stage=Stage.END, began=state.at, since=state.clock)
    return arrived(procedure, frame, top[0], state)


def following(procedure: Procedure, frame: Frame, state: State) -> Frame:
    """Behind a step with all that stands in it."""
    node = frame.node
    parent = procedure.nodes[node].parent
    siblings = procedure.children(parent)
    place = siblings.index(node) + 1
    if place < len(siblings):
        return arrived(procedure, frame, siblings[place], state)
    if parent < 0:
        return replace(
            frame, node=-1, stage=Stage.END, calls=(), opened={}, began=state.at,
            since=state.clock, why="", handled=(),
        )  # fmt: skip
    begun = frame.opened[parent]
    return replace(
        frame, node=parent, stage=Stage.CLOSING, began=begun.began, since=begun.since,
        calls=begun.calls, opened=_without(frame.opened, parent), why="", handled=(),
    )  # fmt: skip


def _without(opened: Mapping[int, Opened], node: int) -> Mapping[int, Opened]:
    return {one: begun for one, begun in opened.items() if one != node}


def arrived(
    procedure: Procedure, frame: Frame, node: int, state: State, *, inside: bool = False
) -> Frame:
    """At a step, inside the steps that it stands in; `inside` comes from the one right above."""
    outer = procedure.ancestors(node)
    before = dict(frame.opened)
    if inside:
        before[frame.node] = Opened(frame.began, frame.since, frame.calls)
    opened = {one: before.get(one) or _passed(procedure, one, state) for one in outer}
    return replace(
        frame, node=node, stage=Stage.STEP, began=state.at, since=state.clock, opened=opened,
        calls=tuple(Called() for _call in procedure.nodes[node].calls), active=None, why="",
        handled=(),
    )  # fmt: skip


def _passed(procedure: Procedure, node: int, state: State) -> Opened:
    """A step whose sub-step is jumped to: its calls are not made."""
    calls = tuple(Called(mark=Mark.SKIPPED) for _call in procedure.nodes[node].calls)
    return Opened(state.at, state.clock, calls)


def closed(frame: Frame, node: int, state: State, by: By) -> Frame:
    """Write down a step out of whose sub-steps somebody jumps."""
    begun = frame.opened[node]
    there = replace(
        frame, node=node, began=begun.began, since=begun.since, calls=begun.calls, handled=()
    )
    return replace(logged(there, state, Mark.DONE, by), opened=_without(frame.opened, node))


def logged(
    frame: Frame,
    state: State,
    mark: Mark,
    by: By,
    why: str = "",
    number: int | None = None,
    values: Mapping[str, str] | None = None,
) -> Frame:
    """The present step written down as left."""
    called = tuple(one.frame for one in frame.calls if one.frame is not None)
    visit = Visit(
        frame.node, mark, frame.began, round(state.clock - frame.since, 3), by, why, number,
        values or {}, (*called, *frame.handled),
    )  # fmt: skip
    return replace(frame, visits=(*frame.visits, visit))


def brought_along(
    old: Procedure, new: Procedure, frame: Frame, nodes: Mapping[int, int], state: State
) -> Frame:
    """The present step in a newer version; `nodes` says what those of the old one have become.

    What its calls brought is not asked again; what it calls besides by now is, unless its sub-steps
    are done already.
    """
    visits = tuple(
        replace(visit, node=nodes[visit.node], exit=None, calls=())
        for visit in frame.visits
        if visit.node in nodes
    )
    opened = {
        nodes[one]: replace(begun, calls=_made(old, new, one, nodes[one], begun.calls, inside=True))
        for one, begun in frame.opened.items()
        if one in nodes
    }
    node, inside = nodes[frame.node], frame.stage is Stage.CLOSING
    before = replace(frame, visits=visits, carried=len(visits), opened=opened, rounds={})
    return replace(
        arrived(new, before, node, state), stage=frame.stage, began=frame.began, since=frame.since,
        calls=_made(old, new, frame.node, node, frame.calls, inside=inside),
    )  # fmt: skip


def _made(
    old: Procedure, new: Procedure, before: int, node: int, calls: tuple[Called, ...], inside: bool
) -> tuple[Called, ...]:
    """The calls of a step of the new version, as far as the same skills were called in the old."""
    known = [
        (call.skill, called.mark)
        for call, called in zip(old.nodes[before].calls, calls, strict=True)
    ]
    found = []
    for call in new.nodes[node].calls:
        same = next((one for one in known if one[0] == call.skill), None)
        if same is not None:
            known.remove(same)
        found.append(Called(mark=same[1] if same else Mark.SKIPPED if inside else None))
    return tuple(found)


def visited(frame: Frame) -> Iterator[Frame]:
    """A procedure and all that it called and that is over or set aside, in the order in which they
    were done; what it waits for just now is the next of the state's frames."""
    yield frame
    for visit in frame.visits:
        for called in visit.calls:
            yield from visited(called)
    waiting = [called for begun in frame.opened.values() for called in begun.calls]
    waiting += [one for number, one in enumerate(frame.calls) if number != frame.active]
    for one in (*(called.frame for called in waiting), *frame.handled):
        if one is not None:
            yield from visited(one)
