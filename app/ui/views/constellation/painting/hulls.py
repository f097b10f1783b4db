"""The soft outlines around the stars of one cluster, in scene units."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker, QPen, QPolygonF

from app.core.graph.free_places import SPACING
from app.ui.theme.tokens import Tokens, mix
from app.ui.views.constellation.chart import Chart, Cluster, Floats

MARGIN = 26.0
_FAR = 3.0
"""So many times as far from the middle as half of its stars are, one is outside of the hull: it was
dragged away, and its colour tells where it belongs."""
_ROOM = 2 * SPACING
"""Scene units that do not count for that, in small clusters."""
_ANGLES = np.linspace(0, 2 * np.pi, 96, endpoint=False)
_WAYS = np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)])
"""The directions in which the outermost star is a corner; others are hardly any further out."""


def colour_hull(painter: QPainter, tokens: Tokens, cluster: int) -> None:
    """Fill and outline of a cluster with that number, soft enough for what lies on it."""
    colour = tokens.cluster(cluster - 1)
    pen = QPen(QColor(mix(colour, tokens.sky, 0.17)), 1)
    pen.setCosmetic(True)
    painter.setPen(pen)
    painter.setBrush(QColor(mix(colour, tokens.sky, 0.05)))


class Change(NamedTuple):
    """What becomes of the hulls while stars are on their way: these fade, and those with these
    indices come instead. All others stay."""

    left: Sequence[tuple[int, QPainterPath]] = ()
    """With the number of their cluster."""
    coming: AbstractSet[int] = frozenset()

    @classmethod
    def between(
        cls,
        before: Mapping[int, QPainterPath],
        clusters: Sequence[Cluster],
        hulls: Sequence[QPainterPath],
    ) -> "Change":
        """`before` are hulls by the number of their cluster."""
        now = {cluster.number: hull for cluster, hull in zip(clusters, hulls, strict=False)}
        left = [(number, hull) for number, hull in before.items() if now.get(number) != hull]
        coming = {n for n, one in enumerate(now) if before.get(one) != now[one]}
        return cls(left, coming)


def paint_hulls(
    painter: QPainter,
    tokens: Tokens,
    hulls: Iterable[tuple[int, QPainterPath]],
    seen: QRectF,
    opacity: float = 1.0,
) -> None:
    """Those that are `seen`, with the number of their cluster; in scene units."""
    painter.setOpacity(opacity)
    for number, hull in hulls:
        if hull.boundingRect().intersects(seen):
            colour_hull(painter, tokens, number)
            painter.drawPath(hull)
    painter.setOpacity(1)


def hulls(chart: Chart) -> list[QPainterPath]:
    """One path per cluster: the convex hull of its stars with a round margin, but for those that
    stand far away from the others."""
    order = np.argsort(chart.cluster, kind="stable")
    bounds = np.searchsorted(chart.cluster[order], np.arange(len(chart.clusters) + 1))
    return [_around(chart.at[order[a:b]]) for a, b in pairwise(bounds)]


def _around(points: Floats) -> QPainterPath:
    outline = QPolygonF([QPointF(*point) for point in _convex(_outermost(_together(points)))])
    path = QPainterPath()
    if outline.size() == 1:
        path.addEllipse(outline.first(), MARGIN, MARGIN)
        return path
    path.addPolygon(outline)
    path.closeSubpath()
    stroker = QPainterPathStroker()
    stroker.setWidth(2 * MARGIN)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
    return path.united(stroker.createStroke(path))


def _together(points: Floats) -> Floats:
    """Without those that stand far away from the others."""
    away: Floats = np.hypot(*(points - np.median(points, axis=0)).T)
    return np.asarray(points[away <= _FAR * np.median(away) + _ROOM])


def _outermost(points: Floats) -> Floats:
    return np.asarray(points[np.unique(np.argmax(points @ _WAYS.T, axis=0))])


def _convex(points: Floats) -> Floats:
    """The corners of the convex hull (Andrew's monotone chain), anticlockwise."""
    ordered = np.unique(points, axis=0)
    if len(ordered) < 3:
        return ordered
    chain: list[Floats] = []
    for way in (ordered, ordered[::-1]):
        start = len(chain)
        for point in way:
            while len(chain) - start >= 2 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        chain.pop()
    return np.array(chain)


def _turn(a: Floats, b: Floats, c: Floats) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
