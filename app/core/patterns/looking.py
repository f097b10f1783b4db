"""Steps of a procedure that only look, found between those that do something. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log

from app.core.patterns.alignment import Match
from app.core.patterns.background import RARITY_FROM
from app.core.patterns.pattern import Loop, Step
from app.core.patterns.streams import LOOKING, Stream
from app.core.transcripts.model import Call

_ALMOST_ALWAYS = 0.8
_PRIOR, _PRIOR_LOOKS = 10, 60
"""Before enough was seen: one look in six is a given one."""
_LEAST, _LEAST_OF_FEW = 6.0, 4.0
"""How much likelier the occurrences have to be with the step, as a natural logarithm: of many
sessions more, where looks of some kind come before some step by chance."""


def with_looking(
    steps: Sequence[Step], loops: Sequence[Loop], matches: Sequence[Match],
    streams: Sequence[Stream],
    shares: Mapping[str, float],
) -> tuple[list[Step], list[Loop]]:  # fmt: skip
    """With the looks that nearly always come before a step, and elsewhere seldom."""
    found: list[Step] = []
    moved = {step: step for step in range(len(steps))}
    for number, step in enumerate(steps):
        look = _look_before(number, matches, streams, shares)
        if look is not None:
            found.append(look)
        moved[number] = len(found)
        found.append(step)
    return found, [Loop(moved[loop.first], moved[loop.last], loop.most) for loop in loops]


def shares_of_looks(streams: Sequence[Stream]) -> dict[str, float]:
    """Which share of the looks each is."""
    counts = Counter(call.tool for one in streams for call in one.calls if call.tool in LOOKING)
    few = len(streams) < RARITY_FROM
    total = sum(counts.values()) + (_PRIOR_LOOKS if few else 0)
    return {tool: (count + (_PRIOR if few else 0)) / total for tool, count in counts.items()}


def _look_before(
    step: int, matches: Sequence[Match], streams: Sequence[Stream], shares: Mapping[str, float]
) -> Step | None:
    looks = [_looks(step, match, streams[match.session]) for match in matches]
    counts = Counter(tool for each in looks for tool in {call.tool for call in each})
    best = None
    least = _LEAST_OF_FEW if len(streams) < RARITY_FROM else _LEAST
    for tool, count in counts.items():
        if count < _ALMOST_ALWAYS * len(matches):
            continue
        gain = 0.0
        for each in looks:
            by_chance = 1 - (1 - shares[tool]) ** len(each)
            if any(call.tool == tool for call in each):
                gain += log(0.92 / by_chance)
            else:
                gain += log(0.08 / (1 - by_chance))
        if gain > least:
            best, least = tool, gain
    if best is None:
        return None
    calls = tuple(next((call for call in each if call.tool == best), None) for each in looks)
    return Step(best, calls)


def _looks(step: int, match: Match, stream: Stream) -> list[Call]:
    """Those between the step and what was done before it."""
    at = match.positions[step]
    if at < 0:
        return []
    end = stream.first[at]
    start = stream.last[at - 1] + 1 if at else 0
    return [call for call in stream.calls[start:end] if call.tool in LOOKING]
