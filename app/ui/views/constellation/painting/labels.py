"""Names in the sky: painted once each, and placed so that none covers another."""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPixmap

from app.ui.theme.theme import Theme
from app.ui.views.constellation.chart import Chart, Cluster, Flags, Floats

_MOST, _LEAST, _CROWD = 120, 30, 400
_TRIED = 600
"""So many stars in view are asked whether there is room for their name."""
_FEW = 300
_LONGEST = 40
_KEPT = 2_000
"""Pictures of names, some 10 KB each, that are worth their room."""
_HALO = 3
_RING = 9
"""Around a star that is selected or pointed at."""
_AROUND = [(math.cos(n * math.pi / 6), math.sin(n * math.pi / 6)) for n in range(12)]
_STEP = 20
"""Px that each step around a star takes of the ring."""
_CELL = 64
_PART = 0.3
"""So much of a cluster's width must be in view for its name to be there."""
_EDGE = 8
"""What stays free between a name and the edge, in px."""
_BESIDE = 2
"""Px between a cluster and its name."""
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
    ) -> None:
        """Find room for names: of the `first` stars always, also where a search dims them, then
        of the largest that are `lit`.

        A star that has a name keeps it where there is still room. `taken` are the places of the
        names of clusters; `rings` how far from some stars something stands around them. All in
        pixels.
        """
        places, names = _Taken(), _Taken()
        view = view.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        for name in taken:
            places.add(name)
            names.add(name)
        seen = (screen >= (view.left(), view.top())).all(axis=1)
        seen &= (screen <= (view.right(), view.bottom())).all(axis=1)
        there = np.flatnonzero(seen)
        if len(there) <= _FEW:  # then there is room to keep names off the stars as well
            for star in there.tolist():
                places.add(_box(screen[star], max(float(radius[star]), rings.get(star, 0.0))))
        if lit is not None:
            named = lit.copy()
            named[list(first)] = True
            seen &= named
        wanted = np.flatnonzero(seen)
        # Where stars stand close, a few names are read and many only cover what is there.
        most = int(max(_LEAST, min(_MOST, _MOST * (_CROWD / max(len(wanted), 1)) ** 0.5)))
        kept, self._chosen = self._chosen, {}
        later = ~np.isin(wanted, list(first))
        new = ~np.isin(wanted, list(kept))
        order = np.lexsort((wanted, -radius[wanted] - 1.5 * ~new, later))
        for star in wanted[order][:_TRIED].tolist():
            title = chart.stars[star].row.title
            x, y = screen[star].tolist()
            ring, own = rings.get(star, 0.0), float(radius[star])
            own += _RING if star in first else 2
            sides = _sides(x, y, max(own, ring + 2), self._size(title))
            beside = _sides(x, y, own, self._size(title))[2:]
            inside = [one for one in beside if ring > _reach(one, x, y)]
            if star in kept:
                before = QRectF(QPointF(x + kept[star].x, y + kept[star].y), self._size(title))
                sides = (min(sides, key=lambda side: _far(side, before)), *sides)
            free = (side for side in sides if view.contains(side) and places.spares(side))
            place = next((one for one in inside if names.spares(one)), None) or next(free, None)
            if place is None and star in first:  # rather over a star than over another name
                readable = (one for one in sides if view.contains(one) and names.spares(one))
                place = next(readable, _inside(sides[0], view))
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
        frames: Sequence[QRectF],
        view: QRectF,
        taken: Sequence[QRectF] = (),
    ) -> list[tuple[int, QRectF]]:
        """Where the names of the clusters in view stand: around their stars, none over
        another, none where it is `taken`, and rather over the ground than over other stars.

        The largest come first; where there is no room, a small cluster has no name. One that could
        only stand at another cluster is rather covered by what lies over the sky.
        """
        places, named, found = _Taken(), _Taken(), []
        for place in taken:
            places.add(place)
        corners = np.array(
            [(one.left(), one.top(), one.right(), one.bottom()) for one in frames]
        ).reshape(-1, 4)
        inside = view.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        for number, frame in enumerate(frames):
            seen = view.intersected(frame)
            if seen.isEmpty() or seen.width() < _PART * min(frame.width(), view.width()):
                continue  # its name would stand over another one
            name, count = self._cluster_words(chart.clusters[number])
            written = self._size(name, spaced=True)
            size = QSizeF(written.width() + self._size(count).width(), written.height())
            others = np.delete(corners, number, axis=0)
            around = [_inside(one, inside) for one in _around(frame, size)]
            free = [place for place in around if places.spares(place)]
            if not free or min(_covered(place, others) for place in free):
                free += [place for place in around if named.spares(place)]
            if free:
                best = min(free, key=lambda place: _covered(place, others))
                places.add(best)
                named.add(best)
                found.append((number, best))
        return found

    def paint_clusters(
        self,
        painter: QPainter,
        chart: Chart,
        places: Sequence[tuple[int, QRectF]],
        ratio: float,
    ) -> Iterator[None]:
        tokens = self._theme.tokens
        for number, place in places:
            cluster = chart.clusters[number]
            name, count = self._cluster_words(cluster)
            picture = self._picture(name, tokens.cluster(cluster.number - 1), ratio, spaced=True)
            painter.drawPixmap(place.topLeft(), picture)
            beside = place.topLeft() + QPointF(picture.width() / ratio, 0)
            painter.drawPixmap(beside, self._picture(count, tokens.t3, ratio))
            yield

    @staticmethod
    def _cluster_words(cluster: Cluster) -> tuple[str, str]:
        return cluster.name.upper(), str(cluster.count)

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


