"""The page of the skills: the list, the documents, and the panel beside them."""

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QWidget

from app.core.changes import Changes
from app.core.errors import NotFound
from app.core.library import catalogue, library, skill_actions
from app.core.library.catalogue import SkillRow
from app.core.library.record import Saved, Status
from app.core.progress import Progress
from app.core.words import _, ngettext
from app.ui.commands import key_text
from app.ui.context import AppContext
from app.ui.views.skills.documents.view import Documents
from app.ui.views.skills.editor.view import EditorView
from app.ui.views.skills.library.view import LibraryView
from app.ui.views.skills.menu import skill_menu
from app.ui.views.skills.panel.panel import Panel
from app.ui.views.skills.proposal_commands import ProposalCommands
from app.ui.views.skills.training.inbox_button import InboxButton
from app.ui.views.skills.undo import UndoButtons
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.labels import rule
from app.ui.write_queue import FEW, nothing

LIBRARY, PANEL = (220, 264, 360), (260, 300, 480)
"""Narrowest, usual and widest, in px."""
DOCUMENT = 520
FOLD = "Ctrl+\\"
REMEMBER = 2000
"""Milliseconds until what is open is written down, should this process not end by itself."""
ROOMY = 1280
"""From this width of the window on the panel stands beside the document, not over it."""


T = TypeVar("T")


