"""The streams of one agent while patterns are found in them: where each token still is."""

from collections import defaultdict
from collections.abc import Iterable

from app.core.patterns.streams import Stream
from app.core.progress import SILENT, Progress, checkpoint

Where = dict[str, list[int]]


class Field:
    """`where[s][token]` are positions in stream `s`, in order; what a pattern took is gone.

    Whoever goes through many of them asks `progress` now and then whether to stop.
    """

    def __init__(self, streams: Iterable[Stream], progress: Progress = SILENT) -> None:
        self.progress = progress
        self.streams: list[Stream] = []
        self.where: list[Where] = []
        self.sessions: dict[str, set[int]] = defaultdict(set)
        for number, one in enumerate(streams):
            checkpoint(progress)
            self.streams.append(one)
            here: Where = defaultdict(list)
            for position, token in enumerate(one.tokens):
                here[token].append(position)
                self.sessions[token].add(number)
            self.where.append(here)
        self.lengths = [len(one.tokens) for one in self.streams]
        self.tokens: list[list[str | None]] = [list(one.tokens) for one in self.streams]

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
