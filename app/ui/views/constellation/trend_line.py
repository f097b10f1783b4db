"""A line of importance over days, small enough for a panel, with the floor below it."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.core.lifecycle.importance_history import Point
from app.core.words import _, ngettext
from app.ui.theme.theme import Theme

_HEIGHT = 56
_SIDE = 2
_LEAST = 0.1
"""The smallest range that fills the height: a line that hardly changes is no mountain."""


class TrendLine(QWidget):
    """Between the lowest value, or the floor, and the highest."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._points: Sequence[Point] = ()
        self._floor = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(_("Importance over time"))
        theme.changed.connect(self.update)

    def show_points(self, points: Sequence[Point], floor: float) -> None:
        self._points, self._floor = points, floor
        first, last = points[0].value, points[-1].value
        said = ngettext(
            "{first} {count} day ago, {last} today", "{first} {count} days ago, {last} today",
            len(points) - 1,
        )  # fmt: skip
        self.setAccessibleDescription(
            said.format(first=f"{first:.2f}", count=len(points) - 1, last=f"{last:.2f}")
        )
        self.update()

    # Qt

    def sizeHint(self) -> QSize:
        return QSize(120, self._theme.scaled(_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._points:
            return
        low = min(self._floor, *(point.value for point in self._points))
        high = max(low + _LEAST, *(point.value for point in self._points))
        wide, tall = self.width() - 2 * _SIDE, self.height() - 2 * _SIDE

        def at(number: int, value: float) -> QPointF:
            x = wide * number / max(len(self._points) - 1, 1)
            return QPointF(_SIDE + x, _SIDE + tall * (high - value) / (high - low))

        painter, colour = QPainter(self), self._theme.colour
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour("t4"), 1, Qt.PenStyle.DotLine))
        painter.drawLine(at(0, self._floor), QPointF(self.width(), at(0, self._floor).y()))
        line = [at(n, point.value) for n, point in enumerate(self._points)]
        if len(line) == 1:
            line.insert(0, QPointF(_SIDE, line[0].y()))
            line[-1].setX(_SIDE + wide)
        painter.setPen(QPen(colour("acc"), 1.6))
        painter.drawPolyline(QPolygonF(line))
