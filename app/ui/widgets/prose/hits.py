"""What was found in a text, marked where it stands.

Public names: `Hit`, `hit_formats`, `hit_selections`, `paint_field_hits`, `paint_hits`,
`paint_line_hits`, `x_at`.
"""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QTextCharFormat, QTextCursor, QTextLayout, QTextLine
from PySide6.QtWidgets import QLineEdit, QTextEdit

from app.ui.theme.theme import Theme
from app.ui.widgets.prose.text_style import format_range
from app.ui.widgets.prose.utf16 import Units

Hit = tuple[int, int, bool]
"""A stretch of a text, and whether it is the one that was gone to."""

_RADIUS = 3
_ROOM = 1
"""Px of ground on either side of the words."""


def paint_hits(
    painter: QPainter,
    theme: Theme,
    layout: QTextLayout,
    hits: Sequence[Hit],
    at: QPointF | None = None,
) -> None:
    """The ground below each hit of a text that is about to be drawn at that place."""
    if not hits:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    for row in range(layout.lineCount()):
        line = layout.lineAt(row)
        begin, end = line.textStart(), line.textStart() + line.textLength()
        for left, right, is_present in hits:
            first, last = max(left, begin), min(right, end)
            if first < last:
                x = x_at(line, first)
                ground = QRectF(x, line.y(), x_at(line, last) - x, line.height()).normalized()
                painter.setBrush(theme.colour("warn" if is_present else "hit"))
                wide = ground.translated(at or QPointF()).adjusted(-_ROOM, 0, _ROOM, 0)
                painter.drawRoundedRect(wide, _RADIUS, _RADIUS)
    painter.restore()


def hit_formats(theme: Theme, hits: Sequence[Hit]) -> list[QTextLayout.FormatRange]:
    """How the words are written on those grounds."""
    return [
        format_range(start, end - start, _words(theme, is_present))
        for start, end, is_present in hits
    ]


def paint_field_hits(field: QLineEdit, theme: Theme, hits: Sequence[Hit]) -> None:
    """The same over the text of a line that is not being written in; positions are Qt's."""
    layout, line = _laid_out(field.text(), field.font())
    cursor = QRectF(field.cursorRect()).center().x()
    begins = cursor - x_at(line, field.cursorPosition())
    _paint_over(QPainter(field), theme, layout, QRectF(begins, 0, 0, field.height()), hits)


def paint_line_hits(
    painter: QPainter, theme: Theme, text: str, place: QRectF, hits: Sequence[Hit]
) -> None:
    """The same over a line of text that was drawn at the beginning of that place (code points)."""
    units = Units(text)
    layout, line = _laid_out(text, painter.font())
    if hits and x_at(line, 0) > 0:  # it reads from the right
        place = place.translated(place.width() - line.naturalTextWidth(), 0)
    marked = [(units.qt(start), units.qt(end), now) for start, end, now in hits]
    _paint_over(painter, theme, layout, place, marked)


def _laid_out(text: str, font: QFont) -> tuple[QTextLayout, QTextLine]:
    layout = QTextLayout(text, font)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(100_000)
    layout.endLayout()
    return layout, line


def _paint_over(
    painter: QPainter, theme: Theme, layout: QTextLayout, place: QRectF, hits: Sequence[Hit]
) -> None:
    """Each hit with its ground and its words, in the middle of the height."""
    line = layout.lineAt(0)
    at = QPointF(place.left(), place.top() + (place.height() - line.height()) / 2)
    painter.save()
    for hit in hits:
        left, right = sorted((x_at(line, hit[0]), x_at(line, hit[1])))
        wide = QRectF(at.x() + left - _ROOM, place.top(), right - left + 2 * _ROOM, place.height())
        painter.setClipRect(wide)
        paint_hits(painter, theme, layout, (hit,), at)
        layout.draw(painter, at, hit_formats(theme, (hit,)))
    painter.restore()


def hit_selections(
    theme: Theme, field: QTextEdit, hits: Sequence[Hit]
) -> list[QTextEdit.ExtraSelection]:
    """The same for a field that paints its own text; positions are Qt's."""
    made = []
    for start, end, is_present in hits:
        one = QTextEdit.ExtraSelection()
        one.cursor = QTextCursor(field.document())
        one.cursor.setPosition(start)
        one.cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        one.format = _words(theme, is_present)
        one.format.setBackground(theme.colour("warn" if is_present else "hit"))
        made.append(one)
    return made


def x_at(line: QTextLine, at: int) -> float:
    """How far right the character at `at` begins. Qt's binding gives the position as well."""
    x: Any = line.cursorToX(at)
    return float(x[0] if isinstance(x, tuple) else x)


def _words(theme: Theme, is_present: bool) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(theme.colour("bg2" if is_present else "t1"))
    return made
