"""Where the names of clusters stand, so that none is taken for that of another cluster."""

from collections.abc import Iterator, Sequence
from math import ceil

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath

from app.ui.views.constellation.chart import Floats, Indices
from app.ui.views.constellation.painting.taken import Taken, free_of_edge, moved_into

_PART = 0.3
"""So much of a cluster's width must be in view for its name to be there."""
_TOUCHED = 0.05
"""The share of a name that may lie over another cluster: a corner of it."""
_BESIDE = 2
"""Px between a cluster and its name."""
_WIDER, _HIGHER = 0.65, 3.0
"""So many times as wide and high as its name a cluster is that may have it over its own stars."""
_CELL = 6.0
"""The side of the cells, in px, by which is told what lies over a cluster."""
_NO_STAR = -2
"""In a cell without a star; -1 is a star in no cluster."""


def cluster_places(
    hulls: Sequence[QPainterPath],
    sizes: Sequence[QSizeF],
    stars: Floats,
    cluster: Indices,
    view: QRectF,
    taken: Sequence[QRectF] = (),
) -> list[tuple[int, QRectF]]:
    """Of the clusters with room for their name in `view` its number and the place of its name.

    None stands over another name, over another cluster, over one of the `stars` that are in another
    or in none, or where it is `taken`; the largest clusters, which come first, choose first. All in
    px; a cluster that shall have no name has an empty hull, and a sky that is shown for the first
    time has none yet.
    """
    places, owners, found = Taken(taken), _Owners(hulls, stars, cluster, view), []
    inside = free_of_edge(view)
    for number, (hull, size) in enumerate(zip(hulls, sizes, strict=False)):
        frame = hull.boundingRect()
        seen = view.intersected(frame)
        if seen.isEmpty() or seen.width() < _PART * min(frame.width(), view.width()):
            continue
        for wanted in _places(frame, size):
            place = moved_into(inside, wanted)
            if places.spares(place) and owners.spare(place, number):
                places.add(place)
                found.append((number, place))
                break
    return found


class _Owners:
    """Which cluster each cell of the view belongs to, and the stars in it."""

    def __init__(
        self, hulls: Sequence[QPainterPath], stars: Floats, cluster: Indices, view: QRectF
    ) -> None:
        self._view = view
        wide, high = ceil(view.width() / _CELL), ceil(view.height() / _CELL)
        image = QImage(max(wide, 1), max(high, 1), QImage.Format.Format_RGB32)
        image.fill(QColor(0, 0, 0))
        painter = QPainter(image)
        painter.scale(1 / _CELL, 1 / _CELL)
        painter.translate(-view.topLeft())
        painter.setPen(Qt.PenStyle.NoPen)
        for number, hull in enumerate(hulls, 1):
            painter.setBrush(QColor.fromRgb(number))
            painter.drawPath(hull)
        painter.end()
        cells = np.frombuffer(image.constBits(), dtype=np.uint32) & 0xFFFFFF
        self._owner = cells.reshape(image.height(), image.width())
        at = np.floor((stars - (view.left(), view.top())) / _CELL).astype(np.intp)
        inside = ((at >= 0) & (at < (image.width(), image.height()))).all(axis=1)
        self._star = np.full(self._owner.shape, _NO_STAR)
        self._star[at[inside, 1], at[inside, 0]] = cluster[inside]

    def spare(self, place: QRectF, number: int) -> bool:
        """Whether a place is hardly over other clusters, and over none of the other stars."""
        left, top = place.left() - self._view.left(), place.top() - self._view.top()
        columns = slice(int(left / _CELL), ceil((left + place.width()) / _CELL))
        rows = slice(int(top / _CELL), ceil((top + place.height()) / _CELL))
        cells, stars = self._owner[rows, columns], self._star[rows, columns]
        taken = np.count_nonzero(cells) - np.count_nonzero(cells == number + 1)
        is_free = bool(np.isin(stars, (_NO_STAR, number)).all())
        return is_free and bool(taken <= _TOUCHED * cells.size)


def _places(frame: QRectF, size: QSizeF) -> Iterator[QRectF]:
    """Where the name of a cluster may stand, the best first: above it, below it, at its corners,
    beside it; over a large one."""
    above, below = frame.top() - size.height() - _BESIDE, frame.bottom() + _BESIDE
    level = frame.center().y() - size.height() / 2
    middle, right = frame.center().x() - size.width() / 2, frame.right() - size.width()
    corners = [
        (middle, above), (middle, below), (frame.left(), above), (right, above),
        (frame.left(), below), (right, below),
        (frame.right() + _BESIDE, level), (frame.left() - size.width() - _BESIDE, level),
    ]  # fmt: skip
    if frame.width() > _WIDER * size.width() and frame.height() > _HIGHER * size.height():
        high, low = (frame.top() + part * frame.height() for part in (0.2, 0.8))
        corners += [(middle, high), (middle, level), (middle, low - size.height())]
    for corner in corners:
        yield QRectF(QPointF(*corner), size)
