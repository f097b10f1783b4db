"""Memory that only cycles hold, taken back where it does no harm. Public name: `GcPolicy`."""

import gc

from PySide6.QtCore import QObject, QTimer

from app.core.garbage import forget_sources, give_back

OFTEN = 200
"""Milliseconds between two looks at how much there is that is new."""
MANY = 5_000
"""So many new objects are looked through."""


class GcPolicy(QObject):
    """From now on nothing is collected but on the thread of the window.

    What is collected may belong to Qt. On the thread of a job, taking that down waits for locks
    that the window may hold while it waits for the interpreter, and then both wait for good. To
    look through everything takes tenths of a second in which no thread goes on, so while somebody
    works only what is new is looked through.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        gc.collect()
        forget_sources()
        give_back()
        gc.freeze()  # the program itself
        self._timer = QTimer(self, interval=OFTEN)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> None:
        """Look through what is new, if that is much."""
        forget_sources()
        if gc.get_count()[0] >= MANY:
            gc.collect(0)

    def clear(self) -> None:
        """Look through everything: nobody minds."""
        gc.collect()
        give_back()
