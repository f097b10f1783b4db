"""The corner of a step card: its menu, and the handle to drag it by."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.skills.editor.steps.move_keys import words
from app.ui.widgets.prose.text_style import scaled
from app.ui.widgets.tips import plain_tip

HANDLE = 30
MORE = 24
APART = 5
"""Between the words of a step and its menu."""
ICON = 16
FAR = 4
"""Pixels after which a press is a drag."""


class CardCorner(QWidget):
    """Places of drags are in the coordinates of what the card lies on."""

    menu_wanted = Signal(QPoint)
    drag_started = Signal()
    dragged = Signal(QPoint)
    dropped = Signal()

    def __init__(self, theme: Theme, card: QWidget) -> None:
        super().__init__(card)
        self._theme, self._card = theme, card
        self._lively = False
        self._writable = True
        self._pressed: QPoint | None = None
        self._dragging = False
        theme.changed.connect(self.update)
        self.setMouseTracking(True)
        self.setToolTip(plain_tip(_("Drag to move the step ({keys})").format(keys=words())))

    def set_lively(self, lively: bool) -> None:
        """Whether the card is looked at; the mark of the menu appears."""
        if lively != self._lively:
            self._lively = lively
            self.update()

    def set_writable(self, writable: bool) -> None:
        self._writable = writable
        self.update()

    def let_go(self) -> None:
        """End a drag without a drop."""
        self._dragging, self._pressed = False, None

    @staticmethod
    def room(theme: Theme) -> int:
        """Px that it takes beside the words."""
        return scaled(theme, HANDLE + MORE) + APART

    def _over_handle(self, point: QPoint) -> bool:
        return point.x() >= self.width() - scaled(self._theme, HANDLE)

    # Qt

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton or not self._writable:
            return
        point = event.position().toPoint()
        focused = QApplication.focusWidget()
        if focused is None or not self._card.isAncestorOf(focused):
            self._card.setFocus()
        if self._over_handle(point):
            self._pressed = point
        else:
            self.menu_wanted.emit(self.mapToGlobal(QPoint(0, self.height())))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        hand = self._writable and self._over_handle(point)
        self.setCursor(Qt.CursorShape.OpenHandCursor if hand else Qt.CursorShape.ArrowCursor)
        if self._pressed is None:
            return
        if not self._dragging and (point - self._pressed).manhattanLength() > FAR:
            self._dragging = True
            self.drag_started.emit()
        if self._dragging:
            self.dragged.emit(self._card.mapToParent(self.mapToParent(point)))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dragging = self._dragging
        self.let_go()
        if dragging:
            self.dropped.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme
        scale, side = self.devicePixelRatioF(), scaled(theme, ICON)
        left = self.width() - scaled(theme, HANDLE - 6)
        place = QPoint(left, (self.height() - side) // 2)
        if not self._writable:
            painter.drawPixmap(place, theme.pixmap("lock", "t4", side, scale))
            return
        handle = theme.pixmap("drag-handle", "t1" if self._lively else "t4", side, scale)
        painter.drawPixmap(place, handle)
        if self._lively:
            more = theme.pixmap("more", "t2", side, scale)
            painter.drawPixmap(place - QPoint(scaled(theme, MORE), 0), more)
