"""How far a run is, in one piece for each step. Public name: `StepsBar`."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme

HEIGHT, GAP, LEAST = 4, 4, 3
"""Px; where a piece would be narrower than the last, there is one bar."""
BEGUN = 16
"""Px of the only step while it is to be done: a full piece would say that it is."""


class StepsBar(QWidget):
    """Done in green, the present step in blue, what is to come grey."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._done, self._of, self._open = 0, 0, False
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_steps(self, done: int, of: int, *, is_open: bool) -> None:
        """`is_open` while somebody is at one of the steps."""
        self._done, self._of, self._open = done, of, is_open
        self.setAccessibleName(_("{done} of {of} steps done").format(done=done, of=of))
        self.update()

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        count = max(self._of, 1)
        width = (self.width() - GAP * (count - 1)) / count
        gap: float = GAP
        if width < LEAST:
            gap, width = 0, self.width() / count
        for number in range(count):
            here = self._open and number == self._done
            token = "ok" if number < self._done else "acc" if here else "line2"
            painter.setBrush(self._theme.colour("line2" if here and count == 1 else token))
            piece = QRectF(number * (width + gap), 0, width, HEIGHT)
            radius = HEIGHT / 2 if gap else 0
            painter.drawRoundedRect(piece, radius, radius)
            if here and count == 1:
                painter.setBrush(self._theme.colour(token))
                piece.setWidth(min(BEGUN, width))
                painter.drawRoundedRect(piece, radius, radius)
