"""The ways out of a step: which are open, which the values decide, and how often."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.core.runs.conditions import decided, is_else, suggested
from app.core.runs.errors import ChoiceNeeded
from app.core.runs.program import Exit, ExitKind, Node, Procedure
from app.core.runs.state import Frame, Mark
from app.core.words import _

UNCAPPED = 100
"""How often a way back is taken whose author wrote no cap."""
MOST_JUMPS = 10_000
"""How often a run goes back in all."""

NEXT = -1
"""The number of the exit that every step has: on to the next one."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An exit that may be taken: `number` is its place among those of the step, `NEXT` for the next
    step; `decided` if the values of the run say so; `left` how often it is still open, None for one
    that leads forward. `because` says why it seems to be the one to take, where values suggest it.
    """

    number: int
    exit: Exit
    decided: bool = False
    left: int | None = None
    because: str = ""


def offers(node: Node, frame: Frame, jumps: int) -> tuple[Offer, ...]:
    """The exits that may be taken now, in the order in which they are written, then the next step.

    One that the values decide shuts those behind it, as does an “else”.
    """
    found: list[Offer] = []
    open_before = False
    for number, one in enumerate(node.exits):
        left = rounds_left(one, number, frame, jumps)
        holds = _holds(one, frame.values, open_before)
        if left == 0 or holds is False:
            continue
        found.append(Offer(number, one, bool(holds), left))
        if holds or is_else(one.condition):
            return _with_suggestion(found, node, frame)
        open_before = True
    return _with_suggestion([*found, Offer(NEXT, Exit(ExitKind.NEXT))], node, frame)


def _with_suggestion(offered: list[Offer], node: Node, frame: Frame) -> tuple[Offer, ...]:
    """With the reason at the one that values suggest: the first that holds, else the last."""
    known, reasons = _known(node, frame), list[str]()
    likely = len(offered) - 1
    for place, one in enumerate(offered[:-1]):
        found = suggested(one.exit.condition, known)
        if found is None:
            return tuple(offered)
        reasons.append(found.reason)
        if found.holds:
            likely = place
            break
    if reasons:
        offered[likely] = replace(offered[likely], because=_(", ").join(reasons))
    return tuple(offered)


def _known(node: Node, frame: Frame) -> Mapping[str, str]:
    """The values without those that the step is to bring, which are still of the time before."""
    open_ = set(node.captures)
    for call, called in zip(node.calls, frame.calls, strict=True):
        if called.mark in (None, Mark.FAILED):
            open_ |= set(call.captures)
    return {name: value for name, value in frame.values.items() if name not in open_}


def chosen(offered: tuple[Offer, ...], number: int | None) -> Offer:
    """The exit with this number; None will do where there is only one."""
    if number is None and len(offered) == 1:
        return offered[0]
    for one in offered:
        if one.number == number:
            return one
    raise ChoiceNeeded([one.number for one in offered], number)


def _holds(one: Exit, values: Mapping[str, str], open_before: bool) -> bool | None:
    """Whether an exit is to be taken; None where somebody has to say."""
    if is_else(one.condition):
        return None if open_before else True
    if one.condition:
        return decided(one.condition, values)
    # A branch without a condition is a way that always leads there; a loop asks for another round.
    return True if one.kind is ExitKind.BRANCH and one.to is not None else None


def rounds_left(one: Exit, number: int, frame: Frame, jumps: int) -> int | None:
    """How often an exit may still be taken; None for one that leads forward."""
    if one.to is None or (one.to > frame.node and one.kind is not ExitKind.LOOP):
        return None
    cap = one.cap if one.cap is not None else UNCAPPED
    used = frame.rounds.get((frame.node, number), 0)
    return max(0, min(cap - used, MOST_JUMPS - jumps))


def counted(
    procedure: Procedure, frame: Frame, number: int, to: int
) -> Mapping[tuple[int, int], int]:
    """One round more of this exit; those that come before it in the stretch that is done again
    begin anew."""
    here = procedure.closes(frame.node)
    kept = {
        (node, way): rounds
        for (node, way), rounds in frame.rounds.items()
        if node < to or procedure.closes(node) >= here
    }
    place = (frame.node, number)
    return {**kept, place: kept.get(place, 0) + 1}
