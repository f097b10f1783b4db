"""The skills of the vault as a list to search, filter and act on. Public name: `LibraryView`."""

from collections.abc import Callable, Sequence
from itertools import groupby

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.core.changes import NO_CHANGES, Changes, Part
from app.core.library import catalogue, engrams
from app.core.library.catalogue import Census, SkillRow
from app.core.matching.query import Query
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.models.skill_list import ROW, SkillListModel
from app.ui.views.engrams.menu import EngramActions
from app.ui.views.skills.library.bin.row import BinRow
from app.ui.views.skills.library.bin.view import BinView
from app.ui.views.skills.library.filters import Filters
from app.ui.views.skills.library.groups import by_tag
from app.ui.views.skills.library.hit_delegate import HitDelegate
from app.ui.views.skills.library.hits import Hits
from app.ui.views.skills.library.importances import Importances
from app.ui.views.skills.library.new_button import new_button
from app.ui.views.skills.library.row_delegate import RowDelegate
from app.ui.views.skills.library.skill_list import (
    LIST_ORDERS,
    ListOrder,
    OrderMenu,
    SkillList,
    order_words,
)
from app.ui.views.skills.library.thin_notice import ThinNotice
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.labels import label, rule
from app.ui.widgets.search_field import SearchField
from app.ui.widgets.searching import Found, Searching

ROLES_SHOWN = 12
AGES = 30_000
"""Milliseconds after which rows say anew how long ago their skills were changed."""


