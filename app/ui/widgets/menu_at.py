"""Menus that come up where the mouse is. Public name: `open_at`."""

from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtGui import QCursor, QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QMenu

from app.ui.widgets.menu_letters import give_letters

SLACK = 3
"""Px that a mouse at rest moves."""
NEAR = 60
"""Px from the mouse within which a menu was opened by it."""


def open_at(menu: QMenu, point: QPoint) -> None:
    """Open a menu at that point of the screen, or above it where there is no room below.

    The press that opened it chooses nothing, wherever it is let go. Where there is no room above
    either, an entry comes up under the mouse, where nobody has read it: the first click there only
    marks it.
    """
    give_letters(menu)
    _Unread(menu)
    menu.popup(_place(menu, point))


def _place(menu: QMenu, point: QPoint) -> QPoint:
    """Where the menu has its upper left corner."""
    screen = QGuiApplication.screenAt(point) or menu.screen()
    room = screen.availableGeometry()
    high = menu.sizeHint().height()
    if point.y() + high <= room.bottom() + 1:
        return point
    mouse, end = QCursor.pos(), point.y()
    if max(abs(mouse.x() - point.x()), abs(mouse.y() - point.y())) <= NEAR:
        end = min(end, mouse.y() - SLACK)
    return QPoint(point.x(), end - high) if end - high >= room.top() else point


class _Unread(QObject):
    """Takes the click that was meant for what the menu came up over, and the end of the press that
    opened it.
    """

    def __init__(self, menu: QMenu) -> None:
        super().__init__(menu)
        self._menu, self._at = menu, QCursor.pos()
        self._is_held = bool(QGuiApplication.mouseButtons().value)
        """Whether the button that opened it is still down."""
        self._is_marked = False
        """Whether a click has marked an entry."""
        menu.installEventFilter(self)

    def _mark(self, event: QMouseEvent) -> bool:
        """Whether it was for an entry, which has the mark now."""
        action = self._menu.actionAt(event.position().toPoint())
        if action is not None:
            self._menu.setActiveAction(action)
        return action is not None

    def _end(self) -> None:
        self._menu.removeEventFilter(self)
        self.deleteLater()

    # Qt

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QMouseEvent):
            return False
        if self._is_held and event.type() is not QEvent.Type.MouseMove:
            self._is_held = False
            if event.type() is QEvent.Type.MouseButtonRelease:
                return True
        if (event.globalPosition().toPoint() - self._at).manhattanLength() > SLACK:
            if not self._is_held:
                self._end()
            return False
        match event.type():
            case QEvent.Type.MouseButtonPress if self._is_marked:
                self._end()
            case QEvent.Type.MouseButtonPress | QEvent.Type.MouseButtonDblClick:
                self._is_marked = self._mark(event)
                return self._is_marked
            case QEvent.Type.MouseButtonRelease:
                return self._mark(event)
        return False
