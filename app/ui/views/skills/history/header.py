"""The title of a comparison with its tools beside it, or below where it is narrow: `Header`."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QVBoxLayout, QWidget

from app.ui.views.skills.history.tools import Tools

BESIDE = 840
"""From this width on the tools stand beside the title."""
ROOMY = 690
"""From this width on they say all they have to say."""
NARROWEST = 560


class Header(QWidget):
    """Gets along with less width than it would like."""

    def __init__(
        self, title: QLabel, counts: QLabel, tools: Tools, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._tools = tools
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(title)
        words.addWidget(counts)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(16, 10, 16, 10)
        self._row.setSpacing(8)
        self._row.addLayout(words, 1)
        self._row.addWidget(tools)

    # Qt

    def minimumSizeHint(self) -> QSize:
        return QSize(NARROWEST, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = self.width() >= BESIDE
        way = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        self._row.setDirection(way)
        self._tools.make_short(self.width() < ROOMY)
