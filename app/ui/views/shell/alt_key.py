"""The Alt key pressed and let go by itself. Public name: `AltKey`."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QWindow

_OTHER = (QEvent.Type.MouseButtonPress, QEvent.Type.Wheel, QEvent.Type.FocusOut)


class AltKey(QObject):
    """`tapped` when nothing else happened between pressing and releasing it."""

    tapped = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._alone = False

    def watch(self, window: QWindow) -> None:
        window.installEventFilter(self)

    def forget(self) -> None:
        """It was part of a shortcut."""
        self._alone = False

    # Qt

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and not event.isAutoRepeat():
            is_alt = event.key() == Qt.Key.Key_Alt
            if event.type() == QEvent.Type.KeyPress:
                self._alone = is_alt
            elif event.type() == QEvent.Type.KeyRelease and is_alt and self._alone:
                self._alone = False
                self.tapped.emit()
        elif event.type() in _OTHER:
            self._alone = False
        return False
