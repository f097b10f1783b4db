"""How a skill looks that was searched for: its name, the sentence that says it, its health."""

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF, QTextLayout, QTextOption
from PySide6.QtWidgets import QWidget

from app.core.library.record import Status
from app.core.matching.query import Query, Span, spans
from app.core.skills.checking.finding import Severity
from app.ui.models.skill_list import HIT, QUERY, ROW, Hit
from app.ui.theme.theme import Theme
from app.ui.views.skills.library.row_delegate import INDENT, PADDING, RowDelegate
from app.ui.widgets.prose.hits import paint_hits
from app.ui.widgets.prose.utf16 import Units

Index = QModelIndex | QPersistentModelIndex
HEIGHT = 56
LINE = 14
"""Pixels from one line of the sentence to the next."""
HEALTH = 7


class HitDelegate(RowDelegate):
    """`want(skill)` is asked for what a row in sight does not know yet."""

    TALL = HEIGHT

    def __init__(
        self,
        theme: Theme,
        now: Callable[[], datetime],
        want: Callable[[int], None],
        parent: QWidget,
    ) -> None:
        super().__init__(theme, now, parent)
        self._want = want

    def _paint_words(
        self, painter: QPainter, bounds: QRect, index: Index, *, selected: bool
    ) -> None:
        row = index.data(ROW)
        colour, live = self._theme.colour, row.status is not Status.DEPRECATED
        quiet = colour("t2" if selected else "t3")
        query, hit = index.data(QUERY), index.data(HIT)
        edge = self._paint_end(painter, bounds, row, selected=selected)
        first = QRect(bounds.left() + INDENT, bounds.top() + 4, 0, self._scaled(19))
        first.setRight(edge - PADDING)
        self._paint_title(painter, first, row.title, query, colour("t1") if live else quiet)
        if hit is None:
            self._want(row.id)
            return
        below = QRectF(first.left(), bounds.top() + self._scaled(24), 0, self._scaled(2 * LINE))
        below.setRight(bounds.right() - PADDING - HEALTH - 6)
        self._paint_sentence(painter, below, hit, colour("t2") if live else quiet)
        place = QRectF(0, 0, HEALTH, HEALTH)
        place.moveCenter(QPointF(bounds.right() - PADDING - HEALTH / 2, below.center().y() + 5))
        self._paint_health(painter, place, hit)

    def _paint_title(
        self, painter: QPainter, place: QRect, title: str, query: Query, colour: QColor
    ) -> None:
        font, metrics = self._font(13, 500)
        shown = metrics.elidedText(title, Qt.TextElideMode.ElideRight, place.width())
        layout = QTextLayout(shown, font)
        self._lay_out(layout, place.width(), 1)
        top = place.top() + (place.height() - layout.lineAt(0).height()) / 2
        at = QPointF(place.left(), top)
        self._paint_found(painter, layout, at, shown, spans(query, shown))
        painter.setPen(colour)
        layout.draw(painter, at)

    def _paint_sentence(self, painter: QPainter, place: QRectF, hit: Hit, colour: QColor) -> None:
        font, metrics = self._font(11)
        text, lead = hit.sentence, len(hit.lead)
        layout = QTextLayout(text, font)
        self._lay_out(layout, place.width(), 2)
        if layout.lineCount() == 2:
            second = Units(text).ours(layout.lineAt(1).textStart())
            rest = metrics.elidedText(
                text[second:], Qt.TextElideMode.ElideRight, int(place.width())
            )
            text = text[:second] + rest
            layout.setText(text)
            self._lay_out(layout, place.width(), 2)
        found = [(start + lead, length) for start, length in hit.excerpt.found]
        shown = [span for span in found if sum(span) <= len(text)]
        self._paint_found(painter, layout, place.topLeft(), text, shown)
        painter.setPen(colour)
        layout.draw(painter, place.topLeft())

    def _lay_out(self, layout: QTextLayout, width: float, most: int) -> None:
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        top = 0.0
        for _number in range(most):
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(width)
            line.setPosition(QPointF(0, top))
            top += self._scaled(LINE)
        layout.endLayout()

    def _paint_found(
        self, painter: QPainter, layout: QTextLayout, at: QPointF, text: str, found: list[Span]
    ) -> None:
        """The ground behind the words that were found."""
        units = Units(text)
        hits = [(units.qt(start), units.qt(start + length), False) for start, length in found]
        paint_hits(painter, self._theme, layout, hits, at)

    def _paint_health(self, painter: QPainter, place: QRectF, hit: Hit) -> None:
        """A disc, a triangle or a square on its corner: no meaning by colour alone."""
        painter.setPen(Qt.PenStyle.NoPen)
        middle = place.center()
        if hit.worst is Severity.PROBLEM:
            painter.setBrush(self._theme.colour("err"))
            corners = [
                QPointF(middle.x(), place.top()),
                QPointF(place.right(), middle.y()),
                QPointF(middle.x(), place.bottom()),
                QPointF(place.left(), middle.y()),
            ]
            painter.drawPolygon(QPolygonF(corners))
        elif hit.worst is Severity.WARNING:
            painter.setBrush(self._theme.colour("warn"))
            corners = [QPointF(middle.x(), place.top()), place.bottomRight(), place.bottomLeft()]
            painter.drawPolygon(QPolygonF(corners))
        else:
            painter.setBrush(self._theme.colour("ok"))
            painter.drawEllipse(place)
