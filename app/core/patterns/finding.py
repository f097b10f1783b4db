"""The procedures that an agent repeats, found in its sessions. Pure.

What this departs from seed 002 in, and why, is in `docs/learning.md`.
"""

from collections.abc import Sequence
from math import log

from app.core.patterns.background import EVERYWHERE, RARITY_FROM, Background, background
from app.core.patterns.field import Field
from app.core.patterns.growing import Grown, grow
from app.core.patterns.seeds import FEWEST_SESSIONS, seeds
from app.core.patterns.streams import streams
from app.core.transcripts.model import Session

FEWEST_CALLS = 3
SCORE = 3.0
_RARITY = 0.9
"""The mean logarithm of how many sessions there are for one with the call."""


def find(sessions: Sequence[Session], fewest: int = FEWEST_SESSIONS) -> tuple[list[Grown], Field]:
    field = Field(streams(sessions))
    known = background(field.streams)
    found: list[Grown] = []
    tried: set[tuple[str, str]] = set()
    for _score, (a, b) in seeds(field, known):
        if (a, b) in tried:
            continue
        both = field.sessions[a] & field.sessions[b]
        if len(both) < fewest:
            continue
        tried.add((a, b))
        grown = grow(field, known, (a, b), both)
        if grown is None:
            continue
        for index, token in enumerate(grown.steps):
            tried.update((token, later) for later in grown.steps[index + 1 :])
        for part in _apart(field, known, grown, fewest):
            if not _is_repeated(part, fewest):
                continue
            for match in part.matches:
                field.take(match.session, match.taken)
            if known.number < RARITY_FROM or _is_special(part, known):
                found.append(part)
    return found, field


def _is_repeated(grown: Grown, fewest: int) -> bool:
    sessions = len({match.session for match in grown.matches})
    return len(grown.steps) >= FEWEST_CALLS and sessions >= fewest and grown.score >= SCORE


def _is_special(grown: Grown, known: Background) -> bool:
    """Not done in every second session, and of calls that are not made in every session."""
    number = known.number
    sessions = len({match.session for match in grown.matches})
    rarity = sum(log(number / known.sessions[token]) for token in grown.steps) / len(grown.steps)
    return sessions <= EVERYWHERE * number and rarity >= _RARITY


def _apart(field: Field, known: Background, grown: Grown, fewest: int) -> list[Grown]:
    return [grown]
