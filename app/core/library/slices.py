"""How much goes into one write, so that nobody who wants to write as well has to wait."""

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from app.core.actor import Actor
from app.core.vault import Vault, Write

_WANTED = 0.02
"""Seconds for which one write holds the vault; a write of the window may take 0.05 in all."""


class Slices:
    """`size` rows for the next write, from how long those before took on this machine.

    Rows, or whatever else a write is the longer for: characters.
    """

    def __init__(self, size: int, least: int = 4, most: int = 1_000) -> None:
        self.size, self._least, self._most = size, least, most

    @contextmanager
    def write(self, vault: Vault, count: int, actor: Actor) -> Iterator[Write]:
        """A write of `count` rows that is timed, the commit included, waiting for it not."""
        with self.timed(count, vault.write(None, actor)) as write:
            yield write

    @contextmanager
    def timed(self, count: int, opened: AbstractContextManager[Write]) -> Iterator[Write]:
        """The same of a write that is opened otherwise."""
        with opened as write:
            started = time.monotonic()
            yield write
        took = max(time.monotonic() - started, 1e-6)
        # How many would have taken just as long as wanted, if each takes the same.
        wanted = count * _WANTED / took
        if took > _WANTED or 2 * count >= self.size:
            # Down by half at most and up by half: one slow write of the disk says little.
            slower = max(wanted, self.size / 2, self._least)
            self.size = round(min(slower, self.size * 1.5, self._most))
