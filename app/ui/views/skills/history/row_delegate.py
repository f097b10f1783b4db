"""How a version looks in a list: mark on a line through time, number, reason, what changed."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen, QTextLayout
from PySide6.QtWidgets import (
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from app.core.words import _
from app.ui.models.version_list import VERSION, VersionRow, reason_word
from app.ui.theme.theme import Theme
from app.ui.views.skills.history.reason_marks import mark, soft

Index = QModelIndex | QPersistentModelIndex
State = QStyle.StateFlag
PADDING = 12
CIRCLE = 22
INDENT = 46
TOP = 8
MOST_LINES = 2
FOLD = 12
WORDS = Qt.TextFlag.TextWordWrap


class VersionDelegate(QStyledItemDelegate):
    """Two lines of what changed at most; the rest is in the comparison."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme, self._view = theme, view

    def _metrics(self, size: int, weight: int = 400) -> QFontMetrics:
        return QFontMetrics(self._theme.font(size, weight))

    def _caption_height(self) -> int:
        return self._metrics(11).lineSpacing() + 1

    def _gist_height(self, row: VersionRow) -> int:
        metrics = self._metrics(12)
        if not row.gist:
            return metrics.lineSpacing()
        width = self._view.viewport().width() - INDENT - PADDING
        bounds = metrics.boundingRect(QRect(0, 0, max(60, width), 1000), WORDS, row.gist)
        return min(bounds.height(), MOST_LINES * metrics.lineSpacing())

    def _paint_thread(self, painter: QPainter, bounds: QRect, n: int, count: int) -> None:
        """The line that holds the marks together."""
        x = bounds.left() + PADDING + CIRCLE / 2
        middle = bounds.top() + TOP + CIRCLE / 2
        painter.setPen(QPen(self._theme.colour("line2"), 1.4))
        if n > 0:
            painter.drawLine(QPointF(x, bounds.top()), QPointF(x, middle))
        if n < count - 1:
            painter.drawLine(QPointF(x, middle), QPointF(x, bounds.bottom() + 1))

    def _paint_mark(
        self, painter: QPainter, bounds: QRect, row: VersionRow, ground: QColor, *, chosen: bool
    ) -> None:
        found = mark(row.version.reason)
        circle = QRectF(bounds.left() + PADDING, bounds.top() + TOP, CIRCLE, CIRCLE)
        colour = self._theme.colour(found.colour)
        painter.setPen(QPen(colour, 1.4))
        painter.setBrush(colour if chosen else ground)
        painter.drawEllipse(circle.adjusted(0.7, 0.7, -0.7, -0.7))
        token = "bg2" if chosen else found.colour
        scale = painter.device().devicePixelRatio()
        icon = self._theme.pixmap(found.icon, token, 12, scale)
        painter.drawPixmap(QPointF(circle.left() + 5, circle.top() + 5), icon)

    def _paint_words(
        self, painter: QPainter, bounds: QRect, row: VersionRow, *, selected: bool
    ) -> None:
        colour = self._theme.colour
        quiet = colour("t2" if selected else "t3")
        first = QRect(bounds.left() + INDENT, bounds.top() + TOP, 0, CIRCLE)
        first.setRight(bounds.right() - PADDING)
        end = self._paint_when(painter, first, row.when, quiet)
        x = self._paint_number(painter, first, row)
        after = QRect(x + 8, first.top(), 0, first.height())
        x = self._paint_fold(painter, after) if row.since else self._paint_tag(painter, after, row)
        if row.version.is_current and x + 60 < end:
            painter.setFont(self._theme.font(11))
            painter.setPen(quiet)
            place = QRect(x + 8, first.top(), end - x - 8, first.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, _("current"))
        second = QRect(first.left(), first.bottom() + 4, first.width(), self._gist_height(row))
        painter.setFont(self._theme.font(12))
        painter.setPen(colour("t1" if selected or row.version.is_current else "t2"))
        painter.drawText(second, WORDS, self._cut(row.gist, second.width()))
        painter.setFont(self._theme.font(11))
        painter.setPen(quiet)
        third = QRect(first.left(), second.bottom() + 2, first.width(), self._caption_height())
        painter.drawText(third, Qt.AlignmentFlag.AlignVCenter, row.actor)

    def _cut(self, text: str, width: int) -> str:
        """As many lines as are shown; the last one ends in an ellipsis if there are more."""
        layout = QTextLayout(text, self._theme.font(12))
        starts: list[int] = []
        layout.beginLayout()
        while len(starts) <= MOST_LINES and (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            starts.append(line.textStart())
        layout.endLayout()
        if len(starts) <= MOST_LINES:
            return text
        shown, rest = text[: starts[MOST_LINES - 1]], text[starts[MOST_LINES - 1] :]
        last = self._metrics(12).elidedText(rest, Qt.TextElideMode.ElideRight, width)
        return f"{shown.rstrip()}\n{last}"

    def _paint_when(self, painter: QPainter, line: QRect, text: str, colour: QColor) -> int:
        painter.setFont(self._theme.font(11))
        painter.setPen(colour)
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(line, right, text)
        return line.right() - self._metrics(11).horizontalAdvance(text)

    def _paint_number(self, painter: QPainter, line: QRect, row: VersionRow) -> int:
        text = row.number_words
        painter.setFont(self._theme.font(13, 600))
        painter.setPen(self._theme.colour("t1"))
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, text)
        return line.left() + self._metrics(13, 600).horizontalAdvance(text)

    def _paint_fold(self, painter: QPainter, place: QRect) -> int:
        """Says that there is more to see."""
        scale = painter.device().devicePixelRatio()
        icon = self._theme.pixmap("chevron-right", "t3", FOLD, scale)
        painter.drawPixmap(place.left(), place.center().y() - FOLD // 2 + 1, icon)
        return place.left() + FOLD

    def _paint_tag(self, painter: QPainter, place: QRect, row: VersionRow) -> int:
        found, text = mark(row.version.reason), reason_word(row.version.reason)
        width = self._metrics(11, 500).horizontalAdvance(text) + 12
        box = QRect(place.left(), place.center().y() - 8, width, 17)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(soft(self._theme, found)))
        painter.drawRoundedRect(box, 4, 4)
        painter.setFont(self._theme.font(11, 500))
        painter.setPen(self._theme.colour(found.colour))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        return box.right()

    # Qt

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row: VersionRow = index.data(VERSION)
        parts = (TOP, CIRCLE, 4, self._gist_height(row), 2, self._caption_height(), 9)
        return QSize(0, sum(parts))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: VersionRow = index.data(VERSION)
        bounds: QRect = option.rect
        state: QStyle.StateFlag = option.state
        selected = bool(state & State.State_Selected)
        hover = bool(state & State.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = self._theme.colour(
            "acc_soft" if selected else "bg3" if hover or row.compared else "bg1"
        )
        card = QRectF(bounds).adjusted(6, 1, -6, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(card, 6, 6)
        self._paint_thread(painter, bounds, index.row(), index.model().rowCount())
        self._paint_mark(painter, bounds, row, ground, chosen=selected)
        self._paint_words(painter, bounds, row, selected=selected)
        focused = state & State.State_HasFocus and self._view.hasFocus()
        if focused and (state & State.State_KeyboardFocusChange or not selected):
            painter.setPen(QPen(self._theme.colour("acc"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(card.adjusted(1, 1, -1, -1), 6, 6)
        painter.restore()
