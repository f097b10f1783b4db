"""The page of memories: what is there at the left, the list or the answers, one of them in full."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSplitter, QStackedLayout, QVBoxLayout, QWidget

from app.core.changes import Changes, Part
from app.core.memory import memories
from app.core.memory.filters import Filters
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.models.memory_list import Found
from app.ui.views.memories import asking
from app.ui.views.memories.add_menu import AddMenu
from app.ui.views.memories.answer import Answer
from app.ui.views.memories.detail import Detail
from app.ui.views.memories.forgetting import Forgetting
from app.ui.views.memories.groups import MemoryGroups
from app.ui.views.memories.importing import Importing
from app.ui.views.memories.memory_filters import MemoryFilters
from app.ui.views.memories.refiling import Refiling
from app.ui.views.memories.results import Results
from app.ui.widgets.buttons import Button
from app.ui.widgets.dropping import accept_copy
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.labels import label, rule
from app.ui.widgets.menu_at import open_at
from app.ui.widgets.part_keys import answer_key
from app.ui.widgets.search_field import SearchField
from app.ui.widgets.side_by_side import SideBySide
from app.ui.widgets.tips import plain_tip

GROUPS, LIST, DETAIL = 220, 460, 380
LEAST = 148, 192, 250
"""Px of the columns while text has its usual size."""
SHARE = 0.3
"""Of a narrow page, the most that the groups take while nothing is read."""
NAME = 180
"""Px that the name of the page has beside its buttons."""
DEBOUNCE = 250
"""Milliseconds between the last letter typed and the question."""
CONCERNS = Part.MEMORIES | Part.ENGRAMS | Part.KNOWLEDGE


class MemoriesView(QWidget):
    """A text that is pasted or dropped is looked at before it is remembered."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._stale, self._is_reading = True, False
        self._counting: Job | None = None
        self._then: Callable[[], None] | None = None
        """What the person asked for before the answer was there."""
        self.setProperty("ground", "2")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAcceptDrops(True)
        theme = context.theme
        self.groups = MemoryGroups(theme)
        self.search = SearchField(theme, _("Ask your memories and skills"))
        self.memory_filters = MemoryFilters(theme)
        self.results = Results(context)
        self.model, self.list = self.results.model, self.results.list
        self.refiling = Refiling(context, self)
        self.detail = Detail(context, self.refiling)
        self.answer = Answer(theme)
        self.importing = Importing(context)
        self.forgetting = Forgetting(context, self.groups, self)
        self.add_menu = AddMenu(context, self.importing, lambda: self.groups.engram, self)
        self._count = label("", "muted")
        self._place()
        self._soon = QTimer(self, interval=DEBOUNCE, singleShot=True)
        self._soon.timeout.connect(self.refresh)
        self._connect()

    # What it shows

    @property
    def filters(self) -> Filters:
        """What the list is narrowed down to."""
        since = self.memory_filters.since
        return Filters(
            engram=self.groups.engram,
            source=self.groups.source,
            tag=self.memory_filters.tag,
            since=self._context.vault.now() - since if since is not None else None,
        )

    def refresh(self) -> None:
        """Ask the vault again: for the newest, or what is in the field."""
        self._soon.stop()
        if self._stale:
            self._stale = False
            count = memories.count(self._context.vault)
            self._pages.setCurrentIndex(0 if count else 1)
            self.setFocusProxy(self.search if count else self.new)
            self._count.setText(f"{count:n}")
            self._count_groups()
        self.results.look(self.search.text().strip(), self.filters)

    def show_memory(self, number: int) -> None:
        """Bring one memory to the front, whatever the list is narrowed down to."""
        self.refresh()
        self.results.choose(number)
        self._show_detail(Found("memory", number, "", ""))

    def _count_groups(self) -> None:
        vault, engram = self._context.vault, self.groups.engram
        if self._counting is not None:
            self._counting.cancel()
        self._counting = self._context.jobs.start(
            self,
            _("Counting"),
            lambda _job: asking.groups(vault, engram),
            self._show_groups,
        )

    def _show_groups(self, found: asking.MemoryGroups) -> None:
        self.groups.show_engrams(found.engrams, sum(one.count for one in found.engrams))
        self.groups.show_sources(found.sources)
        self.memory_filters.offer(found.tags)
        self.refiling.known = found.tags
        self.detail.tags.offer(found.tags)

    def _show_detail(self, found: Found | None) -> None:
        skill = found is not None and found.what == "skill"
        self._side.setCurrentIndex(int(skill))
        if found is not None and skill:
            self.answer.show_found(found)
        elif not self.detail.editing or found is None or found.id != self.detail.memory:
            self.detail.show_memory(found.id if found is not None else None)
        if self._is_reading != (found is not None):
            self._is_reading = found is not None
            self._fit()

    # What people do

    def focus_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _on_typed(self) -> None:
        self._then = None
        self._soon.start()

    def _when_found(self, act: Callable[[], None]) -> None:
        """Now, or as soon as what was typed last is answered."""
        if self._soon.isActive():
            self.refresh()
        self._then = act
        if not self.results.busy:
            self._go_on()

    def _go_on(self) -> None:
        then, self._then = self._then, None
        if then is not None:
            then()

    def _show_best(self) -> None:
        """Enter asks: the answer is shown here, and one that is a skill is opened by a second
        Enter. Where nothing answers, look for what was meant.
        """
        if self.results.meant is not None and not self.model.rows:
            self.search.setText(self.results.meant)
        else:
            self._enter_list()

    def _enter_list(self) -> None:
        """The keyboard goes on in the list, at the best or where it was."""
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        if self.model.rows and (self.search.text().strip() or self.results.current is None):
            self.list.setCurrentIndex(self.model.index(0))

    def write(self, text: str = "") -> None:
        """Ask for something to remember."""
        self.add_menu.write(text)

    def take_files(self, paths: list[str]) -> None:
        """Import files and folders into the engram that is chosen."""
        self.add_menu.take_files(paths)

    def _open(self, found: Found) -> None:
        if found.what == "skill":
            self._context.go.skill(found.id)
        else:
            self.detail.begin_edit()

    def _forget(self) -> None:
        chosen = self.results.memories
        if len(chosen) == 1 and chosen[0] == self.detail.memory:
            self.detail.forget_it()
        elif chosen:
            self.forgetting.forget(chosen)

    def menu(self) -> QMenu | None:
        """What can be done with the memories that are chosen in the list."""
        chosen = self.results.memories
        if not chosen:
            return None
        made = QMenu(self.list)
        made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.refiling.fill(made, chosen)
        made.addSeparator()
        said = ngettext("Forget", "Forget {count} memories", len(chosen))
        made.addAction(said.format(count=len(chosen)), self._forget)
        return made

    def _show_menu(self, place: QPoint) -> None:
        if (found := self.menu()) is not None:
            open_at(found, self.list.viewport().mapToGlobal(place))

    def _clear(self) -> None:
        self.search.clear()
        self.groups.choose(None, None)
        self.memory_filters.clear()

    def _show_source(self, source: int) -> None:
        self.search.clear()
        self.groups.choose(None, source)
        self._count_groups()

    def _on_shelf(self) -> None:
        self._count_groups()
        self.refresh()

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & CONCERNS:
            self._stale = True
            if self.isVisible():
                self._soon.start()

    # How it is put together

    def _connect(self) -> None:
        self.groups.chosen.connect(self._on_shelf)
        self.search.textChanged.connect(self._on_typed)
        self.search.returnPressed.connect(lambda: self._when_found(self._show_best))
        self.search.entered.connect(lambda: self._when_found(self._enter_list))
        self.search.left.connect(self._enter_list)
        self.memory_filters.changed.connect(self.refresh)
        self.results.chosen.connect(self._show_detail)
        self.results.opened.connect(self._open)
        self.results.all_wanted.connect(self._clear)
        self.results.meant_wanted.connect(self.search.setText)
        self.results.shown.connect(self._go_on)
        self.list.delete_pressed.connect(self._forget)
        self.list.customContextMenuRequested.connect(self._show_menu)
        self.detail.memory_requested.connect(self.show_memory)
        self.detail.source_requested.connect(self._show_source)
        self.answer.opened.connect(self._context.go.skill)
        answer_key(self, "Ctrl+V", self.add_menu.paste)
        answer_key(self, "/", self.focus_search)
        self._context.bridge.changed.connect(self._on_changed)

    def _place(self) -> None:
        self._reading = side = QWidget()
        self._side = QStackedLayout(side)
        self._side.addWidget(self.detail)
        self._side.addWidget(self.answer)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._tools())
        column.addWidget(self.results, 1)
        self._columns = filled = QSplitter(Qt.Orientation.Horizontal)
        filled.setChildrenCollapsible(False)
        filled.setHandleWidth(1)
        for part, least in zip((self.groups, middle, side), LEAST, strict=True):
            part.setMinimumWidth(least)
            filled.addWidget(part)
        filled.setStretchFactor(1, 1)
        filled.setSizes([GROUPS, LIST, DETAIL])
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

    def _fit(self) -> None:
        """Where words are large, no column takes what another one needs, and one in which there is
        nothing to read takes nothing.
        """
        room, scale = self.width() / sum(LEAST), self._context.theme.scaled(100) / 100
        is_tight = room < scale
        self._reading.setVisible(not is_tight or self._is_reading)
        if is_tight and self._is_reading:
            self._columns.setSizes([int(least * room) for least in LEAST])
        elif is_tight:
            groups = min(round(LEAST[0] * scale), round(self.width() * SHARE))
            self._columns.setSizes([groups, self.width() - groups, 0])
        else:
            groups, _middle, side = (
                max(size, round(least * scale))
                for size, least in zip(self._columns.sizes(), LEAST, strict=True)
            )
            self._columns.setSizes([groups, self.width() - groups - side, side])

    def _head(self) -> QVBoxLayout:
        theme = self._context.theme
        paste = Button(theme, _("Paste"), icon="copy")
        paste.setToolTip(plain_tip(_("Remember the clipboard")))
        folder = Button(theme, _("Import a folder…"), icon="folder")
        files = Button(theme, _("Import files…"), icon="import")
        self.new = Button(theme, _("Remember…"), "primary", icon="plus")
        paste.clicked.connect(self.add_menu.paste)
        folder.clicked.connect(self.add_menu.ask_folder)
        files.clicked.connect(self.add_menu.ask_files)
        self.new.clicked.connect(lambda *_checked: self.write())
        told = QWidget()
        words = QHBoxLayout(told)
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(8)
        words.addWidget(label(_("Memories"), "page"))
        words.addWidget(self._count, 1)
        head = QVBoxLayout()
        head.setContentsMargins(20, 12, 14, 12)
        head.addWidget(SideBySide(theme, told, (paste, folder, files, self.new), NAME))
        return head

    def _tools(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setContentsMargins(12, 12, 12, 8)
        column.setSpacing(8)
        column.addWidget(self.search)
        column.addWidget(self.memory_filters)
        return column

    def _empty(self) -> EmptyState:
        made = EmptyState(
            self._context.theme,
            "memory",
            _("No memories yet"),
            _("Drop or paste notes, documents or a folder here, or write down what you know."),
            _("Import files…"),
        )
        made.acted.connect(self.add_menu.ask_files)
        return made

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()  # text may have another size since
        if self._stale:
            self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files are taken by the window; a text that is dragged here is remembered."""
        if event.mimeData().hasText():
            accept_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        if self.add_menu.take(event.mimeData()):
            accept_copy(event)
