"""How much of an engram one recall gives away (seed 004)."""

from collections import Counter
from collections.abc import Iterable

from app.core.library.engrams import Cap

_LETTERS = 4
"""Characters of a token, about."""


def within(limits: dict[str, Cap], said: Iterable[tuple[str, str]]) -> list[int]:
    """Which answers may be given, best first: each is an engram and a text.

    The first of an engram is always given, however long it is.
    """
    nodes, tokens = Counter[str](), Counter[str]()
    given = []
    for place, (engram, text) in enumerate(said):
        cap, size = limits.get(engram), tokens_of(text)
        if cap is not None and nodes[engram]:
            full = nodes[engram] >= cap.nodes
            if full or tokens[engram] + size > cap.tokens:
                continue
        nodes[engram] += 1
        tokens[engram] += size
        given.append(place)
    return given


def tokens_of(text: str) -> int:
    """About how many tokens a text has."""
    return -(-len(text) // _LETTERS)
