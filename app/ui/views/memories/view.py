"""The page of memories: shelves at the left, the list or the answers, one of them in full."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QHBoxLayout,
    QListView,
    QSplitter,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from app.core.changes import Changes, Part
from app.core.memory import memories, shelf
from app.core.memory.arriving import Remembered
from app.core.memory.candidates import Filters
from app.core.memory.sources import Source, SourceKind
from app.core.words import _, ngettext
from app.ui.desk import Desk
from app.ui.jobs import Job
from app.ui.models.memory_list import FOUND, Found, MemoryListModel
from app.ui.views.memories import asking
from app.ui.views.memories.answer import Answer
from app.ui.views.memories.detail import Detail
from app.ui.views.memories.importing import Importing
from app.ui.views.memories.narrowing import Narrowing
from app.ui.views.memories.row_delegate import MemoryDelegate
from app.ui.views.memories.shelves import Shelves
from app.ui.views.memories.writing import WriteDialog
from app.ui.widgets.buttons import Button
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.labels import label, rule
from app.ui.widgets.search_field import SearchField

SHELVES, LIST, DETAIL = 220, 460, 380
DEBOUNCE = 250
"""Milliseconds between the last letter typed and the question."""


class _List(QListView):
    """Enter opens, Delete forgets."""

    entered = Signal()
    delete_pressed = Signal()

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        elif event.key() == Qt.Key.Key_Delete:
            self.delete_pressed.emit()
        else:
            super().keyPressEvent(event)


class MemoriesView(QWidget):
    """`told(sentence)`, `offered(sentence, way back)`, `skill_requested(skill)`."""

    told = Signal(str, bool)
    offered = Signal(str, object)
    skill_requested = Signal(int)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._stale = True
        self._job: Job | None = None
        self.setProperty("ground", "2")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        theme = desk.theme
        self.shelves = Shelves(theme)
        self.search = SearchField(theme, _("Ask your memories and skills"))
        self.narrowing = Narrowing(theme)
        self.model = MemoryListModel(self)
        self.list = _List()
        self.detail = Detail(desk)
        self.answer = Answer(theme)
        self.importing = Importing(desk)
        self._count = label("", "muted")
        self._make_list()
        self._place()
        self._soon = QTimer(self, interval=DEBOUNCE, singleShot=True)
        self._soon.timeout.connect(self.refresh)
        self._connect()

    # What it shows

    @property
    def filters(self) -> Filters:
        """What the list is narrowed down to."""
        since = self.narrowing.since
        return Filters(
            engram=self.shelves.engram,
            source=self.shelves.source,
            tag=self.narrowing.tag,
            since=self._desk.vault.now() - since if since is not None else None,
        )

    def refresh(self) -> None:
        """Ask the vault again: for the newest, or what is in the field."""
        self._soon.stop()
        if self._stale:
            self._stale = False
            self._show_shelves()
        question = self.search.text().strip()
        if self._job is not None:
            self._job.cancel()
            self._job = None
        if question:
            self._ask(question)
        else:
            self._show_newest()

    def show_memory(self, number: int) -> None:
        """Bring one memory to the front, whatever the list is narrowed down to."""
        self.refresh()
        index = self.model.index_of("memory", number)
        if index.isValid():
            self.list.setCurrentIndex(index)
        else:
            self.list.clearSelection()
        self._show_detail(Found("memory", number, "", ""))

    def _show_shelves(self) -> None:
        vault = self._desk.vault
        count = memories.count(vault)
        self.shelves.show_engrams(shelf.engrams(vault), count)
        self.shelves.show_sources(shelf.sources(vault, self.shelves.engram))
        self.narrowing.offer([one.name for one in shelf.tags(vault)])
        self._pages.setCurrentIndex(0 if count else 1)
        self._count.setText(f"{count:n}")

    def _show_newest(self) -> None:
        vault, filters = self._desk.vault, self.filters
        self._show(
            asking.newest(vault, filters),
            _("Nothing here"),
            _("No memory is filed like this."),
            lambda last: asking.newest(vault, filters, last),
        )

    def _ask(self, question: str) -> None:
        vault, filters, mind = self._desk.vault, self.filters, self._desk.mind

        def done(found: tuple[Found, ...]) -> None:
            self._job = None
            said = _("Nothing that you know answers this")
            self._show(found, said, _("An unrelated question gets no answer, not a wrong one."))

        self._job = self._desk.jobs.start(
            self,
            _("Recalling"),
            lambda _job: asking.answers(vault, question, filters, mind),
            done,
        )

    def _show(
        self, rows: tuple[Found, ...], title: str, sentence: str, more: object = None
    ) -> None:
        current = self.list.currentIndex().data(FOUND)
        self.model.set_rows(rows, more)  # type: ignore[arg-type]
        self._nothing.title.setText(title)
        self._nothing.sentence.setText(sentence)
        self._listed.setCurrentIndex(0 if rows else 1)
        if current is not None and not self.list.currentIndex().isValid():
            index = self.model.index_of(current.what, current.id)
            if index.isValid():
                self.list.setCurrentIndex(index)
        if not self.list.currentIndex().isValid():
            self._show_detail(None)
        else:
            self._show_detail(self.list.currentIndex().data(FOUND))

    def _show_detail(self, found: Found | None) -> None:
        skill = found is not None and found.what == "skill"
        self._side.setCurrentIndex(int(skill))
        if found is not None and skill:
            self.answer.show_found(found)
        elif not self.detail.editing or found is None or found.id != self.detail.memory:
            self.detail.show_memory(found.id if found is not None else None)

    # What people do

    def focus_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def write(self, text: str = "") -> None:
        """Ask for something to remember."""
        vault = self._desk.vault
        names = {one.id: one.name for one in shelf.engrams(vault)}
        engram = self.shelves.engram
        suggested = names.get(engram, "") if engram is not None else ""
        dialog = WriteDialog(self._desk, text, suggested, tuple(names.values()), self)

        def keep(words: str, engram: str, source: str, tags: Sequence[str]) -> None:
            origin = Source(source, SourceKind.NOTE)
            self._desk.jobs.start(
                dialog,
                _("Remembering"),
                lambda job: memories.remember(
                    vault, words, engram=engram, source=origin, tags=tags, progress=job
                ),
                lambda done: self._on_remembered(dialog, done),
                dialog.refuse,
            )

        dialog.given.connect(keep)
        dialog.open()

    def take_files(self, paths: Sequence[str]) -> None:
        """Import files and folders into the engram that is chosen."""
        names = {one.id: one.name for one in shelf.engrams(self._desk.vault)}
        engram = self.shelves.engram
        self.importing.start(paths, names.get(engram, "") if engram is not None else "")

    def _on_remembered(self, dialog: WriteDialog, done: Remembered) -> None:
        dialog.close()
        count = len(done.added)
        if count:
            said = ngettext("{count} memory added", "{count} memories added", count)
            vault, added = self._desk.vault, done.added
            self.offered.emit(said.format(count=count), lambda: memories.forget(vault, *added))
        else:
            self.told.emit(_("That is remembered already"), False)

    def _on_arrived(self, sentence: str, added: tuple[int, ...]) -> None:
        vault = self._desk.vault
        if added:
            self.offered.emit(sentence, lambda: memories.forget(vault, *added))
        else:
            self.told.emit(sentence, False)

    def _ask_files(self) -> None:
        dialog = QFileDialog(self, _("Import files"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilters(
            [_("Documents") + f" ({self.importing.patterns})", _("All files (*)")]
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(self.take_files)
        dialog.open()

    def _ask_folder(self) -> None:
        dialog = QFileDialog(self, _("Import a folder"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(self.take_files)
        dialog.open()

    def _open(self) -> None:
        found = self.list.currentIndex().data(FOUND)
        if found is not None and found.what == "skill":
            self.skill_requested.emit(found.id)
        elif found is not None:
            self.detail.begin_edit()

    def _forget(self) -> None:
        found = self.list.currentIndex().data(FOUND)
        if found is not None and found.what == "memory":
            self.detail.forget_it()

    def _clear(self) -> None:
        self.search.clear()
        self.shelves.choose(None, None)
        self.narrowing.clear()

    def _show_source(self, source: int) -> None:
        self.search.clear()
        self.shelves.choose(None, source)

    def _on_shelf(self) -> None:
        self.shelves.show_sources(shelf.sources(self._desk.vault, self.shelves.engram))
        self.refresh()

    def _on_current(self, current: QModelIndex) -> None:
        if current.isValid():
            self._show_detail(current.data(FOUND))

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & (Part.MEMORIES | Part.ENGRAMS | Part.KNOWLEDGE):
            self._stale = True
            if self.isVisible():
                self._soon.start()

    # How it is put together

    def _make_list(self) -> None:
        made = self.list
        made.setModel(self.model)
        made.setItemDelegate(MemoryDelegate(self._desk.theme, made))
        made.setAccessibleName(_("Memories"))
        made.setMouseTracking(True)
        made.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        made.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._desk.theme.changed.connect(made.doItemsLayout)

    def _connect(self) -> None:
        self.shelves.chosen.connect(self._on_shelf)
        self.search.textChanged.connect(self._soon.start)
        self.search.returnPressed.connect(self.refresh)
        self.narrowing.changed.connect(self.refresh)
        self.list.selectionModel().currentChanged.connect(self._on_current)
        self.list.doubleClicked.connect(self._open)
        self.list.entered.connect(self._open)
        self.list.delete_pressed.connect(self._forget)
        self.detail.offered.connect(self.offered)
        self.detail.skill_requested.connect(self.skill_requested)
        self.detail.memory_requested.connect(self.show_memory)
        self.detail.source_requested.connect(self._show_source)
        self.answer.opened.connect(self.skill_requested)
        self.importing.arrived.connect(self._on_arrived)
        self._desk.bridge.changed.connect(self._on_changed)

    def _place(self) -> None:
        theme = self._desk.theme
        self._nothing = EmptyState(theme, "search", "", "", _("Show all"))
        self._nothing.acted.connect(self._clear)
        listed = QWidget()
        self._listed = QStackedLayout(listed)
        self._listed.setContentsMargins(6, 0, 2, 6)
        self._listed.addWidget(self.list)
        self._listed.addWidget(self._nothing)
        side = QWidget()
        self._side = QStackedLayout(side)
        self._side.addWidget(self.detail)
        self._side.addWidget(self.answer)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._tools())
        column.addWidget(listed, 1)
        filled = QSplitter(Qt.Orientation.Horizontal)
        filled.setChildrenCollapsible(False)
        filled.setHandleWidth(1)
        for part, least in ((self.shelves, 160), (middle, 320), (side, 300)):
            part.setMinimumWidth(least)
            filled.addWidget(part)
        filled.setStretchFactor(1, 1)
        filled.setSizes([SHELVES, LIST, DETAIL])
        holder = QWidget()
        self._pages = QStackedLayout(holder)
        self._pages.addWidget(filled)
        self._pages.addWidget(self._empty())
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.setSpacing(0)
        around.addLayout(self._head())
        around.addWidget(self.importing)
        around.addWidget(rule())
        around.addWidget(holder, 1)

    def _head(self) -> QHBoxLayout:
        theme = self._desk.theme
        folder = Button(theme, _("Import a folder…"), icon="folder")
        files = Button(theme, _("Import files…"), icon="import")
        self.new = Button(theme, _("Remember…"), "primary", icon="plus")
        folder.clicked.connect(self._ask_folder)
        files.clicked.connect(self._ask_files)
        self.new.clicked.connect(self._write)
        row = QHBoxLayout()
        row.setContentsMargins(20, 12, 14, 12)
        row.setSpacing(8)
        row.addWidget(label(_("Memories"), "page"))
        row.addWidget(self._count, 1)
        for button in (folder, files, self.new):
            row.addWidget(button)
        return row

    def _tools(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setContentsMargins(12, 12, 12, 8)
        column.setSpacing(8)
        column.addWidget(self.search)
        column.addWidget(self.narrowing)
        return column

    def _empty(self) -> EmptyState:
        made = EmptyState(
            self._desk.theme,
            "memory",
            _("No memories yet"),
            _("Drop notes, documents or a folder here, or write down what you know."),
            _("Import files…"),
        )
        made.acted.connect(self._ask_files)
        return made

    def _write(self) -> None:
        self.write()

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()
