"""What was found: the newest memories or the answers to a question, in a list that grows."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from app.core.memory.filters import Filters
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.models.memory_list import FOUND, Found, MemoryListModel, More
from app.ui.views.memories import asking
from app.ui.views.memories.row_delegate import MemoryDelegate
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.quiet_link import QuietLink


class FoundList(QListView):
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


class Results(QWidget):
    """`chosen(Found or None)` when another is in front, also because the list was filled anew.

    `opened(Found)` on Enter and on a double click; `all_wanted` where nothing was found, or
    `meant_wanted(text)` where something was that is spelled almost like it. `shown` each time the
    list was filled.
    """

    chosen = Signal(object)
    opened = Signal(object)
    all_wanted = Signal()
    meant_wanted = Signal(str)
    shown = Signal()

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._job: Job | None = None
        self._further: Job | None = None
        self._asked: object = None
        self._from_top = False
        self._before: Found | None = None
        self.model = MemoryListModel(self)
        self.list = FoundList()
        self.nothing = EmptyState(context.theme, "search", "", "", _("Show all"))
        self.nothing.acted.connect(self._act_on_nothing)
        self.meant: str | None = None
        """The question spelled so that all of its words are known, if some were not."""
        self.respelled = QuietLink(context.theme)
        self.respelled.clicked.connect(self._act_on_nothing)
        self.respelled.hide()
        self._make_list()
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 0, 2, 6)
        self.pages = QStackedLayout()
        line = QHBoxLayout()
        line.setContentsMargins(10, 2, 10, 4)
        line.addWidget(self.respelled)
        line.addStretch(1)
        column.addLayout(line)
        column.addLayout(self.pages)
        self.pages.addWidget(self.list)
        self.pages.addWidget(self.nothing)

    @property
    def busy(self) -> bool:
        """Whether an answer is on its way."""
        return self._job is not None

    @property
    def current(self) -> Found | None:
        found: Found | None = self.list.currentIndex().data(FOUND)
        return found

    @property
    def memories(self) -> tuple[int, ...]:
        """Those that are selected, from top to bottom; skills among them are none."""
        chosen = sorted(index.row() for index in self.list.selectedIndexes())
        rows = (self.model.rows[row] for row in chosen)
        return tuple(row.id for row in rows if row.what == "memory")

    def look(self, question: str, filters: Filters) -> None:
        """Find what answers the question; without one, what is newest.

        What narrows the list down may have every memory looked at, which takes a moment: a job.
        """
        if self._job is not None:
            self._job.cancel()
            self._job = None
        asked = (question, replace(filters, since=None), filters.since is None)
        self._from_top, self._asked, self.meant = asked != self._asked, asked, None
        if question:
            self._ask(question, filters)
        elif filters:
            vault = self._context.vault
            self._job = self._context.jobs.start(
                self,
                _("Searching the memories"),
                lambda _job: asking.newest(vault, filters),
                lambda found: self._show_newest(found, filters),
            )
        else:
            self._show_newest(asking.newest(self._context.vault, filters), filters)

    def choose(self, number: int) -> None:
        """Mark a memory, if it is among those that were found."""
        index = self.model.index_of("memory", number)
        if index.isValid():
            self.list.setCurrentIndex(index)
        else:
            self.list.clearSelection()

    def _show_newest(self, found: tuple[Found, ...], filters: Filters) -> None:
        self._job = None
        self._show(
            found,
            _("Nothing here"),
            _("No memory matches these filters."),
            lambda last: self._look_further(filters, last),
        )

    def _look_further(self, filters: Filters, last: Found) -> None:
        vault = self._context.vault
        self._further = self._context.jobs.start(
            self,
            _("Searching the memories"),
            lambda _job: asking.newest(vault, filters, last),
            self.model.add_rows,
        )

    def _ask(self, question: str, filters: Filters) -> None:
        vault, embedding, search = (
            self._context.vault, self._context.embedding, self._context.search
        )  # fmt: skip

        def work(job: Job) -> tuple[tuple[Found, ...], str | None]:
            found = asking.found(vault, search, question, filters, embedding, job)
            if found:
                return found, asking.respelled(vault, search, question, embedding, job)
            return found, asking.meant(vault, search, question, job)

        def done(answer: tuple[tuple[Found, ...], str | None]) -> None:
            self._job = None
            found, self.meant = answer
            said = _("An unrelated question gets no answer instead of a wrong one.")
            if self.meant is not None:
                said = _("Did you mean “{close}”?").format(close=self.meant)
            self._show(found, _("Nothing you know answers this"), said)

        def failed(error: Exception) -> None:
            self._job = None
            self._context.jobs.failed.emit(self, error)

        self._job = self._context.jobs.start(self, _("Recalling"), work, done, failed)

    def _act_on_nothing(self) -> None:
        if self.meant is not None:
            self.meant_wanted.emit(self.meant)
        else:
            self.all_wanted.emit()

    def _show(
        self, rows: Sequence[Found], title: str, sentence: str, more: More | None = None
    ) -> None:
        if self._further is not None:
            self._further.cancel()
            self._further = None
        before = self.current or self._before
        # for a moment nothing may be listed, until it is found that there is nothing in the group
        self._before = before if not rows else None
        self.model.set_rows(tuple(rows), more)
        self.nothing.title.setText(title)
        self.nothing.sentence.setText(sentence)
        close = _("Search “{close}”").format(close=self.meant) if self.meant else _("Show all")
        self.nothing.button.setText(close)
        self.pages.setCurrentIndex(0 if rows else 1)
        self._offer_spelling(is_wanted=bool(rows and self.meant))
        if before is not None and not self.list.currentIndex().isValid():
            index = self.model.index_of(before.what, before.id)
            if index.isValid():
                self.list.setCurrentIndex(index)
        if self._from_top and not self.list.currentIndex().isValid():
            self.list.scrollToTop()
        self.chosen.emit(self.current)
        self.shown.emit()

    def _offer_spelling(self, *, is_wanted: bool) -> None:
        """Above answers to a question that may be misspelt, what was perhaps meant."""
        said = _("Did you mean “{close}”?").format(close=self.meant) if is_wanted else ""
        self.respelled.show_words(said, "", leads=is_wanted)
        self.respelled.setVisible(is_wanted)

    def _on_current(self, current: QModelIndex) -> None:
        if current.isValid():
            self.chosen.emit(current.data(FOUND))

    def _open(self) -> None:
        if self.current is not None:
            self.opened.emit(self.current)

    def _make_list(self) -> None:
        made = self.list
        made.setModel(self.model)
        MemoryDelegate(self._context.theme, made).show_in(made, _("Memories"))
        made.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        made.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        made.selectionModel().currentChanged.connect(self._on_current)
        made.doubleClicked.connect(self._open)
        made.entered.connect(self._open)
