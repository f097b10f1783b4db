"""The skills of the library as Qt sees them: one flat list of immutable rows."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.core.library.catalogue import SkillRow
from app.core.library.excerpts import Excerpt
from app.core.library.record import Source, Status
from app.core.matching.query import Query
from app.core.skills.checking.finding import Severity
from app.core.words import _, ngettext

_FEW = 20
"""So many rows that came, left or changed are told one by one."""
Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
ROW = Qt.ItemDataRole.UserRole
"""The role under which an index gives its `SkillRow`."""
IMPORTANCE = Qt.ItemDataRole.UserRole + 1
"""The role under which it gives the importance of the skill, or None."""
QUERY = Qt.ItemDataRole.UserRole + 2
"""The role under which it gives what was searched for."""
HIT = Qt.ItemDataRole.UserRole + 3
"""The role under which it gives the `Hit` of the skill, or None while that is looked for."""
HEAD = Qt.ItemDataRole.UserRole + 4
"""The role under which it gives the `Head` of the group that begins with it, or None."""
FRESH = Qt.ItemDataRole.UserRole + 5
"""The role under which it says whether the skill was just imported and not looked at yet."""


@dataclass(frozen=True, slots=True)
class Head:
    """A group of skills by their first tag; those without have an empty one.

    Where it `is_folded`, its first row stands for the head alone.
    """

    tag: str
    count: int
    is_folded: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """Where a skill says what was searched for, and how serious the worst is that ails it."""

    excerpt: Excerpt
    worst: Severity | None

    @property
    def sentence(self) -> str:
        """Such as `2 · Write the temperature` and `Success: one temperature`."""
        return self.lead + self.excerpt.text

    @property
    def lead(self) -> str:
        """Where the sentence stands, in front of it."""
        place = self.excerpt.place
        return place and f"{place} · " if place.isdigit() else place and f"{place}: "

    @property
    def health(self) -> str:
        """In a word or two."""
        if self.worst is Severity.PROBLEM:
            return _("has a problem")
        return _("has a warning") if self.worst is Severity.WARNING else _("no problems")


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
        self._rows: list[SkillRow] = []
        self._places: dict[int, int] | None = None
        self._importances: dict[int, float] = {}
        self.query = Query("")
        self._hits: dict[int, Hit] = {}
        self._heads: dict[int, Head] = {}
        self._fresh: set[int] = set()

    @property
    def rows(self) -> Sequence[SkillRow]:
        return self._rows

    def set_rows(self, rows: Sequence[SkillRow]) -> None:
        """Where few skills came, left or changed, only those do; otherwise everything starts over.

        Of a list of thousands that saves the selection, the place it is scrolled to, and time.
        """
        before = {row.id: row for row in self._rows}
        after = {row.id for row in rows}
        changed = {row.id for row in rows if (was := before.get(row.id)) is not row and was != row}
        touched = changed | (before.keys() - after)
        untouched = [row.id for row in self._rows if row.id not in touched]
        if len(touched) > _FEW or untouched != [r.id for r in rows if r.id not in touched]:
            self.beginResetModel()
            self._rows, self._places = list(rows), None
            self.endResetModel()
            return
        self._take_out(before.keys() - after)
        self._move(rows, changed & before.keys())
        for place, row in enumerate(rows):
            if row.id in changed and row.id not in before:
                self.beginInsertRows(ROOT, place, place)
                self._rows.insert(place, row)
                self._places = None
                self.endInsertRows()
            elif row.id in changed:
                self._rows[place] = row
                self.dataChanged.emit(self.index(place), self.index(place))

    def _take_out(self, skills: Set[int]) -> None:
        for place in reversed([n for n, row in enumerate(self._rows) if row.id in skills]):
            self.beginRemoveRows(ROOT, place, place)
            del self._rows[place]
            self._places = None
            self.endRemoveRows()

    def _move(self, rows: Sequence[SkillRow], skills: Set[int]) -> None:
        """Put these behind the ones they follow in `rows`, from the first to the last."""
        here = {row.id for row in self._rows}
        follows = None
        for row in (row for row in rows if row.id in here):
            if row.id in skills:
                ids = [one.id for one in self._rows]
                was, place = ids.index(row.id), ids.index(follows) + 1 if follows else 0
                if place not in (was, was + 1):
                    self.beginMoveRows(ROOT, was, was, ROOT, place)
                    self._rows.insert(place - (was < place), self._rows.pop(was))
                    self._places = None
                    self.endMoveRows()
            follows = row.id

    def ask(self, query: Query) -> None:
        """The rows to come are what this found."""
        if query != self.query:
            self.query, self._hits = query, {}

    def add_hits(self, hits: dict[int, Hit]) -> None:
        """What was found out about some of the rows."""
        self._hits |= hits
        for skill in hits:
            index = self.index_of(skill)
            self.dataChanged.emit(index, index, [HIT])

    def forget_hit(self, skill: int) -> None:
        """It says something else now."""
        self._hits.pop(skill, None)

    def set_heads(self, heads: dict[int, Head]) -> bool:
        """The groups by the skill they begin with; whether that is news."""
        is_new, self._heads = heads != self._heads, heads
        return is_new

    def set_importances(self, values: dict[int, float]) -> None:
        """How important each skill is, from 0 to 1."""
        self._importances = values
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1), [IMPORTANCE])

    def show_fresh(self, skills: Iterable[int]) -> None:
        """These were just imported, and no others."""
        self._fresh = set(skills)
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1), [FRESH])

    def forget_fresh(self, skill: int) -> None:
        """It has been looked at."""
        if skill in self._fresh:
            self._fresh.remove(skill)
            index = self.index_of(skill)
            self.dataChanged.emit(index, index, [FRESH])

    @property
    def importances(self) -> Mapping[int, float]:
        """How important each skill is, as far as that is known."""
        return self._importances

    def index_of(self, skill: int) -> QModelIndex:
        """Where a skill is; an invalid index if it is not among the rows."""
        if self._places is None:
            self._places = {row.id: number for number, row in enumerate(self._rows)}
        place = self._places.get(skill)
        return QModelIndex() if place is None else self.index(place)

    # Qt

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """The head of a folded group is no skill that could be selected."""
        flags = super().flags(index)
        if not (self._heads and index.isValid()):
            return flags
        head = self._heads.get(self._rows[index.row()].id)
        return flags & ~Qt.ItemFlag.ItemIsSelectable if head and head.is_folded else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == ROW:
            return row
        if role == IMPORTANCE:
            return self._importances.get(row.id)
        if role == HEAD:
            return self._heads.get(row.id)
        if role == FRESH:
            return row.id in self._fresh
        if role == QUERY:
            return self.query
        if role == HIT:
            return self._hits.get(row.id)
        hit, head = self._hits.get(row.id), self._heads.get(row.id)
        if head is not None and head.is_folded:
            return _folded(head) if role == Qt.ItemDataRole.AccessibleTextRole else None
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = f"{row.title}, {row.role}, {row.engram_name}, {status_word(row.status)}"
            if row.id in self._fresh:
                said += ", " + _("new")
            if row.favourite:
                said += ", " + _("favourite")
            value = self._importances.get(row.id)
            if value is not None:
                said += ", " + _("importance {value}").format(value=f"{value:.2f}")
            if row.tags:
                said += ", " + _("Tags: {tags}").format(tags=", ".join(row.tags))
            if hit is not None:
                said += f", {hit.health}, {hit.sentence}"
            return said
        return None

    def _tip(self, row: SkillRow) -> str | None:
        """What the row has no room for, or shows as a figure alone; None for nothing."""
        hit, value = self._hits.get(row.id), self._importances.get(row.id)
        found = [hit.sentence, hit.health] if hit is not None else []
        if value is not None:
            found.append(_("Importance {value}").format(value=f"{value:.2f}"))
        if row.tags:
            found.append(_("Tags: {tags}").format(tags=", ".join(row.tags)))
        return "\n".join((row.title, *found)) if found else None


def _folded(head: Head) -> str:
    words = ngettext(
        "{tag}, {count} skill, collapsed", "{tag}, {count} skills, collapsed", head.count
    )
    return words.format(tag=head.tag or _("No tag"), count=head.count)
