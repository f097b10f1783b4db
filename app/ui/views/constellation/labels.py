"""Names in the sky: painted once each, and placed so that none covers another."""

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap

from app.ui.theme.theme import Theme
from app.ui.views.constellation.chart import Chart, Floats

_MOST = 160
_FEW = 300
_LONGEST = 40
_HALO = 3


class Labels:
    """Paints the names of stars and engrams with a halo of the ground around them."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._pictures: dict[tuple[str, str, bool, float], QPixmap] = {}

    def forget(self) -> None:
        """Paint every name anew, because the colours or the stars changed."""
        self._pictures.clear()

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
        taken = [
            self._paint_engram(painter, name, self._theme.tokens.cluster(number), frame, ratio)
            for number, (name, frame) in enumerate(zip(chart.clusters, hulls, strict=True))
        ]
        stars = range(len(chart.stars)) if lit is None else lit
        if len(stars) <= _FEW:  # then there is room to keep names off the stars as well
            taken += [_box(screen[star], float(chart.radius[star])) for star in stars]
        colour = self._theme.tokens.t2 if lit is None else self._theme.tokens.t1
        painted = 0
        for star in _by_weight(stars, chart, first):
            x, y = screen[star]
            if not view.contains(x, y):
                continue
            picture = self._picture(chart.stars[star].title, colour, ratio)
            size = QSizeF(picture.width() / ratio, picture.height() / ratio)
            sides = _sides(x, y, float(chart.radius[star]) + 2, size)
            free = (
                side
                for side in sides
                if view.contains(side) and not any(side.intersects(t) for t in taken)
            )
            place = next(free, sides[0] if star in first else None)
            if place is None:
                continue
            painter.drawPixmap(place.topLeft(), picture)
            taken.append(place)
            painted += 1
            if painted == _MOST:
                return

    def _paint_engram(
        self, painter: QPainter, name: str, colour: str, frame: QRectF, ratio: float
    ) -> QRectF:
        picture = self._picture(name.upper(), colour, ratio, spaced=True)
        width, height = picture.width() / ratio, picture.height() / ratio
        place = QRectF(frame.center().x() - width / 2, frame.top() - height - 2, width, height)
        painter.drawPixmap(place.topLeft(), picture)
        return place

    def _picture(self, text: str, colour: str, ratio: float, *, spaced: bool = False) -> QPixmap:
        found = self._pictures.get((text, colour, spaced, ratio))
        if found is None:
            found = self._drawn(text, colour, ratio, spaced)
            self._pictures[text, colour, spaced, ratio] = found
        return found

    def _drawn(self, text: str, colour: str, ratio: float, spaced: bool) -> QPixmap:
        font = self._theme.font(11, 600 if spaced else 400)
        if spaced:
            font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 2.4)
        shown = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
        metrics = QFontMetricsF(font)
        width = metrics.horizontalAdvance(shown) + 2 * _HALO + 2
        picture = QPixmap(round(width * ratio), round((metrics.height() + 4) * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        base = QPointF(_HALO + 1, metrics.ascent() + 2)
        outline = QPainterPath()
        outline.addText(base, font, shown)
        halo = QPen(QColor(self._theme.tokens.sky), _HALO)
        halo.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(outline, halo)
        painter.setFont(font)
        painter.setPen(QColor(colour))
        painter.drawText(base, shown)
        painter.end()
        return picture


def _by_weight(stars: Iterable[int], chart: Chart, first: set[int]) -> list[int]:
    return sorted(stars, key=lambda star: (star not in first, -chart.radius[star], star))


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
