"""The skills of the library as Qt sees them: one flat list of immutable rows."""

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.core.library.catalogue import SkillRow
from app.core.library.record import Source, Status
from app.core.words import _

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
ROW = Qt.ItemDataRole.UserRole
"""The role under which an index gives its `SkillRow`."""
IMPORTANCE = Qt.ItemDataRole.UserRole + 1
"""The role under which it gives the importance of the skill, or None."""


def status_word(status: Status) -> str:
    """What people call a status."""
    words = {
        Status.ACTIVE: _("active"),
        Status.QUARANTINED: _("quarantine"),
        Status.DEPRECATED: _("deprecated"),
    }
    return words[status]


def source_word(source: Source) -> str:
    """What people call the way a skill came to be."""
    words = {
        Source.USER: _("written here"),
        Source.LEARNED: _("learned"),
        Source.IMPORTED: _("imported"),
        Source.DISK: _("from disk"),
    }
    return words[source]


class SkillListModel(QAbstractListModel):
    """Whoever shows it keeps the selection by skill id."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[SkillRow, ...] = ()
        self._places: dict[int, int] = {}
        self._importances: dict[int, float] = {}

    @property
    def rows(self) -> tuple[SkillRow, ...]:
        return self._rows

    def set_rows(self, rows: tuple[SkillRow, ...]) -> None:
        """Same skills in the same order: repaint what differs. Otherwise start over."""
        if [row.id for row in rows] != [row.id for row in self._rows]:
            self.beginResetModel()
            self._rows = rows
            self._places = {row.id: number for number, row in enumerate(rows)}
            self.endResetModel()
            return
        old, self._rows = self._rows, rows
        for number, (was, now) in enumerate(zip(old, rows, strict=True)):
            if was != now:
                self.dataChanged.emit(self.index(number), self.index(number))

    def set_importances(self, values: dict[int, float]) -> None:
        """How important each skill is, from 0 to 1."""
        self._importances = values
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1), [IMPORTANCE])

    def importance_of(self, skill: int) -> float:
        """0 while it is not known."""
        return self._importances.get(skill, 0.0)

    def index_of(self, skill: int) -> QModelIndex:
        """Where a skill is; an invalid index if it is not among the rows."""
        place = self._places.get(skill)
        return QModelIndex() if place is None else self.index(place)

    # Qt

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == ROW:
            return row
        if role == IMPORTANCE:
            return self._importances.get(row.id)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = f"{row.title}, {row.role}, {row.engram_name}, {status_word(row.status)}"
            value = self._importances.get(row.id)
            if value is not None:
                said += ", " + _("importance {value}").format(value=f"{value:.2f}")
            return said
        return None
