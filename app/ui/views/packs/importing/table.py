"""The packs that were opened together, in groups. Public name: `PackTable`."""

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QCheckBox, QHeaderView, QTreeView, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.packs.importing.review import Entry, Group, Review
from app.ui.views.packs.importing.table_model import (
    CAUTIONS,
    CONFLICT,
    ENTRY,
    NAME,
    NEW,
    ROOT,
    SIGNER,
    SKILLS,
    UPDATE,
    PackModel,
)
from app.ui.views.packs.importing.table_rows import LEFT, PackDelegate

WIDTHS = {SIGNER: 264, SKILLS: 46, NEW: 44, UPDATE: 56, CONFLICT: 60, CAUTIONS: 140}
NARROW = {SIGNER: 136, SKILLS: 46, NEW: 42, UPDATE: 56, CONFLICT: 60, CAUTIONS: 136}
"""Widths in px at the usual size of text; the names have the rest. The second where the list is
narrower than `WIDE`."""
WIDE = 760
LEAST_NAME, ROOMY_NAME = 200, 300
"""So much is left for names, in px at the usual size of text: columns give way to them, those with
nothing but dashes sooner.
"""
LEAST_LEFT = (UPDATE, CONFLICT, NEW, CAUTIONS)
"""Columns that go first where there is no room, if they have nothing but dashes."""
DETAILS = (UPDATE, NEW, SKILLS, CONFLICT, SIGNER)
"""Columns that go next: what they say can be read beside the list."""


class PackTable(QTreeView):
    """`fronted(entry)` when another one is in front, `headed(group)` when the head of a group is,
    `entered(entry)` by Enter or a double click, `changed` after a tick was.
    """

    fronted = Signal(object)
    headed = Signal(object)
    entered = Signal(object)
    changed = Signal()

    def __init__(self, theme: Theme, review: Review, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._review = theme, review
        self.packs = PackModel(review)
        self._wanted: Callable[[Entry], bool] = lambda _entry: True
        self._folded: set[Group] = set()
        self.setModel(self.packs)
        self.setItemDelegate(PackDelegate(theme, review, self.packs.head_words, self))
        self.setAccessibleName(_("Packs"))
        self.setIndentation(0)
        self.setRootIsDecorated(False)
        self.setExpandsOnDoubleClick(False)
        self.setAllColumnsShowFocus(True)
        self.setMouseTracking(True)
        self.setFrameShape(QTreeView.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.all = QCheckBox(_("Pack"), self.header())
        self.all.setTristate(True)
        self.all.setAccessibleName(_("All packs without cautions"))
        self.all.clicked.connect(self._tick_all)
        self._lay_out_columns()
        self.packs.tick_requested.connect(self._tick)
        self.selectionModel().currentChanged.connect(self._on_current)
        self.clicked.connect(self._on_clicked)
        self.activated.connect(self._on_activated)
        self.expanded.connect(lambda place: self._folded.discard(place.data(ENTRY)))
        self.collapsed.connect(lambda place: self._folded.add(place.data(ENTRY)))

    # What it shows

    def refresh(self) -> None:
        """Show what the review says now; the pack in front stays there."""
        front = self.front
        if self.packs.refresh():
            self._arrange(front)
        self._lay_out_columns()
        self.viewport().update()  # what a plan counts may be other numbers than before
        able = [e for e in self._review.entries if e.group is Group.CLEAR and e.brings]
        everything = all(entry.ticked for entry in self._review.entries)
        self.all.setEnabled(bool(able))
        self.all.setCheckState(
            Qt.CheckState.Unchecked
            if not self._review.coming
            else Qt.CheckState.Checked
            if everything
            else Qt.CheckState.PartiallyChecked
        )

    def filter(self, wanted: Callable[[Entry], bool]) -> None:
        """Show only some; what is ticked stays ticked."""
        self._wanted = wanted
        for row, (_group, entries) in enumerate(self.packs.groups):
            head = self.packs.index(row, 0)
            hidden = [not wanted(entry) for entry in entries]
            for line, is_hidden in enumerate(hidden):
                if self.isRowHidden(line, head) != is_hidden:
                    self.setRowHidden(line, head, is_hidden)
            self.setRowHidden(row, ROOT, all(hidden))

    @property
    def front(self) -> Entry | None:
        entry = self.currentIndex().data(ENTRY)
        return entry if isinstance(entry, Entry) else None

    def show_front(self, entry: Entry) -> None:
        """Bring a pack to the front."""
        self.setCurrentIndex(self.packs.place(entry).siblingAtColumn(0))

    def _arrange(self, front: Entry | None) -> None:
        """After rows have moved: heads across all columns, folded as they were."""
        for row, (group, _entries) in enumerate(self.packs.groups):
            self.setFirstColumnSpanned(row, ROOT, True)
            self.setExpanded(self.packs.index(row, 0), group not in self._folded)
        self.filter(self._wanted)
        first = self.packs.groups[0][1][0] if self.packs.groups else None
        if (shown := front or first) is not None:
            self.show_front(shown)

    def _lay_out_columns(self) -> None:
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(20)
        header.setSectionsMovable(False)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        ratio = self._theme.font(13).pixelSize() / 13
        widths = WIDTHS if self.width() >= WIDE * ratio else NARROW
        room = self.viewport().width() - round(sum(widths.values()) * ratio)
        empty = [column for column in LEAST_LEFT if self.packs.says_nothing(column)]
        hidden = set[int]()
        for column in dict.fromkeys((*empty, *DETAILS)):
            least = ROOMY_NAME if column in empty else LEAST_NAME
            if room < least * ratio:
                hidden.add(column)
                room += round(widths[column] * ratio)
        for column, width in widths.items():
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(column, round(width * ratio))
            header.setSectionHidden(column, column in hidden)
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
        entry = index.data(ENTRY)
        if isinstance(entry, Entry):
            self.fronted.emit(entry)
        elif isinstance(entry, Group):
            self.headed.emit(entry)

    def _on_clicked(self, index: QModelIndex) -> None:
        if isinstance(index.data(ENTRY), Group):
            self.setExpanded(index, not self.isExpanded(index))

    def _on_activated(self, index: QModelIndex) -> None:
        entry = index.data(ENTRY)
        if isinstance(entry, Entry):
            self.entered.emit(entry)

    def _packs_shown(self) -> list[QModelIndex]:
        """The packs that are neither filtered out nor folded away, from the first to the last."""
        heads = [self.packs.index(row, 0) for row in range(len(self.packs.groups))]
        return [
            place
            for head in heads
            if self.isExpanded(head)
            for row in range(self.packs.rowCount(head))
            if not self.isRowHidden(row, head)
            for place in (self.packs.index(row, 0, head),)
        ]

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Home and End lead to packs, not to the head above them; Space folds at a head."""
        key, index = event.key(), self.currentIndex()
        ends = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}
        if not event.modifiers() and key in ends and (packs := self._packs_shown()):
            self.setCurrentIndex(packs[ends[Qt.Key(key)]])
        elif key == Qt.Key.Key_Space and isinstance(index.data(ENTRY), Group):
            self._on_clicked(index)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out_columns()
