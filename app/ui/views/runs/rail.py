"""The steps of a run at the left of its page. Public name: `StepRail`."""

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPen, QResizeEvent, QTextLayout
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyleOptionViewItem, QWidget

from app.core.runs.place_words import clock
from app.core.runs.state import Mark
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.runs.rail_rows import RailRow
from app.ui.widgets.list_delegate import Index, ListDelegate
from app.ui.widgets.prose.layouts import height

RING, LEVEL, TIME = 20, 14, 40
"""Px of the ring with the number, of each level, and of the time at the end of a line."""
LEFT, GAP, ABOVE = 18, 14, 8
WORDS, LINE, CAPTION, CAPTION_LINE = 13, 18, 11, 15
MOST_LINES = 2
ROW = Qt.ItemDataRole.UserRole
_ROOT = QModelIndex()


class _Rows(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: tuple[RailRow, ...] = ()

    def show_rows(self, rows: tuple[RailRow, ...]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    # Qt

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        row = self.rows[index.row()]
        if role == ROW:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return _said(row)
        return None


class _RowDelegate(ListDelegate):
    """A ring with the number or what became of it, the words, and what was done below them."""

    def _paint_row(self, painter: QPainter, bounds: QRect, index: Index, *, selected: bool) -> None:
        row: RailRow = index.data(ROW)
        theme, scaled = self._theme, self._scaled
        left = bounds.left() + scaled(LEFT + LEVEL * row.level)
        top = bounds.top() + scaled(ABOVE)
        if row.is_here and not row.is_outer:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("acc_soft"))
            painter.drawRoundedRect(bounds.adjusted(6, 1, -6, -1), 6, 6)
        if row.is_title:
            self._paint_title(painter, row, left, bounds)
            return
        self._paint_ring(painter, row, QRect(left, top, scaled(RING), scaled(RING)))
        quiet = row.mark is not None or row.passed
        token = "t2" if row.is_here and row.mark else "t3" if quiet else "t1"
        x = left + scaled(RING + GAP)
        layout = self._words(row, bounds)
        painter.setPen(theme.colour(token))
        layout.draw(painter, QPointF(x, top + scaled(1)))
        if row.seconds is not None:
            end = QRect(x, top + scaled(1), bounds.right() - scaled(GAP) - x, scaled(LINE))
            self._end(painter, end, clock(row.seconds), theme.colour("t3"))
        y = top + scaled(1) + height(layout) + scaled(1)
        for about in row.about:
            line = QRect(x, round(y), bounds.right() - scaled(GAP) - x, scaled(CAPTION_LINE))
            if about.icon:
                side = scaled(12)
                self._icon(painter, line.left(), line.center().y() - side // 2, about.icon,
                           about.colour, side)  # fmt: skip
                line.setLeft(line.left() + side + scaled(5))
            self._line(painter, line, about.words, CAPTION, theme.colour("t3"))
            y += scaled(CAPTION_LINE)

    def _paint_title(self, painter: QPainter, row: RailRow, left: int, bounds: QRect) -> None:
        scaled = self._scaled
        place = QRect(left, bounds.top(), bounds.right() - scaled(GAP) - left, bounds.height())
        side = scaled(14)
        self._icon(painter, left + scaled(3), place.center().y() - side // 2, "call", "acc", side)
        place.setLeft(left + scaled(RING + GAP))
        self._line(painter, place, row.text, 12, self._theme.colour("acc"), 500)

    def _paint_ring(self, painter: QPainter, row: RailRow, ring: QRect) -> None:
        theme = self._theme
        ground, ink, icon = _ring(row)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(ground))
        if ground == "bg1":
            painter.setPen(QPen(theme.colour("line" if row.passed else "line2"), 1))
        painter.drawEllipse(ring.adjusted(0, 0, -1, -1))
        if icon:
            side = self._scaled(12)
            at = ring.center() - QRect(0, 0, side, side).center()
            self._icon(painter, at.x(), at.y(), icon, ink, side)
            return
        painter.setFont(self._font(10 if len(row.label) > 2 else 11, 500)[0])
        painter.setPen(theme.colour(ink))
        painter.drawText(ring, Qt.AlignmentFlag.AlignCenter, row.label[:4])

    def _words(self, row: RailRow, bounds: QRect) -> QTextLayout:
        scaled = self._scaled
        taken = LEFT + LEVEL * row.level + RING + GAP + GAP
        width = bounds.width() - scaled(taken)
        if row.seconds is not None:
            width -= max(scaled(TIME), self._width(clock(row.seconds), 11) + scaled(GAP) // 2)
        return self._lines(row.text, WORDS, max(width, 60), MOST_LINES, scaled(LINE))

    def _forget(self) -> None:
        super()._forget()
        self._heights: dict[tuple[RailRow, int], int] = {}

    def _height_of(self, row: RailRow, bounds: QRect) -> int:
        if row.is_title:
            return self._scaled(26)
        words = round(height(self._words(row, bounds)))
        whole = words + self._scaled(2 * ABOVE + 2 + CAPTION_LINE * len(row.about))
        return max(whole, self._scaled(RING + 2 * ABOVE))

    # Qt

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row: RailRow = index.data(ROW)
        view = self.parent()
        assert isinstance(view, QListView)
        width = view.viewport().width()
        if (row, width) not in self._heights:
            self._heights[row, width] = self._height_of(row, QRect(0, 0, width, 0))
        return QSize(0, self._heights[row, width])


def _ring(row: RailRow) -> tuple[str, str, str]:
    """Its ground, the colour of what is in it, and a drawing in place of the number."""
    if row.is_here:
        return "acc_fill", "on_acc", ""
    if row.mark is Mark.DONE:
        return "ok_soft", "ok", "check"
    if row.mark is Mark.FAILED:
        return "err_soft", "err", "close"
    if row.mark is Mark.SKIPPED:
        return "bg4", "t2", "skip"
    return "bg1", "t4" if row.passed else "t2", ""


def _said(row: RailRow) -> str:
    state = {
        Mark.DONE: _("done"),
        Mark.FAILED: _("failed"),
        Mark.SKIPPED: _("skipped"),
        None: _("passed by") if row.passed else "",
    }[row.mark]
    now = _("now") if row.is_here else state
    step = _("step {number}").format(number=row.label) if row.label else ""
    time = clock(row.seconds) if row.seconds is not None else ""
    parts = (step, row.text, now, time, *(one.words for one in row.about))
    return _(", ").join(part for part in parts if part)


class StepRail(QListView):
    """Shows where the run stands, and keeps that in sight."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model_rows = _Rows(self)
        self.setModel(self.model_rows)
        _RowDelegate(theme, self).show_in(self, _("Steps"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setResizeMode(QListView.ResizeMode.Adjust)

    def show_rows(self, rows: tuple[RailRow, ...]) -> None:
        """Where nothing changed, nothing moves."""
        if rows == self.model_rows.rows:
            return
        place = self.verticalScrollBar().value()
        self.model_rows.show_rows(rows)
        self.verticalScrollBar().setValue(place)
        self.show_present()

    def show_present(self) -> None:
        """The innermost step that is worked on."""
        here = [n for n, row in enumerate(self.model_rows.rows) if row.is_here]
        if here:
            self.scrollTo(self.model_rows.index(here[-1]))

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Letters are keys of the page, and look for no step."""
        if event.text().isprintable() and event.text():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()
