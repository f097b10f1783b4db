"""The streams of one agent while patterns are found in them: where each token still is."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from app.core.patterns.streams import Stream

Where = dict[str, list[int]]


class Field:
    """`where[s][token]` are positions in stream `s`, in order; what a pattern took is gone."""

    def __init__(self, streams: Sequence[Stream]) -> None:
        self.streams = streams
        self.lengths = [len(one.tokens) for one in streams]
        self.tokens: list[list[str | None]] = [list(one.tokens) for one in streams]
        self.where: list[Where] = []
        self.sessions: dict[str, set[int]] = defaultdict(set)
        for number, one in enumerate(streams):
            here: Where = defaultdict(list)
            for position, token in enumerate(one.tokens):
                here[token].append(position)
                self.sessions[token].add(number)
            self.where.append(here)

    def take(self, session: int, positions: Iterable[int]) -> None:
        """No pattern is found there any more; positions below zero are none."""
        for position in positions:
            token = self.tokens[session][position] if position >= 0 else None
            if token is None:
                continue
            self.tokens[session][position] = None
            self.where[session][token].remove(position)
            if not self.where[session][token]:
                del self.where[session][token]
                self.sessions[token].discard(session)
