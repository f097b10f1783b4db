"""The shapes at the end of a line, so that kinds are told apart without colours."""

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF

from app.ui.views.constellation.chart import Floats

_SHAPES: dict[str, tuple[tuple[float, float], ...]] = {
    "arrow": ((0, 0), (-8, 3.4), (-8, -3.4)),
    "hollow": ((0, 0), (-9, 4.5), (-9, -4.5)),
    "diamond": ((0, 0), (-5, 3.5), (-10, 0), (-5, -3.5)),
    "dot": tuple((-3.2 + 3.2 * np.cos(t), 3.2 * np.sin(t)) for t in np.linspace(0, 2 * np.pi, 10)),
    "chevron": ((-7, 4), (0, 0), (-7, -4)),
    "bar": ((-1, 4.5), (-1, -4.5)),
}
"""Corners in px: the tip at (0, 0), the line coming from the left."""
_OPEN = frozenset({"chevron", "bar"})


def paint_heads(
    painter: QPainter, shape: str, ends: Floats, radii: Floats, colour: str, ground: str
) -> None:
    """One head for each row `x1, y1, x2, y2`, just outside the star of that radius at x2, y2."""
    if shape not in _SHAPES or not len(ends):
        return
    gap = ends[:, 2:] - ends[:, :2]
    length = np.maximum(np.hypot(gap[:, 0], gap[:, 1]), 1e-9)
    way = gap / length[:, None]
    tip = ends[:, 2:] - way * (radii + 2)[:, None]
    corners = np.array(_SHAPES[shape])
    x = tip[:, 0, None] + way[:, 0, None] * corners[:, 0] - way[:, 1, None] * corners[:, 1]
    y = tip[:, 1, None] + way[:, 1, None] * corners[:, 0] + way[:, 0, None] * corners[:, 1]
    path = QPainterPath()
    # Where two stars nearly touch, there is no room for a head.
    for xs, ys in zip(
        x[length > radii + 12].tolist(), y[length > radii + 12].tolist(), strict=True
    ):
        path.addPolygon(QPolygonF([QPointF(*point) for point in zip(xs, ys, strict=True)]))
        if shape not in _OPEN:
            path.closeSubpath()
    is_filled = shape not in _OPEN and shape != "hollow"
    fill = QBrush(QColor(colour if is_filled else ground))
    painter.setPen(QPen(QColor(colour), 1.4))
    painter.setBrush(Qt.BrushStyle.NoBrush if shape in _OPEN else fill)
    painter.drawPath(path)
