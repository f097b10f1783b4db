"""Shift+F10 asks for a context menu as the Menu key does. Public name: `MenuKey`."""

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid


class MenuKey(QObject):
    """Follows the focus in every window; Qt itself knows only the Menu key on most systems."""

    def __init__(self, application: QApplication, parent: QObject) -> None:
        super().__init__(parent)
        self._on: QWidget | None = None
        application.focusChanged.connect(self._follow)

    def _follow(self, _old: QWidget | None, now: QWidget | None) -> None:
        if self._on is not None and isValid(self._on):
            self._on.removeEventFilter(self)
        self._on = now
        if now is not None:
            now.installEventFilter(self)

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() != QEvent.Type.KeyPress
            or not isinstance(event, QKeyEvent)
            or event.key() != Qt.Key.Key_F10
            or event.modifiers() != Qt.KeyboardModifier.ShiftModifier
            or not isinstance(watched, QWidget)
        ):
            return False
        cursor = watched.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)
        place = QRectF(cursor or watched.rect()).center().toPoint()  # a picture has no cursor
        QApplication.sendEvent(
            watched,
            QContextMenuEvent(
                QContextMenuEvent.Reason.Keyboard,
                place,
                watched.mapToGlobal(place),
                event.modifiers(),
            ),
        )
        return True
