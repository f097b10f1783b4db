"""What of the scene is shown so that all stars are seen beside what lies over the sky. Pure."""

from collections.abc import Iterator, Sequence
from itertools import product

from PySide6.QtCore import QPointF, QRectF, QSizeF

from app.core.graph.free_places import SPACING
from app.ui.views.constellation.chart import Floats

_EDGE, _TOP = 26.0, 44.0
"""Px that stay free around the stars, and above them, where the name of a cluster stands."""
_NEAREST = 1.6
"""The most pixels for a unit of the scene: few stars are not blown up."""
_AROUND = 0.4 * SPACING
_NARROWEST = 120.0
"""Less room (px) than this is none."""
_COVERED = 12.0
"""How near (px) a star may come to what lies over the sky."""


def framed(at: Floats, size: QSizeF, right: float, taken: Sequence[QRectF]) -> QRectF:
    """The part of the scene to show, whose y goes up, in a view of that size.

    So many pixels at the `right` are covered; of the places `taken` along the lower and the upper
    edge only as much is spared as there are stars.
    """
    low, high = at.min(axis=0) - _AROUND, at.max(axis=0) + _AROUND
    wide, tall = (high - low).tolist()
    free: list[tuple[float, QRectF]] = []
    seen, scale = QRectF(), 0.0
    for room in _rooms(size, right, taken):
        scale = min(room.width() / wide, room.height() / tall, _NEAREST)
        seen = QRectF(0, 0, size.width() / scale, size.height() / scale)
        x, y = ((low + high) / 2).tolist()
        top = y + room.center().y() / scale
        seen.moveTopLeft(QPointF(x - room.center().x() / scale, top - seen.height()))
        if not covers(at, seen, scale, size, taken):
            free.append((scale, seen))
    return max(free, key=lambda one: one[0])[1] if free else seen


def _rooms(size: QSizeF, right: float, taken: Sequence[QRectF]) -> Iterator[QRectF]:
    """What is left of the view when each place is spared at its side, from below, or not at all;
    one at the top from above."""
    whole = QRectF(0, 0, max(size.width() - right, size.width() / 3), size.height())
    whole.adjust(_EDGE, _TOP, -_EDGE, -_EDGE)
    middle = whole.center()
    low = [place for place in taken if not _is_high(place, size)]
    lefts = {whole.left(), *(p.right() + _EDGE for p in low if p.center().x() < middle.x())}
    rights = {whole.right(), *(p.left() - _EDGE for p in low if p.center().x() > middle.x())}
    bottoms = {whole.bottom(), *(place.top() - _EDGE for place in low)}
    tops = {whole.top(), *(p.bottom() + _TOP for p in taken if _is_high(p, size))}
    for left, end, bottom, top in product(lefts, rights, bottoms, tops):
        room = QRectF(QPointF(left, top), QPointF(end, bottom))
        if room.width() > _NARROWEST and room.height() > _NARROWEST:
            yield room
    yield whole  # the last resort, with stars below what lies over them


def _is_high(place: QRectF, size: QSizeF) -> bool:
    return place.center().y() < size.height() / 2


def covers(at: Floats, seen: QRectF, scale: float, size: QSizeF, taken: Sequence[QRectF]) -> bool:
    """Whether a star would be under one of these places, or the name of its cluster under one that
    is at the top."""
    x, y = (at[:, 0] - seen.left()) * scale, (seen.bottom() - at[:, 1]) * scale
    for place in taken:
        below = _TOP if _is_high(place, size) else _COVERED
        near = place.adjusted(-_COVERED, -_COVERED, _COVERED, below)
        inside = (x > near.left()) & (x < near.right()) & (y > near.top()) & (y < near.bottom())
        if inside.any():
            return True
    return False
