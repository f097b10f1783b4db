"""The documents in the middle of the window. Public name: `Documents`."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.core.changes import Changes, Part
from app.core.library import catalogue, drafts
from app.core.library.usages import Called
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.skills.documents.tab import KINDS, Kind, Tab, read_state
from app.ui.views.skills.documents.tab_strip import TabStrip
from app.ui.views.skills.editor.view import TEXT, EditorView
from app.ui.views.skills.history.view import HistoryView
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.roles import role_icon

if TYPE_CHECKING:
    from app.ui.views.skills.knowledge.page import KnowledgePage
    from app.ui.views.skills.training.view import TrainView

STRIP = 38


class Documents(QWidget):
    """`shown(EditorView or None)` when another document comes to the front."""

    shown = Signal(object)
    saved = Signal()
    deleted = Signal(str, object)
    """A skill with this title, from inside its document, and who called it."""
    new_requested = Signal()

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._tabs: dict[int, Tab] = {}
        self.setProperty("ground", "2")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.strip = TabStrip(context.theme)
        self._new = IconButton(context.theme, "plus", _("New skill"))
        self.tools = QHBoxLayout()
        self._pages = QStackedWidget()
        self._nothing = EmptyState(
            context.theme,
            "skills",
            _("Nothing is open"),
            _("Choose a skill from the list, or write a new one."),
            _("New skill"),
        )
        self._place()
        self.strip.chosen.connect(self._on_chosen)
        self.strip.closed.connect(self.close_tab)
        self._new.clicked.connect(self.new_requested)
        self._nothing.acted.connect(self.new_requested)
        context.bridge.changed.connect(self._on_changed)

    def _place(self) -> None:
        bar = QFrame()
        bar.setObjectName("tabStrip")
        bar.setFixedHeight(STRIP)
        row = QHBoxLayout(bar)
        row.setContentsMargins(0, 0, 8, 0)
        row.setSpacing(4)
        row.addWidget(self.strip)
        self.strip.hide()
        row.addSpacing(4)
        row.addWidget(self._new)
        row.addStretch(1)
        self.tools.setSpacing(2)
        row.addLayout(self.tools)
        self._pages.addWidget(self._nothing)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addWidget(self._pages, 1)

    # What is open

    @property
    def editor(self) -> EditorView | None:
        """The editor in front."""
        tab = self._tabs.get(self.strip.current)
        return tab.page if tab is not None and isinstance(tab.page, EditorView) else None

    @property
    def kind(self) -> Kind | None:
        """What kind of document is in front."""
        tab = self._tabs.get(self.strip.current)
        return tab.kind if tab is not None else None

    @property
    def skill(self) -> int | None:
        """The skill of the document in front, whichever kind it is."""
        tab = self._tabs.get(self.strip.current)
        return self._skill_of(tab) if tab is not None else None

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

    def take_focus(self) -> None:
        """Put the keyboard into the skill in front: its step, its text or its title."""
        editor = self.editor
        if editor is None:
            return
        if editor.mode == TEXT:
            editor.text_view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif editor.steps.card(step := editor.steps.current or 1) is not None:
            editor.steps.go_to(step)
        else:
            editor.header.title.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def open_history(self, skill: int) -> HistoryView:
        """Bring the history of a skill to the front."""
        page = self._open("history", skill)
        assert isinstance(page, HistoryView)
        page.setFocus(Qt.FocusReason.OtherFocusReason)
        return page

    def open_knowledge(self, skill: int) -> None:
        """Bring what is known about a skill to the front."""
        self._open("knowledge", skill)

    def open_training(self, skill: int) -> None:
        """Save a skill, then find what could be placed in it."""
        self.when_saved((skill,), lambda: self._open("training", skill))

    def _open(self, kind: Kind, skill: int) -> QWidget | None:
        number = self._find(kind, skill)
        if number is None:
            number = self._add(Tab(kind, skill))
        self._front(number)
        return self._tabs[number].page

    def new_skill(self, engram: int | None) -> EditorView:
        """An empty document that becomes a skill with its first save."""
        editor = self._editor()
        tab = Tab("skill", None, editor)
        self._pages.addWidget(editor)
        number = self._add(tab)
        self._listen(number, editor)
        editor.new_skill(engram)
        self._front(number)
        return editor

    def close_tab(self, number: int) -> None:
        """Save what is open there, then close it; it stays open when it cannot be saved."""
        tab = self._tabs[number]
        if not isinstance(tab.page, EditorView):
            self._drop(number)
        elif not tab.page.when_saved(lambda: self._drop(number)):
            self._front(number)

    def close_current(self) -> None:
        if self.strip.current:
            self.close_tab(self.strip.current)

    def close_skills(self, skills: tuple[int, ...]) -> None:
        """Close every document of these skills, which were just deleted."""
        for number, tab in list(self._tabs.items()):
            if self._skill_of(tab) in skills:
                self._drop(number)

    def flush(self, skills: tuple[int, ...] | None = None) -> bool:
        """Save everything, or these skills; False when something is only kept as a draft."""
        saved = [editor.flush() for editor in self._editors(skills)]
        return all(saved)

    def when_saved(self, skills: tuple[int, ...], act: Callable[[], object]) -> None:
        """Save these skills, then `act()`, now or when the vault is free."""
        if self.flush(skills):
            act()
        elif any(editor.autosave.saving for editor in self._editors(skills)):
            self._context.writes.after(self, lambda: self.flush(skills) and act())

    def _editors(self, skills: tuple[int, ...] | None = None) -> list[EditorView]:
        tabs = [t for t in self._tabs.values() if skills is None or self._skill_of(t) in skills]
        return [tab.page for tab in tabs if isinstance(tab.page, EditorView)]

    def at_risk(self) -> tuple[str, ...]:
        """The titles of documents whose text is neither saved nor kept as a draft."""
        kept = {draft.text for draft in drafts.drafts(self._context.vault)}
        return tuple(e.title for e in self._editors() if e.dirty and e.buffer.stored not in kept)

    # Between two sessions

    def state(self) -> dict[str, Any]:
        """Which documents are open, to be kept inside the vault."""
        numbers = self.strip.numbers()
        open_ = [(self._tabs[n].kind, self._skill_of(self._tabs[n])) for n in numbers]
        kept = [(kind, skill) for kind, skill in open_ if skill is not None and kind in KINDS]
        return {"open": kept, "front": [self.kind, self.skill]}

    def restore(self, state: Any) -> None:
        """Open what `state` says and the library still has; anything odd is passed over."""
        entries, front = read_state(state)
        for kind, skill in entries:
            if self._knows(skill):
                number = self._add(Tab(kind, skill))
                if (kind, skill) == front:
                    self._front(number)
        if self.strip.count():
            self._on_chosen(self.strip.current)

    # Tabs

    def _add(self, tab: Tab) -> int:
        icon, title = self._looks(tab)
        number = self.strip.add(icon, title)
        self._tabs[number] = tab
        self.strip.show()
        return number

    def _front(self, number: int) -> None:
        if self.strip.current != number:
            self.strip.choose(number)
        else:
            self._on_chosen(number)

    def _drop(self, number: int) -> None:
        if number not in self._tabs:
            return  # it was to be closed when it is saved, and something else was faster
        page = self._tabs.pop(number).page
        self.strip.remove(number)
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
        tab.skill = skill
        tab.page.open_skill(skill)
        self.strip.show_tab(number, *self._looks(tab))

    def _passing(self) -> int | None:
        """The tab that may be taken: opened by a glance and not written in."""
        for number, tab in self._tabs.items():
            if tab.passing and isinstance(tab.page, EditorView) and tab.page.flush():
                return number
        return None

    def _find(self, kind: Kind, skill: int) -> int | None:
        for number, tab in self._tabs.items():
            if tab.kind == kind and self._skill_of(tab) == skill:
                return number
        return None

    def _skill_of(self, tab: Tab) -> int | None:
        """A new skill has its id from the first save on."""
        return tab.page.skill_id if isinstance(tab.page, EditorView) else tab.skill

    def _looks(self, tab: Tab) -> tuple[str, str]:
        skill = self._skill_of(tab)
        row = catalogue.row(self._context.vault, skill) if skill is not None else None
        title = row.title if row is not None else _("Deleted skill")
        if tab.kind == "history":
            return "history", _("History: {title}").format(title=title)
        if tab.kind == "knowledge":
            return "constellation", _("Knowledge: {title}").format(title=title)
        if tab.kind == "training":
            return "train", _("Training: {title}").format(title=title)
        return (role_icon(row.role), row.title) if row is not None else ("edit", _("New skill"))

    def _knows(self, skill: int) -> bool:
        return catalogue.row(self._context.vault, skill) is not None

    # Pages

    def _on_chosen(self, number: int) -> None:
        tab = self._tabs.get(number)
        if tab is None:
            self._pages.setCurrentWidget(self._nothing)
        else:
            if tab.page is None:
                self._make_page(number, tab)
            assert tab.page is not None
            self._pages.setCurrentWidget(tab.page)
        self.shown.emit(self.editor)

    def _make_page(self, number: int, tab: Tab) -> None:
        assert tab.skill is not None
        if tab.kind == "history":
            tab.page = HistoryView(self._context, tab.skill)
        elif tab.kind == "knowledge":
            tab.page = self._knowledge(tab.skill)
        elif tab.kind == "training":
            tab.page = self._training(tab.skill)
        else:
            tab.page = editor = self._editor()
            editor.open_skill(tab.skill)
            self._listen(number, editor)
        self._pages.addWidget(tab.page)

    def _knowledge(self, skill: int) -> "KnowledgePage":
        from app.ui.views.skills.knowledge.page import (  # noqa: PLC0415 - loads the plots
            KnowledgePage,
        )

        page = KnowledgePage(self._context, wide=True)
        page.set_skill(skill)
        return page

    def _training(self, skill: int) -> "TrainView":
        from app.ui.views.skills.training.view import TrainView  # noqa: PLC0415 - loads numpy

        page = TrainView(self._context, skill)
        page.accepted.connect(self._on_trained)
        page.closed.connect(self._close_training)
        return page

    def _on_trained(self, skill: int, sentence: str) -> None:
        self._close_training(skill)
        self.open_skill(skill)
        self._context.say.tell(sentence, undoable=True)

    def _close_training(self, skill: int) -> None:
        number = self._find("training", skill)
        if number is not None:
            self._drop(number)

    def _editor(self) -> EditorView:
        editor = EditorView(self._context)
        editor.saved.connect(self.saved)
        editor.deleted.connect(self._on_deleted)
        return editor

    def _listen(self, number: int, editor: EditorView) -> None:
        def show_title(title: str) -> None:
            icon, _stored = self._looks(self._tabs[number])
            self.strip.show_tab(number, icon, title or _("New skill"))

        def show_dirty(dirty: bool) -> None:
            self._tabs[number].passing &= not dirty
            self.strip.show_dirty(number, dirty)

        editor.title_changed.connect(show_title)
        editor.dirty_changed.connect(show_dirty)

    def _on_deleted(self, skill: int, called: Sequence[Called]) -> None:
        number = self._find("skill", skill)
        title = self.strip.title(number) if number is not None else ""
        self.close_skills((skill,))
        self.deleted.emit(title, called)

    def _on_changed(self, changes: Changes) -> None:
        """Another title or role of a document that is not being edited here."""
        if Part.LIST not in changes.parts:
            return
        for number, tab in self._tabs.items():
            if self._skill_of(tab) in changes.skills:
                self.strip.show_tab(number, *self._looks(tab))
