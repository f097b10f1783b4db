"""Going back and forth in what was done to the library. Public name: `UndoButtons`.

The buttons stand above one skill: first they go back and forth in what was written there, then in
the library, which is all that the keys outside a document go through. There, what changed that
skill or was just told is undone at once; anything else is named first, and undone when that is
pressed again after a moment.
"""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.changes import Changes, Part
from app.core.library import catalogue, history, undo_reach
from app.core.library.history import Undoable
from app.core.progress import SILENT, Progress
from app.core.vault import Vault
from app.core.words import _, ngettext
from app.ui import text_keys
from app.ui.commands import Command, key_text
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.skills.documents.view import Documents
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.tips import plain_tip
from app.ui.write_queue import FEW

UNDO, REDO = "Ctrl+Z", "Ctrl+Shift+Z"
NAMED = 3
"""Skills that are named of those that an entry changed."""
REST = 1000
"""Milliseconds without a press after which one that was asked for is meant."""
CONCERNS = Part.LIST | Part.TEXT | Part.ENGRAMS | Part.MEMORIES | Part.KNOWLEDGE | Part.TRAINING
"""What is in the journal."""

Act = Callable[[Vault, Progress], Undoable]
Reach = Callable[[Vault, Undoable, int], bool]
"""Whether an entry of the journal is about a skill."""
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
        self._named: set[int] = set()
        """The entries that were named since what is in front came there."""
        self._just: int | None = None
        """The entry that these buttons undid or did again last, as long as it is in front."""
        self.rest = QTimer(self, interval=REST, singleShot=True)
        self._undo = IconButton(context.theme, "undo", _("Undo"))
        self._redo = IconButton(context.theme, "redo", _("Redo"))
        self._undo.clicked.connect(self._click_undo)
        self._redo.clicked.connect(self._click_redo)
        for button in (self._undo, self._redo):
            button.installEventFilter(self)
        context.say.told.connect(self._on_told)
        context.say.told_more.connect(self._on_told)
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
        self._do(0, _("Undoing"), history.undo, _("Undone: {what}"))

    def redo(self) -> None:
        """Do again what was undone last; raises `AppError`."""
        self._do(1, _("Redoing"), history.redo, _("Redone: {what}"))

    def _press_undo(self) -> None:
        said = _("Last change: {what}. Press {keys} again to undo it.")
        self._undo_unless_new(said, undo_reach.changed)

    def _press_redo(self) -> None:
        said = _("Last undone: {what}. Press {keys} again to redo it.")
        self._redo_unless_new(said, undo_reach.changed)

    def _click_undo(self) -> None:
        self._documents.flush()
        editor = self._documents.editor
        if editor is not None and self._is_in_skill(0):
            editor.undoing.undo_here()
            self._look()
        else:
            said = _("Last change: {what}. Click Undo again to undo it.")
            self._undo_unless_new(said, undo_reach.refiled)

    def _click_redo(self) -> None:
        self._documents.flush()
        editor = self._documents.editor
        if editor is not None and self._is_in_skill(1):
            editor.undoing.redo_here()
            self._look()
        else:
            said = _("Last undone: {what}. Click Redo again to redo it.")
            self._redo_unless_new(said, undo_reach.refiled)

    def _is_in_skill(self, which: int) -> bool:
        """Whether Undo (0) or Redo (1) above a skill goes a step in what was written there."""
        editor, vault = self._documents.editor, self._context.vault
        if editor is None or editor.read_only:
            return False
        entry, skill = history.undoable(vault)[which], editor.skill_id
        can = editor.past.can_undo if which == 0 else editor.past.can_redo
        if entry is None or skill is None:
            return can
        if entry.journal == self._just:
            return False
        if undo_reach.wrote(vault, entry, skill):
            return True
        is_seen = entry.journal in self._named and self._context.say.way_back() is not None
        return can and not is_seen and not undo_reach.refiled(vault, entry, skill)

    def _undo_unless_new(self, question: str, is_about: Reach) -> None:
        def offer(entry: Undoable) -> None:
            words = question.format(what=self._words(entry), keys=key_text(UNDO))
            self._context.say.offer(words, partial(self.take_back, (entry.journal,)))

        self._do(0, _("Undoing"), history.undo, _("Undone: {what}"), (is_about, offer))

    def _redo_unless_new(self, question: str, is_about: Reach) -> None:
        def offer(entry: Undoable) -> None:
            words = question.format(what=self._words(entry), keys=key_text(REDO))
            self._context.say.tell_more(words, _("Redo"), self.redo)

        self._do(1, _("Redoing"), history.redo, _("Redone: {what}"), (is_about, offer))

    def _on_told(self, *message: object) -> None:
        """A message, of which the last part is whether it can be undone."""
        if message[-1]:
            self._note(0)

    def _note(self, which: int) -> None:
        """What Undo (0) or Redo (1) would reverse has just been named."""
        entry = history.undoable(self._context.vault)[which]
        if entry is not None:
            self._named.add(entry.journal)

    def _is_expected(self, entry: Undoable, is_about: Reach) -> bool:
        skill = self._documents.skill if self.isVisible() else None
        return entry.journal in self._named or (
            skill is not None and is_about(self._context.vault, entry, skill)
        )

    def _words(self, entry: Undoable) -> str:
        """What was done, and to which skills: `Delete 2 skills – Boil, Brew`."""
        names = undo_reach.names(self._context.vault, entry, NAMED + 1)
        shown = ", ".join(names[:NAMED]) + (", …" if len(names) > NAMED else "")
        return f"{entry.label} – {shown}" if shown else entry.label

    def take_back(self, entries: Sequence[int]) -> None:
        """Reverse these entries of the journal, the last first, whatever was done since; a banner
        says so where what they changed was changed again.
        """
        vault = self._context.vault
        reach = sum(undo_reach.reach(vault, Undoable(entry, "")) for entry in entries)

        def undo(_vault: Vault, progress: Progress) -> Undoable:
            done = [history.undo_entry(vault, entry, progress) for entry in reversed(entries)]
            return done[0]

        def work(progress: Progress) -> Outcome:
            return _noting_returns(undo, vault, progress)

        self._documents.flush()
        writes, title = self._context.writes, _("Undoing")
        done = partial(self._tell, _("Undone: {what}"))
        if reach > FEW:
            writes.run(self, title, work, done, short=False)
        else:
            writes.write(self, title, lambda: work(SILENT), done, self._context.say.explain)

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
            ),
        )

    def _telling(self, which: int) -> str:
        """What a menu or the palette says, which names it."""
        self._note(which)
        verb = (_("Undo"), _("Redo"))[which]
        return self._names(verb, history.undoable(self._context.vault)[which])

    def _is_left(self, which: int) -> bool:
        """Whether there is anything in the library to undo (0) or redo (1)."""
        return self._job is None and history.undoable(self._context.vault)[which] is not None

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
        if guard is not None and self.rest.isActive():
            self.rest.start()  # somebody who clicks on has not read what would be undone
            return
        self._documents.flush()
        context, vault = self._context, self._context.vault

        def done(outcome: Outcome) -> None:
            self._note(1 - which)
            reverse = history.undoable(vault)[1 - which]
            self._just = reverse.journal if reverse is not None else None
            self._tell(said, outcome)
            self._look()

        def begin() -> None:
            entry = history.undoable(vault)[which]
            if entry is not None and guard is not None and not self._is_expected(entry, guard[0]):
                self._note(which)
                guard[1](entry)
                self.rest.start()
            elif entry is None or undo_reach.reach(vault, entry) <= FEW:
                work_now = partial(_noting_returns, act, vault, SILENT)
                context.writes.write(self, title, work_now, done)
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

    def _on_shown(self, _editor: object) -> None:
        self._forget()
        self._look()

    def _forget(self) -> None:
        """Something else is in front: nothing of it was named."""
        self._named.clear()
        self._just = None
        self.rest.stop()

    def _look(self) -> None:
        undo, redo = history.undoable(self._context.vault)
        self._show(0, self._undo, _("Undo"), undo, UNDO)
        self._show(1, self._redo, _("Redo"), redo, REDO)

    def _show(
        self, which: int, button: IconButton, verb: str, entry: Undoable | None, keys: str
    ) -> None:
        """The tooltip names what: `Undo: Delete skill – Boil (Ctrl+Z)`."""
        is_here = self._is_in_skill(which)
        words = (
            _("{verb}: last change in this skill").format(verb=verb)
            if is_here
            else self._names(verb, entry)
        )
        button.setEnabled(self._job is None and (is_here or entry is not None))
        button.setAccessibleName(words)
        button.setToolTip(plain_tip(f"{words} ({key_text(keys)})"))

    def _names(self, verb: str, entry: Undoable | None) -> str:
        return f"{verb}: {self._words(entry)}" if entry is not None else verb

    # Qt

    def hideEvent(self, event: QHideEvent) -> None:
        """Another place is in front."""
        super().hideEvent(event)
        self._forget()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A tooltip names what is undone."""
        which = int(watched is self._redo)
        if event.type() is QEvent.Type.ToolTip and not self._is_in_skill(which):
            self._note(which)
        return False


def _noting_returns(act: Act, vault: Vault, progress: Progress) -> Outcome:
    before = set(catalogue.ids(vault))
    done = act(vault, progress)
    return done, tuple(skill for skill in catalogue.ids(vault) if skill not in before)
