"""Two texts of a skill side by side or one below the other. Public name: `DiffView`."""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice
from math import ceil

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from app.core.library.comparison import Comparison
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.diff.change_map import WIDTH as MAP
from app.ui.widgets.diff.change_map import ChangeMap
from app.ui.widgets.diff.item_text import Known
from app.ui.widgets.diff.painting import LinePainter
from app.ui.widgets.diff.placing import Arrangement, Placed, place
from app.ui.widgets.diff.rows import Opened, lines

SCROLL_STEP = 40
MARK_LEFT = 14
HATCH = 7
AT_ONCE = 20_000
"""Two texts with more characters than this are compared in a job."""
SOON, MORE = 80, 40
"""As many lines are laid out at once, and then in each slice while nothing else is to do."""


class DiffView(QAbstractScrollArea):
    """Rows of equal parts next to each other. The arrow keys walk them, Enter opens a fold.

    `change_shown(number, count)` says which of the changes the walk has reached, 0 for none.
    """

    change_shown = Signal(int, int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._comparison = Comparison((), same_text=True)
        self._arrangement = Arrangement.BESIDE
        self._known: Known | None = None
        self._opened: Opened = frozenset()
        self._placed: list[Placed] = []
        self._tops: list[float] = []
        self._rest: Iterator[Placed] = iter(())
        self._later = QTimer(self, interval=0)
        self._later.timeout.connect(self._go_on)
        self._current = -1
        self._stale = True
        """Whether the lines are to be laid out for the width there is when it is shown."""
        self._head: QWidget | None = None
        self._hovered: Placed | None = None
        self._painter = LinePainter(theme)
        self._map = ChangeMap(theme, self)
        self._map.jump_requested.connect(self._scroll_to_share)
        self.setViewportMargins(0, 0, MAP, 0)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(_("Comparison"))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setMouseTracking(True)
        theme.changed.connect(self._lay_out)

    def set_head(self, head: QWidget) -> None:
        """A widget over the columns that stays while they scroll, as high as it wants to be."""
        self._head = head
        head.setParent(self)
        self._place_parts()

    def show_comparison(
        self,
        comparison: Comparison,
        arrangement: Arrangement | None = None,
        known: Known | None = None,
    ) -> None:
        """Show another comparison from its top; `known` tells which skills a call can mean."""
        self._comparison, self._known = comparison, known
        self._arrangement = arrangement or self._arrangement
        self._opened, self._current = frozenset(), -1
        self.verticalScrollBar().setValue(0)
        self._lay_out()
        self._tell()

    def arrange(self, arrangement: Arrangement) -> None:
        """Show the same comparison in another way."""
        self._arrangement, self._current = arrangement, -1
        self._lay_out()
        self._tell()

    @property
    def change_count(self) -> int:
        return len(self._comparison.changed)

    @property
    def content_height(self) -> int:
        """Px that all lines take that are laid out by now."""
        return ceil(self._height())

    def next_change(self) -> None:
        self.finish()
        self._go(next((n for n in self._changes() if n > self._current), self._current))

    def previous_change(self) -> None:
        earlier = [n for n in self._changes() if n < self._current]
        self._go(earlier[-1] if earlier else self._current)

    def finish(self) -> None:
        """Do not wait any longer for the lines that are still to follow."""
        while self._later.isActive():
            self._go_on()

    def _changes(self) -> list[int]:
        return [n for n, placed in enumerate(self._placed) if placed.starts_change]

    # Where everything is

    def _lay_out(self) -> None:
        self._stale = not self.isVisible()
        if self._stale:
            self._later.stop()
            return
        shown = lines(
            self._comparison, self._opened, fold=self._arrangement is not Arrangement.SINGLE
        )
        width = self.viewport().width()
        self._rest = place(self._theme, shown, self._arrangement, width, self._known)
        self._placed, self._tops = [], []
        bar = self.verticalScrollBar()
        scrolled = bar.value()
        self._later.start()
        self._add(list(islice(self._rest, SOON)))
        while self._later.isActive() and self._height() < scrolled + self.viewport().height():
            self._go_on()
        bar.setValue(scrolled)

    def _go_on(self) -> None:
        self._add(list(islice(self._rest, MORE)))
        if not self._later.isActive():
            self._tell()

    def _add(self, more: list[Placed]) -> None:
        """These lines follow; when there are none, or few, it was the last of them."""
        self._placed += more
        self._tops += [placed.top for placed in more]
        if len(more) < MORE:
            self._later.stop()
            self._current = min(self._current, len(self._placed) - 1)
        self._measure()

    def _measure(self) -> None:
        height = self._height()
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, round(height) - self.viewport().height()))
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(SCROLL_STEP)
        self._map.show_changes(
            [(p.top, p.height, p.change) for p in self._placed if p.change is not None], height
        )
        self.viewport().update()

    def _height(self) -> float:
        return self._placed[-1].top + self._placed[-1].height if self._placed else 0.0

    def _at(self, y: float) -> int:
        """The line at `y` px of the viewport, -1 below the last."""
        n = bisect_right(self._tops, y + self.verticalScrollBar().value()) - 1
        inside = n >= 0 and y + self.verticalScrollBar().value() < self._height()
        return n if inside else -1

    def _scroll_to_share(self, share: float) -> None:
        self.finish()
        bar = self.verticalScrollBar()
        bar.setValue(round(share * self._height() - bar.pageStep() / 2))

    def _place_parts(self) -> None:
        head = self._head
        high = max(head.sizeHint().height(), head.minimumHeight()) if head is not None else 0
        if high != self.viewportMargins().top():
            self.setViewportMargins(0, high, MAP, 0)
        area = self.viewport().geometry()
        self._map.setGeometry(area.right() + 1, area.top(), MAP, area.height())
        if head is not None:
            head.setGeometry(area.left(), 0, area.width(), high)

    # Walking

    def _go(self, n: int) -> None:
        if not 0 <= n < len(self._placed):
            return
        self._current = n
        self._show_line(self._placed[n])
        self.viewport().update()
        self._tell()
        words = self._placed[n].words
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def _show_line(self, placed: Placed) -> None:
        bar = self.verticalScrollBar()
        room = min(SCROLL_STEP, bar.pageStep() / 4)
        if placed.top - room < bar.value():
            bar.setValue(round(placed.top - room))
        elif placed.top + placed.height + room > bar.value() + bar.pageStep():
            bar.setValue(round(placed.top + placed.height + room - bar.pageStep()))

    def _tell(self) -> None:
        changes = self._changes()
        number = bisect_right(changes, self._current) if self._current in changes else 0
        self.change_shown.emit(number, len(changes))

    def _open(self, n: int) -> None:
        placed = self._placed[n]
        if placed.line.what != "fold":
            return
        self._opened |= {(placed.line.section, placed.line.fold)}
        self._lay_out()

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scrolled = self.verticalScrollBar().value()
        painter.translate(0, -scrolled)
        first = max(0, bisect_right(self._tops, scrolled + event.rect().top()) - 1)
        for n in range(first, len(self._placed)):
            if self._placed[n].top > scrolled + event.rect().bottom():
                break
            self._painter.paint(
                painter,
                self._placed[n],
                self.viewport().width(),
                focused=n == self._current and self.hasFocus(),
                hovered=self._placed[n] is self._hovered,
            )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_parts()
        if event.size().width() != event.oldSize().width():
            self._lay_out()
        else:
            self._measure()

    def event(self, event: QEvent) -> bool:
        """The head has other words, or text of another size."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._place_parts()
        return super().event(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._lay_out()
            self._tell()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_End:
            self.finish()
        page = max(1, self.viewport().height() // SCROLL_STEP)
        moves = {
            Qt.Key.Key_Down: self._current + 1,
            Qt.Key.Key_Up: max(0, self._current - 1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: len(self._placed) - 1,
            Qt.Key.Key_PageDown: min(len(self._placed) - 1, self._current + page),
            Qt.Key.Key_PageUp: max(0, self._current - page),
        }
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            event.ignore()
        elif key in moves:
            self._go(moves[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if 0 <= self._current < len(self._placed):
                self._open(self._current)
        elif key == Qt.Key.Key_N:
            self.next_change()
        elif key == Qt.Key.Key_P:
            self.previous_change()
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        n = self._at(event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and n >= 0:
            self._current = n
            self._open(n)
            self._tell()
            self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        n = self._at(event.position().y())
        fold = self._placed[n] if n >= 0 and self._placed[n].line.what == "fold" else None
        if fold is not self._hovered:
            self._hovered = fold
            shape = Qt.CursorShape.PointingHandCursor if fold else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(shape)
            self.viewport().update()

    def focusInEvent(self, event: object) -> None:
        self.viewport().update()

    def focusOutEvent(self, event: object) -> None:
        self.viewport().update()
