"""Where the name of a star may stand, and what is still free."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSizeF

from app.ui.views.constellation.chart import Flags, Floats
from app.ui.views.constellation.painting.taken import Taken, free_of_edge

_GAP = 2
"""Px between a name and what its star has around it."""
_STEP = 20
"""Px that each step around a star takes of the ring."""


class Spot(NamedTuple):
    """A star that looks for a place of its name, which has that `size`; in px.

    `radius` is how far it reaches itself, `ring` how far what stands around it does.
    """

    x: float
    y: float
    radius: float
    ring: float
    size: QSizeF

    def sides(self, *, with_corners: bool) -> tuple[QRectF, ...]:
        """Outside of the ring: right, left, below, above; then at each corner."""
        gap = max(self.radius, self.ring) + _GAP
        return self._sides(gap) + (self._corners(gap) if with_corners else ())

    def inside(self) -> list[QRectF]:
        """Within the ring, if it leaves room: below, above."""
        beside = self._sides(self.radius + _GAP)[2:]
        return [place for place in beside if self.ring > self._reach(place)]

    def _sides(self, gap: float) -> tuple[QRectF, ...]:
        width, height = self.size.width(), self.size.height()
        corners = (
            (self.x + gap, self.y - height / 2),
            (self.x - gap - width, self.y - height / 2),
            (self.x - width / 2, self.y + gap),
            (self.x - width / 2, self.y - gap - height),
        )
        return tuple(QRectF(left, top, width, height) for left, top in corners)

    def _corners(self, gap: float) -> tuple[QRectF, ...]:
        width, height, aside = self.size.width(), self.size.height(), gap * math.sqrt(0.5)
        return tuple(
            QRectF(left, top, width, height)
            for left in (self.x + aside, self.x - aside - width)
            for top in (self.y + aside, self.y - aside - height)
        )

    def _reach(self, place: QRectF) -> float:
        """How far around the star something has to stand to leave a place inside of it free."""
        across = max(abs(place.left() - self.x), abs(place.right() - self.x))
        down = max(abs(place.top() - self.y), abs(place.bottom() - self.y))
        return math.hypot(across, down) + _STEP


class NameRoom:
    """What is still free of the `view`, where other names are `taken`."""

    def __init__(self, view: QRectF, taken: Sequence[QRectF]) -> None:
        self.view = free_of_edge(view)
        self._names, self._all = Taken(taken), Taken(taken)

    def keep_off(self, place: QRectF) -> None:
        """No name stands here if it need not."""
        self._all.add(place)

    def take(self, place: QRectF) -> None:
        """A name stands here."""
        self._all.add(place)
        self._names.add(place)

    def first_free(self, inside: Iterable[QRectF], sides: Iterable[QRectF]) -> QRectF | None:
        """Of the places inside of a ring the first without a name, else the first of the others
        where nothing is."""
        for place in inside:
            if self._names.spares(place):
                return place
        return next(filter(self._is_free, sides), None)

    def is_readable(self, place: QRectF) -> bool:
        """Whether no other name is there."""
        return self.view.contains(place) and self._names.spares(place)

    def _is_free(self, place: QRectF) -> bool:
        return self.view.contains(place) and self._all.spares(place)


def nearest(places: Iterable[QRectF], other: QRectF) -> QRectF:
    """The place that is least away from another one."""

    def far(place: QRectF) -> float:
        gap = place.center() - other.center()
        return abs(gap.x()) + abs(gap.y())

    return min(places, key=far)


def over_its_own(
    places: Iterable[QRectF], others: Flags, screen: Floats, radius: Floats
) -> QRectF | None:
    """The place over the fewest stars, and over none of the `others`."""
    counted: list[tuple[int, QRectF]] = []
    for place in places:
        low = (place.left(), place.top()) - radius[:, None]
        high = (place.right(), place.bottom()) + radius[:, None]
        over = ((screen > low) & (screen < high)).all(axis=1)
        if not (over & others).any():
            counted.append((int(over.sum()), place))
    return min(counted, key=lambda one: one[0])[1] if counted else None


def box_around(at: Floats, radius: float) -> QRectF:
    """What lies within a radius, in px."""
    x, y = float(at[0]), float(at[1])
    return QRectF(x - radius, y - radius, 2 * radius, 2 * radius)
