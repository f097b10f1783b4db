"""How skills do, as rows. Public names: `Column`, `HealthModel`, `HEALTH`."""

from datetime import UTC, datetime
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.core.lifecycle.config import Procedural
from app.core.lifecycle.health import Health
from app.core.words import _
from app.ui.views.lifecycle.health_words import sign, success_words, told
from app.ui.widgets.ages import age
from app.ui.widgets.roles import role_name

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
HEALTH = Qt.ItemDataRole.UserRole


class Column(IntEnum):
    SKILL = 0
    ROLE = 1
    POINTS = 2
    SUCCESS = 3
    TREND = 4
    IMPORTANCE = 5
    USED = 6
    STATUS = 7
    PROTECT = 8


class HealthModel(QAbstractTableModel):
    """`settings` and `now` are those that the rows were judged by."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[Health, ...] = ()
        self.rows: tuple[Health, ...] = ()
        self.settings = Procedural()
        self.now = datetime.now(UTC)
        self._places: dict[int, int] = {}
        """Where each skill comes in the order of who needs attention."""
        self._role = ""
        self._order: tuple[Column, bool] | None = None

    @property
    def all(self) -> tuple[Health, ...]:
        return self._all

    def show_health(self, some: tuple[Health, ...], settings: Procedural, now: datetime) -> None:
        """These, those that need attention first."""
        self._all, self.settings, self.now = some, settings, now
        self._places = {one.skill.id: n for n, one in enumerate(some)}
        self._arrange()

    def narrow(self, role: str) -> None:
        """Only skills with this role; empty for all."""
        self._role = role
        self._arrange()

    def order(self, column: Column | None, *, falling: bool = False) -> None:
        """By a column; None for those that need attention first."""
        self._order = None if column is None else (column, falling)
        self._arrange()

    def row_of(self, skill: int) -> int:
        return next((n for n, one in enumerate(self.rows) if one.skill.id == skill), -1)

    def _arrange(self) -> None:
        rows = [one for one in self._all if self._role in ("", one.skill.role)]
        if self._order is not None:
            column, falling = self._order
            known = [one for one in rows if self._key(one, column) is not None]
            unknown = [one for one in rows if self._key(one, column) is None]
            rows = sorted(known, key=lambda one: self._key(one, column), reverse=falling) + unknown
        same = [one.skill.id for one in rows] == [one.skill.id for one in self.rows]
        if not same:
            self.beginResetModel()
        self.rows = tuple(rows)
        if not same:
            self.endResetModel()
        elif rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(Column) - 1))

    def _key(self, one: Health, column: Column) -> Any:
        """What a column is ordered by; what has None there comes last either way."""
        return {
            Column.SKILL: one.skill.title.casefold(),
            Column.ROLE: one.skill.role,
            Column.POINTS: one.success.known or None,
            Column.SUCCESS: one.success.rate,
            Column.TREND: one.success.trend,
            Column.IMPORTANCE: one.importance,
            Column.USED: one.last_used,
            Column.STATUS: self._places[one.skill.id],
            Column.PROTECT: not one.protected,
        }[column]

    def _said(self, one: Health, column: Column) -> str:
        success, shown = one.success, sign(one, self.settings)
        return {
            Column.SKILL: one.skill.title,
            Column.ROLE: role_name(one.skill.role),
            Column.POINTS: _("{known} outcomes").format(known=success.known),
            Column.SUCCESS: " · ".join(filter(None, success_words(one))),
            Column.TREND: f"{100 * success.trend:+.0f}" if success.trend is not None else "",
            Column.IMPORTANCE: f"{one.importance:.2f}",
            Column.USED: age(one.last_used, self.now) if one.last_used else _("never"),
            Column.STATUS: " · ".join(filter(None, (shown.words, shown.more))),
            Column.PROTECT: _("protected") if one.protected else _("not protected"),
        }[column]

    # Qt

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(Column)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        one, column = self.rows[index.row()], Column(index.column())
        if role == HEALTH:
            return one
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._said(one, column)
        if role == Qt.ItemDataRole.ToolTipRole and column in _EXPLAINED:
            return told(one)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return _heads(self.settings)[Column(section)]
        if role == Qt.ItemDataRole.TextAlignmentRole and section == Column.PROTECT:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter  # like its switches
        return None


_EXPLAINED = (Column.POINTS, Column.SUCCESS, Column.TREND, Column.STATUS)


def _heads(settings: Procedural) -> dict[Column, str]:
    return {
        Column.SKILL: _("Skill"),
        Column.ROLE: _("Role"),
        Column.POINTS: _("Last {count}").format(count=settings.success_window),
        Column.SUCCESS: _("Success"),
        Column.TREND: _("Trend"),
        Column.IMPORTANCE: _("Importance"),
        Column.USED: _("Last used"),
        Column.STATUS: _("Status"),
        Column.PROTECT: _("Protect"),
    }
