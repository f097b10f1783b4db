"""How long nobody has touched the window. Public name: `Idle`."""

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QWindow

LOOK = 5_000
"""Milliseconds between two looks at the clock."""
RESTING = 20.0
"""Seconds without a touch after which nobody minds a pause of some tenths of a second."""
_SIGNS_OF_LIFE = {
    QEvent.Type.KeyPress,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseMove,
    QEvent.Type.Wheel,
    QEvent.Type.TouchBegin,
    QEvent.Type.TabletPress,
}


class Idle(QObject):
    """`ran_out` when nobody has typed or moved the mouse for `minutes`; 0 minutes: never.
    `rested` once whenever nobody has for a while.

    Input is watched where it enters a window, so that nothing else of Qt's traffic passes here.
    """

    ran_out = Signal()
    rested = Signal()
    ticked = Signal(int)
    """Whole minutes left, at every look; -1 when it never runs out."""

    def __init__(self, parent: QObject, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(parent)
        self._now, self._minutes, self._touched = now, 0, now()
        self._rests = False
        self._timer = QTimer(self, interval=LOOK)
        self._timer.timeout.connect(self.look)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.focusWindowChanged.connect(self._watch)

    def start(self, minutes: int) -> None:
        """Count from now."""
        self._minutes, self._touched = minutes, self._now()
        self._timer.start()
        self.look()

    def stop(self) -> None:
        self._timer.stop()

    def touch(self) -> None:
        """Somebody is there."""
        self._touched, self._rests = self._now(), False

    def look(self) -> None:
        """Compare with the clock."""
        if not self._rests and self._now() - self._touched >= RESTING:
            self._rests = True
            self.rested.emit()
        if not self._minutes:
            self.ticked.emit(-1)
            return
        left = self._minutes * 60 - (self._now() - self._touched)
        if left <= 0:
            self._timer.stop()
            self.ran_out.emit()
        else:
            self.ticked.emit(-int(-left // 60))

    def _watch(self, window: QWindow | None) -> None:
        if window is not None:
            window.installEventFilter(self)

    # Qt

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() in _SIGNS_OF_LIFE:
            self.touch()
        return False
