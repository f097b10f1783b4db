"""Names in the sky: painted once each, and placed so that none covers another."""

import math
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPixmap

from app.ui.theme.theme import Theme
from app.ui.views.constellation.chart import Chart, Cluster, Flags, Floats, Indices
from app.ui.views.constellation.painting.cluster_places import cluster_places
from app.ui.views.constellation.painting.name_places import (
    NameRoom,
    Spot,
    box_around,
    nearest,
    over_its_own,
)
from app.ui.views.constellation.painting.taken import moved_into
from app.ui.views.constellation.painting.written_names import ways_to_write

_MOST, _LEAST, _CROWD = 120, 30, 400
_TRIED = 600
"""So many stars in view are asked whether there is room for their name."""
_GOLDEN = 0.618034
"""Multiples of it lie evenly between whole numbers, however many there are."""
_FEW = 300
_LONGEST = 40
_KEPT = 2_000
"""Pictures of names, some 10 KB each, that are worth their room."""
_HALO = 3
_AROUND = [(math.cos(n * math.pi / 6), math.sin(n * math.pi / 6)) for n in range(12)]
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
        room = NameRoom(view, taken)
        seen = _inside(room.view, screen)
        for box in _kept_free(screen, radius, seen, rings):
            room.keep_off(box)
        leads = _leads(chart.cluster, seen, radius) if lit is None and not rings else frozenset()
        wanted = np.flatnonzero(seen if lit is None else seen & _with(lit, first | among))
        kept, self._chosen = self._chosen, {}
        order = _in_order(
            wanted,
            _ranks(ranked, len(screen))[wanted],
            (first, first | among, first | among | leads),
            # One that has a name does not lose it to one that is hardly larger.
            radius[wanted] + 1.5 * np.isin(wanted, list(kept)),
            chart.connections[wanted],
        )
        most = _most(len(wanted))
        for star in order[:_TRIED]:
            (x, y), size = screen[star].tolist(), self._size(chart.stars[star].row.title)
            spot = Spot(x, y, float(radius[star]), rings.get(star, 0.0), size)
            sides = spot.sides(with_corners=star in leads)
            if star in kept:
                before = QRectF(QPointF(x + kept[star].x, y + kept[star].y), size)
                sides = (nearest(sides, before), *sides)
            place = room.first_free(spot.inside(), sides)
            if place is None and (star in first or star in leads):
                readable = filter(room.is_readable, sides)
                if star in first:  # rather over a star than over another name
                    place = next(readable, moved_into(room.view, sides[0]))
                else:
                    others = chart.cluster != chart.cluster[star]
                    place = over_its_own(readable, others, screen, radius)
            if place is not None:
                self._chosen[star] = _Side(place.left() - x, place.top() - y)
                room.take(place)
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


def _inside(view: QRectF, screen: Floats) -> Flags:
    """Which stars are in view."""
    low, high = (view.left(), view.top()), (view.right(), view.bottom())
    return np.asarray(((screen >= low) & (screen <= high)).all(axis=1))


def _kept_free(
    screen: Floats, radius: Floats, seen: Flags, rings: Mapping[int, float]
) -> Iterator[QRectF]:
    """Where no name stands if it need not: over rings, and over stars while they are few."""
    for star, ring in rings.items():
        yield box_around(screen[star], ring)
    there = np.flatnonzero(seen)
    if len(there) <= _FEW:
        for star in there.tolist():
            yield box_around(screen[star], float(radius[star]))


def _with(lit: Flags, others: AbstractSet[int]) -> Flags:
    """Those that are lit, and these."""
    found = lit.copy()
    found[list(others)] = True
    return found


def _most(count: int) -> int:
    """How many of so many stars are named: where they stand close, a few names are read and many
    only cover what is there."""
    return int(max(_LEAST, min(_MOST, _MOST * (_CROWD / max(count, 1)) ** 0.5)))


def _ranks(ranked: Sequence[int], count: int) -> Indices:
    """The place of each star among those that are ranked; the others share the last."""
    found = np.full(count, len(ranked))
    found[list(ranked)] = np.arange(len(ranked))
    return found


def _in_order(
    stars: Indices,
    rank: Indices,
    preferred: Sequence[AbstractSet[int]],
    radius: Floats,
    lines: Indices,
) -> list[int]:
    """Those come first that are in most of the `preferred` sets, then those ranked first, then
    the largest, then those with most lines; equal ones from all over the sky."""
    spread = stars * _GOLDEN % 1
    later = -np.sum([np.isin(stars, list(one)) for one in preferred], axis=0)
    order: list[int] = stars[np.lexsort((spread, -lines, -radius, rank, later))].tolist()
    return order


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
