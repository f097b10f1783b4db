"""Text broken into lines. Public names: `height`, `lay_out`, `stretches`, `x_at`."""

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QTextLayout, QTextLine, QTextOption

from app.ui.widgets.bidi import has_right

_APART = 0.5
"""Px between characters that do not stand beside each other."""


def lay_out(
    layout: QTextLayout,
    width: float,
    high: float = 0,
    most: int | None = None,
    side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> float:
    """Lines of `width` px, each as high as its words or `high` px; how high they are together.

    It is read from the `side` where it stands. Of a text that takes more than `most` lines, only
    those are made; a single one never wraps.
    """
    option, wrap = QTextOption(side), QTextOption.WrapMode
    right, left = Qt.LayoutDirection.RightToLeft, Qt.LayoutDirection.LeftToRight
    option.setTextDirection(right if side & Qt.AlignmentFlag.AlignRight else left)
    option.setWrapMode(wrap.NoWrap if most == 1 else wrap.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    top = 0.0
    layout.beginLayout()
    while layout.lineCount() != most and (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        room = high or line.height()
        line.setPosition(QPointF(0, top + (room - line.height()) / 2))
        top += room
    layout.endLayout()
    return top


def height(layout: QTextLayout) -> float:
    """How high the lines are together that were laid out, in px."""
    last = layout.lineAt(layout.lineCount() - 1)
    return last.y() + last.height()


def stretches(layout: QTextLayout, start: int, end: int) -> Iterator[QRectF]:
    """Where a stretch of the text, in Qt's positions, is on each line it touches: in one place, or
    in several where it is read in both directions."""
    find = _pieces if has_right(layout.text()) else _whole
    for row in range(layout.lineCount()):
        line = layout.lineAt(row)
        first = max(start, line.textStart())
        last = min(end, line.textStart() + line.textLength())
        if first < last:
            for left, right in find(line, first, last):
                yield QRectF(left, line.y(), right - left, line.height())


def _whole(line: QTextLine, first: int, last: int) -> Iterator[tuple[float, float]]:
    yield x_at(line, first), x_at(line, last - 1, QTextLine.Edge.Trailing)


def _pieces(line: QTextLine, first: int, last: int) -> Iterator[tuple[float, float]]:
    """What stands beside each other on the line; where the direction changes, `x_at` is not sure
    on which side of a character it begins."""
    runs = (glyphs.boundingRect() for glyphs in line.glyphRuns(first, last - first))
    joined: list[tuple[float, float]] = []
    for left, right in sorted((place.left(), place.right()) for place in runs):
        if joined and left <= joined[-1][1] + _APART:
            begun, ended = joined.pop()
            joined.append((begun, max(right, ended)))
        else:
            joined.append((left, right))
    yield from joined


def x_at(line: QTextLine, at: int, edge: QTextLine.Edge = QTextLine.Edge.Leading) -> float:
    """How far right the character at `at` begins, or ends, where the next may be elsewhere.

    Qt's binding gives the position as well.
    """
    x: Any = line.cursorToX(at, edge)
    return float(x[0] if isinstance(x, tuple) else x)
