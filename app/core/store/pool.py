"""A few open connections to one vault, lent to whichever thread reads or writes just now."""

import threading
import time
from collections.abc import Callable

import apsw

from app.core.store.errors import locked

KEPT = 4
"""So many stay open for the next who asks; each may hold `connection.CACHE_KIB` of pages."""
MOST = 8
"""So many are open at once; who asks for another one waits until one is given back."""
_GRACE = 5.0
"""Seconds that closing waits for what other threads are at, which it interrupts."""
_AGAIN = 0.01


class Pool:
    """Connections that outlive the threads that use them, and are never more than a few.

    A thread is given the one it had last where it can be: another connection's commit makes
    SQLite drop every page a connection has decrypted, so a thread that writes and reads in turn
    is quick only on one and the same.
    """

    def __init__(self, connect: Callable[[], apsw.Connection]) -> None:
        self._connect = connect
        self._idle: dict[int, apsw.Connection] = {}
        """By the thread that had it last; unused for longest first."""
        self._lent: dict[int, apsw.Connection] = {}
        """By the thread that has it."""
        self._opening = 0
        self._waiting = 0
        self._closed = False
        self._lock = threading.Lock()
        self._freed = threading.Condition(self._lock)

    @property
    def open(self) -> int:
        """How many connections are open."""
        with self._lock:
            return self._count()

    def held(self) -> apsw.Connection | None:
        """What this thread took and did not give back."""
        return self._lent.get(threading.get_ident())

    def take(self) -> apsw.Connection:
        """A connection nobody else uses until `give_back`; a thread has one at a time.

        Raises `VaultLocked`, and what opening one raises.
        """
        me = threading.get_ident()
        with self._lock:
            db = self._idle.pop(me, None)
            if db is not None:
                self._lent[me] = db
                return db
            self._waiting += 1
            self._freed.wait_for(lambda: self._closed or self._idle or self._count() < MOST)
            self._waiting -= 1
            if self._closed:
                raise locked()
            if self._idle and self._count() >= KEPT:
                db = self._lent[me] = self._idle.pop(next(iter(self._idle)))
                return db
            self._opening += 1
        return self._open(me)

    def give_back(self) -> None:
        """Let others have what this thread took."""
        me = threading.get_ident()
        with self._lock:
            db = self._lent.pop(me)
            if self._closed or len(self._idle) >= KEPT:
                _close(db)
            else:
                self._idle[me] = db
            if self._waiting:
                self._freed.notify_all()

    def close(self) -> None:
        """Close every connection; what other threads are at ends with `VaultLocked`."""
        me = threading.get_ident()
        with self._lock:
            self._closed = True
            for db in self._idle.values():
                _close(db)
            self._idle.clear()
            self._waiting += 1
            self._freed.notify_all()
            until = time.monotonic() + _GRACE
            while self._interrupt(me) and time.monotonic() < until:
                self._freed.wait(_AGAIN)

    def _interrupt(self, me: int) -> bool:
        """End what is going on; whether another thread is still at it.

        A statement that was just about to begin does not notice, so that it takes several calls.
        """
        for db in self._lent.values():
            if not _close(db):
                db.interrupt()
        return bool(self._lent.keys() - {me})

    def _open(self, me: int) -> apsw.Connection:
        db = None
        try:
            db = self._connect()
        finally:
            with self._lock:
                self._opening -= 1
                is_too_late = self._closed
                if db is not None and not is_too_late:
                    self._lent[me] = db
                self._freed.notify_all()
        if is_too_late:
            db.close()
            raise locked()
        return db

    def _count(self) -> int:
        return len(self._idle) + len(self._lent) + self._opening


def _close(db: apsw.Connection) -> bool:
    """Whether it could be closed: one that another thread runs a statement on cannot."""
    try:
        db.close()
    except apsw.Error:
        return False
    return True
