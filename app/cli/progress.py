"""How far long work is, on standard error; Ctrl C stops it where nothing is half done."""

import math
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from app.cli.answer import harmless, tell
from app.core.errors import Cancelled
from app.core.words import _

_QUIET = 0.6
"""Seconds in which nobody wonders."""
_WIDTH = 72


class Shown:
    """A `Progress` with a line that is written over on a terminal, else one for every tenth."""

    def __init__(self, what: str, patience: float = math.inf) -> None:
        """After `patience` seconds the work is stopped as well."""
        self.stopped = False
        self._patience = patience
        self._what = what
        self._begun = time.monotonic()
        self._said = -1
        self._terminal = sys.stderr is not None and sys.stderr.isatty()

    @property
    def cancelled(self) -> bool:
        return self.stopped or time.monotonic() - self._begun > self._patience

    def report(self, fraction: float, text: str = "") -> None:
        percent = int(100 * min(max(fraction, 0.0), 1.0))
        step = percent if self._terminal else percent // 10
        is_news = step != self._said if self._terminal else step > self._said
        if not is_news or time.monotonic() - self._begun < _QUIET:
            return
        self._said = step
        line = harmless(f"{self._what} {percent} %  {text}")
        if self._terminal:
            print(f"\r{line[:_WIDTH]}\x1b[K", end="", file=sys.stderr, flush=True)
        else:
            tell(line)

    def stop(self, *_signal: object) -> None:
        """Ask the work to stop; being asked a second time, it is interrupted."""
        self.stopped = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def end(self) -> None:
        if self._terminal and self._said >= 0:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


class Unseen(Shown):
    """For work that says by itself how far it is."""

    def report(self, fraction: float, text: str = "") -> None:
        pass


@contextmanager
def shown(what: str, patience: float = math.inf) -> Iterator[Shown]:
    """Progress for the work inside, called `what` ("Reading")."""
    with stoppable(Shown(what, patience)) as progress:
        yield progress


@contextmanager
def stoppable(progress: Shown) -> Iterator[Shown]:
    """Work that Ctrl C stops where nothing is half done."""
    if threading.current_thread() is not threading.main_thread():
        yield progress
        return
    before = signal.signal(signal.SIGINT, progress.stop)
    stopped = False
    try:
        yield progress
    except Cancelled:
        stopped = progress.stopped
        raise
    finally:
        signal.signal(signal.SIGINT, before)
        progress.end()
        if stopped:  # what was too far to be stopped says itself what it did
            tell(_("Stopped."))
