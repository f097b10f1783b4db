"""Where agents that follow a skill do otherwise, again and again at the same step. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from math import comb

from app.core.patterns.doing import Use
from app.core.patterns.overlap import common_places
from app.core.patterns.streams import is_looking, joined_rounds
from app.core.transcripts.model import Call, Result

FEWEST_SESSIONS = 3
WINDOW = 10
"""The last uses that count: what was done before is past."""
_MOSTLY = 0.6
"""The share of these uses in which it was done otherwise."""
_FOLLOWED = 0.4
"""The share of a skill's calls that has to be there for it to have been followed at all."""


_CHANCE = 0.05
"""How likely it may be at most that a tool is there by chance."""
_Done = tuple[str, Sequence[str], Sequence[tuple[int, int]]]
"""The session, what was done, and which steps that are, by their places in both."""


class Kind(StrEnum):
    LEFT_OUT = "left-out"
    REPLACED = "replaced"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class Change:
    """What is done otherwise at a step, counted from 0; `tool` is what is done instead, or before
    the step where it is added. `sessions` are the keys of those in which that was so, `inputs` the
    words for what it is given beside its `options`, which it always has."""

    kind: Kind
    step: int
    tool: str
    sessions: tuple[str, ...]
    inputs: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


_Otherwise = tuple[Kind, int, str]
"""A kind of change, its step, and the tool."""


def drift(tools: Sequence[str], uses: Iterable[Use]) -> list[Change]:
    """Changes to the calls of a skill that its last uses agree on, in the order of the steps."""
    each = [(use.session, done(use.work, tools)) for use in uses]
    aligned = [(key, did, common_places(tools, did)) for key, did in each]
    followed = [use for use in aligned if len(use[2]) >= _FOLLOWED * len(tools)][-WINDOW:]
    seen: dict[_Otherwise, list[str]] = defaultdict(list)
    ranks: dict[_Otherwise, int] = Counter()
    for key, did, places in followed:
        for change, rank in _otherwise(tools, did, places).items():
            seen[change].append(key)
            ranks[change] += rank
    often = {
        change: keys
        for change, keys in seen.items()
        if len(keys) >= _MOSTLY * len(followed)
        and len(set(keys)) >= FEWEST_SESSIONS
        and (not change[2] or _by_chance(change[2], len(keys), followed) <= _CHANCE)
    }
    in_order = sorted(often, key=lambda change: ranks[change] / len(often[change]))
    found = [_change(change, often[change]) for change in in_order if change[0] is Kind.ADDED]
    gone = sorted(step for kind, step, _tool in often if kind is Kind.LEFT_OUT)
    for stretch in _stretches(gone):
        instead = [change for change in in_order if change[0] is Kind.REPLACED]
        found += _replaced(stretch, instead, often, len(tools))
    return sorted(found, key=lambda change: (change.step, change.kind))


def _stretches(steps: Sequence[int]) -> list[list[int]]:
    """Steps that follow each other, together."""
    found: list[list[int]] = []
    for step in steps:
        if found and found[-1][-1] == step - 1:
            found[-1].append(step)
        else:
            found.append([step])
    return found


def _replaced(
    stretch: Sequence[int],
    instead: Sequence[_Otherwise],
    often: Mapping[_Otherwise, Sequence[str]],
    steps: int,
) -> Iterator[Change]:
    """What becomes of steps that are not done any more: the calls that are made `instead`, in that
    order, each in place of one of them. More calls than steps are added behind."""
    left, added = list(stretch), stretch[-1] + 1
    gone = []
    is_outside = stretch[0] == 0 or added == steps  # where other work begins or ends
    for tool in dict.fromkeys(tool for _kind, step, tool in instead if step in stretch):
        of = {step: list(often.get((Kind.REPLACED, step, tool), ())) for step in stretch}
        at = max(left, key=lambda step: len(of[step]), default=None)
        if at is not None and of[at]:
            yield _change((Kind.REPLACED, at, tool), of[at])
            gone += [step for step in left if step < at]
            left = [step for step in left if step > at]
        elif not is_outside:
            keys = max(of.values(), key=len)
            yield _change((Kind.ADDED, added, tool), keys)
    for step in gone + left:
        yield _change((Kind.LEFT_OUT, step, ""), often[Kind.LEFT_OUT, step, ""])


def _change(change: _Otherwise, keys: Iterable[str]) -> Change:
    """With each session once."""
    return Change(*change, tuple(dict.fromkeys(keys)))


def _by_chance(tool: str, times: int, uses: Sequence[_Done]) -> float:
    """How likely a tool is between the same two steps so many times at least, if it may as well be
    between any others: free work comes anywhere."""
    gaps = held = 0
    for _key, did, places in uses:
        ends = [-1, *(at for _step, at in places), len(did)]
        gaps += len(ends) - 1
        held += sum(tool in did[at + 1 : next_at] for at, next_at in pairwise(ends))
    number = len(uses)
    share = max(0, held - times) / max(1, gaps - number)
    return sum(
        comb(number, n) * share**n * (1 - share) ** (number - n) for n in range(times, number + 1)
    )


def changed(tools: Sequence[str], changes: Iterable[Change]) -> tuple[str, ...]:
    """The calls of a skill with these changes made."""
    by_step: dict[int, list[Change]] = defaultdict(list)
    for change in changes:
        by_step[change.step].append(change)
    found: list[str] = []
    for step in range(len(tools) + 1):
        here = by_step[step]
        found += (change.tool for change in here if change.kind is Kind.ADDED)
        instead = next((change for change in here if change.kind is not Kind.ADDED), None)
        if instead is not None:
            found += [instead.tool] if instead.kind is Kind.REPLACED else []
        elif step < len(tools):
            found.append(tools[step])
    return tuple(found)


def done(work: Sequence[Call], tools: Sequence[str]) -> list[str]:
    """Without looking around, unless that is a step of the skill, and without repeats."""
    own = (
        call.tool
        for call in work
        if call.result is not Result.REFUSED and (call.tool in tools or not is_looking(call.tool))
    )
    return joined_rounds(own)


def _otherwise(
    tools: Sequence[str], did: Sequence[str], places: Sequence[tuple[int, int]]
) -> dict[_Otherwise, int]:
    """What is between the steps that were done, against what should be there; with its place there,
    the first of several."""
    found: dict[_Otherwise, int] = {}
    ends = [(-1, -1), *places, (len(tools), len(did))]
    for (step, at), (next_step, next_at) in pairwise(ends):
        missing = range(step + 1, next_step)
        instead = did[at + 1 : next_at]
        is_outside = at < 0 or next_at == len(did)
        for gone in missing:
            found[Kind.LEFT_OUT, gone, ""] = 0
            for rank, tool in enumerate(instead):
                found.setdefault((Kind.REPLACED, gone, tool), rank)
        if not missing and not is_outside:
            for rank, tool in enumerate(instead):
                found.setdefault((Kind.ADDED, next_step, tool), rank)
    return found
