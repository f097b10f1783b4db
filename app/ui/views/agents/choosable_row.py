"""A row whose details are shown elsewhere once it is chosen. Public name: `ChoosableRow`."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.ui.theme.theme import Theme

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ChoosableRow(QWidget):
    """`chosen` by a click, Space or Enter, and `moved(by)` with the arrow keys."""

    chosen = Signal()
    moved = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme, self._is_chosen = theme, False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("radius", 4)

    def set_chosen(self, is_chosen: bool) -> None:
        """Whether its details are shown."""
        self._is_chosen = is_chosen
        self._scale()

    def _scale(self) -> None:
        """Show it in the size of the text, chosen or not."""
        raise NotImplementedError

    def _entered(self) -> None:
        """Do what Enter does besides choosing it."""
        raise NotImplementedError

    # Qt

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._is_chosen:
            painter.fillRect(self.rect(), self._theme.colour("acc_soft"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, self._theme.colour("line"))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.moved.emit(-1 if key == Qt.Key.Key_Up else 1)
        elif key == Qt.Key.Key_Space or key in _ENTER:
            self.chosen.emit()
            if key in _ENTER:
                self._entered()
        else:
            super().keyPressEvent(event)
