"""A list of skills, in the library as in the bin. Public name: `SkillList`."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from app.core.words import _


class SkillList(QListView):
    """Enter opens, ↑ leads out of the first row."""

    entered_with_key = Signal()
    escaped = Signal()
    topped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Skills"))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)

    def choose(self, index: QModelIndex) -> None:
        """Select this row and no other, also while Ctrl is held: Qt would add it then."""
        chosen = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(index, chosen)

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        """Another row becomes the current one without being scrolled to."""
        scrolls = self.hasAutoScroll()
        self.setAutoScroll(False)
        try:
            yield
        finally:
            self.setAutoScroll(scrolls)

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not self.selectedIndexes():  # the ring is around a row that nobody has chosen yet
                self.choose(self.currentIndex())
            self.entered_with_key.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        elif event.key() == Qt.Key.Key_Up and self.currentIndex().row() == 0:
            self.topped.emit()
        else:
            super().keyPressEvent(event)
