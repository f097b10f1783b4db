"""Memories, and skills that answer a question, as Qt sees them: one flat list of immutable rows.

It grows as it is scrolled.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.core.memory.filters import What

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
FOUND = Qt.ItemDataRole.UserRole
"""The role under which an index gives its `Found`."""


@dataclass(frozen=True, slots=True)
class Found:
    """The memory or skill `id`: its text, the line below it, and why it was found, if asked."""

    what: What
    id: int
    text: str
    caption: str
    why: str = ""

    @property
    def gist(self) -> str:
        """Its text in one line."""
        return " ".join(self.text.split())


More = Callable[[Found], None]


class MemoryListModel(QAbstractListModel):
    """Has one setter; `more(last row)` is to look for the rows behind it, and to `add_rows`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Found] = []
        self._more: More | None = None
        self._waits = False

    @property
    def rows(self) -> tuple[Found, ...]:
        return tuple(self._rows)

    def set_rows(self, rows: tuple[Found, ...], more: More | None = None) -> None:
        """The same ones in the same order: repaint them. Otherwise start over."""
        self._more, self._waits = (more if rows else None), False
        if _keys(rows) != _keys(self._rows):
            self.beginResetModel()
            self._rows = list(rows)
            self.endResetModel()
        elif rows:
            self._rows = list(rows)
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))

    def add_rows(self, rows: tuple[Found, ...]) -> None:
        """What is behind the last row; nothing if that was the end."""
        self._waits = False
        if not rows:
            self._more = None
            return
        first = len(self._rows)
        self.beginInsertRows(ROOT, first, first + len(rows) - 1)
        self._rows += rows
        self.endInsertRows()

    def index_of(self, what: What, number: int) -> QModelIndex:
        """Where a memory or skill is; an invalid index if it is not among the rows."""
        for place, row in enumerate(self._rows):
            if (row.what, row.id) == (what, number):
                return self.index(place)
        return QModelIndex()

    # Qt

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and self._more is not None and not self._waits

    def fetchMore(self, parent: Index) -> None:
        if self._more is not None and not self._waits:
            self._waits = True
            self._more(self._rows[-1])

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.gist
        if role == FOUND:
            return row
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ". ".join(part for part in (row.gist, row.caption, row.why) if part)
        return None


def _keys(rows: list[Found] | tuple[Found, ...]) -> list[tuple[What, int]]:
    return [(row.what, row.id) for row in rows]
