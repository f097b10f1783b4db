"""Who writes when: threads of one process in turn, other processes waited for.

Public names: `AT_ONCE`, `Turns`.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import apsw

from app.core.store.connection import WAIT_MS
from app.core.store.errors import busy, locked

PATIENCE = timedelta(milliseconds=WAIT_MS)
"""How long a write waits for another process, unless it says otherwise."""
AT_ONCE = timedelta(0)
_ASK_MS = 20
"""A write that waits for another process looks so often whether the vault is closing."""


class Turns:
    """The turns of one open vault."""

    def __init__(self) -> None:
        self._writing = threading.RLock()
        self._closing = threading.Event()
        self._thread = threading.local()
        """`wait`: how long writes of a thread wait, where that is not `PATIENCE`."""

    @property
    def wait(self) -> timedelta:
        """How long a write of this thread waits for other processes, where it does not say."""
        return getattr(self._thread, "wait", PATIENCE)

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Have whatever this thread writes inside raise `VaultBusy` rather than wait.

        It is answered within a few milliseconds, so that the window's thread can try a save at
        once and hand one that is refused to a job, which can wait:

            try:
                with vault.turns.at_once():
                    saved = library.save(vault, skill, text, base=base)
            except VaultBusy:
                jobs.start(self, title, lambda job: library.save(vault, ...), done)

        Work of several writes has to stand being begun again from its beginning.
        """
        before = self.wait
        self._thread.wait = AT_ONCE
        try:
            yield
        finally:
            self._thread.wait = before

    @contextmanager
    def taken(self, wait: timedelta) -> Iterator[None]:
        """Keep the other threads of this process from writing; `VaultBusy` without any wait."""
        if not self._writing.acquire(blocking=wait > AT_ONCE):
            raise busy()
        try:
            yield
        finally:
            self._writing.release()

    def begin(self, db: apsw.Connection, wait: timedelta) -> None:
        """Begin a write, waiting that long for other processes, but not once the vault closes.

        Raises `apsw.BusyError`, and `VaultLocked` when it closes.
        """
        until = time.monotonic() + wait.total_seconds()
        while not self._closing.is_set():
            left = max(0, round(1000 * (until - time.monotonic())))
            db.set_busy_timeout(min(left, _ASK_MS))
            try:
                db.execute("begin immediate")
            except apsw.BusyError:
                if not left:
                    raise
            else:
                return
            finally:
                db.set_busy_timeout(WAIT_MS)
        raise locked()

    @contextmanager
    def last(self) -> Iterator[None]:
        """The turn after which nobody writes: a write under way is waited for, others give up."""
        self._closing.set()
        with self._writing:
            yield
