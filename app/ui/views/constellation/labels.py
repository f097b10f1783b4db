"""Names in the sky: painted once each, and placed so that none covers another."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPixmap

from app.ui.theme.theme import Theme
from app.ui.views.constellation.chart import Chart, Floats

_MOST = 160
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
_CELL = 64
_EDGE = 8
"""What stays free between a name and the edge, in px."""


class Labels:
    """Paints the names of stars and engrams with a halo of the ground around them."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._pictures: dict[tuple[str, str, bool, float], QPixmap] = {}
        self._sizes: dict[str, QSizeF] = {}

    def forget(self) -> None:
        """Paint every name anew, because the colours or the stars changed."""
        self._pictures.clear()
        self._sizes.clear()

    def paint(
        self,
        painter: QPainter,
        view: QRectF,
        chart: Chart,
        screen: Floats,
        hulls: list[QRectF],
        lit: set[int] | None,
        first: set[int],
        ratio: float,
    ) -> None:
        """`view` is what can be seen, `screen` the stars, `hulls` the engrams, all in pixels.

        Stars in `first` always get their name, then the most connected of those that are `lit`
        (None: of all) while there is room.
        """
        taken, view = _Taken(), view.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        for number, (name, frame) in enumerate(zip(chart.clusters, hulls, strict=True)):
            colour = self._theme.tokens.cluster(number)
            taken.add(self._paint_engram(painter, name, colour, frame, view, ratio))
        stars = range(len(chart.stars)) if lit is None else lit
        if len(stars) <= _FEW:  # then there is room to keep names off the stars as well
            for star in stars:
                taken.add(_box(screen[star], float(chart.radius[star])))
        colour = self._theme.tokens.t2 if lit is None else self._theme.tokens.t1
        painted = 0
        for star in _by_weight(stars, chart, screen, view, first)[:_TRIED]:
            title = chart.stars[star].title
            x, y = screen[star]
            gap = float(chart.radius[star]) + (_RING if star in first else 2)
            sides = _sides(x, y, gap, self._size(title))
            free = (side for side in sides if view.contains(side) and taken.spares(side))
            place = next(free, _inside(sides[0], view) if star in first else None)
            if place is None:
                continue
            painter.drawPixmap(place.topLeft(), self._picture(title, colour, ratio))
            taken.add(place)
            painted += 1
            if painted == _MOST:
                return

    def _size(self, text: str) -> QSizeF:
        """The room a name takes; to measure it is much quicker than to paint it."""
        if text not in self._sizes:
            self._sizes[text] = _room(_cut(text), self._font(spaced=False))
        return self._sizes[text]

    def _font(self, *, spaced: bool) -> QFont:
        font = self._theme.font(11, 600 if spaced else 400)
        if spaced:
            font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 2.4)
        return font

    def _paint_engram(
        self,
        painter: QPainter,
        name: str,
        colour: str,
        frame: QRectF,
        view: QRectF,
        ratio: float,
    ) -> QRectF:
        """Above its stars, and where those are in view, so is the whole name."""
        picture = self._picture(name.upper(), colour, ratio, spaced=True)
        width, height = picture.width() / ratio, picture.height() / ratio
        place = QRectF(frame.center().x() - width / 2, frame.top() - height - 2, width, height)
        if view.intersects(frame):
            place = _inside(place, view)
        painter.drawPixmap(place.topLeft(), picture)
        return place

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
        font, shown = self._font(spaced=spaced), _cut(text)
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


def _by_weight(
    stars: Iterable[int], chart: Chart, screen: Floats, view: QRectF, first: set[int]
) -> list[int]:
    """Those in view: the `first` ones, then the largest."""
    chosen = np.fromiter(stars, dtype=np.intp)
    at = screen[chosen]
    seen = (at >= (view.left(), view.top())).all(axis=1)
    seen &= (at <= (view.right(), view.bottom())).all(axis=1)
    chosen = chosen[seen]
    later = ~np.isin(chosen, list(first))
    return [int(n) for n in chosen[np.lexsort((chosen, -chart.radius[chosen], later))]]


def _inside(place: QRectF, view: QRectF) -> QRectF:
    """Moved as far as it takes to be seen."""
    moved = QRectF(place)
    moved.moveLeft(max(min(moved.left(), view.right() - moved.width()), view.left()))
    moved.moveTop(max(min(moved.top(), view.bottom() - moved.height()), view.top()))
    return moved


def _box(at: Floats, radius: float) -> QRectF:
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
