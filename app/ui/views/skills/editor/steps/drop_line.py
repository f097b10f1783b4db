"""The line that shows where a dragged step would land."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.ui.theme.theme import Theme

HEIGHT = 10
DOT = 3.5


class DropLine(QWidget):
    """A line with a dot at its beginning."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_at(self, left: int, middle: int, width: int) -> None:
        self.setGeometry(left - 4, middle - HEIGHT // 2, width + 4, HEIGHT)
        self.raise_()
        self.show()

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour("acc"), 2))
        middle = HEIGHT / 2
        painter.drawLine(QPointF(2 * DOT + 1, middle), QPointF(self.width(), middle))
        painter.setPen(QPen(self._theme.colour("acc"), 1.6))
        painter.setBrush(self._theme.colour("bg2"))
        painter.drawEllipse(QPointF(DOT + 1, middle), DOT, DOT)
