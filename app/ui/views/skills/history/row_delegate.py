"""How a version looks in a list: mark on a line through time, number, reason, what changed."""

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen, QTextLayout
from PySide6.QtWidgets import QListView, QStyle, QStyleOptionViewItem

from app.core.words import _
from app.ui.models.version_list import VERSION, VersionRow, reason_word
from app.ui.theme.theme import Theme
from app.ui.views.skills.history.reason_marks import mark
from app.ui.widgets.list_delegate import Index, ListDelegate

LEFT, UP, GAP = 6, 1, 8
"""Px around the ground of a row."""
CIRCLE = 22
TOP = 8
MOST_LINES = 2


class VersionDelegate(ListDelegate):
    """Two lines of what changed at most; the rest is in the comparison."""

    PADDING = 12 - LEFT
    INDENT = 46 - LEFT
    ICON = 12

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(theme, view)
        self._view = view

    def _caption_height(self) -> int:
        return self._font(11)[1].lineSpacing() + 1

    @property
    def _circle(self) -> int:
        """As high as the line beside it."""
        return self._scaled(CIRCLE)

    def _gist(self, row: VersionRow) -> tuple[QTextLayout, int]:
        """What changed, and how high that is."""
        line = self._font(12)[1].lineSpacing()
        width = self._view.viewport().width() - 2 * LEFT - self.INDENT - self.PADDING
        layout = self._lines(row.gist, 12, max(60, width), MOST_LINES, line)
        return layout, max(1, layout.lineCount()) * line

    def _ground(self, place: QRect, index: Index) -> QRect:
        return place.adjusted(LEFT, UP, -LEFT, -UP)

    def _paint_row(self, painter: QPainter, bounds: QRect, index: Index, *, selected: bool) -> None:
        row: VersionRow = index.data(VERSION)
        colour = self._theme.colour
        quiet = colour("t2" if selected else "t3")
        left, top = bounds.left() + self.PADDING, bounds.top() + TOP - UP
        circle = QRectF(left, top, self._circle, self._circle)
        self._paint_thread(painter, bounds, circle, index)
        self._paint_mark(painter, circle, row, chosen=selected)
        first = QRect(bounds.left() + self.INDENT, top, 0, self._circle)
        first.setRight(bounds.right() - self.PADDING)
        is_beside = self._has_room(first.width(), row)
        end = self._end(painter, first, row.when, quiet) if is_beside else first.right()
        x = self._line(painter, first, row.number_words, 13, colour("t1"), 600)
        x = self._paint_reason(painter, x + GAP, first, row)
        if row.version.is_current and x + 60 < end:
            place = QRect(x + 8, top, end - x - 8, self._circle)
            self._line(painter, place, _("current"), 11, quiet)
        gist, height = self._gist(row)
        painter.setPen(colour("t1" if selected or row.version.is_current else "t2"))
        gist.draw(painter, QPointF(first.left(), first.bottom() + 4))
        third = QRect(
            first.left(), first.bottom() + 4 + height + 1, first.width(), self._caption_height()
        )
        said = row.actor if is_beside else f"{row.when} · {row.actor}"
        self._line(painter, third, said, 11, quiet)

    def _has_room(self, room: int, row: VersionRow) -> bool:
        """Whether the time can stand beside the number and the reason."""
        reason = self._width(reason_word(row.version.reason), 11, 500) + 12
        number = self._width(row.number_words, 13, 600)
        return number + reason + self._width(row.when, 11) + 3 * GAP <= room

    def _paint_thread(self, painter: QPainter, bounds: QRect, circle: QRectF, index: Index) -> None:
        """The line that holds the marks together."""
        x = circle.center().x()
        painter.setPen(QPen(self._theme.colour("line2"), 1.4))
        if index.row() > 0:
            painter.drawLine(QPointF(x, bounds.top() - UP), QPointF(x, circle.top()))
        if index.row() < index.model().rowCount() - 1:
            painter.drawLine(QPointF(x, circle.bottom()), QPointF(x, bounds.bottom() + 2 * UP))

    def _paint_mark(
        self, painter: QPainter, circle: QRectF, row: VersionRow, *, chosen: bool
    ) -> None:
        found = mark(row.version.reason)
        colour = self._theme.colour(found.colour)
        painter.setPen(QPen(colour, 1.4))
        painter.setBrush(colour if chosen else Qt.GlobalColor.transparent)
        painter.drawEllipse(circle.adjusted(0.7, 0.7, -0.7, -0.7))
        inset = (self._circle - self.ICON) // 2
        left, top = round(circle.left()) + inset, round(circle.top()) + inset
        self._icon(painter, left, top, found.icon, "bg2" if chosen else found.colour)

    def _paint_reason(self, painter: QPainter, left: int, line: QRect, row: VersionRow) -> int:
        """In a word; of many versions, that there is more to see."""
        if row.since:
            top = line.center().y() - self.ICON // 2 + 1
            self._icon(painter, left, top, "chevron-right", "t3")
            return left + self.ICON
        found, text = mark(row.version.reason), reason_word(row.version.reason)
        high = self._scaled(17)
        top = line.center().y() - high // 2
        box = QRect(left, top, self._width(text, 11, 500) + 12, high)
        ink = self._theme.colour(found.colour)
        self._tag(painter, box, text, ink, self._theme.colour(found.soft), 500)
        return box.right()

    # Qt

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        _layout, gist = self._gist(index.data(VERSION))
        return QSize(0, sum((TOP, self._circle, 4, gist, 2, self._caption_height(), 9)))

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        row: VersionRow = index.data(VERSION)
        if row.compared:
            option.state |= QStyle.StateFlag.State_MouseOver
