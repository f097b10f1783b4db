"""The wavy line under a mistake. Public name: `paint_wave`."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

STEP = 2.0
HEIGHT = 1.6


def paint_wave(painter: QPainter, left: float, top: float, width: float, colour: QColor) -> None:
    """From `left` for `width` px; `top` is the upper edge of the wave."""
    count = max(2, round(width / STEP) + 1)
    points = [QPointF(left + n * STEP, top + (HEIGHT if n % 2 else 0)) for n in range(count)]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 1.2, j=Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF(points))
    painter.restore()
