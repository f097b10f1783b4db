"""Core commits, delivered to the GUI thread, at most once per turn of the event loop.

Public names: `Bridge`, `Source` (what it needs of a vault).
"""

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.core.changes import NO_CHANGES, Changes

POLL = 500
"""Milliseconds between two looks at what other processes committed."""


class Source(Protocol):
    """The two doors of a vault through which news comes."""

    def subscribe(self, listener: Callable[[Changes], None]) -> Callable[[], None]: ...
    def poll(self) -> Changes: ...


class Bridge(QObject):
    """`changed(Changes)`: everything committed since the last time, by us or another process."""

    changed = Signal(object)
    _committed = Signal(object)

    def __init__(self, vault: Source, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._vault = vault
        self._pending = NO_CHANGES
        self._turn = QTimer(self, interval=0, singleShot=True)
        self._turn.timeout.connect(self._flush)
        self._committed.connect(self._collect, Qt.ConnectionType.QueuedConnection)
        self._unsubscribe = vault.subscribe(self._committed.emit)
        self._poll = QTimer(self, interval=POLL)
        self._poll.timeout.connect(self.look)
        self._poll.start()

    def look(self) -> None:
        """Ask now whether another process committed something; the vault tells its listeners."""
        self._vault.poll()

    def stop(self) -> None:
        """Hear nothing more; to be called before the vault is locked."""
        self._poll.stop()
        self._turn.stop()
        self._unsubscribe()

    def _collect(self, changes: Changes) -> None:
        if changes and self._poll.isActive():
            self._pending |= changes
            self._turn.start()

    def _flush(self) -> None:
        changes, self._pending = self._pending, NO_CHANGES
        self.changed.emit(changes)
