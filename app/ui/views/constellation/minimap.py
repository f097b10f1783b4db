"""The whole sky in a corner, with a frame around what is seen; a click goes there."""

import numpy as np
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.constellation.appearance import Appearance
from app.ui.views.constellation.chart import Chart

SIZE = QSize(168, 112)
_INSET = 8.0
_DOT, _FEW, _MANY = 1.6, 300, 3_000
"""Px of a star; twice as many where there are few. Where there are many it is a pixel, for which
Qt has a path of its own."""


class Minimap(QWidget):
    """`sought` carries the place in the scene that shall be in the middle."""

    sought = Signal(QPointF)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._chart: Chart | None = None
        self._look: Appearance | None = None
        self._seen = QRectF()
        self._picture: QPixmap | None = None
        self._points = PrimitiveArray(QPointF, 2)
        self.setFixedSize(SIZE)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(_("Overview"))
        theme.changed.connect(self._forget)

    def show_chart(self, chart: Chart, look: Appearance) -> None:
        self._chart, self._look = chart, look
        self._forget()

    def update_chart(self, chart: Chart) -> None:
        """One that looks like the one before."""
        self._chart = chart

    def show_seen(self, seen: QRectF) -> None:
        """What of the scene is in view."""
        if seen != self._seen:
            self._seen = seen
            self.update()

    def _forget(self) -> None:
        self._picture = None
        self.update()

    def _frame(self) -> tuple[QPointF, float]:
        """The middle of the scene, and pixels for one of its units."""
        assert self._chart is not None
        low, high = self._chart.at.min(axis=0), self._chart.at.max(axis=0)
        wide, high_ = np.maximum(high - low, 1.0).tolist()
        scale = min((SIZE.width() - 2 * _INSET) / wide, (SIZE.height() - 2 * _INSET) / high_)
        return QPointF(*((low + high) / 2)), scale

    def _shown(self, place: QPointF) -> QPointF:
        middle, scale = self._frame()
        away = (place - middle) * scale
        return QPointF(SIZE.width() / 2 + away.x(), SIZE.height() / 2 - away.y())

    def _drawn(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        picture = QPixmap(SIZE * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        tokens, painter = self._theme.tokens, QPainter(picture)
        middle, scale = self._frame()
        assert self._chart is not None and self._look is not None
        count = len(self._chart.at)
        few = count <= _FEW
        dot = 2 * _DOT if few else _DOT if count <= _MANY else 1.0
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, few)
        for number in sorted(set(self._look.colour.tolist())):
            colour = tokens.t3 if number < 0 else tokens.cluster(number)
            pen = QPen(QColor(colour), dot)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            members = self._chart.at[self._look.colour == number]
            self._points.resize(len(members))
            self._points.ndarray()[:] = (members - (middle.x(), middle.y())) * (scale, -scale)
            self._points.ndarray()[:] += (SIZE.width() / 2, SIZE.height() / 2)
            painter.drawPoints(*self._points.drawargs())
        painter.end()
        return picture

    def _seek(self, event: QMouseEvent) -> None:
        if self._chart is not None and len(self._chart.at):
            middle, scale = self._frame()
            x = (event.position().x() - SIZE.width() / 2) / scale
            y = (SIZE.height() / 2 - event.position().y()) / scale
            self.sought.emit(middle + QPointF(x, y))

    # Qt

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._seek(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._seek(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens, painter = self._theme.tokens, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(tokens.line2), 1))
        painter.setBrush(QColor(tokens.bg1))
        painter.drawRoundedRect(QRectF(0.5, 0.5, SIZE.width() - 1, SIZE.height() - 1), 8, 8)
        if self._chart is None or not len(self._chart.at):
            return
        picture = self._picture
        if picture is None or picture.devicePixelRatio() != self.devicePixelRatioF():
            self._picture = picture = self._drawn()  # also on a screen with other pixels
        painter.drawPixmap(0, 0, picture)
        seen = QRectF(
            self._shown(self._seen.topLeft()), self._shown(self._seen.bottomRight())
        ).normalized()
        painter.setPen(QPen(QColor(tokens.acc), 1.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(seen.intersected(QRectF(1, 1, SIZE.width() - 2, SIZE.height() - 2)))
