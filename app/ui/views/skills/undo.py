"""Going back and forth in what was done to the library. Public name: `UndoButtons`."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.changes import Changes, Part
from app.core.library import catalogue, history
from app.core.library.history import Undoable
from app.core.progress import SILENT, Progress
from app.core.vault import Vault
from app.core.words import _, ngettext
from app.ui import text_keys
from app.ui.commands import Command, key_text
from app.ui.context import AppContext
from app.ui.jobs import Job
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
    """Says what was undone. `flush` saves what is being typed, which is done before."""

    returned = Signal(object)
    """The ids of the skills that are in the library again."""

    def __init__(
        self, context: AppContext, flush: Callable[[], bool], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context, self._flush = context, flush
        self._job: Job | None = None
        self._undo = IconButton(context.theme, "undo", _("Undo"))
        self._redo = IconButton(context.theme, "redo", _("Redo"))
        self._undo.clicked.connect(self.undo)
        self._redo.clicked.connect(self.redo)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        row.addWidget(self._undo)
        row.addWidget(self._redo)
        context.bridge.changed.connect(self._on_changed)
        context.jobs.ended.connect(self._on_ended)
        self._look()

    def undo(self) -> None:
        """Reverse the newest thing that was done; raises `AppError`."""
        self._do(0, _("Undoing"), history.undo, _("Undone: {what}"))

    def redo(self) -> None:
        """Do again what was undone last; raises `AppError`."""
        self._do(1, _("Redoing"), history.redo, _("Redone: {what}"))

    def take_back(self, entries: Sequence[int]) -> None:
        """Reverse these entries of the journal, the last first, whatever was done since; a banner
        says so where what they changed was changed again.
        """
        vault = self._context.vault
        reach = sum(history.reach(vault, Undoable(entry, "")) for entry in entries)

        def undo(_vault: Vault, progress: Progress) -> Undoable:
            done = [history.undo_entry(vault, entry, progress) for entry in reversed(entries)]
            return done[0]

        def work(progress: Progress) -> Outcome:
            return _noting_returns(undo, vault, progress)

        self._flush()
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
                self.undo,
                UNDO,
                self._undo.isEnabled,
                "undo",
                telling=self._undo.accessibleName,
            ),
            Command(
                "edit.redo",
                _("Redo"),
                self.redo,
                REDO,
                self._redo.isEnabled,
                "redo",
                also=text_keys.REDO,
                telling=self._redo.accessibleName,
            ),
        )

    def _do(self, which: int, title: str, act: Act, said: str) -> None:
        """One after the other: what comes next is only known when this is done."""
        if self._job is not None:
            return
        self._flush()
        context, vault = self._context, self._context.vault

        done = partial(self._tell, said)

        def begin() -> None:
            entry = history.undoable(vault)[which]
            if entry is None or history.reach(vault, entry) <= FEW:
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

    def _look(self) -> None:
        undo, redo = history.undoable(self._context.vault)
        self._show(self._undo, _("Undo"), undo, UNDO)
        self._show(self._redo, _("Redo"), redo, REDO)

    def _show(self, button: IconButton, verb: str, entry: Undoable | None, keys: str) -> None:
        """The tooltip names what: `Undo: Delete skill (Ctrl+Z)`."""
        words = f"{verb}: {entry.label}" if entry is not None else verb
        button.setEnabled(entry is not None and self._job is None)
        button.setAccessibleName(words)
        button.setToolTip(plain_tip(f"{words} ({key_text(keys)})"))


def _noting_returns(act: Act, vault: Vault, progress: Progress) -> Outcome:
    before = set(catalogue.ids(vault))
    done = act(vault, progress)
    return done, tuple(skill for skill in catalogue.ids(vault) if skill not in before)
