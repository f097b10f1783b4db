"""Pairs of calls that follow each other more often than they would by chance: where to begin."""

from collections import defaultdict
from collections.abc import Iterable
from math import log

from app.core.patterns.alignment import SWAPPED
from app.core.patterns.background import GAPS, REACH, Background
from app.core.patterns.field import Field
from app.core.progress import checkpoint

_LEAST = 0.5

Pair = tuple[str, str]


def seeds(field: Field, known: Background) -> list[tuple[float, Pair]]:
    """With how much likelier the sessions are with the pair than without; the best first.

    Of two orders the better one.
    """
    worths: dict[Pair, list[float]] = defaultdict(list)
    often = {token for token, count in known.sessions.items() if count >= known.fewest}
    for tokens in field.tokens:
        checkpoint(field.progress)
        here = [(position, token) for position, token in enumerate(tokens) if token in often]
        start = -log(max(1, len(tokens)))
        best: dict[Pair, float] = {}
        for index, (position, token) in enumerate(here):
            for other, follower in here[index + 1 :]:
                if other - position > REACH:
                    break
                if follower == token:
                    continue
                pair = (token, follower)
                worth = GAPS[other - position - 1]
                if worth > best.get(pair, -99.0):
                    best[pair] = worth
        for (a, b), worth in best.items():
            worths[a, b].append(max(worth, best.get((b, a), -99.0) + SWAPPED) + start)
            if (b, a) not in best:
                worths[b, a].append(worth + SWAPPED + start)
    found = []
    for pair, several in worths.items():
        checkpoint(field.progress)
        if len(several) >= known.fewest:
            base = -known.rate(pair[0]) - known.rate(pair[1])
            score = best_part((worth + base for worth in several), known)
            if score > _LEAST:
                found.append((score, pair))
    found.sort(reverse=True)
    better: set[Pair] = set()
    for _score, (a, b) in found:
        if (b, a) not in better:
            better.add((a, b))
    return [(score, pair) for score, pair in found if pair in better]


def best_part(worths: Iterable[float], known: Background) -> float:
    """The score of the sessions that are best explained by a pattern."""
    best = -99.0
    total = 0.0
    for number, worth in enumerate(sorted(worths, reverse=True), 1):
        total += worth
        if number >= known.fewest:
            best = max(best, total + number * known.being_one_of(number))
    return best
