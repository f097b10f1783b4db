"""How the card of a step looks in each of its states."""

from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from app.ui.theme.theme import Theme

RADIUS = 8


@dataclass(frozen=True, slots=True)
class CardLook:
    """What decides about frame and ground; `strip_top` is -1 without problems."""

    focus: bool
    ringed: bool
    hover: bool
    dragging: bool
    writable: bool
    strip_top: int
    severe: bool

    @property
    def border(self) -> str:
        """The token of the frame."""
        if self.dragging:
            return "acc_line"
        if self.strip_top >= 0 and self.severe:
            return "err_line"
        return "line2" if self.hover or self.strip_top >= 0 else "line"


def paint_frame(painter: QPainter, theme: Theme, bounds: QRect, look: CardLook) -> None:
    """The ground, the strip of problems, the frame and the ring of the focus."""
    frame = QRectF(bounds).adjusted(0.5, 0.5, -0.5, -0.5)
    painter.setPen(theme.colour(look.border))
    painter.setBrush(theme.colour("bg3" if look.writable else "bg2"))
    painter.drawRoundedRect(frame, RADIUS, RADIUS)
    if look.strip_top >= 0:
        _paint_strip(painter, theme, frame, look)
    if look.focus:
        painter.setPen(QPen(theme.colour("acc"), 2 if look.ringed else 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)


def _paint_strip(painter: QPainter, theme: Theme, frame: QRectF, look: CardLook) -> None:
    shape, below = QPainterPath(), QPainterPath()
    shape.addRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
    below.addRect(frame.adjusted(0, look.strip_top, 0, 0))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("err_soft" if look.severe else "warn_soft"))
    painter.drawPath(shape.intersected(below))
