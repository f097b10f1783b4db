"""Where in a long comparison the changes are, beside its scroll bar. Public name: `ChangeMap`."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.core.library.comparison import Change
from app.ui.theme.theme import Theme

WIDTH = 8
SHORTEST = 4

_TOKENS = {
    Change.REMOVED: "err",
    Change.ADDED: "ok",
    Change.CHANGED: "warn",
    Change.MOVED: "goal:On completion",
}


class ChangeMap(QWidget):
    """`jump_requested(share)` when a place is clicked: 0 is the top of the comparison, 1 its end.

    It repeats what the rows say, so it takes no focus.
    """

    jump_requested = Signal(float)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._changes: tuple[tuple[float, float, Change], ...] = ()
        self._height = 1.0
        theme.changed.connect(self.update)

    def show_changes(
        self, changes: Sequence[tuple[float, float, Change | None]], height: float
    ) -> None:
        """`changes` are top, height (both px of the whole comparison) and what happened."""
        self._changes = tuple((top, tall, change) for top, tall, change in changes if change)
        self._height = max(height, float(self.height()), 1.0)
        self.update()

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = self.height() / self._height
        for top, tall, change in self._changes:
            painter.setBrush(self._theme.colour(_TOKENS[change]))
            mark = QRectF(2, top * scale + 1, WIDTH - 4, max(SHORTEST, tall * scale - 2))
            painter.drawRoundedRect(mark, 1, 1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.jump_requested.emit(event.position().y() / max(1, self.height()))
