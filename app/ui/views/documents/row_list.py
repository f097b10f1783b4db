"""A list whose rows are as high as their words: the original, and the draft beside it."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from app.ui.widgets.list_delegate import ListDelegate

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
_TAKEN_AWAY = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
THING = Qt.ItemDataRole.UserRole


class RowModel(QAbstractListModel):
    """Immutable things; `said` has the words of each for a screen reader."""

    def __init__(self, said: Callable[[Any], str], parent: QWidget) -> None:
        super().__init__(parent)
        self.things: Sequence[object] = ()
        self._said = said

    def show(self, things: Sequence[object]) -> None:
        """Show these instead; rows of the same number stay where they are."""
        if len(things) == len(self.things):
            self.things = things
            if things:
                self.dataChanged.emit(self.index(0), self.index(len(things) - 1))
            return
        self.beginResetModel()
        self.things = things
        self.endResetModel()

    # Qt

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.things)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.things):
            return None
        if role == THING:
            return self.things[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._said(self.things[index.row()])
        return None


class RowList(QListView):
    """`moved` when other rows are in sight or another one is current; `asked(row)` by Enter, Space,
    a double click or the menu key, with the place for a menu."""

    moved = Signal()
    asked = Signal(int, object)

    def __init__(
        self,
        delegate: ListDelegate,
        name: str,
        said: Callable[[Any], str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.rows = RowModel(said, self)
        self.setModel(self.rows)
        delegate.setParent(self)
        delegate.show_in(self, name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.verticalScrollBar().valueChanged.connect(self.moved)
        self.selectionModel().currentChanged.connect(lambda *_rows: self.moved.emit())
        self.doubleClicked.connect(lambda index: self._ask(index.row()))

    @property
    def row(self) -> int:
        """The current one, -1 for none."""
        return self.currentIndex().row()

    def choose(self, row: int) -> None:
        """Make a row the current one and bring it into sight."""
        index = self.rows.index(row)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def place(self, row: int) -> QRect:
        """Where a row is in the view, also out of sight."""
        return self.visualRect(self.rows.index(row))

    def in_sight(self) -> range:
        """The rows that can be seen now."""
        room = self.viewport().rect()
        first = max(self.indexAt(room.topLeft()).row(), 0)
        last = first
        while last < len(self.rows.things) and self.place(last).top() <= room.bottom():
            last += 1
        return range(first, last)

    def _ask(self, row: int) -> None:
        place = self.place(row)
        self.asked.emit(row, self.viewport().mapToGlobal(place.center()))

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Menu)
        if plain and event.key() in keys and self.row >= 0:
            self._ask(self.row)
        elif plain and (event.text().isalpha() or event.key() in _TAKEN_AWAY):
            event.ignore()  # the keys that decide something are not for finding rows
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.indexAt(event.pos())
        if index.isValid():
            self.setCurrentIndex(index)
            self.asked.emit(index.row(), event.globalPos())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.doItemsLayout()
        self.moved.emit()
