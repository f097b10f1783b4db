"""The versions of a skill as Qt sees them: one flat list of immutable rows.

Public names: `VersionRow`, `VersionListModel`, `VERSION`, `reason_word`.
"""

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.core.library.history import Version
from app.core.library.record import Reason
from app.core.words import _

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
VERSION = Qt.ItemDataRole.UserRole
"""The role under which an index gives its `VersionRow`."""


@dataclass(frozen=True, slots=True)
class VersionRow:
    """A version with what changed in it, empty while that is being found out.

    With `since` it stands for all versions from that number on, which came to nothing together.
    """

    version: Version
    gist: str
    when: str
    actor: str
    compared: bool = False
    """Whether it is on one side of the comparison that is shown."""
    since: int = 0

    @property
    def number_words(self) -> str:
        if self.since:
            return _("v{since}–{until}").format(since=self.since, until=self.version.number)
        return _("v{number}").format(number=self.version.number)


def reason_word(reason: Reason) -> str:
    """Why a version exists, in one word."""
    return {
        Reason.EDITED: _("Edited"),
        Reason.IMPORTED: _("Import"),
        Reason.TRAINED: _("Training"),
        Reason.REWRITTEN: _("Rewriting"),
        Reason.ROLLED_BACK: _("Restored"),
        Reason.UNDONE: _("Undone"),
        Reason.REDONE: _("Redone"),
        Reason.NAMED: _("Named"),
        Reason.DISK: _("From disk"),
        Reason.FILED: _("Details"),
        Reason.DELETED: _("Deleted"),
    }[reason]


class VersionListModel(QAbstractListModel):
    """Has one setter; whoever shows it keeps the selection by version number."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[VersionRow, ...] = ()

    @property
    def rows(self) -> tuple[VersionRow, ...]:
        return self._rows

    def set_rows(self, rows: tuple[VersionRow, ...]) -> None:
        """Same versions in the same order: repaint what differs. Otherwise start over."""
        if [_key(row) for row in rows] != [_key(row) for row in self._rows]:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()
            return
        old, self._rows = self._rows, rows
        for n, (was, now) in enumerate(zip(old, rows, strict=True)):
            if was != now:
                self.dataChanged.emit(self.index(n), self.index(n))

    def index_of(self, number: int) -> QModelIndex:
        """Where version `number` is; an invalid index if it is not among the rows."""
        for n, row in enumerate(self._rows):
            if row.version.number == number:
                return self.index(n)
        return QModelIndex()

    # Qt

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.number_words
        if role == VERSION:
            return row
        if role == Qt.ItemDataRole.AccessibleTextRole:
            number = _("Version {number}").format(number=row.version.number)
            if row.since:
                number = _("Versions {since} to {until}, collapsed").format(
                    since=row.since, until=row.version.number
                )
            current = _("current") if row.version.is_current else ""
            reason = "" if row.since else reason_word(row.version.reason)
            said = (number, reason, current, row.when, row.gist, row.actor)
            return ", ".join(part for part in said if part)
        return None


def _key(row: VersionRow) -> tuple[int, int]:
    return row.version.id, row.since
