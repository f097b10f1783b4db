"""The rows of a training: authored steps and memories between them, on one line of numbers."""

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.ui.theme.theme import Theme
from app.ui.views.skills.training.sentence_text import SentenceText
from app.ui.views.skills.training.verdict_signs import Look, Run
from app.ui.widgets.labels import card
from app.ui.widgets.prose.step_prose import Prose

GUTTER, INDENT, RADIUS, DOT = 42, 24, 10, 4


class Row(QWidget):
    """A part beside the line: with a `name` a step, without one a memory that is joined to it."""

    def __init__(
        self, theme: Theme, part: QWidget, name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._name = theme, name
        self.filled = False
        row = QHBoxLayout(self)
        row.setContentsMargins(GUTTER + INDENT * self._depth, 4, 0, 4)
        row.addWidget(part)
        theme.changed.connect(self.update)

    @property
    def _depth(self) -> int:
        """How far in it stands: a memory and a sub-step further than a step."""
        return self._name.count(".") if self._name else 1

    def show_filled(self, filled: bool) -> None:
        """Whether the memory will be there."""
        self.filled = filled
        self.update()

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = self._theme.colour
        x, middle = float(RADIUS + 2), self.height() / 2
        painter.setPen(QPen(colour("line2"), 1))
        painter.drawLine(QPointF(x, 0), QPointF(x, self.height()))
        if self._depth and self._name:
            self._paint_name(painter, x)
            return
        if self._name:
            painter.setBrush(colour("bg2"))
            circle = QRectF(x - RADIUS, middle - RADIUS, 2 * RADIUS, 2 * RADIUS)
            painter.drawEllipse(circle)
            painter.setPen(colour("t2"))
            painter.setFont(self._theme.font(11, 500))
            painter.drawText(circle, Qt.AlignmentFlag.AlignCenter, self._name)
            return
        pen = QPen(colour("mem"), 1, Qt.PenStyle.DotLine)
        painter.setPen(pen)
        painter.drawLine(QPointF(x + DOT, middle), QPointF(GUTTER + INDENT - 2, middle))
        painter.setPen(QPen(colour("mem"), 1.2))
        painter.setBrush(colour("mem" if self.filled else "bg2"))
        painter.drawEllipse(QPointF(x, middle), DOT, DOT)

    def _paint_name(self, painter: QPainter, x: float) -> None:
        """The number of a sub-step, right in front of it."""
        painter.setPen(self._theme.colour("t3"))
        painter.setFont(self._theme.font(11))
        left = x + RADIUS
        place = QRectF(left, 0, GUTTER + INDENT * self._depth - left - 6, self.height())
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(place, flags, self._name)


def step(theme: Theme, read: Callable[[str], Prose], text: str) -> QWidget:
    """A step as its author wrote it."""
    made, words = card(), SentenceText(theme, read)
    words.show_runs((Run(" ".join(text.split()), Look.AUTHORED),))
    row = QHBoxLayout(made)
    row.setContentsMargins(12, 6, 12, 6)
    row.addWidget(words)
    return made
