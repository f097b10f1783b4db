"""The tabs of the open documents. Public name: `TabStrip`."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QTabBar, QToolButton, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.tips import plain_tip

CROSS = 16
DOT = 6
LONGEST = 260
"""Pixels a tab takes at most."""


class TabStrip(QTabBar):
    """Every tab has a number of its own, whatever its place: `chosen(number)`, `closed(number)`."""

    chosen = Signal(int)
    closed = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._next = theme, 1
        self.setAccessibleName(_("Open documents"))
        self.setExpanding(False)
        self.setMovable(True)
        self.setUsesScrollButtons(True)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.currentChanged.connect(self._on_current)

    def add(self, icon: str, text: str) -> int:
        """A new tab at the end; returns its number."""
        number, self._next = self._next, self._next + 1
        blocked = self.blockSignals(True)
        place = self.addTab(text)
        self.setTabData(place, number)
        self.blockSignals(blocked)
        cross = _Cross(self._theme, self)
        cross.clicked.connect(self._closer(number))
        self.setTabButton(place, QTabBar.ButtonPosition.RightSide, cross)
        self.show_tab(number, icon, text)
        return number

    def show_tab(self, number: int, icon: str, text: str) -> None:
        """Another icon and title."""
        place = self._place(number)
        self.setTabIcon(place, self._theme.icon(icon, "t3", on="t1"))
        self.setTabText(place, text.replace("&", "&&"))
        self.setTabToolTip(place, plain_tip(text))
        self._cross(number).setAccessibleName(_("Close {title}").format(title=text))

    def title(self, number: int) -> str:
        return self.tabToolTip(self._place(number))

    def show_dirty(self, number: int, dirty: bool) -> None:
        """A dot in the place of the cross until everything is saved."""
        self._cross(number).show_dirty(dirty)

    def choose(self, number: int) -> None:
        self.setCurrentIndex(self._place(number))

    def remove(self, number: int) -> None:
        self.removeTab(self._place(number))

    def numbers(self) -> list[int]:
        """Every tab from the first to the last, as a person has ordered them."""
        return [int(self.tabData(place)) for place in range(self.count())]

    @property
    def current(self) -> int:
        """The number of the tab in front; 0 when there is none."""
        return int(self.tabData(self.currentIndex()) or 0)

    def step(self, by: int) -> None:
        """Go to a neighbour, around the end."""
        if self.count():
            self.setCurrentIndex((self.currentIndex() + by) % self.count())

    def _place(self, number: int) -> int:
        return self.numbers().index(number)

    def _cross(self, number: int) -> "_Cross":
        button = self.tabButton(self._place(number), QTabBar.ButtonPosition.RightSide)
        assert isinstance(button, _Cross)
        return button

    def _closer(self, number: int) -> Callable[[], None]:
        return lambda *_checked: self.closed.emit(number)

    def _on_current(self, _place: int) -> None:
        self.chosen.emit(self.current)

    # Qt

    def tabSizeHint(self, index: int) -> QSize:
        return super().tabSizeHint(index).boundedTo(QSize(LONGEST, 1000))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        place = self.tabAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.MiddleButton and place >= 0:
            self.closed.emit(int(self.tabData(place)))
        else:
            super().mouseReleaseEvent(event)


class _Cross(QToolButton):
    """Closes a tab; a dot while there is something unsaved and no mouse over it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._dirty = theme, False
        self.setFixedSize(CROSS + 2, CROSS + 2)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setToolTip(_("Close"))

    def show_dirty(self, dirty: bool) -> None:
        self._dirty = dirty
        self.setAccessibleDescription(_("not saved yet") if dirty else "")
        self.update()

    # Qt

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.HoverEnter, QEvent.Type.HoverLeave):
            self.update()
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        hover = self.underMouse()
        if self._dirty and not hover:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("t3"))
            dot = QRectF(0, 0, DOT, DOT)
            dot.moveCenter(QRectF(self.rect()).center())
            painter.drawEllipse(dot)
            return
        if hover:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("bg4"))
            painter.drawRoundedRect(self.rect(), 4, 4)
        mark = self._theme.pixmap("close", "t3", 14, self.devicePixelRatioF())
        painter.drawPixmap((self.width() - 14) // 2, (self.height() - 14) // 2, mark)
