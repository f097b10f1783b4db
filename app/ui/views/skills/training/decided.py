"""A training to be decided: the steps with their memories, what stands beside, and the buttons."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from app.ui.context import AppContext
from app.ui.views.skills.training.footer import Footer
from app.ui.views.skills.training.review import Review
from app.ui.views.skills.training.side import Side
from app.ui.widgets.banner import Banner
from app.ui.widgets.labels import rule

BESIDE = 900
"""Pixels from which on there is room beside the steps; else the panel is below them."""
SHARES = (600, 400)
LEAST = 300


class Decided(QWidget):
    """The panel can be folded, and its edge moved."""

    def __init__(self, context: AppContext, skill: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.review = Review(context.theme)
        self.side = Side(context, skill)
        self.replaces = Banner(context.theme)
        self.footer = Footer(context.theme)
        self.replaces.setProperty("edge", True)
        self.side.setMinimumSize(LEAST, LEAST // 2)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        for number, part in enumerate((self.review, self.side)):
            self._splitter.addWidget(part)
            self._splitter.setStretchFactor(number, SHARES[number])
        self._splitter.setSizes(SHARES)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._splitter, 1)
        for part in (self.replaces, rule(), self.footer):
            column.addWidget(part)
        self.review.looked_at.connect(self.side.show_memory)
        self.side.rewrite.changed.connect(self._look_for_unused)

    def toggle_side(self) -> None:
        """Show or fold what stands beside."""
        self.side.setVisible(self.side.isHidden())

    def _look_for_unused(self) -> None:
        self.footer.show_unused(self.side.rewrite.has_something)

    def say_replaced(self, sentence: str) -> None:
        """Say what accepting takes back; empty: nothing."""
        self.replaces.setVisible(bool(sentence))
        self.footer.takes_back = bool(sentence)
        if sentence:
            self.replaces.say(sentence, "warn")

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = self.width() >= BESIDE
        way = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        if way is not self._splitter.orientation():
            self._splitter.setOrientation(way)
            self._splitter.setSizes(SHARES)
