"""Going back and forth in what was done to the library. Public name: `UndoButtons`.

The buttons stand above one skill: first they go back and forth in what was written there, then in
the library. The keys outside a document go through the library, but for what was typed last in the
skill in front, which goes step by step. In the library, what changed that skill or was just told is
undone at once; anything else is named first, and undone when that is pressed again after a moment.
"""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.changes import Changes, Part
from app.core.errors import AppError
from app.core.library import catalogue, undo_reach, undoing
from app.core.library.undoing import StaleUndo, Undoable
from app.core.progress import SILENT, Progress
from app.core.vault import Vault
from app.core.words import _, ngettext
from app.ui import text_keys
from app.ui.commands import Command, key_text, with_keys
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.skills.documents.view import Documents
from app.ui.views.skills.editor.view import EditorView
from app.ui.views.skills.told_text import ToldText
from app.ui.views.skills.undo_questions import UndoQuestions
from app.ui.views.skills.undo_target import Reach, UndoTarget
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.tips import plain_tip
from app.ui.write_queue import FEW

UNDO, REDO = "Ctrl+Z", "Ctrl+Shift+Z"
CONCERNS = Part.LIST | Part.TEXT | Part.ENGRAMS | Part.MEMORIES | Part.KNOWLEDGE | Part.TRAINING
"""What is in the journal."""

Act = Callable[[Vault, Progress], Undoable]
Outcome = tuple[Undoable, tuple[int, ...]]
"""What was undone, and the skills that are in the library again."""