class LibraryView(QWidget):
    """`picked` on a click (look at it), `opened` on Enter or a double click (keep it open)."""

    picked = Signal(int)
    opened = Signal(int)
    new_requested = Signal(object)
    """In the engram with this id, or None."""
    menu_requested = Signal(object, QPoint)
    """The ids of the chosen skills, and where on the screen."""
    counted = Signal(int)
    left = Signal()
    """Esc in the empty search: the person goes on elsewhere."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._stale = context, Changes(Part.LIST | Part.ENGRAMS)
        self._census = Census(0, 0, ())
        self._known: dict[int, SkillRow] = {}
        """The rows that were read and have not changed since."""
        self._engrams: dict[int, str] = {}
        self.setProperty("ground", "1")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.model = SkillListModel(self)
        self.list = SkillList()
        self.search = SearchField(context.theme, _("Search skills"))
        self.engram_actions = EngramActions(context, self)
        self.filters = Filters(
            context.theme, lambda: catalogue.tags(context.vault), self.engram_actions.menu
        )
        self.thin = ThinNotice(context)
        self._count = label("", "muted")
        self._kept_back = label("", "caption")
        self._order_word = label("", "caption")
        self._importances = Importances(context, self)
        self._importances.found.connect(self._on_importances)
        self._searching, self._hits = Searching(context, self.search), Hits(context, self)
        self.to_bin, self.bin = BinRow(context), BinView(context)
        self._can_correct = False
        self._set_up_list()
        self._place()
        self._ages = QTimer(self, interval=AGES)
        self._ages.timeout.connect(self.list.viewport().update)
        self._ages.start()
        self._connect_search()
        self.filters.changed.connect(self.refresh)
        self.to_bin.clicked.connect(self.show_bin)
        self.bin.left.connect(self.leave_bin)
        context.bridge.changed.connect(self._on_changed)

    # What it shows

    @property
    def order(self) -> ListOrder:
        kept = self._context.window_state.word("library.order", "")
        return next((order for order in LIST_ORDERS if order == kept), "updated")

    def set_order(self, order: ListOrder) -> None:
        self._context.window_state.put("library.order", order)
        self.refresh()

    @property
    def is_grouped(self) -> bool:
        """Whether the skills are in groups by their first tag."""
        return self._context.window_state.flag("library.grouped", False)

    def set_grouped(self, grouped: bool) -> None:
        self._context.window_state.put("library.grouped", grouped)
        self.refresh()

    def chosen(self) -> tuple[int, ...]:
        """The ids of the selected skills, in the order of the list."""
        places = sorted(index.row() for index in self.list.selectionModel().selectedRows())
        return tuple(self.model.rows[place].id for place in places)

    def choose(self, skill: int | None) -> None:
        """Select one skill if it is listed, without announcing it."""
        index = self.model.index_of(skill) if skill is not None else None
        if index is None or not index.isValid():
            self.list.clearSelection()
        elif self.chosen() != (skill,):
            self.list.setCurrentIndex(index)

    def show_skills(self, skills: tuple[int, ...]) -> None:
        """Select these skills and scroll to the first; let go of what hides them."""
        self.refresh()
        if not all(self.model.index_of(skill).isValid() for skill in skills):
            self.clear_search()
            self.refresh()
        places = self._select(skills)
        if places:
            self.list.scrollTo(self.model.index(places[0]))

    def refresh(self) -> None:
        """Ask the vault again, and keep the selection."""
        vault, query = self._context.vault, Query(self.search.text())
        if self._stale:
            self._census = catalogue.census(vault)
            places = engrams.engrams(vault)
            self.filters.offer(places, self._census.roles[:ROLES_SHOWN])
            self._follow_names({place.id: place.name for place in places})
            self._stale = NO_CHANGES
        among = self._among()
        if query:
            self._searching.look(query, among)
        else:
            self._searching.stop()
            self._show_found(Found(query, tuple(among())))

    def _among(self) -> Callable[[], list[int]]:
        """What asks the vault, on any thread, for the skills that pass the filters, in order."""
        vault, wanted, order = self._context.vault, self.filters.wanted, self.order

        def among() -> list[int]:
            ids = catalogue.ids(
                vault,
                engram=wanted.engram,
                role=wanted.role,
                status=wanted.status,
                tag=wanted.tag,
                source=wanted.source,
                order="title" if order == "importance" else order,
            )
            if order == "importance":
                ids.sort(key=lambda skill: -self.model.importance_of(skill))
            return ids

        return among

    def _show_found(self, found: Found) -> None:
        """Rows with sentences for what was searched for, and the best of it at the top."""
        is_new = found.query != self.model.query
        if is_new:
            self.model.ask(found.query)
            self._hits.ask(found.query)
            self.list.setItemDelegate(self._looks[bool(found.query)])
        rows, ranked = self._rows(found.skills), bool(found.query)
        rows, heads = by_tag(rows, ranked=ranked) if self.is_grouped else (rows, {})
        is_regrouped = self.model.set_heads(heads)
        self._show_rows(rows)
        if is_regrouped:
            self.list.make_room(heads=bool(heads))
        self._show_counts(len(rows))
        if is_new and found.query:
            self.list.scrollToTop()
        self._show_empty(rows, found)

    def _follow_names(self, engrams: dict[int, str]) -> None:
        """Rows say what their engram is called."""
        if any(engrams.get(engram) != name for engram, name in self._engrams.items()):
            self._known.clear()
        self._engrams = engrams

    def _rows(self, ids: Sequence[int]) -> list[SkillRow]:
        """Reads those that are new or have changed."""
        unknown = [skill for skill in ids if skill not in self._known]
        self._known |= catalogue.some(self._context.vault, unknown) if unknown else {}
        return [self._known[skill] for skill in ids if skill in self._known]

    def _show_rows(self, rows: Sequence[SkillRow]) -> None:
        chosen, current = self.chosen(), self.list.currentIndex().data(ROW)
        self.model.set_rows(rows)
        selection = self.list.selectionModel()
        if set(self.chosen()) != set(chosen):
            self._select(chosen)
        if current is not None and not self.list.currentIndex().isValid():
            index = self.model.index_of(current.id)
            selection.setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)

    def _select(self, skills: tuple[int, ...]) -> list[int]:
        """Select exactly these, as far as they are listed; in which rows they are."""
        places = sorted(index.row() for s in skills if (index := self.model.index_of(s)).isValid())
        stretches = QItemSelection()
        for _offset, group in groupby(enumerate(places), lambda pair: pair[1] - pair[0]):
            rows = [place for _number, place in group]
            stretches.select(self.model.index(rows[0]), self.model.index(rows[-1]))
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.list.selectionModel().select(stretches, flag)
        return places

    def _show_counts(self, few: int) -> None:
        all_, kept_back = self._census.skills, self._census.quarantined
        said = _("{few} of {all}") if few != all_ else "{all}"
        self._count.setText(said.format(few=few, all=all_))
        said = ngettext("{count} in quarantine", "{count} in quarantine", kept_back)
        self._kept_back.setText(said.format(count=kept_back) if kept_back else "")
        self._order_word.setText(_("best first") if self.model.query else order_words(self.order))
        self.counted.emit(all_)

    def _show_empty(self, rows: Sequence[SkillRow], found: Found) -> None:
        if rows:
            self._stack.setCurrentIndex(0)
        elif not self._census.skills:
            self._stack.setCurrentIndex(1)
        else:
            self._say_nothing(found)
            self._stack.setCurrentIndex(2)

    def _say_nothing(self, found: Found) -> None:
        """Nothing has the words; what was perhaps meant is one key away."""
        typed, nothing = found.query.typed.strip(), self._nothing
        self._can_correct = found.meant is not None
        nothing.title.setText(
            _("Nothing says “{text}”").format(text=typed) if typed else _("Nothing matches")
        )
        if found.meant is not None:
            nothing.sentence.setText(_("Did you mean “{close}”?").format(close=found.meant))
            nothing.button.setText(_("Search “{close}”").format(close=found.meant))
        else:
            nothing.sentence.setText(_("No skill matches the search and the filters."))
            nothing.button.setText(_("Clear search"))

    def _on_importances(self, values: dict[int, float]) -> None:
        self.model.set_importances(values)
        if self.order == "importance" and self.isVisible():
            self.refresh()

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & (Part.LIST | Part.ENGRAMS):
            self._stale |= changes
            if changes.parts & Part.LIST and not changes.skills:
                self._known.clear()
            for skill in changes.skills:
                self._known.pop(skill, None)
                self.model.forget_hit(skill)
            if self.isVisible():
                self.refresh()

    # What people do

    def show_bin(self) -> None:
        """The deleted skills in place of those there are."""
        self._sides.setCurrentWidget(self.bin)
        self.bin.take_focus()

    def leave_bin(self) -> None:
        """Back to the skills."""
        self._sides.setCurrentIndex(0)
        self.to_bin.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def narrow(self, field: str, value: object, words: str) -> None:
        """List what a filter lets through and nothing else hides, with the focus in the list."""
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
            self.list.setCurrentIndex(self.model.index(0))
            self.open_chosen()

    def _enter_list(self) -> None:
        """The keyboard goes on in the list: at the best, or at what is selected."""
        if not self.model.rows:
            return
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        if self.model.query or not self.chosen():
            self.list.setCurrentIndex(self.model.index(0))

    def _act_on_nothing(self) -> None:
        if self._can_correct:
            self._searching.take_meant()
        else:
            self.clear_search()

    def _leave_list(self) -> None:
        """Esc in the list lets go of the search, then of the selection."""
        if self.search.text():
            self.search.clear()
        else:
            self.list.clearSelection()

    def _pick(self) -> None:
        if len(chosen := self.chosen()) == 1:
            self.picked.emit(chosen[0])

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

    def _set_up_list(self) -> None:
        context = self._context
        self.list.setModel(self.model)
        rows = RowDelegate(context.theme, context.vault.now, self.list)
        hits = HitDelegate(context.theme, context.vault.now, self._hits.want, self.list)
        self._looks = {False: rows, True: hits}
        self.list.setItemDelegate(rows)
        self.list.customContextMenuRequested.connect(self._ask_menu)
        self.list.clicked.connect(self._pick)
        self.list.doubleClicked.connect(self.open_chosen)
        self.list.entered_with_key.connect(self.open_chosen)
        self.list.head_pressed.connect(lambda tag: self.narrow("tag", tag, tag))
        context.theme.changed.connect(self.list.doItemsLayout)

    def _place(self) -> None:
        theme = self._context.theme
        self.none_yet = EmptyState(
            theme,
            "skills",
            _("No skills yet"),
            _("Write the first one, or open a pack."),
            _("New skill"),
            kind="primary",
        )
        self.none_yet.acted.connect(self._ask_new)
        self.none_yet.offer(_("New from a description…"))
        self.none_yet.acted_otherwise.connect(self._context.go.draft)
        self._nothing = EmptyState(theme, "search", "", "", _("Clear search"))
        self._nothing.acted.connect(self._act_on_nothing)
        holder = QWidget()
        self._stack = QStackedLayout(holder)
        listed = QWidget()
        around = QVBoxLayout(listed)
        around.setContentsMargins(6, 0, 2, 0)
        around.addWidget(self.list)
        for page in (listed, self.none_yet, self._nothing):
            self._stack.addWidget(page)
        library = QWidget()
        column = QVBoxLayout(library)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._header())
        column.addWidget(holder, 1)
        column.addWidget(self.to_bin)
        column.addWidget(rule())
        column.addLayout(self._footer())
        self._sides = QStackedLayout(self)
        self._sides.setContentsMargins(0, 0, 0, 0)
        self._sides.addWidget(library)
        self._sides.addWidget(self.bin)

    def _header(self) -> QVBoxLayout:
        theme = self._context.theme
        title = QHBoxLayout()
        title.setContentsMargins(2, 0, 0, 0)
        title.setSpacing(8)
        title.addWidget(label(_("Skills"), "pane"))
        title.addWidget(self._count, 1)
        sort = IconButton(theme, "sort", _("Order of the list"), size="small")
        sort.setMenu(OrderMenu(self.order, self.set_order, self.is_grouped, self.set_grouped, self))
        sort.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        title.addWidget(sort)
        title.addWidget(new_button(self._context, self._ask_new))
        column = QVBoxLayout()
        column.setContentsMargins(12, 11, 8, 9)
        column.setSpacing(10)
        column.addLayout(title)
        inset = QVBoxLayout()
        inset.setContentsMargins(0, 0, 4, 0)
        inset.setSpacing(9)
        inset.addWidget(self.search)
        inset.addWidget(self.filters)
        inset.addWidget(self.thin)
        column.addLayout(inset)
        return column

    def _footer(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(14, 0, 14, 0)
        row.addWidget(self._kept_back)
        row.addStretch(1)
        row.addWidget(self._order_word)
        self._kept_back.setMinimumHeight(29)
        return row

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()
