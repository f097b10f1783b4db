"""How a skill looks that was searched for: its name, the sentence that says it, its health."""

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF, QTextLayout
from PySide6.QtWidgets import QWidget

from app.core.library.record import Status
from app.core.matching.query import Query, Span, spans
from app.core.skills.checking.finding import Severity
from app.ui.models.skill_list import HIT, QUERY, ROW, SHARED, Hit
from app.ui.theme.theme import Theme
from app.ui.views.skills.library.row_delegate import RowDelegate
from app.ui.widgets.bidi import isolated, place_in
from app.ui.widgets.list_delegate import Index
from app.ui.widgets.prose.hits import in_units, paint_hits
from app.ui.widgets.prose.layouts import lay_out

LINE = 14
"""Pixels from one line of the sentence to the next."""
HEALTH = 7


class HitDelegate(RowDelegate):
    """`want(skill)` is asked for what a row in sight does not know yet."""

    HEIGHT = 56

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
        first = self._place(bounds, 4, 19, edge - self.PADDING - self._star_room(row))
        where = f" · {row.engram_name}" if index.data(SHARED) else ""
        named = first.adjusted(0, 0, -min(self._width(where), first.width() // 2), 0)
        end = self._paint_title(painter, named, row.title, query, colour("t1") if live else quiet)
        if where:
            behind = QRect(end, first.top(), first.right() - end, first.height())
            end = self._line(painter, behind, where, 11, quiet)
        self._paint_star(painter, end, first, row)
        if hit is None:
            self._want(row.id)
            return
        end = bounds.right() - self.PADDING
        below = QRectF(self._place(bounds, 24, 2 * LINE, end - HEALTH - 6))
        self._paint_sentence(painter, below, hit, colour("t2") if live else quiet)
        place = QRectF(0, 0, HEALTH, HEALTH)
        place.moveCenter(QPointF(end - HEALTH / 2, below.center().y() + 5))
        self._paint_health(painter, place, hit)

    def _paint_title(
        self, painter: QPainter, place: QRect, title: str, query: Query, colour: QColor
    ) -> int:
        """Where it ends."""
        shown = isolated(self._elided(title, 13, 500, place.width()))
        layout = QTextLayout(shown, self._font(13, 500)[0])
        lay_out(layout, place.width(), place.height(), 1)
        self._paint_text(painter, layout, QPointF(place.topLeft()), spans(query, shown), colour)
        return place.left() + self._width(shown, 13, 500)

    def _paint_sentence(self, painter: QPainter, place: QRectF, hit: Hit, colour: QColor) -> None:
        layout = self._lines(hit.sentence, 11, place.width(), 2, self._scaled(LINE))
        lead, text = len(hit.lead), layout.text()
        found = [place_in(text, start + lead, start + lead + n) for start, n in hit.excerpt.found]
        shown = [(start, end - start) for start, end in found]
        self._paint_text(painter, layout, place.topLeft(), shown, colour)

    def _paint_text(
        self,
        painter: QPainter,
        layout: QTextLayout,
        at: QPointF,
        found: list[Span],
        colour: QColor,
    ) -> None:
        """With a ground behind the words that were found."""
        hits = [(start, start + length, False) for start, length in found]
        paint_hits(painter, self._theme, layout, in_units(layout.text(), hits), at)
        painter.setPen(colour)
        layout.draw(painter, at)

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
