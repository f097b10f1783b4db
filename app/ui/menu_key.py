"""Menus that keys ask for. Public name: `MenuKey`."""

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from shiboken6 import isValid


class MenuKey(QObject):
    """Follows the focus in every window: Shift+F10 asks for its menu as the Menu key does, the only
    one that Qt knows on most systems. A menu that a key brings up has its first entry marked.
    """

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
        if not isinstance(watched, QWidget) or not _asks(event):
            return False
        cursor = watched.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)
        place = QRectF(cursor or watched.rect()).center().toPoint()  # a picture has no cursor
        reason = QContextMenuEvent.Reason.Keyboard
        asking = QContextMenuEvent(reason, place, watched.mapToGlobal(place))
        QApplication.sendEvent(watched, asking)
        if isinstance(menu := QApplication.activePopupWidget(), QMenu):
            for entry in filter(_can_be_chosen, menu.actions()):
                menu.setActiveAction(entry)
                break
        return True


def _asks(event: QEvent) -> bool:
    """Whether it is Shift+F10, or what Qt makes of the Menu key."""
    if isinstance(event, QContextMenuEvent):
        return event.spontaneous() and event.reason() is QContextMenuEvent.Reason.Keyboard
    return (
        event.type() == QEvent.Type.KeyPress
        and isinstance(event, QKeyEvent)
        and event.key() == Qt.Key.Key_F10
        and event.modifiers() == Qt.KeyboardModifier.ShiftModifier
    )


def _can_be_chosen(entry: QAction) -> bool:
    return entry.isVisible() and entry.isEnabled() and not entry.isSeparator()
