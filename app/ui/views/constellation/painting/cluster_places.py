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
_ASIDE = (0.5, 0.25, 0.75, 0.0, 1.0)
"""Where along a cluster its name may stand; 0 is where both begin at the left."""
_NEAR = 5
"""So many cells a name is away from its cluster, at most."""
_CELL = 6.0
"""The side of the cells, in px, by which is told what lies over a cluster."""
_NO_STAR = -2
"""In a cell without a star; -1 is a star in no cluster."""


def cluster_places(
    hulls: Sequence[QPainterPath],
    sizes: Sequence[Sequence[QSizeF]],
    stars: Floats,
    cluster: Indices,
    view: QRectF,
    taken: Sequence[QRectF] = (),
) -> list[tuple[int, QRectF]]:
    """Of the clusters with room for their name in `view` its number and the place of its name.

    None stands over another name, over another cluster, over one of the `stars` that are in another
    or in none, where it is `taken`, or nearer to another cluster than to its own; the largest
    clusters, which come first, choose first. `sizes` are those of each way to write a name, the
    best first. All in px; a cluster that shall have no name has an empty hull, and a sky that is
    shown for the first time has none yet.
    """
    places, owners, found = Taken(taken), _Owners(hulls, stars, cluster, view), []
    inside = free_of_edge(view)
    for number, (hull, ways) in enumerate(zip(hulls, sizes, strict=False)):
        frame = hull.boundingRect()
        seen = view.intersected(frame)
        if seen.isEmpty() or seen.width() < _PART * min(frame.width(), view.width()):
            continue
        for wanted, over_its_own in _places(frame, ways):
            place = moved_into(inside, wanted)
            if places.spares(place) and owners.spare(place, number, over_its_own):
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

    def spare(self, place: QRectF, number: int, over_its_own: bool) -> bool:
        """Whether a place is hardly over other clusters, at its own, and over none of the other
        stars: of its own only if that is asked for."""
        cells, stars = self._owner[self._around(place)], self._star[self._around(place)]
        taken = np.count_nonzero(cells) - np.count_nonzero(cells == number + 1)
        is_free = bool(np.isin(stars, (_NO_STAR, number) if over_its_own else _NO_STAR).all())
        return is_free and bool(taken <= _TOUCHED * cells.size) and self._is_at(place, number)

    def _is_at(self, place: QRectF, number: int) -> bool:
        """Whether no cluster is nearer to a place than its own."""
        for reach in range(_NEAR):
            cells = self._owner[self._around(place, reach)]
            if (cells == number + 1).any():
                return True
            if cells.any():
                return False
        return False

    def _around(self, place: QRectF, reach: int = 0) -> tuple[slice, slice]:
        """The rows and columns of a place, and of so many cells around it."""
        left, top = place.left() - self._view.left(), place.top() - self._view.top()
        right, bottom = left + place.width(), top + place.height()
        return (
            slice(max(int(top / _CELL) - reach, 0), ceil(bottom / _CELL) + reach),
            slice(max(int(left / _CELL) - reach, 0), ceil(right / _CELL) + reach),
        )


def _places(frame: QRectF, ways: Sequence[QSizeF]) -> Iterator[tuple[QRectF, bool]]:
    """Where the name of a cluster may stand, the best first, and whether it is over its stars
    there: above it, below it, beside it; over a large one. The last way, which is not all of the
    name, only if there is no other."""
    whole, short = (ways[:-1], ways[-1:]) if len(ways) > 1 else (ways, ())
    for around in (_above, _below, _beside):
        for size in whole:
            yield from ((place, False) for place in around(frame, size))
    for size in whole:
        yield from ((place, True) for place in _over(frame, size))
    for around in (_above, _below):
        for size in short:
            yield from ((place, False) for place in around(frame, size))


def _above(frame: QRectF, size: QSizeF) -> Iterator[QRectF]:
    return _along(frame, size, frame.top() - size.height() - _BESIDE)


def _below(frame: QRectF, size: QSizeF) -> Iterator[QRectF]:
    return _along(frame, size, frame.bottom() + _BESIDE)


def _along(frame: QRectF, size: QSizeF, top: float) -> Iterator[QRectF]:
    """In the middle of a cluster, else aside, as far as where both end alike."""
    for part in _ASIDE:
        left = frame.left() + part * (frame.width() - size.width())
        yield QRectF(QPointF(left, top), size)


def _beside(frame: QRectF, size: QSizeF) -> Iterator[QRectF]:
    level = frame.center().y() - size.height() / 2
    for left in (frame.right() + _BESIDE, frame.left() - size.width() - _BESIDE):
        yield QRectF(QPointF(left, level), size)


def _over(frame: QRectF, size: QSizeF) -> Iterator[QRectF]:
    """In a cluster that is large enough for it."""
    if frame.width() > _WIDER * size.width() and frame.height() > _HIGHER * size.height():
        left, high = frame.center().x() - size.width() / 2, size.height()
        high_up, low = (frame.top() + part * frame.height() for part in (0.2, 0.8))
        for top in (high_up, frame.center().y() - high / 2, low - high):
            yield QRectF(QPointF(left, top), size)