class SkillsPage(QWidget):
    """Everything that is about skills happens here, wherever it was asked for."""

    saved = Signal(object)
    """At this moment."""
    counted = Signal(int)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._shared_out = context, False
        self._remembering = QTimer(self, interval=REMEMBER, singleShot=True)
        self.library = LibraryView(context)
        self.documents = Documents(context)
        self.panel = Panel(context)
        self.undo = UndoButtons(context, self.documents.flush)
        self.inbox = InboxButton(context)
        self.proposals = ProposalCommands(context, self)
        self._place()
        self._connect()
        self._serve()
        self._arrange()

    def _place(self) -> None:
        self.library.setMinimumWidth(LIBRARY[0])
        self.library.setMaximumWidth(LIBRARY[2])
        self.documents.setMinimumWidth(DOCUMENT)
        self.panel.open.setMinimumWidth(PANEL[0])
        self.panel.open.setMaximumWidth(PANEL[2])
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        for widget in (self.library, self.documents, self.panel.open):
            self._splitter.addWidget(widget)
        self._splitter.setStretchFactor(1, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._splitter, 1)
        self._line = rule("down")
        row.addWidget(self._line)
        row.addWidget(self.panel.folded)
        theme = self._context.theme
        self._fold = IconButton(theme, "panel", _("Show or fold the panel"))
        self._fold.setToolTip(f"{self._fold.toolTip()} ({key_text(FOLD)})")
        self._fold.clicked.connect(self.toggle_panel)
        self.back = Button(theme, _("Back to panel"), "quiet", icon="arrow-left")
        self.back.clicked.connect(self._back_to_panel)
        for tool in (self.inbox, self.undo, self._fold, self.back):
            self.documents.tools.addWidget(tool)

    def _connect(self) -> None:
        self.library.picked.connect(self._glance)
        self.library.opened.connect(self._open)
        self.library.new_requested.connect(self.documents.new_skill)
        self.library.menu_requested.connect(self._show_menu)
        self.library.counted.connect(self.counted)
        self.library.engram_actions.going.connect(self.documents.flush)
        self.library.engram_actions.gone.connect(self.documents.close_skills)
        self.inbox.chosen.connect(self.documents.open_training)
        self.documents.shown.connect(self._on_shown)
        self._remembering.timeout.connect(self._remember_documents)
        self.documents.saved.connect(self._on_saved)
        self._context.bridge.changed.connect(self._on_changed)
        self.documents.deleted.connect(self._tell_deleted)
        self.documents.new_requested.connect(self.new_skill)
        self.panel.folded.chosen.connect(self.show_panel)

    def _serve(self) -> None:
        """Where any page sends people, as far as it is about skills."""
        go = self._context.go
        go.skill_requested.connect(self._go_to_skill)
        go.call_requested.connect(self.follow_call)
        go.history_requested.connect(self._go_to_history)
        go.knowledge_requested.connect(self.documents.open_knowledge)
        go.training_requested.connect(self.documents.open_training)
        go.draft_requested.connect(self.proposals.draft)
        go.describe_requested.connect(self.proposals.describe)
        go.fix_findings_requested.connect(self.fix_findings)

    @property
    def context(self) -> AppContext:
        return self._context

    # What people do

    def new_skill(self) -> None:
        """Into the engram the list is narrowed down to, if it is."""
        self.documents.new_skill(self.library.filters.wanted.engram)

    def follow_call(self, name: str) -> None:
        """Open the skill a call names, or offer to write it."""
        engram = self._engram_in_front()
        try:
            self.documents.open_skill(catalogue.find(self._context.vault, name, engram).id)
        except NotFound:
            titles = [row.title for row in catalogue.rows(self._context.vault)]
            close = catalogue.suggestion(name, titles)
            said = (
                _("There is no skill called “{name}”. Did you mean “{close}”?")
                if close
                else _("There is no skill called “{name}”.")
            )
            self._context.say.warn(
                said.format(name=name, close=close),
                _("Create skill"),
                lambda: self.create_called(name),
            )

    def create_called(self, name: str) -> None:
        """Write the skill that a call names and nobody has written yet."""
        title, vault, engram = name.strip(), self._context.vault, self._engram_in_front()
        self._context.writes.write(
            self,
            _("Saving"),
            lambda: library.save(vault, None, f"# {title}\n", engram=engram),
            lambda saved: self.documents.open_skill(saved.skill),
        )

    def delete(self, skills: tuple[int, ...]) -> None:
        """Take skills out of the library and their documents off the window."""
        title = next((row.title for row in map(self._row, skills) if row is not None), "")
        self.documents.flush(skills)

        def done(_nothing: None) -> None:
            self.documents.close_skills(skills)
            self._tell_deleted(title, len(skills))

        vault = self._context.vault
        self._run(
            _("Deleting"),
            skills,
            lambda progress: library.delete(vault, *skills, progress=progress),
            done,
        )

    def release(self, skills: tuple[int, ...]) -> None:
        vault, count = self._context.vault, len(skills)
        said = ngettext("Released from quarantine", "{count} skills released", count)
        self._run(
            _("Releasing"),
            skills,
            lambda progress: skill_actions.release(vault, *skills, progress=progress),
            lambda _nothing: self._tell(said.format(count=count)),
        )

    def refile(self, skills: tuple[int, ...], engram: str) -> None:
        vault = self._context.vault
        self._run(
            _("Moving"),
            skills,
            lambda progress: skill_actions.move(vault, engram, *skills, progress=progress),
            lambda _nothing: self._tell(_("Moved to {engram}").format(engram=engram)),
        )

    def role_chooser(self, skills: tuple[int, ...]) -> Callable[[str], None]:
        """What gives these skills the role that is chosen; an empty one is that of the text."""
        vault = self._context.vault
        said = ngettext("Role changed", "Role of {count} skills changed", len(skills))

        def choose(role: str) -> None:
            self._run(
                _("Changing the role"),
                skills,
                lambda progress: skill_actions.set_role(vault, role, *skills, progress=progress),
                lambda _nothing: self._tell(said.format(count=len(skills))),
            )

        return choose

    def duplicate(self, skills: tuple[int, ...]) -> None:
        """Copy skills; of one the copy is opened, of several the copies are selected."""
        self.documents.flush(skills)
        vault = self._context.vault
        said = ngettext("Duplicated", "{count} skills duplicated", len(skills))

        def done(made: tuple[Saved, ...]) -> None:
            if len(made) == 1:
                self.documents.open_skill(made[0].skill)
            else:
                self.library.show_skills(tuple(one.skill for one in made))
            self._tell(said.format(count=len(made)))

        self._run(
            _("Copying"),
            skills,
            lambda progress: skill_actions.duplicate(vault, *skills, progress=progress),
            done,
        )

    def save(self) -> None:
        """Save the document in front now."""
        if self.documents.editor is not None:
            self.documents.editor.flush()

    def fix_findings(self) -> None:
        """Propose repairs for the skill in front."""
        if self.documents.editor is not None:
            self.proposals.fix_findings(self.documents.editor)

    def has_quarantined(self) -> bool:
        """Whether one of the chosen skills waits to be released."""
        chosen = self.chosen()
        rows = self.library.model.rows
        return any(row.id in chosen and row.status is Status.QUARANTINED for row in rows)

    def chosen(self) -> tuple[int, ...]:
        """The skills a command is about: those selected in the list, or the one in front."""
        if chosen := self.library.chosen():
            return chosen
        return () if self.documents.skill is None else (self.documents.skill,)

    def toggle_panel(self) -> None:
        """Fold the panel to its icons, or open it."""
        if self._over:
            self._float(not self.panel.open.isVisible())
        else:
            self._context.window_state.put("panel.open", not self._is_open)
            self._arrange()

    def show_panel(self, name: str) -> None:
        """Bring a page of the panel to the front, and the panel with it."""
        self.panel.open.choose(name)
        if not self.panel.open.isVisible():
            self.toggle_panel()

    def keep_state(self) -> None:
        """Remember sizes in the clear, and which documents are open inside the vault."""
        window_state = self._context.window_state
        if not self._over and self.documents.kind == "skill":
            window_state.put("skills.splitter", self._splitter.saveState())
        window_state.put("panel.page", self.panel.open.current)
        self._remember_documents()
        self.proposals.keep()

    def _remember_documents(self) -> None:
        vault, state = self._context.vault, self.documents.state()
        self._context.writes.write(
            self,
            _("Saving"),
            lambda: vault.put_setting("documents", state),
            failed=nothing,  # a full disk is no reason to stay
        )

    def _row(self, skill: int) -> SkillRow | None:
        return catalogue.row(self._context.vault, skill)

    def _tell_deleted(self, title: str, count: int = 1) -> None:
        said = ngettext("{title} moved to the bin", "{count} skills moved to the bin", count)
        self._tell(said.format(title=title, count=count))

    def _tell(self, sentence: str) -> None:
        self._context.say.tell(sentence, undoable=True)

    def _open(self, skill: int) -> None:
        """Open a skill to work in it."""
        self.documents.open_skill(skill)
        self.documents.take_focus()

    def _glance(self, skill: int) -> None:
        self.documents.open_skill(skill, keep=False)

    def _go_to_skill(self, skill: int, keep: bool) -> None:
        self._context.go.page("skills")
        self.documents.open_skill(skill, keep=keep)

    def _go_to_history(self, skill: int, compared: tuple[int, int] | None) -> None:
        page = self.documents.open_history(skill)
        if compared is not None:
            page.compare(*compared)

    def _back_to_panel(self) -> None:
        """What was opened as a document beside its skill again."""
        skill, kind = self.documents.skill, self.documents.kind
        self.documents.close_current()
        if skill is not None and self._row(skill) is not None:
            self.documents.open_skill(skill)
            self.show_panel(kind or "history")

    def _engram_in_front(self) -> int | None:
        skill = self.documents.skill
        row = self._row(skill) if skill is not None else None
        return row.engram if row is not None else None

    def _on_saved(self) -> None:
        self.saved.emit(self._context.vault.now())

    def _on_changed(self, _changes: Changes) -> None:
        """A new skill is in the list from its first save on."""
        if not self.library.chosen():
            self.library.choose(self.documents.skill)

    def _on_shown(self, editor: EditorView | None) -> None:
        skill = self.documents.skill
        self.panel.follow(editor, skill)
        self.library.choose(skill)
        self._arrange()
        self._remembering.start()

    def _show_menu(self, skills: tuple[int, ...], place: QPoint) -> None:
        skill_menu(self, self._context.vault, skills).popup(place)

    def _run(
        self,
        title: str,
        skills: tuple[int, ...],
        work: Callable[[Progress], T],
        done: Callable[[T], None],
    ) -> None:
        self._context.writes.run(self, title, work, done, short=len(skills) <= FEW)

    # The panel

    @property
    def _over(self) -> bool:
        """Whether there is only room for the panel over the document."""
        return self.window().width() < ROOMY

    @property
    def _is_open(self) -> bool:
        return self._context.window_state.flag("panel.open", True)

    def _arrange(self) -> None:
        """The panel beside the document, folded, or ready to float.

        Other documents than skills have no panel, a history and a training no list either.
        """
        panel, kind = self.panel.open, self.documents.kind
        alone = kind not in ("skill", None)
        if self._over:
            self._float(False)
        else:
            if self._splitter.indexOf(panel) < 0:
                self._splitter.addWidget(panel)
            panel.show_floating(False)
            panel.setVisible(self._is_open and not alone)
        folded = (self._over or not self._is_open) and not alone
        self.panel.folded.setVisible(folded)
        self._line.setVisible(folded)
        self.library.setVisible(kind not in ("history", "training"))
        self.undo.setVisible(not alone)
        self._fold.setVisible(not alone)
        self.back.setVisible(kind in ("history", "knowledge"))

    def _float(self, shown: bool) -> None:
        panel = self.panel.open
        if panel.parentWidget() is not self:
            panel.setParent(self)
        panel.show_floating(True)
        panel.setVisible(shown)
        width = PANEL[1]
        panel.setGeometry(self.panel.folded.x() - 1 - width, 0, width, self.height())
        panel.raise_()

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        """Sizes can be shared out once there is a width."""
        super().showEvent(event)
        if self._shared_out:
            return
        self._shared_out = True
        if not self._splitter.restoreState(self._context.window_state.state("skills.splitter")):
            document = self.width() - LIBRARY[1] - PANEL[1] - 2
            self._splitter.setSizes([LIBRARY[1], document, PANEL[1]])
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
