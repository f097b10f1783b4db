"""The page of the skills: the list, the documents, and the panel beside them."""

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QSplitter, QWidget

from app.core.library import catalogue
from app.core.words import _
from app.ui.context import AppContext
from app.ui.models.skill_list import HIT, Hit
from app.ui.views.skills import left_off
from app.ui.views.skills.actions import SkillActions
from app.ui.views.skills.documents.greeting import Greeting
from app.ui.views.skills.documents.kinds import KINDS
from app.ui.views.skills.documents.tab_menu import tab_menu
from app.ui.views.skills.documents.view import Documents
from app.ui.views.skills.editor.view import EditorView
from app.ui.views.skills.library.view import LibraryView
from app.ui.views.skills.menu import skill_menu
from app.ui.views.skills.panel.panel import Panel
from app.ui.views.skills.proposal_commands import ProposalCommands
from app.ui.views.skills.rereading.button import RereadButton
from app.ui.views.skills.selection import Selection
from app.ui.views.skills.sides import Sides
from app.ui.views.skills.training.inbox_button import InboxButton
from app.ui.views.skills.undo import UndoButtons
from app.ui.widgets.buttons import Button
from app.ui.widgets.menu_at import open_at

REMEMBER = 2000
"""Milliseconds until what is open is written down, should this process not end by itself."""


