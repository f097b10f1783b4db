"""What was found in a text, marked where it stands.

Public names: `Hit`, `hit_formats`, `hit_selections`, `in_units`, `paint_field_hits`,
`paint_ground`, `paint_hits`, `paint_line_hits`.
"""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QPainter,
    QTextCharFormat,
    QTextCursor,
    QTextLayout,
    QTextLine,
)
from PySide6.QtWidgets import QLineEdit, QTextEdit

from app.ui.theme.theme import Theme
from app.ui.widgets.bidi import begins_right
from app.ui.widgets.prose.layouts import lay_out, stretches, x_at
from app.ui.widgets.prose.text_style import format_range
from app.ui.widgets.prose.utf16 import Units

Hit = tuple[int, int, bool]
"""A stretch of a text, and whether it is the one that was gone to."""

_RADIUS = 3
_ROOM = 1
"""Px of ground on either side of the words."""


def in_units(text: str, hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The same in Qt's positions."""
    units = Units(text)
    return tuple((units.qt(start), units.qt(end), is_present) for start, end, is_present in hits)


def paint_hits(
    painter: QPainter,
    theme: Theme,
    layout: QTextLayout,
    hits: Sequence[Hit],
    at: QPointF | None = None,
) -> None:
    """The ground below each hit of a text that is about to be drawn at that place."""
    for start, end, is_present in hits:
        paint_ground(painter, layout, start, end, theme.colour("warn" if is_present else "hit"), at)


def paint_ground(
    painter: QPainter,
    layout: QTextLayout,
    start: int,
    end: int,
    colour: QColor,
    at: QPointF | None = None,
) -> None:
    """What is under a stretch of a text that is about to be drawn at that place."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    for stretch in stretches(layout, start, end):
        wide = stretch.translated(at or QPointF()).adjusted(-_ROOM, 0, _ROOM, 0)
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
    layout, line = _laid_out(text, painter.font())
    words = line.naturalTextRect()
    if begins_right(text):
        place = place.translated(place.width() - words.right(), 0)
    _paint_over(painter, theme, layout, place, in_units(text, hits))


def _laid_out(text: str, font: QFont) -> tuple[QTextLayout, QTextLine]:
    """In one line that is read from the side where it begins."""
    layout, side = QTextLayout(text, font), Qt.AlignmentFlag
    lay_out(layout, 100_000, most=1, side=side.AlignRight if begins_right(text) else side.AlignLeft)
    return layout, layout.lineAt(0)


def _paint_over(
    painter: QPainter, theme: Theme, layout: QTextLayout, place: QRectF, hits: Sequence[Hit]
) -> None:
    """Each hit with its ground and its words, in the middle of the height."""
    line = layout.lineAt(0)
    at = QPointF(place.left(), place.top() + (place.height() - line.height()) / 2)
    painter.save()
    for hit in hits:
        for stretch in stretches(layout, hit[0], hit[1]):
            wide = stretch.translated(at).adjusted(-_ROOM, 0, _ROOM, 0)
            painter.setClipRect(QRectF(wide.x(), place.top(), wide.width(), place.height()))
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


def _words(theme: Theme, is_present: bool) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(theme.colour("bg2" if is_present else "t1"))
    return made
