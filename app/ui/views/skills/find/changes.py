"""What replacing would change, as Qt sees it: skill by skill, place by place, each with a tick."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.core.library.replace import Found, Place
from app.core.words import _, ngettext

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
ROOT = QModelIndex()
FOUND = Role.UserRole
"""The role under which a row gives its `Found`, if it stands for a skill."""
PLACE = Role.UserRole + 1
"""The role under which it gives its `Place`, if it stands for a place."""
_ANY_LINE_END = str.maketrans({"\n": "↵", "\r": None, "\t": " "})


def on_one_line(text: str) -> str:
    """`text` with its line ends to be seen."""
    return text.translate(_ANY_LINE_END)


class ChangeList(QAbstractListModel):
    """All of it is ticked to begin with. A tick on a skill is one on each of its places."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._found: Sequence[Found] = ()
        self._rows: list[tuple[int, int]] = []
        """The number of the skill, and that of the place in it; -1 for the skill itself."""
        self._left_out: set[tuple[int, int]] = set()

    def show_found(self, found: Sequence[Found]) -> None:
        """Start over with these."""
        self.beginResetModel()
        self._found, self._left_out = found, set()
        self._rows = [
            (number, place)
            for number, one in enumerate(found)
            for place in range(-1, len(one.places))
        ]
        self.endResetModel()

    def chosen(self) -> list[Found]:
        """What is ticked."""
        kept = [
            replace(
                one,
                places=tuple(
                    place
                    for at, place in enumerate(one.places)
                    if (number, at) not in self._left_out
                ),
            )
            for number, one in enumerate(self._found)
        ]
        return [one for one in kept if one.places]

    @property
    def count(self) -> int:
        """Places, ticked or not."""
        return len(self._rows) - len(self._found)

    def ticked(self) -> tuple[int, int]:
        """How many places are ticked, and in how many skills."""
        off = Counter(number for number, _place in self._left_out)
        empty = sum(len(self._found[number].places) == count for number, count in off.items())
        return self.count - len(self._left_out), len(self._found) - empty

    def tick_all(self, on: bool) -> None:
        self._left_out = set() if on else {row for row in self._rows if row[1] >= 0}
        self._announce(0, len(self._rows) - 1)

    def _announce(self, first: int, last: int) -> None:
        if first <= last:
            self.dataChanged.emit(self.index(first), self.index(last), [Role.CheckStateRole])

    def _places(self, number: int) -> list[tuple[int, int]]:
        return [(number, place) for place in range(len(self._found[number].places))]

    def _state(self, number: int, place: int) -> Qt.CheckState:
        if place >= 0:
            is_on = (number, place) not in self._left_out
            return Qt.CheckState.Checked if is_on else Qt.CheckState.Unchecked
        off = sum(one in self._left_out for one in self._places(number))
        if not off:
            return Qt.CheckState.Checked
        is_rest = off < len(self._found[number].places)
        return Qt.CheckState.PartiallyChecked if is_rest else Qt.CheckState.Unchecked

    # Qt

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        number, at = self._rows[index.row()]
        found = self._found[number]
        place = found.places[at] if at >= 0 else None
        if role == Role.CheckStateRole:
            return self._state(number, at)
        if role == FOUND:
            return found if place is None else None
        if role == PLACE:
            return place
        if role in (Role.DisplayRole, Role.AccessibleTextRole):
            return _said(found) if place is None else _change(place)
        if role == Role.ToolTipRole and place is not None:
            before, after = (f"{place.lead}{said}{place.tail}" for said in (place.old, place.new))
            return f"{before}\n{after}"
        return None

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        if role != Role.CheckStateRole:
            return False
        number, at = self._rows[index.row()]
        which = {(number, at)} if at >= 0 else set(self._places(number))
        if Qt.CheckState(value) == Qt.CheckState.Unchecked:
            self._left_out |= which
        else:
            self._left_out -= which
        first = index.row() - at - 1
        self._announce(first, first + len(self._found[number].places))
        return True


def counted(places: int, skills: int) -> str:
    """Such as "12 places in 5 skills"."""
    where = ngettext("{count} skill", "{count} skills", skills).format(count=skills)
    said = ngettext("{count} place in {skills}", "{count} places in {skills}", places)
    return said.format(count=places, skills=where)


def _said(found: Found) -> str:
    count = len(found.places)
    places = ngettext("{count} place", "{count} places", count).format(count=count)
    return f"{found.skill.title}, {found.skill.engram_name}, {places}"


def _change(place: Place) -> str:
    before = on_one_line(f"{place.lead}{place.old}{place.tail}")
    after = on_one_line(f"{place.lead}{place.new}{place.tail}")
    said = _("Line {line}: {before} becomes {after}")
    return said.format(line=place.line, before=before, after=after)
