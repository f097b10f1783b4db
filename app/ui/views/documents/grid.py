"""A table of a document, in cells. Public name: `Grid`."""

from collections.abc import Sequence
from itertools import accumulate

from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextLayout

from app.ui.widgets.prose import layouts

BESIDE, ABOVE = 6, 3
"""Px between the words of a cell and its lines."""
NARROWEST = 24
"""Px of the words of a column, however many columns there are."""


class Grid:
    """Its first row is the head, in a font of its own. As wide as its words, at most `room` px."""

    def __init__(self, rows: Sequence[Sequence[str]], head: QFont, font: QFont, room: int) -> None:
        fonts = [head, *[font] * (len(rows) - 1)]
        widths = _shared_out(_natural(rows, fonts), room)
        self._rows: list[list[QTextLayout]] = []
        heights = []
        for row, used in zip(rows, fonts, strict=True):
            made = [QTextLayout(cell, used) for cell in row]
            high = [layouts.lay_out(one, wide) for one, wide in zip(made, widths, strict=False)]
            self._rows.append(made)
            heights.append(max(high, default=0) + 2 * ABOVE)
        self._left = list(accumulate((wide + 2 * BESIDE for wide in widths), initial=0.0))
        self._top = list(accumulate(heights, initial=0.0))

    @property
    def height(self) -> float:
        """With the line below it."""
        return self._top[-1] + 1

    @property
    def width(self) -> float:
        return self._left[-1]

    def draw(
        self, painter: QPainter, at: QPointF, ink: QColor, line: QColor, *, struck: bool
    ) -> None:
        painter.setPen(line)
        right, bottom = at.x() + self._left[-1], at.y() + self._top[-1]
        for top in self._top:
            painter.drawLine(QLineF(at.x(), at.y() + top, right, at.y() + top))
        for left in self._left:
            painter.drawLine(QLineF(at.x() + left, at.y(), at.x() + left, bottom))
        painter.setPen(ink)
        for row, top in zip(self._rows, self._top, strict=False):
            for cell, left in zip(row, self._left, strict=False):
                place = at + QPointF(left + BESIDE, top + ABOVE)
                cell.draw(painter, place)
                if struck:
                    strike(painter, cell, place)


def strike(painter: QPainter, words: QTextLayout, at: QPointF) -> None:
    """A line through words that are left out."""
    for number in range(words.lineCount()):
        line = words.lineAt(number)
        middle = at.y() + line.y() + line.height() * 0.55
        painter.drawLine(QLineF(at.x(), middle, at.x() + line.naturalTextWidth(), middle))


def _natural(rows: Sequence[Sequence[str]], fonts: Sequence[QFont]) -> list[float]:
    """How wide the words of each column are."""
    widths = [float(NARROWEST)] * max(map(len, rows), default=0)
    for row, font in zip(rows, fonts, strict=True):
        metrics = QFontMetricsF(font)
        for n, cell in enumerate(row):
            widths[n] = max(widths[n], metrics.horizontalAdvance(cell) + 1)
    return widths


def _shared_out(natural: Sequence[float], room: int) -> list[float]:
    """Narrow columns have what they need; the others share what is left."""
    left = room - 2.0 * BESIDE * len(natural)
    widths = list(natural)
    for done, n in enumerate(sorted(range(len(natural)), key=natural.__getitem__)):
        fair = left / (len(natural) - done)
        widths[n] = max(min(natural[n], fair), NARROWEST)
        left -= widths[n]
    return widths
