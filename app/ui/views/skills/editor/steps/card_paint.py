"""How the card of a step looks in each of its states."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from app.ui.theme.theme import Theme

RADIUS, INNER_RADIUS = 8, 6
RAIL_BELOW = 9
"""Px between the end of the line beside sub-steps and that of the frame."""


@dataclass(frozen=True, slots=True)
class CardLook:
    """What decides about frame and ground; `strip_top` is -1 without problems."""

    focus: bool
    ringed: bool
    selected: bool
    """Whether it has the keyboard without being written in."""
    hover: bool
    dragging: bool
    writable: bool
    strip_top: int
    strip_bottom: int
    inner: bool
    """Whether it is a sub-step, in the frame of another."""
    severe: bool

    @property
    def border(self) -> str:
        """The token of the frame."""
        if self.dragging:
            return "acc_line"
        if self.strip_top >= 0 and self.severe:
            return "err_line"
        return "line2" if self.hover or self.strip_top >= 0 else "line"

    @property
    def ground(self) -> str:
        """The token of what is behind the words: a selected card looks like a selected row."""
        if self.selected:
            return "acc_soft"
        return "bg3" if self.writable and not self.inner else "bg2"


def paint_frame(painter: QPainter, theme: Theme, bounds: QRect, look: CardLook) -> None:
    """The ground, the strip of problems, the frame and the ring of the focus."""
    frame = QRectF(bounds).adjusted(0.5, 0.5, -0.5, -0.5)
    painter.setPen(theme.colour(look.border))
    painter.setBrush(theme.colour(look.ground))
    radius = INNER_RADIUS if look.inner else RADIUS
    painter.drawRoundedRect(frame, radius, radius)
    if look.strip_top >= 0:
        _paint_strip(painter, theme, frame, look)
    if look.focus:
        painter.setPen(QPen(theme.colour("acc"), 2 if look.ringed else 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)


def paint_rail(painter: QPainter, theme: Theme, middle: int, top: int, bottom: int) -> None:
    """The line beside the sub-steps of a step."""
    painter.setPen(QPen(theme.colour("line2"), 1.5))
    painter.drawLine(QPointF(middle, top), QPointF(middle, bottom - RAIL_BELOW))


def _paint_strip(painter: QPainter, theme: Theme, frame: QRectF, look: CardLook) -> None:
    shape, below = QPainterPath(), QPainterPath()
    shape.addRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
    below.addRect(
        QRectF(frame.left(), look.strip_top, frame.width(), look.strip_bottom - look.strip_top)
    )
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("err_soft" if look.severe else "warn_soft"))
    painter.drawPath(shape.intersected(below))
