"""The pictures of stars, painted once per scheme and pixel density."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPixmap, QRadialGradient

CELL = 48
"""Side of one sprite in device-independent pixels; the star's core has a radius of CORE."""
CORE = 10.0


class Sprites:
    """One pixmap with a column per colour: rows are a plain, a faded and a hollow star."""

    PLAIN, FADED, HOLLOW = range(3)

    def __init__(self, colours: Sequence[str], ground: str, ratio: float) -> None:
        self.ratio = ratio
        side = round(CELL * ratio)
        self.pixmap = QPixmap(side * len(colours), side * 3)
        self.pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(self.pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(ratio, ratio)
        for column, colour in enumerate(colours):
            centre = QPointF((column + 0.5) * CELL, 0.5 * CELL)
            _glow(painter, centre, QColor(colour), 70)
            _core(painter, centre, QColor(colour))
            below = centre + QPointF(0, CELL)
            _core(painter, below, _towards(QColor(colour), QColor(ground), 0.7))
            lowest = below + QPointF(0, CELL)
            painter.setPen(QPen(QColor(colour), 2.2))
            painter.setBrush(QColor(ground))
            painter.drawEllipse(lowest, CORE - 1, CORE - 1)
        painter.end()

    @property
    def side(self) -> float:
        """Of one sprite, in the pixels of the pixmap."""
        return round(CELL * self.ratio)


def _glow(painter: QPainter, centre: QPointF, colour: QColor, strength: int) -> None:
    gradient = QRadialGradient(centre, CELL / 2)
    for place, share in ((0.0, 1.0), (0.42, 0.55), (0.7, 0.18), (1.0, 0.0)):
        shade = QColor(colour)
        shade.setAlpha(round(strength * share))
        gradient.setColorAt(place, shade)
    half = CELL / 2
    painter.fillRect(QRectF(centre.x() - half, centre.y() - half, CELL, CELL), QBrush(gradient))


def _core(painter: QPainter, centre: QPointF, colour: QColor) -> None:
    gradient = QRadialGradient(centre - QPointF(CORE / 3, CORE / 3), CORE * 1.4)
    gradient.setColorAt(0, _towards(colour, QColor("white"), 0.35))
    gradient.setColorAt(1, colour)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(gradient))
    painter.drawEllipse(centre, CORE, CORE)


def _towards(colour: QColor, other: QColor, share: float) -> QColor:
    """`colour` with that share of `other` mixed in."""
    keep = 1 - share
    return QColor.fromRgbF(
        colour.redF() * keep + other.redF() * share,
        colour.greenF() * keep + other.greenF() * share,
        colour.blueF() * keep + other.blueF() * share,
    )
