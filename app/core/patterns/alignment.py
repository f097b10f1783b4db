"""Where the steps of a pattern are in a session, although not all of it is as it should be. Pure.

The best local alignment of the steps with a stream: calls may come between, a step may be left out,
and two neighbours may have changed places. Its score is how much likelier the session is with
the pattern in it than without, as a natural logarithm.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from app.core.patterns.background import GAPS, REACH
from app.core.patterns.field import Where

SWAPPED = log(0.12)
"""How likely a step has changed places with the one before it."""
LEFT_OUT_AT_MOST = 0.4
"""The share of the steps."""
_SURELY, _HARDLY = 0.92, 0.5
"""A step is there that often at most and at least."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The steps to look for; `rates` has the logarithm of how often each is made anyway, `kept` and
    `left_out` of how often it is there and is not."""

    steps: tuple[str, ...]
    rates: tuple[float, ...]
    kept: tuple[float, ...]
    left_out: tuple[float, ...]


def profile(
    steps: Sequence[str], rates: Mapping[str, float], matches: Sequence["Match"] = ()
) -> Profile:
    """As the matches have it, or before there are any."""
    there = [_SURELY] * len(steps)
    if matches:
        for step in range(len(steps)):
            count = sum(match.positions[step] >= 0 for match in matches)
            there[step] = usual(count, len(matches))
    return Profile(
        tuple(steps),
        tuple(rates[token] for token in steps),
        tuple(log(share) for share in there),
        tuple(log(1 - share) for share in there),
    )


def usual(count: int, number: int) -> float:
    """How often a step is there that was in so many of a number of matches."""
    return min(_SURELY, max(_HARDLY, (count + _SURELY) / (number + 1)))


@dataclass(frozen=True, slots=True)
class Match:
    """`positions` has one for each step, below zero where it was left out."""

    session: int
    positions: tuple[int, ...]
    score: float

    @property
    def taken(self) -> list[int]:
        return [position for position in self.positions if position >= 0]


@dataclass(slots=True)
class _Reached:
    """A chain of matches that ends at `position` with `step`; `upto` is the last step it passed."""

    score: float
    position: int
    step: int
    upto: int
    before: "_Reached | None"
    count: int


def align(session: int, where: Where, length: int, wanted: Profile) -> Match | None:
    """The best match in this stream, or None if too many steps are missing from it."""
    steps, rates = wanted.steps, wanted.rates
    skipped = [0.0]
    for cost in wanted.left_out:
        skipped.append(skipped[-1] + cost)
    steps_of: dict[str, list[int]] = {}
    for step, token in enumerate(steps):
        steps_of.setdefault(token, []).append(step)
    least = needed(len(steps))
    found = sum(min(len(where.get(token, ())), len(those)) for token, those in steps_of.items())
    if found < least:
        return None
    places = sorted(
        (position, step)
        for token, those in steps_of.items()
        for position in where.get(token, ())
        for step in those
    )
    start = -log(length)
    chains: list[_Reached] = []
    best: tuple[float, _Reached] | None = None
    first = 0
    for position, step in places:
        while first < len(chains) and position - chains[first].position > REACH:
            first += 1
        worth = wanted.kept[step] - rates[step]
        here = _Reached(start + worth + skipped[step], position, step, step, None, 1)
        swapped: _Reached | None = None
        for index in range(first, len(chains)):
            earlier = chains[index]
            if earlier.position >= position:
                break
            apart = GAPS[position - earlier.position - 1]
            if step > earlier.upto:
                score = earlier.score + worth + apart + skipped[step] - skipped[earlier.upto + 1]
                if score > here.score:
                    here = _Reached(score, position, step, step, earlier, earlier.count + 1)
            elif step == earlier.step - 1 == earlier.upto - 1 and _skipped(earlier, step):
                # The step before the one just done, which therefore was not left out.
                score = earlier.score + worth + apart - wanted.left_out[step] + SWAPPED
                if swapped is None or score > swapped.score:
                    swapped = _Reached(
                        score, position, step, earlier.upto, earlier, earlier.count + 1
                    )
        for chain in (here, swapped):
            if chain is None:
                continue
            chains.append(chain)
            total = chain.score + skipped[-1] - skipped[chain.upto + 1]
            if chain.count >= least and (best is None or total > best[0]):
                best = (total, chain)
    if best is None:
        return None
    positions = [-1] * len(steps)
    reached: _Reached | None = best[1]
    while reached is not None:
        positions[reached.step] = reached.position
        reached = reached.before
    return Match(session, tuple(positions), best[0])


def needed(steps: int) -> int:
    """How many of so many steps have to be there: at least two, and most of them."""
    return max(2, steps - int(steps * LEFT_OUT_AT_MOST))


def _skipped(reached: _Reached, step: int) -> bool:
    before = reached.before
    return before is None or before.upto < step
