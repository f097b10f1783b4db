"""Steps that are done several times over, which make one loop and not as many steps. Pure."""

from collections.abc import Sequence

from app.core.patterns.alignment import Match
from app.core.patterns.pattern import Loop
from app.core.patterns.streams import Stream

_OFTEN = 0.25
"""The share of the occurrences in which steps have to be done again to be a loop."""


def folded(steps: Sequence[str]) -> tuple[list[int], list[Loop]]:
    """Which steps are left when rounds that follow each other are one, and the loops among them.

    A round is two steps or more; the longest comes first.
    """
    kept = list(range(len(steps)))
    loops: list[Loop] = []
    for length in range(len(steps) // 2, 1, -1):
        start = 0
        while start + 2 * length <= len(kept):
            rounds = 1
            first = [steps[at] for at in kept[start : start + length]]
            while first == [
                steps[at] for at in kept[start + rounds * length : start + (rounds + 1) * length]
            ]:
                rounds += 1
            if rounds > 1:
                gone = (rounds - 1) * length
                del kept[start + length : start + rounds * length]
                loops = [_moved(loop, start + length, gone) for loop in loops]
                loops.append(Loop(start, start + length - 1, rounds))
            start += 1
    return kept, loops


def repeated(matches: Sequence[Match], streams: Sequence[Stream]) -> list[Loop]:
    """Where steps next to each other were done in rounds, as the streams counted them."""
    steps = len(matches[0].positions)
    rounds = [
        [
            streams[match.session].rounds[match.positions[step]]
            for match in matches
            if match.positions[step] >= 0
        ]
        for step in range(steps)
    ]
    often = [
        bool(each) and sum(count > 1 for count in each) >= max(2, _OFTEN * len(matches))
        for each in rounds
    ]
    loops = []
    start = 0
    while start < steps:
        end = start
        while end < steps and often[end]:
            end += 1
        if end - start > 1:
            loops.append(Loop(start, end - 1, max(max(rounds[step]) for step in range(start, end))))
        start = max(end, start + 1)
    return loops


def _moved(loop: Loop, start: int, gone: int) -> Loop:
    if loop.first < start:
        return loop
    return Loop(loop.first - gone, loop.last - gone, loop.most)