class UndoButtons(QWidget):
    """Says what was undone. What is being typed is saved before."""

    returned = Signal(object)
    """The ids of the skills that are in the library again."""

    def __init__(
        self, context: AppContext, documents: Documents, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context, self._documents = context, documents
        self._job: Job | None = None
        self.questions = UndoQuestions(context, self)
        self._target = UndoTarget(context, documents, self.questions, self)
        ToldText(context, documents, self)
        self._undo = IconButton(context.theme, "undo", _("Undo"))
        self._redo = IconButton(context.theme, "redo", _("Redo"))
        self._undo.clicked.connect(self._click_undo)
        self._redo.clicked.connect(self._click_redo)
        for button in (self._undo, self._redo):
            button.installEventFilter(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        row.addWidget(self._undo)
        row.addWidget(self._redo)
        context.bridge.changed.connect(self._on_changed)
        context.jobs.ended.connect(self._on_ended)
        documents.shown.connect(self._on_shown)
        documents.edited.connect(self._look)
        self._look()

    def undo(self) -> None:
        """Reverse the newest thing that was done; raises `AppError`."""
        self._do(0, _("Undoing"), undoing.undo, _("Undone: {what}"))

    def redo(self) -> None:
        """Do again what was undone last; raises `AppError`."""
        self._do(1, _("Redoing"), undoing.redo, _("Redone: {what}"))

    def _press_undo(self) -> None:
        if (editor := self._target.written_in) is not None:
            editor.undoing.undo_here()
        elif not self._step_in_typed(0):
            self._ask_to_undo(undo_reach.changed)

    def _press_redo(self) -> None:
        if (editor := self._target.written_in) is not None:
            editor.undoing.redo_here()
        elif not self._step_in_typed(1):
            self._ask_to_redo(undo_reach.changed)

    def _on_past_ended(self, which: int) -> None:
        """Nothing is left to undo (0) or redo (1) in a skill: the library comes next."""
        self._documents.flush()
        if not self._target.is_beyond(which):
            verb = (_("undo"), _("redo"))[which]
            self._context.say.tell_here(_("Nothing more to {verb} in this skill").format(verb=verb))
        elif which == 0:
            self._ask_to_undo(undo_reach.refiled)
        else:
            self._ask_to_redo(undo_reach.refiled)

    def _on_filed(self, which: int) -> None:
        """The newest change is in the details of a skill: where others had it too, it is named."""
        (self._ask_to_undo, self._ask_to_redo)[which](undo_reach.filed_alone)

    def _on_shared(self, entry: Undoable) -> None:
        """What would be undone in a skill was done in others as well: in all of them, or not."""
        if self.questions.is_too_soon():
            return
        if entry in self.questions:
            self.take_back((entry.journal,))
        else:
            said = _("{what}: press {keys} again to undo it in all of them.")
            self._ask(said.format(what=self.questions.words(entry), keys=key_text(UNDO)), entry)

    def _ask_to_undo(self, is_about: Reach) -> None:
        said = _("Last change: {what}. Press {keys} again to undo it.")
        self._undo_unless_new(said, is_about)

    def _ask_to_redo(self, is_about: Reach) -> None:
        said = _("Last undone: {what}. Press {keys} again to redo it.")
        self._redo_unless_new(said, is_about)

    def _step_in_typed(self, which: int) -> bool:
        """Whether it went such a step; the keyboard stays where it is, as in the list."""
        self._documents.flush()
        if (editor := self._target.typed(which)) is None:
            return False
        held = self.window().focusWidget()
        (editor.undoing.undo_here, editor.undoing.redo_here)[which]()
        if held is not None and not editor.isAncestorOf(held):
            held.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._look()
        return True

    def _click_undo(self) -> None:
        self._documents.flush()
        if (editor := self._target.above(0)) is not None:
            editor.undoing.undo_here()
            self._look()
        else:
            said = _("Last change: {what}. Click Undo again to undo it.")
            self._undo_unless_new(said, undo_reach.refiled)

    def _click_redo(self) -> None:
        self._documents.flush()
        if (editor := self._target.above(1)) is not None:
            editor.undoing.redo_here()
            self._look()
        else:
            said = _("Last undone: {what}. Click Redo again to redo it.")
            self._redo_unless_new(said, undo_reach.refiled)

    def _undo_unless_new(self, question: str, is_about: Reach) -> None:
        def offer(entry: Undoable) -> None:
            words = question.format(what=self.questions.words(entry), keys=key_text(UNDO))
            self._ask(words, entry)

        self._do(0, _("Undoing"), undoing.undo, _("Undone: {what}"), (is_about, offer))

    def _ask(self, question: str, entry: Undoable) -> None:
        self.questions.ask(question, entry, partial(self.take_back, (entry.journal,)))

    def _redo_unless_new(self, question: str, is_about: Reach) -> None:
        def offer(entry: Undoable) -> None:
            words = question.format(what=self.questions.words(entry), keys=key_text(REDO))
            self.questions.ask_to_redo(words, entry, self.redo)

        self._do(1, _("Redoing"), undoing.redo, _("Redone: {what}"), (is_about, offer))

    def _is_expected(self, entry: Undoable, is_about: Reach) -> bool:
        return entry in self.questions or self._target.is_in_front(entry, is_about)

    def take_back(self, entries: Sequence[int]) -> None:
        """Reverse these entries of the journal, the last first, whatever was done since; a banner
        says so where what they changed was changed again.
        """
        vault = self._context.vault
        reach = sum(undo_reach.reach(vault, Undoable(entry, "")) for entry in entries)

        def undo(_vault: Vault, progress: Progress) -> Undoable:
            done = [undoing.undo_entry(vault, entry, progress) for entry in reversed(entries)]
            return done[0]

        def work(progress: Progress) -> Outcome:
            return _noting_returns(undo, vault, progress)

        self._documents.flush()
        writes, title = self._context.writes, _("Undoing")
        done = partial(self._tell, _("Undone: {what}"))
        if reach > FEW:
            writes.run(self, title, work, done, short=False)
        else:
            writes.write(self, title, lambda: work(SILENT), done, self._explain)

    def _explain(self, error: AppError) -> None:
        """What is in the way can be undone first, if it is known."""
        later = error.later if isinstance(error, StaleUndo) else None
        if later is None:
            self._context.say.explain_here(error)
        else:
            undo = partial(self.take_back, (later.journal,))
            self._context.say.explain_here(error, self._names(_("Undo"), later), undo)

    def _tell(self, said: str, outcome: Outcome) -> None:
        entry, returned = outcome
        words = said.format(what=entry.label)
        if entry.lost:
            lost = ngettext(
                "{what}; {count} skill was permanently deleted and stays so",
                "{what}; {count} skills were permanently deleted and stay so",
                entry.lost,
            )
            words = lost.format(what=words, count=entry.lost)
        self._context.say.tell(words)
        if returned:
            self.returned.emit(returned)

    def commands(self) -> tuple[Command, ...]:
        return (
            Command(
                "edit.undo",
                _("Undo"),
                self._press_undo,
                UNDO,
                partial(self._is_left, 0),
                "undo",
                telling=partial(self._telling, 0),
                why_not=_("Nothing to undo"),
            ),
            Command(
                "edit.redo",
                _("Redo"),
                self._press_redo,
                REDO,
                partial(self._is_left, 1),
                "redo",
                also=text_keys.REDO,
                telling=partial(self._telling, 1),
                why_not=_("Nothing to redo"),
            ),
        )

    def _telling(self, which: int) -> str:
        """What a menu or the palette says, which names what the key does as well."""
        verb = (_("Undo"), _("Redo"))[which]
        if (editor := self._target.written_in) is not None:
            if (editor.past.can_undo, editor.past.can_redo)[which]:
                return _("{verb}: last change in this skill").format(verb=verb)
            if not self._target.is_beyond(which):
                return verb
        elif self._target.typed(which) is not None:
            return _("{verb}: last change in this skill").format(verb=verb)
        entry = self._target.entry(which)
        self.questions.note(entry)
        return self._names(verb, entry)

    def _is_left(self, which: int) -> bool:
        """Whether there is anything to undo (0) or redo (1) where the keyboard is."""
        return self._job is None and self._target.is_left(which)

    def _do(
        self,
        which: int,
        title: str,
        act: Act,
        said: str,
        guard: tuple[Reach, Callable[[Undoable], None]] | None = None,
    ) -> None:
        """One after the other: what comes next is only known when this is done. With a `guard`,
        what was neither named nor is about the skill in front is only offered.
        """
        if self._job is not None:
            return
        if guard is not None and self.questions.is_too_soon():
            return
        self._documents.flush()
        context, vault = self._context, self._context.vault

        def done(outcome: Outcome) -> None:
            reverse = self._target.entry(1 - which)
            self._target.just = reverse.journal if reverse is not None else None
            self._tell(said, outcome)
            self.questions.note(self._target.entry(1 - which))
            self._look()

        def begin() -> None:
            entry = self._target.entry(which)
            if entry is not None and guard is not None and not self._is_expected(entry, guard[0]):
                guard[1](entry)
            elif entry is None or undo_reach.reach(vault, entry) <= FEW:
                work_now = partial(_noting_returns, act, vault, SILENT)
                context.writes.write(self, title, work_now, done, self._explain)
            else:
                work = partial(_noting_returns, act, vault)
                self._job = context.jobs.start(self, title, work, done)
            self._look()

        context.writes.after(self, begin)

    def _on_ended(self, job: Job) -> None:
        if job is self._job:
            self._job = None
            self._look()

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & CONCERNS:
            self._look()

    def _on_shown(self, editor: EditorView | None) -> None:
        if editor is not None:
            unique = Qt.ConnectionType.UniqueConnection
            editor.past.ended.connect(self._on_past_ended, unique)
            editor.past.filed.connect(self._on_filed, unique)
            editor.past.shared.connect(self._on_shared, unique)
        self._forget()
        self._look()

    def _forget(self) -> None:
        """Something else is in front: nothing of it was named."""
        self.questions.forget()
        self._target.just = None

    def _look(self) -> None:
        self._show(0, self._undo, _("Undo"), UNDO)
        self._show(1, self._redo, _("Redo"), REDO)

    def _show(self, which: int, button: IconButton, verb: str, keys: str) -> None:
        """The tooltip names what: `Undo: Delete skill – Boil (Ctrl+Z)`."""
        is_here, entry = self._target.above(which) is not None, self._target.entry(which)
        words = (
            _("{verb}: last change in this skill").format(verb=verb)
            if is_here
            else self._names(verb, entry)
        )
        button.setEnabled(self._job is None and (is_here or entry is not None))
        button.setAccessibleName(words)
        button.setToolTip(plain_tip(with_keys(words, keys)))

    def _names(self, verb: str, entry: Undoable | None) -> str:
        return f"{verb}: {self.questions.words(entry)}" if entry is not None else verb

    # Qt

    def hideEvent(self, event: QHideEvent) -> None:
        """Another place is in front."""
        super().hideEvent(event)
        self._forget()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A tooltip names what is undone."""
        which = int(watched is self._redo)
        if event.type() is QEvent.Type.ToolTip and self._target.above(which) is None:
            self.questions.note(self._target.entry(which))
        return False


def _noting_returns(act: Act, vault: Vault, progress: Progress) -> Outcome:
    before = set(catalogue.ids(vault))
    done = act(vault, progress)
    return done, tuple(skill for skill in catalogue.ids(vault) if skill not in before)
