"""The tabs of the open documents. Public name: `TabStrip`."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QTabBar, QToolButton, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.menu_at import open_at
from app.ui.widgets.pressable import ToolButton
from app.ui.widgets.tips import plain_tip

CROSS, MARK = 16, 14
DOT = 6
SHORTEST, LONGEST = 138, 480
"""Pixels that a tab takes at least, and at most: a title is whole while there is room for it, but
one of a whole sentence does not push the others away. Where not all have room, the strip scrolls.
"""
ICON = 16
AROUND = 58
"""Pixels of them that do not grow with the text, so that two tabs have room in a small window."""
BESIDE = 36
"""Pixels of a tab around its icon, its words and its cross: the gaps, and the edges of both."""
SCROLLERS = 48
"""Pixels of the buttons that scroll the strip, as the style sheet has them."""
_SCROLLERS = ("ScrollLeftButton", "ScrollRightButton")
"""What Qt calls the buttons that scroll the strip."""


class TabStrip(QTabBar):
    """Every tab has a number of its own, whatever its place: `chosen(number)`, `closed(number)`."""

    chosen = Signal(int)
    closed = Signal(int)
    menu_requested = Signal(int, QPoint)
    """For a tab, at a place of the screen."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._next = theme, 1
        self._titles: dict[int, str] = {}
        self._known: tuple[object, ...] = ()
        self._shares: list[int] = []
        """What `_share` came to, for what was known then."""
        self.all = IconButton(theme, "chevron-down", _("All open documents"))
        """To be placed beside the strip; shown while there are more tabs than can be seen."""
        self.all.clicked.connect(self._show_all)
        policy = self.all.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # else it would take the room that tabs lack
        self.all.setSizePolicy(policy)
        self.all.hide()
        self.setAccessibleName(_("Open documents"))
        self.setExpanding(False)
        self.setMovable(True)
        self.setUsesScrollButtons(True)
        self.setElideMode(Qt.TextElideMode.ElideMiddle)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.currentChanged.connect(self._on_current)

    def add(self, icon: str, text: str, where: str = "") -> int:
        """A new tab at the end; returns its number. `where` it belongs is told by its tooltip."""
        number, self._next = self._next, self._next + 1
        blocked = self.blockSignals(True)
        place = self.addTab(text)
        self.setTabData(place, number)
        self.blockSignals(blocked)
        cross = _Cross(self._theme, self)
        cross.clicked.connect(self._closer(number))
        self.setTabButton(place, QTabBar.ButtonPosition.RightSide, cross)
        self.show_tab(number, icon, text, where)
        return number

    def show_tab(self, number: int, icon: str, text: str, where: str = "") -> None:
        """Another icon and title."""
        place = self._place(number)
        self.setTabIcon(place, self._theme.icon(icon, "t3", on="t1"))
        self.setTabText(place, text.replace("&", "&&"))
        self.setTabToolTip(place, plain_tip(f"{text}\n{where}".strip()))
        self._titles[number] = text
        self._cross(number).setAccessibleName(_("Close {title}").format(title=text))

    def title(self, number: int) -> str:
        return self._titles[number]

    def show_dirty(self, number: int, dirty: bool) -> None:
        """A dot in the place of the cross until everything is saved."""
        self._cross(number).show_dirty(dirty)

    def choose(self, number: int) -> None:
        self.setCurrentIndex(self._place(number))

    def remove(self, number: int) -> int:
        """Take a tab away; returns the place it had."""
        place = self._place(number)
        self.removeTab(place)
        del self._titles[number]
        return place

    def put(self, number: int, place: int) -> None:
        """Move a tab to a place, or to the end where there are fewer."""
        self.moveTab(self._place(number), min(place, self.count() - 1))

    def numbers(self) -> list[int]:
        """Every tab from the first to the last, as a person has ordered them."""
        return [int(self.tabData(place)) for place in range(self.count())]

    @property
    def current(self) -> int:
        """The number of the tab in front; 0 when there is none."""
        return int(self.tabData(self.currentIndex()) or 0)

    def overview(self) -> QMenu:
        """A menu of all tabs; it goes away with its choice."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for place, number in enumerate(self.numbers()):
            title = self._titles[number].replace("&", "&&")
            action = menu.addAction(self.tabIcon(place), title, partial(self.choose, number))
            if number == self.current:
                action.setCheckable(True)
                action.setChecked(True)
                action.setIcon(self._theme.icon("check", "acc"))
        return menu

    def step(self, by: int) -> None:
        """Go to a neighbour, around the end."""
        if self.count():
            self.setCurrentIndex((self.currentIndex() + by) % self.count())

    def _look_over(self) -> None:
        for name in _SCROLLERS:  # else the cross of a tab that is cut lies over them
            if (scroller := self.findChild(QToolButton, name)) is not None:
                scroller.raise_()
        ends = self.tabRect(0).united(self.tabRect(self.count() - 1))
        self.all.setVisible(ends.width() > self.width())

    def _show_all(self) -> None:
        place = self.all.mapToGlobal(QPoint(0, self.all.height() + 4))
        open_at(self.overview(), place)

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

    def _scaled(self, wide: int) -> int:
        return AROUND + self._theme.scaled(wide - AROUND)

    def _wanted(self, index: int) -> QSize:
        """Qt's own hint is too narrow for a cross that has grown with the text."""
        hint, flags = super().tabSizeHint(index), int(Qt.TextFlag.TextShowMnemonic)
        words = self.fontMetrics().size(flags, self.tabText(index)).width()
        needed = words + self._theme.scaled(ICON) + self._theme.scaled(CROSS) + BESIDE
        return QSize(min(max(hint.width(), needed), self._scaled(LONGEST)), hint.height())

    def _least(self, wanted: int) -> int:
        return min(self._scaled(SHORTEST), wanted)

    def _share(self, place: int) -> int:
        """What a tab has. Long ones give way first, so that short ones stay whole and no wider.

        Where not all have room, as many as can be read fill the strip, so that none is cut.
        """
        known = (self.width(), self._theme.scaled(100), *map(self.tabText, range(self.count())))
        if known != self._known:
            wanted = [self._wanted(place).width() for place in range(self.count())]
            least = list(map(self._least, wanted))
            if sum(least) > self.width():
                room = self.width() - SCROLLERS
                shares = [room // max(room // max(least), 1)] * len(wanted)
            else:
                most = _level(wanted, self.width())
                shares = [min(width, most) for width in wanted]
            self._known, self._shares = known, shares
        return self._shares[place]

    # Qt

    def sizeHint(self) -> QSize:
        """What all tabs want, whatever the room was before: else a title that grows got none."""
        wanted = [self._wanted(place) for place in range(self.count())]
        return QSize(sum(one.width() for one in wanted), super().sizeHint().height())

    def tabSizeHint(self, index: int) -> QSize:
        return QSize(self._share(index), self._wanted(index).height())

    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index)

    def changeEvent(self, event: QEvent) -> None:
        self._known = ()  # another style has tabs of other widths
        super().changeEvent(event)

    def tabLayoutChange(self) -> None:
        super().tabLayoutChange()
        self._look_over()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._look_over()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """By mouse for the tab below it, by key for the one in front."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        place = self.currentIndex() if by_key else self.tabAt(event.pos())
        if place >= 0:
            at = self.tabRect(place).bottomLeft() if by_key else event.pos()
            self.menu_requested.emit(int(self.tabData(place)), self.mapToGlobal(at))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        place = self.tabAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.MiddleButton and place >= 0:
            self.closed.emit(int(self.tabData(place)))
        else:
            super().mouseReleaseEvent(event)


def _level(wanted: Sequence[int], room: int) -> int:
    """What the widest are cut to, so that all together have room."""
    left = room
    for place, width in enumerate(sorted(wanted)):
        share = left // (len(wanted) - place)
        if width > share:
            return share
        left -= width
    return max(wanted, default=0)


class _Cross(ToolButton):
    """Closes a tab; a dot while there is something unsaved and no mouse over it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._dirty = theme, False
        theme.changed.connect(self._scale)
        self._scale()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setToolTip(plain_tip(_("Close")))

    def _scale(self) -> None:
        side = self._theme.scaled(CROSS) + 2
        self.setFixedSize(side, side)

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
            side = self._theme.scaled(DOT)
            dot = QRectF(0, 0, side, side)
            dot.moveCenter(QRectF(self.rect()).center())
            painter.drawEllipse(dot)
            return
        if hover:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("bg4"))
            painter.drawRoundedRect(self.rect(), 4, 4)
        side = self._theme.scaled(MARK)
        mark = self._theme.pixmap("close", "t3", side, self.devicePixelRatioF())
        painter.drawPixmap((self.width() - side) // 2, (self.height() - side) // 2, mark)
