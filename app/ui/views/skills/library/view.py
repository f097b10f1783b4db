"""The skills of the vault as a list to search, filter and act on. Public name: `LibraryView`."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QItemSelectionModel, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from app.core.changes import NO_CHANGES, Changes, Part
from app.core.library import catalogue, engrams
from app.core.library.catalogue import Census, SkillRow
from app.core.library.saved_filters import Narrowing
from app.core.matching.query import Query
from app.core.words import _
from app.ui.context import AppContext
from app.ui.models.skill_list import ROW, Head, SkillListModel
from app.ui.theme.focus import lead_to
from app.ui.views.engrams.menu import EngramActions
from app.ui.views.skills.library.arrangement import Arrangement
from app.ui.views.skills.library.bin.row import BinRow
from app.ui.views.skills.library.bin.view import BinView
from app.ui.views.skills.library.filters import Filters
from app.ui.views.skills.library.groups import by_tag, key_of
from app.ui.views.skills.library.hit_delegate import HitDelegate
from app.ui.views.skills.library.hits import Hits
from app.ui.views.skills.library.importances import Importances
from app.ui.views.skills.library.key_hints import KeyHints
from app.ui.views.skills.library.listing import asker
from app.ui.views.skills.library.none_yet import none_yet
from app.ui.views.skills.library.nothing_found import NothingFound
from app.ui.views.skills.library.read_rows import ReadRows
from app.ui.views.skills.library.row_delegate import RowDelegate
from app.ui.views.skills.library.saved_chips import SavedChips
from app.ui.views.skills.library.selecting_list import SelectingList
from app.ui.views.skills.library.thin_notice import ThinNotice
from app.ui.views.skills.library.title_row import TitleRow
from app.ui.widgets.labels import rule
from app.ui.widgets.search_field import SearchField
from app.ui.widgets.searching import Found, Searching
from app.ui.widgets.selection_bar import SelectionBar

ROLES_SHOWN = 12
AGES = 30_000
"""Milliseconds after which rows say anew how long ago their skills were changed."""


class LibraryView(QWidget):
    """`picked` on a click or an arrow (a glance), `opened` on Enter or a double click (to stay)."""

    picked = Signal(int)
    opened = Signal(int)
    new_requested = Signal(object)
    """In the engram with this id, or None."""
    menu_requested = Signal(object, QPoint)
    """The ids of the chosen skills, and where on the screen."""
    counted = Signal(int)
    selected = Signal(object)
    """The ids of the skills, while several are being selected; then none."""
    left = Signal()
    """Esc in the empty search: the person goes on elsewhere."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._stale = context, Changes(Part.LIST | Part.ENGRAMS)
        self._census = Census(0, 0, ())
        self._read = ReadRows(context.vault)
        self.setProperty("ground", "1")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.model = SkillListModel(self)
        self.list = SelectingList(self.model)
        self.search = SearchField(context.theme, _("Search skills"))
        self.engram_actions = EngramActions(context, self)
        self.filters = Filters(
            context.theme, lambda: catalogue.tags(context.vault), self.engram_actions.menu
        )
        self.saved = SavedChips(context, self.narrowing)
        self.arrangement = Arrangement(context)
        self.thin = ThinNotice(context)
        self.bar = SelectionBar(context.theme)
        self.hints = KeyHints()
        self.title = TitleRow(context, self.filters, self._ask_new)
        self._folded: set[str] = set()
        """The keys of the groups of which only the head is shown."""
        self._importances = Importances(context, self)
        self._importances.found.connect(self._on_importances)
        self._searching, self._hits = Searching(context, self.search), Hits(context, self)
        self.to_bin, self.bin = BinRow(context), BinView(context, self)
        self._selection = QTimer(self, interval=0, singleShot=True)
        self._selection.timeout.connect(self._show_selection)
        self._news = QTimer(self, interval=0, singleShot=True)
        self._news.timeout.connect(self._catch_up)
        self._set_up_list()
        self._place()
        self._ages = QTimer(self, interval=AGES)
        self._ages.timeout.connect(self.list.viewport().update)
        self._ages.start()
        self._connect_search()
        self._connect_narrowing()
        self.to_bin.clicked.connect(self.show_bin)
        self.bin.left.connect(self.leave_bin)
        context.bridge.changed.connect(self._on_changed)

    # What it shows

    def narrowing(self) -> Narrowing:
        """What is searched and filtered for."""
        return replace(self.filters.wanted, text=self.search.text().strip())

    def narrow_as(self, narrowing: Narrowing) -> None:
        """Search and filter for this, and nothing else."""
        self.search.setText(narrowing.text)
        self.filters.show_narrowing(narrowing)

    def chosen(self) -> tuple[int, ...]:
        """The ids of the selected skills, in the order of the list."""
        return self.list.chosen()

    def choose(self, skill: int | None) -> None:
        """Select the open skill if it is listed, without announcing it, unless several are."""
        if skill is not None:
            self.model.forget_fresh(skill)
        before = self.list.open_skill
        is_deleted = before is not None and catalogue.row(self._context.vault, before) is None
        self.list.show_open(skill, scrolls=not is_deleted)

    def show_skills(self, skills: tuple[int, ...]) -> None:
        """Select these skills and scroll to the first; let go of what hides them."""
        self._reveal(skills, every=True)
        self.list.set_selecting(len(skills) > 1)
        self.list.select(skills)

    def show_imported(self, skills: tuple[int, ...]) -> None:
        """Mark what came in as new and scroll to it, selecting nothing that a key could delete."""
        self.model.show_fresh(skills)
        self.leave_selection()
        self._reveal(skills, every=False)

    def _reveal(self, skills: tuple[int, ...], *, every: bool) -> None:
        """Let go of what hides them, or all of them, and scroll to the first."""
        self.show_library()
        rows = catalogue.some(self._context.vault, skills).values()
        self._folded -= {key_of(row.tags[0] if row.tags else "") for row in rows}
        self.refresh()
        shown = [self.model.index_of(skill).isValid() for skill in skills]
        if not (all(shown) if every else any(shown)):
            self.clear_search()
            self.refresh()
        if places := [at for one in skills if (at := self.model.index_of(one)).isValid()]:
            self.list.scrollTo(min(places))

    def refresh(self) -> None:
        """Ask the vault again, and keep the selection."""
        vault, query = self._context.vault, Query(self.search.text())
        self.arrangement.follow(bool(query))
        self.saved.show_state()
        if self._stale:
            self._census = catalogue.census(vault)
            places = engrams.engrams(vault)
            self.saved.show_favourites(self._census.favourites)
            roles = self._census.roles[:ROLES_SHOWN]
            self.filters.offer(places, roles, on_disk=self._census.on_disk)
            self._read.follow_names({place.id: place.name for place in places})
            self._stale = NO_CHANGES
        order, wanted = self.arrangement.order, self.filters.wanted
        kept = self.arrangement.kept if order == "fit" else order
        among = asker(vault, wanted, kept, self.model.importances)
        if query:
            self._searching.look(query, among, ranked=order == "fit")
        else:
            self._searching.stop()
            self._show_found(Found(query, tuple(among())))

    def _show_found(self, found: Found) -> None:
        """Rows with sentences for what was searched for, and the best of it at the top."""
        is_new = found.query != self.model.query
        if is_new:
            self.model.ask(found.query)
            self._hits.ask(found.query)
            self.list.setItemDelegate(self._looks[bool(found.query)])
            self.list.show_ticks()
            self._folded.clear()
        rows, ranked = self._read.of(found.skills), self.arrangement.order == "fit"
        self.hints.show_count(len(rows))
        few, heads = len(rows), dict[int, Head]()
        if self.arrangement.is_grouped:
            rows, heads = by_tag(rows, ranked=ranked, folded=self._folded)
        is_regrouped = self.model.set_heads(heads)
        self._show_rows(rows)
        if is_regrouped:
            self.list.make_room(heads=bool(heads))
        self.title.show_counts(few, self._census)
        self.counted.emit(self._census.skills)
        if is_new and found.query:
            self.list.scrollToTop()
        self._show_empty(rows, found)

    def _show_rows(self, rows: Sequence[SkillRow]) -> None:
        chosen, current = self.chosen(), self.list.currentIndex().data(ROW)
        with self.list.standing_still():
            self.model.set_rows(rows)
        selection = self.list.selectionModel()
        if set(self.chosen()) != set(chosen):
            self.list.select(chosen)
        if current is not None and not self.list.currentIndex().isValid():
            index = self.model.index_of(current.id)
            selection.setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        self._selection.start()

    def _show_empty(self, rows: Sequence[SkillRow], found: Found) -> None:
        is_narrowed = not rows and bool(self._census.skills)
        if is_narrowed:
            self._nothing.say(found)
        if not rows and self.list.hasFocus():  # it hides, and Esc clears the search there
            self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self._stack.setCurrentIndex(0 if rows else 2 if is_narrowed else 1)

    def _on_importances(self, values: dict[int, float]) -> None:
        self.model.set_importances(values)
        if self.arrangement.order == "importance" and self.isVisible():
            self.refresh()

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & (Part.LIST | Part.ENGRAMS | Part.FOLDERS):
            self._stale |= changes
            self._read.forget(changes)
            for skill in changes.skills:
                self.model.forget_hit(skill)
            self._news.start()

    def _catch_up(self) -> None:
        """What the document in front does about a change comes first, and keys typed meanwhile."""
        if self._stale and self.isVisible():
            self.refresh()
        elif self._stale:
            self.counted.emit(catalogue.census(self._context.vault).skills)

    # What people do

    def show_bin(self) -> None:
        """The deleted skills in place of those there are."""
        self._sides.setCurrentWidget(self.bin)
        self.bin.take_focus()

    def leave_bin(self) -> None:
        """Back to the skills."""
        self.show_library()
        lead_to(self.to_bin)

    def show_library(self) -> None:
        """The skills there are, also where the bin was."""
        self._sides.setCurrentIndex(0)

    def focus_search(self) -> None:
        self.show_library()
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def narrow(self, field: str, value: object, words: str) -> None:
        """List what a filter lets through and nothing else hides, with the focus in the list."""
        self.show_library()
        self.search.clear()
        self.filters.narrow(field, value, words)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def clear_search(self) -> None:
        self.search.clear()
        self.filters.clear()

    def _open_best(self) -> None:
        """The first of what was found; without words the keyboard goes on in the list."""
        if not self.model.query:
            self._enter_list()
        elif self.model.rows:
            self.list.set_selecting(False)
            self._unfold(self.model.rows[0])
            self.list.choose(self.model.index(0))
            self.open_chosen()

    def _enter_list(self) -> None:
        """The keyboard goes on in the list: at the best, or at what is selected."""
        if not self.model.rows:
            return
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        if self.model.query or not self.chosen():
            self.list.choose(self.model.index(0))

    def _act_on_nothing(self) -> None:
        if self._nothing.can_correct:
            self._searching.take_meant()
        else:
            self.clear_search()

    def _leave_list(self) -> None:
        """Esc in the list lets go of several skills, of the search, then of the selection."""
        if self.list.is_selecting:
            self.leave_selection()
        elif self.search.text():
            self.search.clear()
        else:
            self.list.clearSelection()

    def _pick(self) -> None:
        if not self.list.is_selecting and len(chosen := self.chosen()) == 1:
            self.picked.emit(chosen[0])

    def select(self, skills: tuple[int, ...]) -> None:
        """Begin to select several with these."""
        self.list.set_selecting(True)
        self.list.select(skills)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave_selection(self) -> None:
        """Select nothing, and several no longer."""
        self.list.clearSelection()
        self._show_selection()

    def _show_selection(self) -> None:
        """Who selects nothing any more selects no longer."""
        if not self.list.is_selecting and self.bar.isHidden():
            return
        chosen = self.chosen() if self.list.is_selecting else ()
        self.list.set_selecting(bool(chosen))
        self.selected.emit(chosen)
        if not chosen and self.bar.has_focus:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        self.bar.setVisible(bool(chosen))

    def set_folded(self, tag: str, folded: bool) -> None:
        """Show only the head of a group, or all of it; the keyboard stays at the head."""
        (self._folded.add if folded else self._folded.discard)(key_of(tag))
        self.refresh()

    def _unfold(self, row: SkillRow) -> None:
        """Let a skill be seen."""
        key = key_of(row.tags[0] if row.tags else "")
        if key in self._folded:
            self.set_folded(key, False)

    def _open_entered(self) -> None:
        """With Enter: those that are chosen, or the one the keyboard is at among several."""
        if self.list.is_selecting:
            self.opened.emit(self.list.currentIndex().data(ROW).id)
        else:
            self.open_chosen()

    def open_chosen(self) -> None:
        for skill in self.chosen():
            self.opened.emit(skill)

    def _ask_new(self) -> None:
        self.new_requested.emit(self.filters.wanted.engram)

    def _ask_menu(self, place: QPoint) -> None:
        if chosen := self.chosen():
            self.menu_requested.emit(chosen, self.list.viewport().mapToGlobal(place))

    # How it is put together

    def _connect_search(self) -> None:
        searching = self._searching
        searching.asked.connect(self.refresh)
        searching.found.connect(self._show_found)
        searching.best_wanted.connect(self._open_best)
        searching.list_wanted.connect(self._enter_list)
        self.search.left.connect(self.left)
        self.list.escaped.connect(self._leave_list)
        self.list.topped.connect(self.focus_search)
        self._hits.found.connect(self.model.add_hits)

    def _connect_narrowing(self) -> None:
        self.filters.changed.connect(self.refresh)
        self.saved.wanted.connect(self.narrow_as)
        self.saved.favourites_wanted.connect(self.filters.show_favourites)
        self.arrangement.changed.connect(self._rearrange)
        self._rearrange()

    def _rearrange(self) -> None:
        self._searching.in_text = self.arrangement.in_text.isChecked()
        if self.isVisible():
            self.refresh()

    def _set_up_list(self) -> None:
        context = self._context
        rows = RowDelegate(context.theme, context.vault.now, self.list)
        hits = HitDelegate(context.theme, context.vault.now, self._hits.want, self.list)
        self._looks = {False: rows, True: hits}
        self.list.setItemDelegate(rows)
        self.list.customContextMenuRequested.connect(self._ask_menu)
        self.list.clicked.connect(self._pick)
        self.list.moved.connect(self._pick)
        self.list.doubleClicked.connect(self.open_chosen)
        self.list.entered_with_key.connect(self._open_entered)
        self.list.tag_pressed.connect(lambda tag: self.narrow("tag", tag, tag))
        self.list.fold_wanted.connect(self.set_folded)
        self.list.selecting_changed.connect(self._selection.start)
        self.list.selectionModel().selectionChanged.connect(self._selection.start)
        self.bar.left.connect(self.leave_selection)
        context.theme.changed.connect(self.list.doItemsLayout)

    def _place(self) -> None:
        theme = self._context.theme
        self.none_yet = none_yet(theme)
        self.none_yet.acted.connect(self._ask_new)
        self.none_yet.acted_otherwise.connect(self._context.go.draft)
        self._nothing = NothingFound(theme)
        self._nothing.acted.connect(self._act_on_nothing)
        # What lies in something belongs to it from the start: Qt styles it anew with all that is in
        # it whenever that changes.
        library = QWidget(self)
        holder = QWidget(library)
        self._stack = QStackedLayout(holder)
        listed = QWidget(holder)
        around = QVBoxLayout(listed)
        around.setContentsMargins(6, 0, 2, 0)
        around.addWidget(self.list)
        for page in (listed, self.none_yet, self._nothing):
            self._stack.addWidget(page)
        column = QVBoxLayout(library)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._header())
        column.addWidget(holder, 1)
        floating = QHBoxLayout()
        floating.setContentsMargins(8, 0, 8, 8)
        floating.addWidget(self.bar)
        column.addLayout(floating)
        column.addWidget(self.to_bin)
        column.addWidget(rule())
        column.addWidget(self.hints)
        self._sides = QStackedLayout(self)
        self._sides.setContentsMargins(0, 0, 0, 0)
        self._sides.addWidget(library)
        self._sides.addWidget(self.bin)

    def _header(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setContentsMargins(12, 11, 8, 9)
        column.setSpacing(10)
        column.addWidget(self.title)
        inset = QVBoxLayout()
        inset.setContentsMargins(0, 0, 4, 0)
        inset.setSpacing(9)
        for part in (self.search, self.saved, self.filters, self.arrangement, self.thin):
            inset.addWidget(part)
        column.addLayout(inset)
        return column

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()
