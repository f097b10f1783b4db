"""The packs of a review as Qt sees them: groups, and under each its packs.

Public names: `PackModel`, `ENTRY` and the columns.
"""

from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from app.core.packs.format.names import plain
from app.core.packs.format.phrase import phrase
from app.core.packs.match import Change
from app.core.words import _, ngettext
from app.ui.views.packs.importing.caution_words import caution_word
from app.ui.views.packs.importing.review import Entry, Group, Review

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
ENTRY = Qt.ItemDataRole.UserRole
"""The role under which an index gives its `Entry`, or the `Group` of a head."""
NAME, SIGNER, SKILLS, NEW, UPDATE, CONFLICT, CAUTIONS = range(7)
COUNTS = {NEW: Change.NEW, UPDATE: Change.UPDATED, CONFLICT: Change.CONFLICT}
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class PackModel(QAbstractItemModel):
    """`tick_requested(entry)` when a person would have its tick changed."""

    tick_requested = Signal(object)

    def __init__(self, review: Review) -> None:
        super().__init__()
        self._review = review
        self.groups: list[tuple[Group, list[Entry]]] = []
        self._ticked: set[Entry] = set()

    def refresh(self) -> bool:
        """Follow the review; whether packs came, went or moved."""
        groups = self._review.groups()
        moved = groups != self.groups
        if moved:
            self.beginResetModel()
            self.groups = groups
            self.endResetModel()
        ticked = {entry for _group, entries in groups for entry in entries if entry.ticked}
        for entry in ticked ^ self._ticked:
            place = self.place(entry)
            self.dataChanged.emit(place, place)
            self.dataChanged.emit(place.parent(), place.parent())
        self._ticked = ticked
        return moved

    def place(self, entry: Entry) -> QModelIndex:
        """Where a pack is; nowhere when it is not here."""
        for row, (_group, entries) in enumerate(self.groups):
            if entry in entries:
                return self.index(entries.index(entry), 0, self.index(row, 0))
        return ROOT

    def head_words(self, group: Group) -> tuple[str, str]:
        """How many there are in a group, and what that means."""
        entries = next((entries for one, entries in self.groups if one is group), [])
        count = len(entries)
        if group is Group.CAUTIONS:
            words = ngettext("{count} pack with cautions", "{count} packs with cautions", count)
            about = _included_words(entries)
        elif group is Group.CLEAR:
            words = ngettext(
                "{count} pack without cautions", "{count} packs without cautions", count
            )
            said = _nothing_words(entries), _conflict_words(entries), _name_words(entries)
            about = " · ".join(filter(None, said))
        elif group is Group.LOCKED:
            words = ngettext("{count} locked pack", "{count} locked packs", count)
            about = _("enter the passphrase to see what is inside")
        else:
            words = ngettext(
                "{count} pack that cannot be imported",
                "{count} packs that cannot be imported",
                count,
            )
            about = _("damaged, or signed with a key not to be trusted")
        return words.format(count=count), about

    def says_nothing(self, column: int) -> bool:
        """Whether a column has nothing but dashes."""
        everything = (entry for _group, entries in self.groups for entry in entries)
        return all(self._text(entry, column) in ("", "0") for entry in everything)

    def _text(self, entry: Entry, column: int) -> str:
        """A cell in words, for those who cannot see it and for its tip."""
        plan, signer = entry.plan, entry.signer
        if column == NAME:
            return f"{plain(entry.name)} {entry.version}".strip()
        if column == SIGNER:
            if entry.found.problem is not None:
                return str(entry.found.problem)
            standing = self._review.standing_words(entry)
            who = [plain(signer.name), phrase(signer.key)] if signer is not None else []
            return ", ".join((*who, standing)).strip(", ")
        if column == CAUTIONS:
            return caution_word(entry)[0]
        if plan is None:
            return ""
        return str(plan.count(COUNTS[column]) if column in COUNTS else len(plan.items))

    # Qt

    def index(self, row: int, column: int, parent: Index = ROOT) -> QModelIndex:
        """The number within an index is 0 for a head, else one more than its group's row."""
        if not self.hasIndex(row, column, parent):
            return ROOT
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, child: Index = ROOT) -> QModelIndex:  # type: ignore[override]
        number = child.internalId() if child.isValid() else 0
        return self.createIndex(number - 1, 0, 0) if number else ROOT

    def rowCount(self, parent: Index = ROOT) -> int:
        if not parent.isValid():
            return len(self.groups)
        is_head = parent.internalId() == 0 and parent.column() == 0
        return len(self.groups[parent.row()][1]) if is_head else 0

    def columnCount(self, parent: Index = ROOT) -> int:
        return CAUTIONS + 1

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        entry = index.data(ENTRY)
        if isinstance(entry, Entry) and entry.brings and index.column() == NAME:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        number = index.internalId()
        if not number:
            group = self.groups[index.row()][0]
            if role == ENTRY:
                return group
            is_said = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
            return " ".join(self.head_words(group)) if is_said else None
        entry = self.groups[number - 1][1][index.row()]
        if role == ENTRY:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(entry, index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            words = self._text(entry, index.column())
            return f"{words}\n{entry.path}" if index.column() == NAME else words
        if role == Qt.ItemDataRole.CheckStateRole and index.column() == NAME:
            return Qt.CheckState.Checked if entry.ticked else Qt.CheckState.Unchecked
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        entry = index.data(ENTRY)
        if role != Qt.ItemDataRole.CheckStateRole or not isinstance(entry, Entry):
            return False
        self.tick_requested.emit(entry)
        return True

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if role == Qt.ItemDataRole.TextAlignmentRole and section > SIGNER:
            return _RIGHT
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        names = ("", _("Signer"), _("Skills"), _("New"), _("Update"), _("Conflict"), _("Cautions"))
        return names[section]


def _included_words(entries: list[Entry]) -> str:
    """How many of those with cautions a person has ticked."""
    count = sum(one.ticked for one in entries)
    if not count:
        return _("not included until you say so")
    if count == len(entries):
        return _("included")
    words = _("{count} included, the others not until you say so")
    return words.format(count=count)


def _nothing_words(entries: list[Entry]) -> str:
    """How many there are that have no tick, since nothing would come in with them."""
    count = sum(one.plan is not None and not one.brings for one in entries)
    words = ngettext("{count} brings nothing new", "{count} bring nothing new", count)
    return words.format(count=count) if count else ""


def _conflict_words(entries: list[Entry]) -> str:
    count = sum(one.plan.count(Change.CONFLICT) for one in entries if one.plan is not None)
    words = ngettext(
        "{count} conflict keeps both versions unless you choose",
        "{count} conflicts keep both versions unless you choose",
        count,
    )
    return words.format(count=count) if count else ""


def _name_words(entries: list[Entry]) -> str:
    """How many new skills have the name of one that is elsewhere."""
    count = sum(bool(item.namesakes) for one in entries if one.plan for item in one.plan.items)
    words = ngettext(
        "{count} name is also in another engram", "{count} names are also in other engrams", count
    )
    return words.format(count=count) if count else ""
