"""The packs that were opened together, in groups. Public name: `PackTable`."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QCheckBox, QHeaderView, QTreeView, QWidget

from app.core.packs.format.names import plain
from app.core.packs.format.phrase import phrase
from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.views.packs.importing.caution_words import caution_word
from app.ui.views.packs.importing.review import Entry, Group, Review
from app.ui.views.packs.importing.table_rows import (
    CAUTIONS,
    CONFLICT,
    COUNTS,
    ENTRY,
    LEFT,
    NAME,
    NEW,
    SIGNER,
    SKILLS,
    UPDATE,
    PackDelegate,
)
from app.ui.widgets.tips import plain_tip

Index = QModelIndex | QPersistentModelIndex
WIDTHS = {SIGNER: 264, SKILLS: 46, NEW: 44, UPDATE: 56, CONFLICT: 60, CAUTIONS: 140}
NARROW = {SIGNER: 136, SKILLS: 46, NEW: 42, UPDATE: 56, CONFLICT: 60, CAUTIONS: 106}
"""Widths in px; the names have the rest. The second where the list is narrower than `WIDE`."""
WIDE = 760


class _Model(QStandardItemModel):
    """`tick_requested(entry)` when a person would have its tick changed."""

    tick_requested = Signal(object)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        entry = index.data(ENTRY)
        if role == Qt.ItemDataRole.CheckStateRole and isinstance(entry, Entry):
            self.tick_requested.emit(entry)
            return True
        return super().setData(index, value, role)


class PackTable(QTreeView):
    """`fronted(entry)` when another one is in front, `entered(entry)` by Enter or a double click,
    `changed` after a tick was.
    """

    fronted = Signal(object)
    entered = Signal(object)
    changed = Signal()

    def __init__(self, theme: Theme, review: Review, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._review = review
        self._model = _Model(self)
        self._wanted: Callable[[Entry], bool] = lambda _entry: True
        self._shown: list[tuple[Group, list[Entry]]] = []
        self.setModel(self._model)
        self.setItemDelegate(PackDelegate(theme, review, self._head_words, self))
        self.setAccessibleName(_("Packs"))
        self.setIndentation(0)
        self.setRootIsDecorated(False)
        self.setExpandsOnDoubleClick(False)
        self.setAllColumnsShowFocus(True)
        self.setMouseTracking(True)
        self.setFrameShape(QTreeView.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.all = QCheckBox(_("Pack"), self.header())
        self.all.setTristate(True)
        self.all.setAccessibleName(_("All packs without cautions"))
        self.all.clicked.connect(self._tick_all)
        self._model.tick_requested.connect(self._tick)
        self.selectionModel().currentChanged.connect(self._on_current)
        self.clicked.connect(self._on_clicked)
        self.activated.connect(self._on_activated)

    # What it shows

    def refresh(self) -> None:
        """Show what the review says now; the pack in front stays there."""
        groups = self._review.groups()
        if groups != self._shown:
            self._fill(groups)
        for row in range(self._model.rowCount()):
            head = self._model.item(row)
            for line in range(head.rowCount()):
                item = head.child(line)
                entry: Entry = item.data(ENTRY)
                tick = Qt.CheckState.Checked if entry.ticked else Qt.CheckState.Unchecked
                item.setData(tick, Qt.ItemDataRole.CheckStateRole)
                item.setCheckable(entry.brings)
        clear = [entry for entry in self._review.entries if entry.group is Group.CLEAR]
        able = [entry for entry in clear if entry.brings]
        ticked = sum(entry.ticked for entry in able)
        self.all.setEnabled(bool(able))
        self.all.setCheckState(
            Qt.CheckState.Unchecked
            if not self._review.coming
            else Qt.CheckState.Checked
            if ticked == len(able) == len(self._review.entries)
            else Qt.CheckState.PartiallyChecked
        )
        self.viewport().update()

    def filter(self, wanted: Callable[[Entry], bool]) -> None:
        """Show only some; what is ticked stays ticked."""
        self._wanted = wanted
        for row, (_group, entries) in enumerate(self._shown):
            head = self._model.index(row, 0)
            hidden = [not wanted(entry) for entry in entries]
            for line, is_hidden in enumerate(hidden):
                self.setRowHidden(line, head, is_hidden)
            self.setRowHidden(row, QModelIndex(), all(hidden))

    @property
    def front(self) -> Entry | None:
        entry = self.currentIndex().siblingAtColumn(0).data(ENTRY)
        return entry if isinstance(entry, Entry) else None

    def show_front(self, entry: Entry) -> None:
        """Bring a pack to the front."""
        for row, (_group, entries) in enumerate(self._shown):
            if entry in entries:
                head = self._model.index(row, 0)
                self.setCurrentIndex(self._model.index(entries.index(entry), 0, head))

    def _fill(self, groups: list[tuple[Group, list[Entry]]]) -> None:
        front, folded = self.front, self._folded()
        self._shown = groups
        self._model.clear()
        self._model.setHorizontalHeaderLabels(
            ["", _("Signer"), _("Skills"), _("New"), _("Update"), _("Conflict"), _("Cautions")]
        )
        for group, entries in groups:
            head = QStandardItem(" ".join(self._head_words(group)))
            head.setData(group, ENTRY)
            head.setEditable(False)
            for entry in entries:
                head.appendRow(_items(entry))
            self._model.appendRow(head)
            place = head.index()
            self.setFirstColumnSpanned(place.row(), QModelIndex(), True)
            self.setExpanded(place, group not in folded)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for column in (*COUNTS, SKILLS, CAUTIONS):
            self._model.horizontalHeaderItem(column).setTextAlignment(right)
        self._lay_out_columns()
        self.filter(self._wanted)
        first = next((entries[0] for _group, entries in groups), None)
        front = front if front is not None and front in self._review.entries else first
        if front is not None:
            self.show_front(front)

    def _folded(self) -> set[Group]:
        rows = enumerate(self._shown)
        return {g for row, (g, _e) in rows if not self.isExpanded(self._model.index(row, 0))}

    def _head_words(self, group: Group) -> tuple[str, str]:
        count = len(next((entries for one, entries in self._shown if one is group), []))
        if group is Group.CAUTIONS:
            words = ngettext("{count} pack with cautions", "{count} packs with cautions", count)
            about = _("not included until you say so")
        elif group is Group.CLEAR:
            words = ngettext(
                "{count} pack without cautions", "{count} packs without cautions", count
            )
            about = self._conflict_words()
        elif group is Group.LOCKED:
            words = ngettext("{count} locked pack", "{count} locked packs", count)
            about = _("give the passphrase to see what is inside")
        else:
            words = ngettext(
                "{count} pack that cannot be imported",
                "{count} packs that cannot be imported",
                count,
            )
            about = _("damaged, or signed with a key you must not believe")
        return words.format(count=count), about

    def _conflict_words(self) -> str:
        clear = [e.plan for e in self._review.entries if e.group is Group.CLEAR and e.plan]
        count = sum(plan.count(COUNTS[CONFLICT]) for plan in clear)
        words = ngettext(
            "{count} conflict keeps both versions unless you choose",
            "{count} conflicts keep both versions unless you choose",
            count,
        )
        return words.format(count=count) if count else ""

    def _lay_out_columns(self) -> None:
        if self._model.columnCount() <= CAUTIONS:
            return
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(20)
        header.setSectionsMovable(False)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        for column, width in (WIDTHS if self.width() >= WIDE else NARROW).items():
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(column, width)
        self.all.adjustSize()
        self.all.move(LEFT, (header.height() - self.all.height()) // 2)

    # What people do

    def _tick(self, entry: Entry) -> None:
        self._review.tick(entry, not entry.ticked)
        self.changed.emit()

    def _tick_all(self) -> None:
        """All that can be ticked without a thought, unless they are already."""
        clear = [e for e in self._review.entries if e.group is Group.CLEAR and e.brings]
        self._review.tick_clear(not all(entry.ticked for entry in clear))
        self.changed.emit()

    def _on_current(self, index: QModelIndex) -> None:
        entry = index.siblingAtColumn(0).data(ENTRY)
        if isinstance(entry, Entry):
            self.fronted.emit(entry)

    def _on_clicked(self, index: QModelIndex) -> None:
        if isinstance(index.data(ENTRY), Group):
            self.setExpanded(index, not self.isExpanded(index))

    def _on_activated(self, index: QModelIndex) -> None:
        entry = index.siblingAtColumn(0).data(ENTRY)
        if isinstance(entry, Entry):
            self.entered.emit(entry)

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out_columns()


def _items(entry: Entry) -> list[QStandardItem]:
    """A row, each cell with its words for those who cannot see them and as its tip."""
    signer = entry.signer
    who = f"{plain(signer.name)}, {phrase(signer.key)}" if signer is not None else _("Unsigned")
    plan = entry.plan
    counts = {c: str(plan.count(change)) for c, change in COUNTS.items()} if plan else {}
    problem = str(entry.found.problem) if entry.found.problem is not None else ""
    texts = {
        NAME: f"{plain(entry.name)} {entry.version}".strip(),
        SIGNER: problem or who,
        SKILLS: str(len(plan.items)) if plan is not None else "",
        CAUTIONS: caution_word(entry)[0],
        **counts,
    }
    made = []
    for column in range(CAUTIONS + 1):
        item = QStandardItem(texts.get(column, ""))
        item.setData(entry, ENTRY)
        item.setEditable(False)
        item.setToolTip(plain_tip(texts.get(column, "")))
        made.append(item)
    made[NAME].setToolTip(plain_tip(f"{texts[NAME]}\n{entry.path}"))
    return made
