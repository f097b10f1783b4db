"""Measuring many parts of the card view for another width, while nothing else is to do."""

import time
from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from app.ui.views.skills.editor.steps.folding import Part
from app.ui.views.skills.editor.steps.placing import room_for

SLICE = 0.015
"""Seconds at most that parts are measured for, before others have a turn."""


class Measuring(QObject):
    """`done` when every part knows its height."""

    done = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._parts: Sequence[Part] = ()
        self._width = self._next = 0
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._measure)

    def start(self, parts: Sequence[Part], width: int) -> None:
        """From the first on, for that width of the steps in px."""
        self._parts, self._width, self._next = parts, width, 0
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()
        self._parts = ()

    def _measure(self) -> None:
        started = time.perf_counter()
        while self._next < len(self._parts):
            part = self._parts[self._next]
            part.arrange(room_for(part, self._width)[1])
            self._next += 1
            if time.perf_counter() - started > SLICE:
                return
        self.stop()
        self.done.emit()
