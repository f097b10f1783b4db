"""The write-ahead log of an open vault, copied into its file between the writes."""

from contextlib import suppress

import apsw

from app.core.store.connection import WAIT_MS

_LONG = 1_000
"""Pages; with so many SQLite would copy them itself."""


class Log:
    """How long the log is, and what keeps it short.

    SQLite copies a long log at the end of the commit that made it long. That commit takes several
    times as long as others, and whoever waits for the vault waits for it. So it is done here, when
    the vault is free again.
    """

    def __init__(self) -> None:
        self._pages = 0

    def follow(self, db: apsw.Connection) -> None:
        """Have the commits of a connection tell how long the log is, and no longer copy it."""
        db.set_wal_hook(self._committed)

    def _committed(self, _db: apsw.Connection, _name: str, pages: int) -> int:
        self._pages = pages
        return apsw.SQLITE_OK

    @property
    def is_long(self) -> bool:
        return self._pages >= _LONG

    def copy(self, db: apsw.Connection) -> None:
        """Copy what no reader needs in the log any more; nobody waits, and nothing is raised."""
        self._pages = 0
        with suppress(apsw.Error):
            db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)

    def empty(self, db: apsw.Connection) -> None:
        """Have it hold nothing that is old; left undone while others read."""
        with suppress(apsw.BusyError):
            db.set_busy_timeout(0)
            try:
                for mode in (apsw.SQLITE_CHECKPOINT_PASSIVE, apsw.SQLITE_CHECKPOINT_TRUNCATE):
                    db.wal_checkpoint(mode=mode)
            finally:
                db.set_busy_timeout(WAIT_MS)
