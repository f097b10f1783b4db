"""Lines from the passages of the original to what they became. Public name: `Gutter`."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.core.documents.roles import Becomes, Role
from app.ui.theme.theme import Theme
from app.ui.views.documents import looks
from app.ui.views.documents.row_list import RowList

WIDTH = 96
DESK = 24
"""So much of it has the ground that the original lies on."""
DOT = 2.5
_FAINT = 0.35
"""How strong the other lines are while one is looked at."""


@dataclass(frozen=True, slots=True)
class Link:
    """From a passage to a row, by their numbers."""

    passage: int
    row: int
    role: Becomes
    is_doubtful: bool = False


class Gutter(QWidget):
    """Only paints: between two lists, for the rows that are in sight in both."""

    def __init__(self, theme: Theme, left: RowList, right: RowList) -> None:
        super().__init__()
        self._theme, self._left, self._right = theme, left, right
        self._links: Sequence[Link] = ()
        self.setFixedWidth(WIDTH)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        for one in (left, right):
            one.moved.connect(self.update)
        theme.changed.connect(self.update)

    def show_links(self, links: Sequence[Link]) -> None:
        self._links = links
        self.update()

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(QRect(0, 0, DESK, self.height()), self._theme.colour("bg0"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        passages, rows = self._left.in_sight(), self._right.in_sight()
        current = self._left.row
        for link in self._links:
            if link.passage in passages or link.row in rows:
                self._paint_link(painter, link, is_strong=current in (-1, link.passage))

    def _paint_link(self, painter: QPainter, link: Link, *, is_strong: bool) -> None:
        begin = self._height(self._left, link.passage)
        end = self._height(self._right, link.row)
        if begin is None or end is None:
            return
        wide = self.width() - 8
        colour = looks.colour(self._theme, link.role)
        width = 1.4
        if link.is_doubtful:
            colour, width = self._theme.colour("warn"), 2.0
        painter.setOpacity(1.0 if is_strong else _FAINT)
        pen = QPen(colour, width)
        if link.role is Role.CONTEXT:
            pen.setDashPattern([3, 3])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        path = QPainterPath(QPointF(6, begin))
        path.cubicTo(QPointF(wide * 0.55, begin), QPointF(wide * 0.45, end), QPointF(wide, end))
        painter.drawPath(path)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(QPointF(6, begin), DOT, DOT)
        painter.drawEllipse(QPointF(wide, end), DOT, DOT)

    def _height(self, view: RowList, row: int) -> float | None:
        """Where the middle of the first line of a row is; None where it has no place."""
        place: QRect = view.place(row)
        if not place.isValid():
            return None
        top = view.viewport().mapTo(self.window(), place.topLeft()).y()
        here = self.mapTo(self.window(), self.rect().topLeft()).y()
        return float(top - here + min(place.height() / 2, 14))
