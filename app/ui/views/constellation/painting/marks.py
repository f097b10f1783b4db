"""Marks at single stars: rings around what stands out, pins, and the rays of important ones."""

from collections.abc import Sequence

import numpy as np
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.ui.theme.theme import Theme
from app.ui.theme.tokens import mix
from app.ui.views.constellation.appearance import SMALLEST, SPREAD
from app.ui.views.constellation.chart import Floats, Indices
from app.ui.views.constellation.focus import Focus
from app.ui.views.constellation.painting.sprites import RADII

BRIGHT = SMALLEST + SPREAD * 0.73**2.1
"""Radius (px at 100 %) from which on a star has rays (visual specification, section 3)."""
_RAY = 2.7
"""How far they reach, of the radius of the star."""
_RAYS = 400
"""More stars than this in view have no rays."""
_RINGS = 500
"""More matches than this in view have no rings: that the others are dimmed tells them."""
MEANT = (2.0, 2.0)
"""The dashes, in widths of the line, of the ring around what a search found by its meaning."""
_INNER, _OUTER, _WIDE = 4.0, 7.0, 1.6
"""How far (px) rings are from their star, and how wide."""
_THIN, _PALE = 1.0, 0.45
"""How wide the ring of a faint hit is, and how near to the ground."""
_BADGE, _PIN = 6.0, 9
"""The radius of the mark of a pinned star, and the side of the pin in it, in px."""


def paint_rings(
    painter: QPainter,
    theme: Theme,
    focus: Focus,
    hits: Indices,
    screen: Floats,
    radius: Floats,
    view: QRectF,
) -> None:
    """`screen` and `radius` of all stars in px; `view` is what can be seen, `hits` are the matches
    that stand out."""
    tokens = theme.tokens
    painter.setBrush(Qt.BrushStyle.NoBrush)

    def ring(star: int, pen: QPen, gap: float) -> None:
        painter.setPen(pen)
        reach = min(float(radius[star]), RADII[-1]) + gap
        painter.drawEllipse(QPointF(*screen[star]), reach, reach)

    matches = _seen(hits, screen, view)
    for star in matches.tolist() if len(matches) <= _RINGS else ():
        ring(star, _pen_of_hit(theme, focus, star), _INNER)
    for star in (*focus.chosen, *focus.path):
        ring(star, ring_pen(tokens.acc), _INNER)
    if focus.hovered is not None:
        ring(focus.hovered, ring_pen(tokens.acc), _INNER)
    if focus.selected is not None:
        ring(focus.selected, ring_pen(tokens.t1), _INNER)
        ring(focus.selected, ring_pen(tokens.acc_line), _OUTER)


def _pen_of_hit(theme: Theme, focus: Focus, star: int) -> QPen:
    tokens = theme.tokens
    if star in focus.faint:
        return QPen(QColor(mix(tokens.warn, tokens.sky, _PALE)), _THIN)
    return ring_pen(tokens.warn, MEANT if star in focus.meant else ())


def ringed(radius: Floats, focus: Focus, hits: Indices) -> Floats:
    """How far each star reaches, in px, with the rings around it."""
    found, inner = radius.copy(), np.minimum(radius, RADII[-1]) + _WIDE / 2
    some = [*hits.tolist(), *focus.chosen, *focus.path]
    some += [star for star in (focus.hovered,) if star is not None]
    found[some] = inner[some] + _INNER
    if focus.selected is not None:
        found[focus.selected] = inner[focus.selected] + _OUTER
    return found


def ring_pen(colour: str, dash: Sequence[float] = ()) -> QPen:
    pen = QPen(QColor(colour), _WIDE)
    if dash:
        pen.setDashPattern(dash)
    return pen


def _seen(stars: Indices, screen: Floats, view: QRectF) -> Indices:
    x, y = screen[stars].T
    inside = (x >= view.left()) & (x <= view.right()) & (y >= view.top()) & (y <= view.bottom())
    return np.asarray(stars[inside])


def paint_pins(
    painter: QPainter, theme: Theme, pinned: Indices, screen: Floats, radius: Floats, view: QRectF
) -> None:
    """A pin beside each of these stars."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    picture = theme.icon("pin", "t1").pixmap(
        QSize(_PIN, _PIN), painter.device().devicePixelRatioF()
    )
    for star in _seen(pinned, screen, view).tolist():
        aside = float(radius[star]) * 0.7 + _BADGE
        at = QPointF(*screen[star]) + QPointF(aside, -aside)
        painter.setPen(QPen(QColor(theme.tokens.line2), 1))
        painter.setBrush(QColor(theme.tokens.bg1))
        painter.drawEllipse(at, _BADGE, _BADGE)
        painter.drawPixmap(at - QPointF(_PIN / 2, _PIN / 2), picture)


def paint_rays(
    painter: QPainter, theme: Theme, stars: Indices, colour: Indices, screen: Floats, radius: Floats
) -> None:
    """Four rays behind each of these stars; `colour` numbers those of the theme, or is -1."""
    if not 0 < len(stars) <= _RAYS:
        return
    tokens = theme.tokens
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # they lie along the pixels
    for number in np.unique(colour[stars]).tolist():
        shade = tokens.t3 if number < 0 else tokens.cluster(number)
        painter.setPen(QPen(QColor(mix(shade, tokens.sky, 0.6)), 1))
        some = stars[colour[stars] == number]
        at, reach = screen[some], radius[some, None] * _RAY
        across, down = reach * (1.0, 0.0), reach * (0.0, 1.0)
        rays = PrimitiveArray(QLineF, 4)
        rays.resize(2 * len(some))
        rays.ndarray()[:] = np.vstack([np.hstack([at - way, at + way]) for way in (across, down)])
        painter.drawLines(*rays.drawargs())
