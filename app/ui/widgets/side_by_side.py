"""Two parts in a line, or one below the other without the room. Public name: `SideBySide`."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from app.ui.theme.theme import Theme
from app.ui.widgets.flow_layout import FlowLayout

Across, Down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
GAP = 10


class SideBySide(QWidget):
    """Words take the room beside some buttons, or a line of their own above them.

    `stacked(whether)` when that changes: what can be spared may go then. `least` are the px that
    the words have beside the buttons, while text has its usual size.
    """

    stacked = Signal(bool)

    def __init__(
        self, theme: Theme, words: QWidget, buttons: Sequence[QWidget], least: int
    ) -> None:
        super().__init__()
        self._theme, self._least, self._tools = theme, least, QWidget()
        self._words = words
        self._flow = FlowLayout(self._tools, gap=GAP)
        for button in buttons:
            self._flow.addWidget(button)
        self._line = QBoxLayout(Across, self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(GAP)
        self._line.addWidget(words, 1)
        self._line.addWidget(self._tools, 0, Qt.AlignmentFlag.AlignVCenter)

    def _fit(self) -> None:
        """Have it in one line or in two, as there is room now."""
        needed = self._flow.line_width()
        least = max(self._theme.scaled(self._least), self._words.minimumSizeHint().width())
        is_enough = self.contentsRect().width() - GAP - needed >= least
        self._tools.setMinimumWidth(needed if is_enough else 0)
        if self._line.direction() != (wanted := Across if is_enough else Down):
            self._line.setDirection(wanted)
            self.stacked.emit(not is_enough)

    # Qt

    def minimumSizeHint(self) -> QSize:
        """As narrow as one below the other, so that it can come to that."""
        widest = max(self._words.minimumSizeHint().width(), self._flow.minimumSize().width())
        return QSize(widest, super().minimumSizeHint().height())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # a button says something else
            self._fit()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