class _Taken:
    """Which places are taken, filed by where they are."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[QRectF]] = defaultdict(list)

    def add(self, place: QRectF) -> None:
        for cell in _cells(place):
            self._cells[cell].append(place)

    def spares(self, place: QRectF) -> bool:
        """Whether nothing taken reaches into a place."""
        return not any(
            place.intersects(other) for cell in _cells(place) for other in self._cells.get(cell, ())
        )


def _cells(place: QRectF) -> Iterator[tuple[int, int]]:
    for column in range(int(place.left() // _CELL), int(place.right() // _CELL) + 1):
        for row in range(int(place.top() // _CELL), int(place.bottom() // _CELL) + 1):
            yield column, row


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


def _inside(place: QRectF, view: QRectF) -> QRectF:
    """Moved as far as it takes to be seen."""
    moved = QRectF(place)
    moved.moveLeft(max(min(moved.left(), view.right() - moved.width()), view.left()))
    moved.moveTop(max(min(moved.top(), view.bottom() - moved.height()), view.top()))
    return moved


def _box(at: Floats, radius: float) -> QRectF:
    x, y = float(at[0]), float(at[1])
    return QRectF(x - radius, y - radius, 2 * radius, 2 * radius)


def _around(frame: QRectF, size: QSizeF) -> tuple[QRectF, ...]:
    """Where the name of a cluster may stand, the best first: above it, below it, at its corners,
    beside it.
    """
    above, below = frame.top() - size.height() - _BESIDE, frame.bottom() + _BESIDE
    level = frame.center().y() - size.height() / 2
    middle, right = frame.center().x() - size.width() / 2, frame.right() - size.width()
    corners = (
        (middle, above), (middle, below), (frame.left(), above), (right, above),
        (frame.left(), below), (right, below),
        (frame.right() + _BESIDE, level), (frame.left() - size.width() - _BESIDE, level),
    )  # fmt: skip
    return tuple(QRectF(QPointF(*corner), size) for corner in corners)


def _covered(place: QRectF, frames: Floats) -> float:
    """How much of these frames, `left, top, right, bottom`, a place covers, in square px."""
    wide = np.minimum(frames[:, 2], place.right()) - np.maximum(frames[:, 0], place.left())
    high = np.minimum(frames[:, 3], place.bottom()) - np.maximum(frames[:, 1], place.top())
    return float((wide.clip(0) * high.clip(0)).sum())


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
