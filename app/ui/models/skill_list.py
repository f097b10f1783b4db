"""The skills of the library as Qt sees them: one flat list of immutable rows."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QStringListModel,
    Qt,
)

from app.core.library.catalogue import SkillRow
from app.core.library.excerpts import Excerpt
from app.core.library.record import DiskState, Source, Status
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
SHARED = Qt.ItemDataRole.UserRole + 6
"""The role under which it says whether another of the rows has the same name."""


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


def disk_word(state: DiskState) -> str:
    """What people call the way a skill stands to its file."""
    return {
        DiskState.SYNCED: _("in sync"),
        DiskState.HERE: _("changed here"),
        DiskState.GONE: _("gone from disk"),
        DiskState.CONFLICT: _("conflict"),
    }[state]


def _unchanged(old: Sequence[SkillRow], new: Sequence[SkillRow]) -> tuple[int, int]:
    """How many rows at the beginning, and how many of the others at the end, are the same."""
    most = min(len(old), len(new))
    head = 0
    while head < most and (old[head] is new[head] or old[head] == new[head]):
        head += 1
    tail = 0
    while tail < most - head and (
        old[-1 - tail] is new[-1 - tail] or old[-1 - tail] == new[-1 - tail]
    ):
        tail += 1
    return head, tail


class SkillListModel(QStringListModel):
    """Whoever shows it keeps the selection by skill id.

    A view asks for the number of rows twice for each row, after every change. Among thousands that
    takes too long in Python, so that Qt's own list counts them: of empty strings, one for each.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[SkillRow] = []
        self._coming: list[SkillRow] = []
        """The rows there are as soon as Qt's list has as many, before anybody else is told."""
        for counted in (self.rowsInserted, self.rowsRemoved, self.rowsMoved, self.modelReset):
            counted.connect(self._take_over)
        self._places: dict[int, int] | None = None
        self._names: Counter[str] | None = None
        """How many rows have the key of a name, once that was asked for."""
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
        head, tail = _unchanged(self._rows, rows)
        old, new = self._rows[head : len(self._rows) - tail], rows[head : len(rows) - tail]
        before = {row.id: row for row in old}
        after = {row.id for row in new}
        changed = {row.id for row in new if (was := before.get(row.id)) is not row and was != row}
        touched = changed | (before.keys() - after)
        untouched = [row.id for row in old if row.id not in touched]
        if len(touched) > _FEW or untouched != [r.id for r in new if r.id not in touched]:
            self._coming = list(rows)
            self.setStringList([""] * len(rows))
            return
        self._take_out(before.keys() - after, head, len(old))
        self._move(new, changed & before.keys(), head)
        for place, row in enumerate(new, head):
            if row.id in changed and row.id not in before:
                self._coming = [*self._rows[:place], row, *self._rows[place:]]
                self.insertRows(place, 1)
            elif row.id in changed:
                self._rows[place], self._names = row, None
                self.dataChanged.emit(self.index(place), self.index(place))

    def _take_over(self) -> None:
        self._rows, self._places, self._names = self._coming, None, None

    def _take_out(self, skills: Set[int], first: int, count: int) -> None:
        """Remove these, which are among so many rows from the first on."""
        for place in reversed(range(first, first + count)):
            if self._rows[place].id in skills:
                self._coming = [*self._rows[:place], *self._rows[place + 1 :]]
                self.removeRows(place, 1)

    def _move(self, rows: Sequence[SkillRow], skills: Set[int], first: int) -> None:
        """Put these behind the ones they follow in `rows`, which begin with the row `first`."""
        here = [row.id for row in self._rows[first : first + len(rows)]]
        follows, known = None, set(here)
        for row in (row for row in rows if row.id in known) if skills else ():
            if row.id in skills:
                was, place = here.index(row.id), here.index(follows) + 1 if follows else 0
                if place not in (was, was + 1):
                    here.insert(place - (was < place), here.pop(was))
                    was, place = first + was, first + place
                    self._coming = list(self._rows)
                    self._coming.insert(place - (was < place), self._coming.pop(was))
                    self.moveRows(ROOT, was, 1, ROOT, place)
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

    def _is_shared(self, row: SkillRow) -> bool:
        if self._names is None:
            self._names = Counter(one.key for one in self._rows)
        return self._names[row.key] > 1

    # Qt

    def flags(self, index: Index) -> Qt.ItemFlag:
        """The head of a folded group is no skill that could be selected."""
        flags = QAbstractListModel.flags(self, index)
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
        if role == SHARED:
            return self._is_shared(row)
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
            if row.disk is not None:
                said += ", " + _on_disk(row.disk)
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
        if row.disk is not None:
            found.append(_on_disk(row.disk))
        if row.tags:
            found.append(_("Tags: {tags}").format(tags=", ".join(row.tags)))
        return "\n".join((row.title, *found)) if found else None


def _on_disk(state: DiskState) -> str:
    return _("On disk: {state}").format(state=disk_word(state))


def _folded(head: Head) -> str:
    words = ngettext(
        "{tag}, {count} skill, collapsed", "{tag}, {count} skills, collapsed", head.count
    )
    return words.format(tag=head.tag or _("No tag"), count=head.count)
