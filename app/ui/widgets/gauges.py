"""Small pictures of a number: bars, and the ring of goals.

Public names: `StrengthBar`, `ShareBar`, `RingGauge`, `paint_bar`.
"""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.core.skills.model import GoalKind
from app.core.words import _
from app.ui.theme.theme import Theme

BAR = QSize(38, 4)
RING_SIDE = 42


def paint_bar(
    painter: QPainter, bounds: QRectF, share: float, colour: QColor, ground: QColor
) -> None:
    """A rounded bar filled to `share` (0 to 1); for delegates, too."""
    radius = bounds.height() / 2
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(bounds, radius, radius)
    filled = QRectF(bounds)
    filled.setWidth(max(bounds.height(), bounds.width() * min(max(share, 0.0), 1.0)))
    painter.setBrush(colour)
    painter.drawRoundedRect(filled, radius, radius)


class StrengthBar(QWidget):
    """Four pieces, of which `pieces` are filled in the colour of a token."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._pieces, self._token = theme, 0, "err"
        self.setFixedHeight(4)
        theme.changed.connect(self.update)

    def show_pieces(self, pieces: int, token: str) -> None:
        self._pieces, self._token = pieces, token
        self.update()

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        width = (self.width() - 3 * 4) / 4
        for number in range(4):
            piece = QRectF(number * (width + 4), 0, width, 4)
            token = self._token if number < self._pieces else "line"
            paint_bar(painter, piece, 1, self._theme.colour(token), self._theme.colour("line"))


class ShareBar(QWidget):
    """A bar as wide as there is room, filled in the colour of a token."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._share, self._token = theme, 0.0, "t2"
        self.setFixedHeight(BAR.height())
        theme.changed.connect(self.update)

    def show_share(self, share: float, token: str) -> None:
        """`share` is 0 to 1."""
        self._share, self._token = share, token
        self.update()

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        colour = self._theme.colour
        bounds = QRectF(self.rect())
        paint_bar(QPainter(self), bounds, self._share, colour(self._token), colour("line2"))


class RingGauge(QWidget):
    """How many of the eight goals are written; each has its own arc in its own colour."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._written: frozenset[GoalKind] = frozenset()
        self.show_goals(())
        theme.changed.connect(self._scale)
        self._scale()

    def _scale(self) -> None:
        """The text inside has another size or colour."""
        side = self._theme.scaled(RING_SIDE)
        self.setFixedSize(side, side)
        self.update()

    def show_goals(self, written: Sequence[GoalKind]) -> None:
        if self._written != frozenset(written):
            self._written = frozenset(written)
            self.update()
        self.setAccessibleName(
            _("{written} of {all} goals written").format(
                written=len(self._written), all=len(GoalKind)
            )
        )

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ring = QRectF(self.rect()).adjusted(3, 3, -3, -3)
        arc = 360 / len(GoalKind)
        for number, kind in enumerate(GoalKind):
            colour = tokens.goal(kind).colour if kind in self._written else tokens.line2
            painter.setPen(QPen(QColor(colour), 3.2, c=Qt.PenCapStyle.FlatCap))
            start = 90 - number * arc - 4
            painter.drawArc(ring, round(start * 16), round(-(arc - 8) * 16))
        painter.setPen(QColor(tokens.t1))
        painter.setFont(self._theme.font(12, 600))
        text = f"{len(self._written)}/{len(GoalKind)}"
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, text)
