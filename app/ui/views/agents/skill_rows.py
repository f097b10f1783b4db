"""The skills of a folder as Qt sees them. Public names: `SkillRows`, `FILE`."""

from datetime import datetime
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.core.mirror.overview import SkillFile
from app.core.words import _
from app.ui.views.agents.signs import act_of, refused_words, remark, sign, state_of

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
FILE = Qt.ItemDataRole.UserRole
"""The role under which an index gives its `SkillFile`."""
REMARK = Qt.ItemDataRole.UserRole + 1
"""The role under which it gives what is said about the state."""


class SkillRows(QAbstractListModel):
    """Has one setter."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[SkillFile, ...] = ()
        self._now: datetime | None = None

    @property
    def rows(self) -> tuple[SkillFile, ...]:
        return self._rows

    def set_rows(self, rows: tuple[SkillFile, ...], now: datetime) -> None:
        """The same names in the same order: paint them anew. Otherwise start over."""
        is_same = _keys(rows) == _keys(self._rows)
        self._now = now
        if not is_same:
            self.beginResetModel()
        self._rows = rows
        if not is_same:
            self.endResetModel()
        elif rows:
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))

    def row_of(self, name: str) -> int:
        """Where the skill with that name is, -1 nowhere."""
        return next((n for n, one in enumerate(self._rows) if one.name == name), -1)

    # Qt

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        one = self._rows[index.row()]
        assert self._now is not None
        if role == FILE:
            return one
        if role == REMARK:
            return remark(one, self._now)
        if role == Qt.ItemDataRole.DisplayRole:
            return one.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return _said(one, remark(one, self._now))
        return None


def _keys(rows: tuple[SkillFile, ...]) -> list[tuple[str, int]]:
    """What a row is known by, and what makes it higher."""
    return [(one.name, len(one.refusals)) for one in rows]


def _said(one: SkillFile, about: str) -> str:
    """What a screen reader says, with what Enter does."""
    act = act_of(one)
    parts = [one.title, one.name, sign(state_of(one)).words, about]
    parts += map(refused_words, one.refusals)
    if act is not None:
        parts.append(_("Enter: {action}").format(action=act.words))
    return _(", ").join(filter(None, parts))
