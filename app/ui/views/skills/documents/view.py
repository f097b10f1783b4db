"""The documents in the middle of the window. Public name: `Documents`."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.core.changes import Changes, Part
from app.core.library import catalogue, deleted, drafts
from app.core.library.usages import Called
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.skills.document import Document
from app.ui.views.skills.documents.kinds import KINDS, Kind
from app.ui.views.skills.documents.tab import Tab, read_state
from app.ui.views.skills.documents.tab_strip import TabStrip
from app.ui.views.skills.documents.whereabouts import Closed, whereabouts
from app.ui.views.skills.editor.view import EditorView
from app.ui.views.skills.find.bar import FindBar
from app.ui.views.skills.find.finding import Finding
from app.ui.views.skills.history.view import HistoryView
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.roles import role_icon

STRIP = 38
MOST_CLOSED = 30
"""Documents that can be opened again."""


class Documents(QWidget):
    """`shown(EditorView or None)` when another document comes to the front."""

    shown = Signal(object)
    edited = Signal()
    """Something in front of a person is not saved yet."""
    saved = Signal()
    deleted = Signal(str, object, object)
    """A skill with this title, from inside its document, what calls it, and its number, alone."""
    new_requested = Signal()

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._tabs: dict[int, Tab] = {}
        self.setProperty("ground", "2")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.strip = TabStrip(context.theme)
        self._closed: list[Closed] = []
        """Newest last."""
        self._new = IconButton(context.theme, "plus", _("New skill"))
        self.tools = QHBoxLayout()
        self.find_bar = FindBar(context.theme, self)
        self.finding = Finding(context, self.find_bar, self)
        self._pages = QStackedWidget(self)
        self._nothing = EmptyState(context.theme, "skills", "", "", _("New skill"))
        self._place()
        self._explain_nothing()
        self.strip.chosen.connect(self._on_chosen)
        self.strip.closed.connect(self.close_tab)
        self._new.clicked.connect(self.new_requested)
        self._nothing.acted.connect(self.new_requested)
        context.bridge.changed.connect(self._on_changed)

    def _place(self) -> None:
        self.bar = bar = QFrame(self)
        bar.setObjectName("tabStrip")
        bar.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        row = self._bar_row = QHBoxLayout(bar)
        row.setContentsMargins(0, 0, 8, 0)
        row.setSpacing(4)
        row.addStrut(STRIP)  # a least height of the bar itself would let large tabs be squeezed
        row.addWidget(self.strip)
        self.strip.hide()
        row.addSpacing(4)
        row.addWidget(self._new)
        row.addWidget(self.strip.all)
        row.addStretch(1)
        self.tools.setSpacing(2)
        row.addLayout(self.tools)
        self._pages.addWidget(self._nothing)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addWidget(self.find_bar)
        self._above = QVBoxLayout()
        column.addLayout(self._above)
        column.addWidget(self._pages, 1)

    def put_first(self, tool: QWidget) -> None:
        """In front of the tabs."""
        self._bar_row.insertWidget(0, tool)

    def put_above(self, part: QWidget) -> None:
        """Between the tabs and the document in front, as long as it is not hidden."""
        self._above.addWidget(part)

    def _explain_nothing(self) -> None:
        """The one thing to do next: to choose a skill, or where there is none, to write one."""
        if catalogue.census(self._context.vault).skills:
            self._nothing.title.setText(_("Nothing is open"))
            said = _("Choose a skill from the list, or write a new one.")
        else:
            self._nothing.title.setText(_("Write your first skill"))
            said = _("A name, a few steps and how you know it worked. It is saved as you type.")
        self._nothing.sentence.setText(said)

    # What is open

    @property
    def document(self) -> Document | None:
        """The document in front, whichever kind it is."""
        tab = self._tabs.get(self.strip.current)
        return tab.page if tab is not None else None

    @property
    def editor(self) -> EditorView | None:
        """The same, if it is a skill."""
        document = self.document
        return document if isinstance(document, EditorView) else None

    @property
    def kind(self) -> Kind | None:
        """What kind of document is in front."""
        tab = self._tabs.get(self.strip.current)
        return tab.kind if tab is not None else None

    @property
    def skill(self) -> int | None:
        """The skill of the document in front."""
        tab = self._tabs.get(self.strip.current)
        return tab.skill if tab is not None else None

    def is_open(self, kind: str, skill: int) -> bool:
        """Whether such a document has a tab."""
        return any(tab.kind == kind and tab.skill == skill for tab in self._tabs.values())

    def open_skill(self, skill: int, *, keep: bool = True) -> None:
        """Bring a skill to the front; without `keep` the next one may take its tab."""
        number = self._find("skill", skill)
        if number is None and not keep and (number := self._passing()) is not None:
            self._reuse(number, skill)
        if number is None:
            number = self._add(Tab("skill", skill, passing=not keep))
        if keep:
            self._tabs[number].passing = False
        self._front(number)

    def open(self, kind: Kind, skill: int) -> Document:
        """Bring a document about a skill to the front, with the keyboard in it."""
        number, before = self._find(kind, skill), self.strip.current
        if number is None:
            number = self._add(Tab(kind, skill))
        if before != number:
            self._tabs[number].opener = before
        self._front(number)
        page = self._page(number)
        page.take_focus()
        return page

    def open_history(self, skill: int, compared: tuple[int, int] | None = None) -> None:
        """Bring the history of a skill to the front, at two of its versions if they are given."""
        page = self.open("history", skill)
        if compared is not None and isinstance(page, HistoryView):
            page.compare(*compared)

    def open_knowledge(self, skill: int) -> None:
        """Bring what is known about a skill to the front."""
        self.open("knowledge", skill)

    def open_training(self, skill: int) -> None:
        """Save a skill, then find what could be placed in it, again if that was nothing."""
        self.when_saved((skill,), lambda: self.open("training", skill).look_again())

    def take_focus(self) -> None:
        """Have the keyboard on the document in front, not in a field that is written in."""
        if self.document is not None:
            self.document.take_focus()
        else:
            self._nothing.setFocus(Qt.FocusReason.OtherFocusReason)

    def new_skill(self, engram: int | None) -> EditorView:
        """An empty document that becomes a skill with its first save."""
        editor = EditorView(self._context, self._pages)
        number = self._add(Tab("skill", None))
        self._show_page(number, editor)
        editor.new_skill(engram)
        self._front(number)
        editor.header.title.setFocus(Qt.FocusReason.OtherFocusReason)
        return editor

    def close_tab(self, number: int) -> None:
        """Save what is open there, then close it; it says why when it cannot be saved."""
        page = self._tabs[number].page
        if page is None:
            self._drop(number)
        else:
            page.when_saved(lambda: self._drop(number), lambda: self._stay_open(number, page))

    def _stay_open(self, number: int, page: Document) -> None:
        """Say why it is not closed."""
        self._front(number)
        self._context.say.warn(
            page.why_unsaved,
            _("Close and keep my text as a draft"),
            lambda: self._context.writes.after(self, lambda: self._close_drafted(number)),
        )

    def _close_drafted(self, number: int) -> None:
        """Close what is kept as a draft, which is offered when the skill is opened again."""
        page = self._tabs[number].page if number in self._tabs else None
        if page is None:
            return
        if page.is_at_risk({draft.text for draft in drafts.drafts(self._context.vault)}):
            self._context.say.warn(_("The draft could not be saved, so the tab stays open."))
        else:
            self._drop(number)

    def close_current(self) -> None:
        if self.strip.current:
            self.close_tab(self.strip.current)

    def close_others(self, number: int) -> None:
        """Every document but this one, which comes to the front."""
        self._front(number)
        self._close(other for other in self.strip.numbers() if other != number)

    def close_right(self, number: int) -> None:
        """Every document whose tab is to the right of this one."""
        numbers = self.strip.numbers()
        self._close(numbers[numbers.index(number) + 1 :])

    def _close(self, numbers: Iterable[int]) -> None:
        for number in list(numbers):
            self.close_tab(number)

    @property
    def can_reopen(self) -> bool:
        return self._last_closed() is not None

    def reopen(self) -> None:
        """The document that was closed last, where it was."""
        closed = self._last_closed()
        if closed is not None:
            self._closed.remove(closed)
            is_new = self._find(closed.kind, closed.skill) is None
            page = self.open(closed.kind, closed.skill)
            if is_new:
                self.strip.put(self.strip.current, closed.place)
                closed.return_to(page)

    def _last_closed(self) -> Closed | None:
        """That of a skill which is in the library by now."""
        vault = self._context.vault
        return next((one for one in self._closed[::-1] if catalogue.row(vault, one.skill)), None)

    def tab(self, number: int) -> Tab:
        return self._tabs[number]

    def close_skills(self, skills: tuple[int, ...]) -> None:
        """Close every document of these skills, which were just deleted."""
        for number, tab in list(self._tabs.items()):
            if tab.skill in skills:
                self._drop(number)

    def flush(self, skills: tuple[int, ...] | None = None) -> bool:
        """Save everything, or these skills; False when something is only kept as a draft."""
        saved = [page.flush() for page in self._made(skills)]
        return all(saved)

    def when_saved(self, skills: tuple[int, ...], act: Callable[[], object]) -> None:
        """Save these skills, then `act()`, now or when the vault is free, or say why not."""
        unsaved = [page for page in self._made(skills) if not page.flush()]
        if not unsaved:
            act()
        elif any(page.is_saving for page in unsaved):
            self._context.writes.after(self, lambda: self.when_saved(skills, act))
        else:
            self._context.say.warn(unsaved[0].why_unsaved)

    def _made(self, skills: tuple[int, ...] | None = None) -> list[Document]:
        tabs = [tab for tab in self._tabs.values() if skills is None or tab.skill in skills]
        return [tab.page for tab in tabs if tab.page is not None]

    def at_risk(self) -> tuple[str, ...]:
        """The titles of documents whose text is neither saved nor kept as a draft."""
        kept = {draft.text for draft in drafts.drafts(self._context.vault)}
        return tuple(page.title for page in self._made() if page.is_at_risk(kept))

    # Between two sessions

    def state(self) -> dict[str, Any]:
        """Which documents are open, to be kept inside the vault."""
        tabs = [self._tabs[number] for number in self.strip.numbers()]
        kept = [tab for tab in tabs if tab.skill is not None and KINDS[tab.kind].is_reopened]
        return {
            "open": [(tab.kind, tab.skill) for tab in kept],
            "front": [self._kept_kind, self.skill],
        }

    @property
    def _kept_kind(self) -> Kind | None:
        """Where the one in front is not opened again, its skill stands in its place."""
        return self.kind if self.kind is None or KINDS[self.kind].is_reopened else "skill"

    def restore(self, state: Any) -> None:
        """Open what `state` says and the library still has; anything odd is passed over."""
        entries, front = read_state(state)
        if front is not None and front not in entries:
            entries.append(front)
        for kind, skill in entries:
            if catalogue.row(self._context.vault, skill) is not None:
                number = self._add(Tab(kind, skill))
                if (kind, skill) == front:
                    self._front(number)
        if self.strip.count():
            self._on_chosen(self.strip.current)

    # Tabs

    def _add(self, tab: Tab) -> int:
        number = self.strip.add(*self._looks(tab))
        self._tabs[number] = tab
        self.strip.show()
        return number

    def _front(self, number: int) -> None:
        """Wherever people are now."""
        self._context.go.page("skills")
        if self.strip.current != number:
            self.strip.choose(number)
        else:
            self._on_chosen(number)

    def _drop(self, number: int) -> None:
        if number not in self._tabs:
            return  # it was to be closed when it is saved, and something else was faster
        tab = self._tabs.pop(number)
        if number == self.strip.current and tab.opener in self._tabs:
            self.strip.choose(tab.opener)
        page, skill, place = tab.page, tab.skill, self.strip.remove(number)
        if skill is not None and KINDS[tab.kind].is_reopened:
            closed = Closed(tab.kind, skill, place, whereabouts(page))
            self._closed = [*self._closed, closed][-MOST_CLOSED:]
        if page is not None:
            self._pages.removeWidget(page)
            page.deleteLater()
        if not self._tabs:
            self.strip.hide()
            self._on_chosen(0)

    def _reuse(self, number: int, skill: int) -> None:
        """The tab of a glance shows another skill."""
        tab = self._tabs[number]
        assert isinstance(tab.page, EditorView)
        tab.page.open_skill(skill)
        self.strip.show_tab(number, *self._looks(tab))

    def _passing(self) -> int | None:
        """The tab that may be taken: opened by a glance and not written in."""
        for number, tab in self._tabs.items():
            if tab.passing and tab.page is not None and tab.page.flush():
                return number
        return None

    def _find(self, kind: Kind, skill: int) -> int | None:
        for number, tab in self._tabs.items():
            if tab.kind == kind and tab.skill == skill:
                return number
        return None

    def _looks(self, tab: Tab) -> tuple[str, str, str]:
        """The icon and the words of a tab, and the engram of its skill."""
        if tab.skill is None:
            return "edit", _("New skill"), ""
        kind, row = KINDS[tab.kind], catalogue.row(self._context.vault, tab.skill)
        title = row.title if row is not None else self._deleted_title(tab.skill)
        icon = role_icon(row.role) if row is not None else "edit"
        return kind.icon or icon, kind.words().format(title=title), row.engram_name if row else ""

    def _deleted_title(self, skill: int) -> str:
        return deleted.title_of(self._context.vault, skill) or _("Deleted skill")

    # Pages

    def _on_chosen(self, number: int) -> None:
        if not self._tabs:
            self._explain_nothing()
        focused, before = QApplication.focusWidget(), self._pages.currentWidget()
        page = self._page(number) if number in self._tabs else self._nothing
        last = page.focusWidget()
        self._pages.setCurrentWidget(page)
        self.finding.follow(self.editor)
        if focused is not None and (focused is before or before.isAncestorOf(focused)):
            # where it was; Qt would go to the first field of a page that is new
            is_button = isinstance(last, QAbstractButton)  # Enter would press what nobody sees
            stays = last is not None and last.isVisible() and not is_button
            last.setFocus() if stays else self.take_focus()
        self.shown.emit(self.editor)

    def _page(self, number: int) -> Document:
        """What the tab shows, made when it is first looked at."""
        tab = self._tabs[number]
        if tab.page is None:
            assert tab.first is not None
            self._show_page(number, KINDS[tab.kind].make(self._context, tab.first, self._pages))
        assert tab.page is not None
        return tab.page

    def _show_page(self, number: int, page: Document) -> None:
        self._tabs[number].page = page
        self._pages.addWidget(page)
        page.title_changed.connect(partial(self._show_title, number))
        page.dirty_changed.connect(partial(self._show_dirty, number))
        page.saved.connect(self.saved)
        page.deleted.connect(self._on_deleted)
        page.finished.connect(partial(self._drop, number))

    def _show_title(self, number: int, title: str) -> None:
        icon, _stored, where = self._looks(self._tabs[number])
        self.strip.show_tab(number, icon, title or _("New skill"), where)

    def _show_dirty(self, number: int, dirty: bool) -> None:
        self._tabs[number].passing &= not dirty
        self.strip.show_dirty(number, dirty)
        if dirty:
            self.edited.emit()

    def _on_deleted(self, skill: int, called: Sequence[Called]) -> None:
        number = self._find("skill", skill)
        title = self.strip.title(number) if number is not None else ""
        self.close_skills((skill,))
        self.deleted.emit(title, called, (skill,))

    def _on_changed(self, changes: Changes) -> None:
        """Another title or role of a document that is not being edited here."""
        if Part.LIST not in changes.parts:
            return
        if not self._tabs:
            self._explain_nothing()
        for number, tab in self._tabs.items():
            if tab.skill in changes.skills:
                self.strip.show_tab(number, *self._looks(tab))
