"""Names in the sky: painted once each, and placed so that none covers another."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPixmap

from app.ui.theme.theme import Theme
from app.ui.views.constellation.chart import Chart, Cluster, Flags, Floats, Indices
from app.ui.views.constellation.painting.cluster_places import cluster_places
from app.ui.views.constellation.painting.taken import Taken, free_of_edge, moved_into
from app.ui.views.constellation.painting.written_names import ways_to_write

_MOST, _LEAST, _CROWD = 120, 30, 400
_TRIED = 600
"""So many stars in view are asked whether there is room for their name."""
_FEW = 300
_LONGEST = 40
_KEPT = 2_000
"""Pictures of names, some 10 KB each, that are worth their room."""
_HALO = 3
_GAP = 2
"""Px between a name and what its star has around it."""
_AROUND = [(math.cos(n * math.pi / 6), math.sin(n * math.pi / 6)) for n in range(12)]
_STEP = 20
"""Px that each step around a star takes of the ring."""
_PALE = 0.75
"""How much of what is behind the name of a cluster is hidden."""
NO_RINGS: Mapping[int, float] = {}


class _Side(NamedTuple):
    """Where a name stands, from the middle of its star to its left upper corner, in px."""

    x: float
    y: float


class Labels:
    """Names of stars and clusters, with a halo of the ground around them.

    Which stars are named, and on which side, is chosen once (`choose`); then the names only move
    along with their stars, until they are chosen anew.
    """

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._pictures: dict[tuple[str, str, bool, float], QPixmap] = {}
        self._sizes: dict[str, QSizeF] = {}
        self._chosen: dict[int, _Side] = {}

    def forget(self) -> None:
        """Choose and paint every name anew, because the colours or the stars changed."""
        self._pictures.clear()
        self._sizes.clear()
        self._chosen.clear()

    def choose(
        self,
        chart: Chart,
        screen: Floats,
        radius: Floats,
        view: QRectF,
        taken: Sequence[QRectF],
        lit: Flags | None,
        first: AbstractSet[int],
        rings: Mapping[int, float] = NO_RINGS,
        ranked: Sequence[int] = (),
        among: AbstractSet[int] = frozenset(),
    ) -> None:
        """Find room for names: of the `first` stars always, then of those `among` which they are,
        both also where a search dims them, then of those that are `lit`, in the order in which
        they are `ranked`, then of those with the largest `radius`, a ring included: first of the
        largest one of each cluster that is seen as a whole, rather over others of it than not. Of
        those of one size those with most lines come first.

        A star that has a name keeps it where there is still room. `taken` are the places of the
        names of clusters; `rings` how far from some stars something stands around them. All in
        pixels.
        """
        places, names = Taken(taken), Taken(taken)
        view = free_of_edge(view)
        seen = np.asarray((screen >= (view.left(), view.top())).all(axis=1))
        seen &= (screen <= (view.right(), view.bottom())).all(axis=1)
        for star, ring in rings.items():
            places.add(box_around(screen[star], ring))
        there = np.flatnonzero(seen)
        if len(there) <= _FEW:  # then there is room to keep names off the stars as well
            for star in there.tolist():
                places.add(box_around(screen[star], float(radius[star])))
        leads = _leads(chart.cluster, seen, radius) if lit is None and not rings else frozenset()
        if lit is not None:
            named = lit.copy()
            named[list(first | among)] = True
            seen &= named
        wanted = np.flatnonzero(seen)
        # Where stars stand close, a few names are read and many only cover what is there.
        most = int(max(_LEAST, min(_MOST, _MOST * (_CROWD / max(len(wanted), 1)) ** 0.5)))
        kept, self._chosen = self._chosen, {}
        later = 3 - np.isin(wanted, list(first)) - np.isin(wanted, list(first | among))
        later -= np.isin(wanted, list(first | among | leads))
        new = ~np.isin(wanted, list(kept))
        rank = np.full(len(screen), len(ranked))
        rank[list(ranked)] = np.arange(len(ranked))
        lines = chart.connections()[wanted]
        order = np.lexsort((-lines, -radius[wanted] - 1.5 * ~new, rank[wanted], later))
        for star in wanted[order][:_TRIED].tolist():
            title = chart.stars[star].row.title
            x, y = screen[star].tolist()
            ring, own = rings.get(star, 0.0), float(radius[star])
            own += _GAP
            sides = _sides(x, y, max(own, ring + _GAP), self._size(title))
            if star in leads:
                sides += _corners(x, y, max(own, ring + _GAP), self._size(title))
            beside = _sides(x, y, own, self._size(title))[2:]
            inside = [one for one in beside if ring > _reach(one, x, y)]
            if star in kept:
                before = QRectF(QPointF(x + kept[star].x, y + kept[star].y), self._size(title))
                sides = (min(sides, key=lambda side: _far(side, before)), *sides)
            free = (side for side in sides if view.contains(side) and places.spares(side))
            place = next((one for one in inside if names.spares(one)), None) or next(free, None)
            if place is None and star in first:  # rather over a star than over another name
                readable = (one for one in sides if view.contains(one) and names.spares(one))
                place = next(readable, moved_into(view, sides[0]))
            if place is None and star in leads:
                readable = (one for one in sides if view.contains(one) and names.spares(one))
                place = _over_its_own(
                    readable, chart.cluster != chart.cluster[star], screen, radius
                )
            if place is None:
                continue
            self._chosen[star] = _Side(place.left() - x, place.top() - y)
            places.add(place)
            names.add(place)
            if len(self._chosen) == most:
                return

    def paint(
        self,
        painter: QPainter,
        chart: Chart,
        screen: Floats,
        view: QRectF,
        lit: Flags | None,
        first: AbstractSet[int],
        ratio: float,
    ) -> Iterator[None]:
        """Paint the chosen names where their stars are now, one with each step."""
        tokens = self._theme.tokens
        for star, side in self._chosen.items():
            x, y = screen[star].tolist()
            if not view.contains(x, y):
                continue
            strong = star in first or lit is not None
            picture = self._picture(
                chart.stars[star].row.title, tokens.t1 if strong else tokens.t2, ratio
            )
            painter.drawPixmap(QPointF(round(x + side.x), round(y + side.y)), picture)
            yield

    def places(self, chart: Chart, screen: Floats) -> list[QRectF]:
        """Where the chosen names stand, in px."""
        return [
            QRectF(
                QPointF(*screen[star]) + QPointF(side.x, side.y),
                self._size(chart.stars[star].row.title),
            )
            for star, side in self._chosen.items()
        ]

    def placed(self, chart: Chart, screen: Floats) -> Iterator[tuple[str, QPointF]]:
        """The chosen names, as they are shown, and where each begins on its base line, in px."""
        ascent = QFontMetricsF(self._font("", spaced=False)).ascent()
        for star, side in self._chosen.items():
            x, y = screen[star].tolist()
            at = QPointF(x + side.x + _HALO + 1, y + side.y + ascent + 2)
            yield _cut(chart.stars[star].row.title), at

    def cluster_places(
        self,
        chart: Chart,
        screen: Floats,
        hulls: Sequence[QPainterPath],
        view: QRectF,
        taken: Sequence[QRectF] = (),
    ) -> list[tuple[int, QRectF]]:
        """Where the names of those clusters stand that have room for it; their `hulls` are in px,
        and empty for those that shall have no name."""
        sizes = [
            [self._written_size(cluster, lines) for lines in ways_to_write(cluster.name)]
            for cluster in chart.clusters
        ]
        return cluster_places(hulls, sizes, screen, chart.cluster, view, taken)

    def cluster_lines(self, cluster: Cluster, place: QRectF) -> Sequence[str]:
        """The name as it has room in a place that `cluster_places` found; the count follows it."""
        ways = ways_to_write(cluster.name)
        fitting = (one for one in ways if self._written_size(cluster, one) == place.size())
        return next(fitting, ways[0])

    def _written_size(self, cluster: Cluster, lines: Sequence[str]) -> QSizeF:
        """The room that the lines of a name take, with the count behind them."""
        written = [self._size(line, spaced=True) for line in lines]
        last = written[-1].width() + self._size(str(cluster.count)).width()
        width = max([last, *(size.width() for size in written)])
        return QSizeF(width, sum(size.height() for size in written))

    def paint_clusters(
        self,
        painter: QPainter,
        chart: Chart,
        places: Sequence[tuple[int, QRectF]],
        ratio: float,
    ) -> Iterator[None]:
        """Paint the names of these clusters in their colours, one with each step."""
        tokens = self._theme.tokens
        ground = QColor(tokens.sky)
        ground.setAlphaF(_PALE)
        for number, place in places:
            cluster = chart.clusters[number]
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)  # it may be over stars of the same colour
            painter.drawRoundedRect(place, _HALO, _HALO)
            colour, corner = tokens.cluster(cluster.number - 1), place.topLeft()
            for line in self.cluster_lines(cluster, place):
                picture = self._picture(line, colour, ratio, spaced=True)
                painter.drawPixmap(corner, picture)
                beside = corner + QPointF(picture.width() / ratio, 0)
                corner += QPointF(0, picture.height() / ratio)
            painter.drawPixmap(beside, self._picture(str(cluster.count), tokens.t3, ratio))
            yield

    def _size(self, text: str, *, spaced: bool = False) -> QSizeF:
        """The room a name takes; to measure it is much quicker than to paint it."""
        key = f"{spaced}{text}"
        if key not in self._sizes:
            self._sizes[key] = _room(_cut(text), self._font(text, spaced=spaced))
        return self._sizes[key]

    def _font(self, text: str, *, spaced: bool) -> QFont:
        """Only capitals stand apart: letters of scripts without them may have to join."""
        font = self._theme.font(11, 600 if spaced else 400)
        if spaced and not any(map(_has_no_case, text)):
            font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 2.4)
        return font

    def _picture(self, text: str, colour: str, ratio: float, *, spaced: bool = False) -> QPixmap:
        found = self._pictures.get((text, colour, spaced, ratio))
        if found is None:
            if len(self._pictures) > _KEPT:
                self._pictures.clear()
            found = self._drawn(text, colour, ratio, spaced)
            self._pictures[text, colour, spaced, ratio] = found
        return found

    def _drawn(self, text: str, colour: str, ratio: float, spaced: bool) -> QPixmap:
        """The words over their own shape, moved all around in the colour of the sky."""
        font, shown = self._font(text, spaced=spaced), _cut(text)
        shape = _written(shown, font, QColor(self._theme.tokens.sky), ratio)
        picture = _empty(_room(shown, font), ratio)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for x, y in _AROUND:
            painter.drawPixmap(QPointF(x * _HALO / 2, y * _HALO / 2), shape)
        painter.drawPixmap(QPointF(0, 0), _written(shown, font, QColor(colour), ratio))
        painter.end()
        return picture


def _leads(cluster: Indices, seen: Flags, radius: Floats) -> frozenset[int]:
    """The star of each cluster that is larger than its others, where all of them are seen."""
    order = np.lexsort((-radius, cluster))
    numbers, starts = np.unique(cluster[order], return_index=True)
    partly = {-1, *np.unique(cluster[~seen]).tolist()}  # -1 is in none
    found: set[int] = set()
    for number, start in zip(numbers.tolist(), starts.tolist(), strict=True):
        largest, *more = order[start : start + 2].tolist()
        is_alone = not more or cluster[more[0]] != number or radius[more[0]] < radius[largest]
        if number not in partly and is_alone:
            found.add(largest)
    return frozenset(found)


def _over_its_own(
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


def _has_no_case(letter: str) -> bool:
    return letter.isalpha() and letter.lower() == letter.upper()


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _room(text: str, font: QFont) -> QSizeF:
    metrics = QFontMetricsF(font)
    return QSizeF(metrics.horizontalAdvance(text) + 2 * _HALO + 2, metrics.height() + 4)


def _empty(size: QSizeF, ratio: float) -> QPixmap:
    picture = QPixmap(round(size.width() * ratio), round(size.height() * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    return picture


def _written(text: str, font: QFont, colour: QColor, ratio: float) -> QPixmap:
    picture = _empty(_room(text, font), ratio)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(QPointF(_HALO + 1, QFontMetricsF(font).ascent() + 2), text)
    painter.end()
    return picture


def _reach(place: QRectF, x: float, y: float) -> float:
    """How far around (x, y) something has to stand to leave a place inside of it free."""
    across = max(abs(place.left() - x), abs(place.right() - x))
    return math.hypot(across, max(abs(place.top() - y), abs(place.bottom() - y))) + _STEP


def _far(one: QRectF, other: QRectF) -> float:
    gap = one.center() - other.center()
    return abs(gap.x()) + abs(gap.y())


def box_around(at: Floats, radius: float) -> QRectF:
    """What lies within a radius, in px."""
    x, y = float(at[0]), float(at[1])
    return QRectF(x - radius, y - radius, 2 * radius, 2 * radius)


def _sides(x: float, y: float, gap: float, size: QSizeF) -> tuple[QRectF, ...]:
    """Where a name may stand beside a star at (x, y): right, left, below, above."""
    width, height = size.width(), size.height()
    corners = (
        (x + gap, y - height / 2),
        (x - gap - width, y - height / 2),
        (x - width / 2, y + gap),
        (x - width / 2, y - gap - height),
    )
    return tuple(QRectF(left, top, width, height) for left, top in corners)


def _corners(x: float, y: float, gap: float, size: QSizeF) -> tuple[QRectF, ...]:
    """Where else it may stand: at each corner of the star."""
    width, height, aside = size.width(), size.height(), gap * math.sqrt(0.5)
    return tuple(
        QRectF(left, top, width, height)
        for left in (x + aside, x - aside - width)
        for top in (y + aside, y - aside - height)
    )
