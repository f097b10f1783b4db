"""The pictures of stars, each painted once at exactly the sizes that are seen."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPixmap, QRadialGradient

from app.ui.views.constellation.chart import Floats, Indices

RADII = (1.2, 1.6, 2.1, 2.7, 3.4, 4.2, 5.2, 6.4, 7.8, 9.4, 11.4, 13.8, 16.6)
"""In px; a star has the nearest of these. Nothing is scaled while painting, which is slow."""
_BOUNDS = np.array([(a + b) / 2 for a, b in pairwise(RADII)])
_GLOWING = 3.0
"""Smaller ones (px) have no glow: it could not be seen."""
_REACH = 2.4
"""The radius of the glow, of that of the star."""
_AWAY, _AWAY_FROM_LIGHT = 0.72, 0.5
"""How near to the ground a dimmed star is; on a light one it would vanish."""
PLAIN, FADED, HOLLOW, FADED_HOLLOW = range(4)


class Sprites:
    """One pixmap: a column for each colour and state, a row for each radius.

    The last colour is that of stars without one.
    """

    def __init__(self, colours: Sequence[str], ground: str, ratio: float, *, glow: bool) -> None:
        self.ratio = ratio
        self.colours = len(colours)
        cells = [int(np.ceil(2 * radius * (_REACH if glow and radius >= _GLOWING else 1.0))) + 3
                 for radius in RADII]  # fmt: skip
        self._side = np.array([cell * ratio for cell in cells]).round()
        self._top = np.concatenate([[0], np.cumsum(self._side)[:-1]])
        widest = int(self._side[-1])
        self.pixmap = QPixmap(widest * len(colours) * 4, int(self._side.sum()))
        self.pixmap.fill(Qt.GlobalColor.transparent)
        self._widest = widest
        painter = QPainter(self.pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for row, radius in enumerate(RADII):
            for column, colour in enumerate(colours):
                for state in range(4):
                    side = float(self._side[row])
                    centre = QPointF(
                        (column * 4 + state) * widest + side / 2, float(self._top[row]) + side / 2
                    )
                    _star(painter, centre, radius * ratio, QColor(colour), QColor(ground), state,
                          glow=glow and radius >= _GLOWING)  # fmt: skip
        painter.end()

    def fragments(
        self, array: Floats, screen: Floats, radius: Floats, colour: Indices, state: Indices
    ) -> None:
        """Fill rows of `PixmapFragment`: where each star is painted, and with which sprite."""
        row = np.searchsorted(_BOUNDS, radius)
        side = self._side[row]
        column = np.where(colour < 0, self.colours - 1, colour % (self.colours - 1))
        array[:, 0:2] = screen
        array[:, 2] = (column * 4 + state) * self._widest
        array[:, 3] = self._top[row]
        array[:, 4] = array[:, 5] = side
        array[:, 6] = array[:, 7] = 1 / self.ratio
        array[:, 8] = 0
        array[:, 9] = 1


def _star(
    painter: QPainter, at: QPointF, radius: float, colour: QColor, ground: QColor, state: int,
    *, glow: bool,
) -> None:  # fmt: skip
    faded = state in (FADED, FADED_HOLLOW)
    away = _AWAY if ground.lightnessF() < 0.5 else _AWAY_FROM_LIGHT
    shade = _towards(colour, ground, away) if faded else colour
    if state in (HOLLOW, FADED_HOLLOW):
        line = min(max(radius / 3, 1.0), 2.4)
        painter.setPen(QPen(shade, line))
        painter.setBrush(ground)
        painter.drawEllipse(at, radius - line / 2, radius - line / 2)
        return
    if glow and not faded:
        _glow(painter, at, radius * _REACH, colour)
    painter.setPen(Qt.PenStyle.NoPen)
    if radius < _GLOWING or faded:
        painter.setBrush(shade)
    else:
        gradient = QRadialGradient(at - QPointF(radius / 3, radius / 3), radius * 1.4)
        gradient.setColorAt(0, _towards(colour, QColor("white"), 0.35))
        gradient.setColorAt(1, colour)
        painter.setBrush(QBrush(gradient))
    painter.drawEllipse(at, radius, radius)


def _glow(painter: QPainter, centre: QPointF, reach: float, colour: QColor) -> None:
    gradient = QRadialGradient(centre, reach)
    for place, share in ((0.0, 1.0), (0.42, 0.55), (0.7, 0.18), (1.0, 0.0)):
        shade = QColor(colour)
        shade.setAlpha(round(70 * share))
        gradient.setColorAt(place, shade)
    painter.fillRect(
        QRectF(centre.x() - reach, centre.y() - reach, 2 * reach, 2 * reach), QBrush(gradient)
    )


def _towards(colour: QColor, other: QColor, share: float) -> QColor:
    """`colour` with that share of `other` mixed in."""
    keep = 1 - share
    return QColor.fromRgbF(
        colour.redF() * keep + other.redF() * share,
        colour.greenF() * keep + other.greenF() * share,
        colour.blueF() * keep + other.blueF() * share,
    )
