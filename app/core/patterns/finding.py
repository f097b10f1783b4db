"""The procedures that an agent repeats, found in its sessions. Pure.

What this departs from seed 002 in, and why, is in `docs/learning.md`.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log

from app.core.patterns.alignment import Match, align
from app.core.patterns.background import RARITY_FROM, EVERYWHERE, Background, background
from app.core.patterns.field import Field
from app.core.patterns.growing import Grown, grow
from app.core.patterns.overlap import SAME, overlap
from app.core.patterns.seeds import FEWEST_SESSIONS, Pair, seeds
from app.core.patterns.streams import streams
from app.core.transcripts.model import Session

FEWEST_CALLS = 3
SCORE = 3.0
_PASSES = 2
_AGAIN = 8
_RARITY = 0.9
"""The mean logarithm of how many sessions there are for one with the call."""


def find(sessions: Sequence[Session], fewest: int = FEWEST_SESSIONS) -> tuple[list[Grown], Field]:
    field = Field(streams(sessions))
    found: list[Grown] = []
    for _pass in range(_PASSES):
        known = background(field)
        for grown in _repeated(field, known, fewest):
            for match in grown.matches:
                field.take(match.session, match.taken)
            if _is_procedure(grown, known):
                found.append(grown)
    return found, field


def _repeated(field: Field, known: Background, fewest: int) -> Iterator[Grown]:
    """What is done again and again, the plainest first; each is taken before the next is asked
    for."""
    found = seeds(field, known)
    by_token: dict[str, list[Pair]] = defaultdict(list)
    for _score, pair in found:
        by_token[pair[0]].append(pair)
        by_token[pair[1]].append(pair)
    tried: set[Pair] = set()
    for _score, pair in found:
        if pair in tried:
            continue
        tried.add(pair)
        best = _grown(field, known, pair, fewest)
        if best is None:
            continue
        for other in _inside(best, by_token, tried):
            tried.add(other)
            again = _grown(field, known, other, fewest)
            if again is not None and again.score > best.score:
                best = again
        if _is_repeated(best, known, fewest):
            yield best


def _inside(grown: Grown, by_token: Mapping[str, Sequence[Pair]], tried: set[Pair]) -> list[Pair]:
    """The pairs of the pattern's own steps that nothing was grown from yet, the surest first."""
    steps = set(grown.steps)
    pairs = (pair for token in steps for pair in by_token[token] if steps.issuperset(pair))
    return [pair for pair in dict.fromkeys(pairs) if pair not in tried][:_AGAIN]


def _grown(field: Field, known: Background, pair: Pair, fewest: int) -> Grown | None:
    both = field.sessions[pair[0]] & field.sessions[pair[1]]
    return grow(field, known, pair, both) if len(both) >= fewest else None


def _is_repeated(grown: Grown, known: Background, fewest: int) -> bool:
    """Enough to be a procedure or, of two calls only, a habit."""
    return (
        grown.score >= SCORE
        and _sessions(grown) >= fewest
        and (len(grown.steps) >= FEWEST_CALLS or not _is_special(grown, known))
    )


def _is_procedure(grown: Grown, known: Background) -> bool:
    return len(grown.steps) >= FEWEST_CALLS and _is_special(grown, known)


def _is_special(grown: Grown, known: Background) -> bool:
    """Not done in every second session, and of calls that are not made in every session."""
    number = known.number
    if number < RARITY_FROM:
        return True
    rarity = sum(log(number / known.sessions[token]) for token in grown.steps) / len(grown.steps)
    return _sessions(grown) <= EVERYWHERE * number and rarity >= _RARITY


def _sessions(grown: Grown) -> int:
    return len({match.session for match in grown.matches})