class SkillsPage(QWidget):
    """Everything that is about skills happens here, wherever it was asked for."""

    saved = Signal(object)
    """At this moment."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._revealing = False
        """The list is back, and may be filled anew."""
        self._remembering = QTimer(self, interval=REMEMBER, singleShot=True)
        self._marking = QTimer(self, interval=0, singleShot=True)
        """Runs out after what was chosen in a menu has begun."""
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.library = LibraryView(context, self._splitter)
        self.documents = Documents(context, self._splitter)
        self.greeting = Greeting(context, self.documents)
        self.panel = Panel(context, self._splitter)
        self.sides = Sides(context, self._splitter, self.library, self.documents, self.panel, self)
        self.undo = UndoButtons(context, self.documents)
        self.inbox = InboxButton(context)
        self.reread = RereadButton(context)
        self.skill_actions = SkillActions(context, self.library, self.documents, self)
        self.selection = Selection(self.skill_actions, self)
        self.proposals = ProposalCommands(context, self.library, self.documents, self)
        self._place()
        self._connect()
        self._serve()

    def _place(self) -> None:
        self.back = Button(self._context.theme, _("Back to panel"), "quiet", icon="arrow-left")
        self.back.clicked.connect(self._back_to_panel)
        for tool in (self.reread, self.inbox, self.undo, self.sides.fold, self.back):
            self.documents.tools.addWidget(tool)

    def _connect(self) -> None:
        self.library.picked.connect(self._glance)
        self.library.opened.connect(self._open)
        self.library.new_requested.connect(self.documents.new_skill)
        self.library.list.clicked.connect(self._leave_list)
        self.library.menu_requested.connect(self._show_menu)
        self.library.counted.connect(self._on_counted)
        self.library.selected.connect(self._mark_front)
        self.library.left.connect(self._leave_search)
        self.library.engram_actions.going.connect(self.documents.flush)
        self.library.engram_actions.gone.connect(self.documents.close_skills)
        self.library.bin.emptied.connect(self.documents.close_skills)
        self.inbox.chosen.connect(self.documents.open_training)
        self.documents.shown.connect(self._on_shown)
        self.documents.strip.menu_requested.connect(self._show_tab_menu)
        self._marking.timeout.connect(self._mark_again)
        self._remembering.timeout.connect(self._remember_documents)
        self.documents.saved.connect(self._on_saved)
        self.undo.returned.connect(self._on_returned)
        self._context.bridge.changed.connect(self._mark_front)
        self.documents.deleted.connect(self.skill_actions.tell_deleted)
        self.documents.new_requested.connect(self.skill_actions.new_skill)
        self.documents.finding.everywhere_requested.connect(self.skill_actions.replace_everywhere)
        self.panel.open.left.connect(self.documents.take_focus)
        self.panel.folded.chosen.connect(self._choose_folded)
        checks, outline = self.panel.checks, self.panel.outline
        for leads_away in (checks.led_away, checks.jump_requested, outline.jump_requested):
            leads_away.connect(self.sides.fold_away)

    def _serve(self) -> None:
        """Where any page sends people, as far as it is about skills."""
        go = self._context.go
        go.skill_requested.connect(self._go_to_skill)
        go.place_requested.connect(self._go_to_place)
        go.call_requested.connect(self.skill_actions.follow_call)
        go.history_requested.connect(self.documents.open_history)
        go.knowledge_requested.connect(self.documents.open_knowledge)
        go.training_requested.connect(self.documents.open_training)
        for leads_away in (self.library.new_requested, go.draft_requested, go.documents_requested):
            leads_away.connect(self.sides.put_list_away)
        go.new_skill_requested.connect(self.skill_actions.new_skill)
        go.draft_requested.connect(self.proposals.draft)
        go.describe_requested.connect(self.proposals.describe)
        go.fix_findings_requested.connect(self.proposals.fix_findings)
        finding = self.documents.finding
        go.find_requested.connect(finding.open_for)
        go.find_everywhere_requested.connect(finding.everywhere)

    @property
    def context(self) -> AppContext:
        return self._context

    # What people do

    def can_rename(self) -> bool:
        """Whether there is a skill to rename where the keyboard is; not in the bin."""
        focused = QApplication.focusWidget()
        in_bin = focused is not None and self.library.bin.isAncestorOf(focused)
        return not in_bin and (self.documents.editor is not None or bool(self._renamed()))

    def rename(self) -> None:
        """Have a new title typed over the old one: of what is chosen in the list while that has
        the keyboard, or else of the document in front.
        """
        focused, editor = QApplication.focusWidget(), self.documents.editor
        in_list = focused is not None and self.library.isAncestorOf(focused)
        if editor is not None and not (in_list and self.library.chosen()):
            editor.edit_title()
        elif skills := self._renamed():
            self.skill_actions.rename(skills)

    def _renamed(self) -> tuple[int, ...]:
        """Those that are chosen, or what the document in front is about, as far as it is there."""
        skills = self.skill_actions.chosen()
        return tuple(s for s in skills if catalogue.row(self._context.vault, s) is not None)

    def show_bin(self) -> None:
        """The deleted skills in place of the list, also beside what usually has none."""
        self._context.go.page("skills")
        self.sides.reveal_library()
        self.library.show_bin()

    def focus_search(self) -> None:
        """Have the keyboard in the search of the list."""
        self.sides.reveal_library()
        self.library.focus_search()

    def show_panel(self, name: str) -> None:
        """Bring a page of the panel to the front, and the panel with it."""
        self.panel.open.choose(name)
        if not self.panel.open.isVisible():
            self.sides.toggle_panel()

    def visit_panel(self, name: str) -> None:
        """Have the keyboard in a page of the panel; once more, back in the document."""
        if self.panel.open.has_keyboard(name):
            return self.documents.take_focus()
        self.show_panel(name)
        return self.panel.open.take_focus()

    def _choose_folded(self, name: str) -> None:
        """The icon of the page that floats puts it away again."""
        if self.sides.has_panel_over and self.panel.open.current == name:
            self.sides.fold_away()
        else:
            self.show_panel(name)

    def keep_state(self) -> None:
        """Remember sizes in the clear, and which documents are open inside the vault."""
        self.sides.keep_sizes()
        self._context.window_state.put("panel.page", self.panel.open.current)
        self._remember_documents()
        self.proposals.keep()

    def resume(self) -> None:
        """Have the keyboard where it was when the vault was locked."""
        left_off.resume(self._context.vault, self.library, self.documents)

    def _remember_documents(self) -> None:
        left_off.remember(self._context, self.library, self.documents)

    def _open(self, skill: int) -> None:
        """Open a skill to work in it."""
        self.sides.put_list_away()
        self.documents.open_skill(skill)
        self.documents.take_focus()

    def _leave_list(self, index: QModelIndex) -> None:
        """A click on a row over the document has led to it, and to what was found there."""
        if self.sides.has_list_over and not self.library.list.is_selecting:
            self.sides.put_list_away()
            hit: Hit | None = index.data(HIT)
            if hit is not None and hit.excerpt.start is not None and self.documents.editor:
                self.documents.editor.jump_to(hit.excerpt.start, hit.excerpt.start + 1)

    def _leave_search(self) -> None:
        """Back to the document, or to the list where none is open."""
        if self.documents.editor is not None:
            self.documents.take_focus()
        else:
            self.library.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _glance(self, skill: int) -> None:
        self.documents.open_skill(skill, keep=False)

    def _go_to_skill(self, skill: int, keep: bool) -> None:
        (self._open if keep else self._glance)(skill)

    def _go_to_place(self, skill: int, start: int, end: int) -> None:
        self.sides.put_list_away()
        self.documents.open_skill(skill)
        if self.documents.editor is not None:
            self.documents.editor.jump_to(start, end)

    def _back_to_panel(self) -> None:
        """What was opened as a document beside its skill again."""
        skill, kind = self.documents.skill, self.documents.kind
        self.documents.close_current()
        if skill is not None and catalogue.row(self._context.vault, skill) is not None:
            self._open(skill)
            self.show_panel(kind or "history")

    def _on_saved(self) -> None:
        self.saved.emit(self._context.vault.now())

    def _mark_front(self) -> None:
        """In the list, once it is there; a new skill is from its first save on."""
        if not self.library.chosen():
            self.library.choose(self.documents.skill)

    def _on_counted(self) -> None:
        self._mark_front()
        if self._revealing:
            self._revealing = False
            self._reveal_front()

    def _reveal_front(self) -> None:
        """Have the list where the document in front is."""
        skill = self.documents.skill
        if skill is not None and (index := self.library.model.index_of(skill)).isValid():
            self.library.list.scrollTo(index)

    def _on_shown(self, editor: EditorView | None) -> None:
        skill, was_hidden = self.documents.skill, self.library.isHidden()
        self.panel.follow(editor, skill)
        self.library.choose(skill)
        focused = QApplication.focusWidget()
        self.sides.arrange()
        self._show_tools()
        if was_hidden and not self.library.isHidden():
            self._revealing = True
            QTimer.singleShot(0, self, self._reveal_front)
        if focused is not None and not focused.isVisible():
            self.documents.take_focus()
        self._remembering.start()

    def _show_tools(self) -> None:
        """Those that the kind of document in front has."""
        kind = KINDS[self.documents.kind or "skill"]
        self.undo.setVisible(kind.has_panel)
        self.back.setVisible(kind.is_in_panel)

    def _on_returned(self, skills: tuple[int, ...]) -> None:
        """What was deleted is in front again, so that no key is about its neighbour."""
        in_bin, focused = self.library.bin.isVisible(), QApplication.focusWidget()
        if not self.isVisible() or in_bin:
            return
        self.documents.open_skill(skills[0], keep=False)
        if focused is None or not self.library.isAncestorOf(focused):
            self.documents.take_focus()

    def _show_menu(self, skills: tuple[int, ...], place: QPoint) -> None:
        menu = skill_menu(self.skill_actions, skills, self)
        menu.aboutToHide.connect(self._marking.start)
        open_at(menu, place)

    def _mark_again(self) -> None:
        """A row that the mouse marked for its menu gives the mark back, one marked by keys not."""
        if self.library.list.give_back() and self.documents.skill is not None:
            self.library.choose(self.documents.skill)

    def _show_tab_menu(self, number: int, place: QPoint) -> None:
        vault = self._context.vault
        open_at(tab_menu(vault, self.documents, number, self._show_in_list, self), place)

    def _show_in_list(self, skill: int) -> None:
        self.sides.reveal_library()
        self.library.show_skills((skill,))
        self.library.list.setFocus(Qt.FocusReason.OtherFocusReason)

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        """Sizes can be shared out once there is a width."""
        super().showEvent(event)
        self.sides.share_out()
        self._show_tools()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.sides.arrange()
