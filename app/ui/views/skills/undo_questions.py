"""Undo and Redo that wait for a second press. Public name: `UndoQuestions`."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from app.core.library import undo_reach, undoing
from app.core.library.undoing import Undoable
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.skills.named_entries import NamedEntries

NAMED = 3
"""Skills that are named of those that an entry changed."""
REST = 250
"""Milliseconds without a press after which one that was asked for is meant."""


class UndoQuestions(QObject):
    """Which entries of the journal somebody was told of, in a message that asks for another press
    or otherwise. These may be reversed at once; the question goes when its entry is forgotten.
    """

    def __init__(self, context: AppContext, buttons: QWidget) -> None:
        """`buttons` are those that undo and redo, and may be clicked."""
        super().__init__(buttons)
        self._context = context
        self._named = NamedEntries(buttons)
        self._question = ""
        """What asks for another press."""
        self.rest = QTimer(self, interval=REST, singleShot=True)
        context.say.told.connect(self._on_told)
        context.say.told_more.connect(self._on_told)
        context.say.offered.connect(self._on_asked)
        context.say.asked.connect(self._on_asked)
        context.say.gone.connect(self._named.on_message_gone)
        self._named.forgotten.connect(self._take_back)

    def __contains__(self, entry: Undoable) -> bool:
        """Whether it was named, so that the next press means it."""
        return entry.journal in self._named

    def is_offered(self, entry: Undoable) -> bool:
        """Whether it was named, and a message that leads back is there."""
        return entry in self and self._context.say.way_back() is not None

    def words(self, entry: Undoable) -> str:
        """What was done, and to which skills: `Delete 2 skills – Boil, Brew`. It goes well before
        a full stop."""
        names = undo_reach.names(self._context.vault, entry, NAMED + 1)
        shown = ", ".join(names[:NAMED])
        if len(names) > NAMED:
            shown = _("{names} and more").format(names=shown)
        return f"{entry.label} – {shown}" if shown else entry.label

    def note(self, entry: Undoable | None) -> None:
        """It has just been named."""
        if entry is not None:
            self._named.add(entry.journal)

    def ask(self, question: str, entry: Undoable, way_back: Callable[[], None]) -> None:
        """Whether to undo it: the next press is the answer."""
        self._context.say.ask(question, way_back)
        self._wait(question, entry)

    def ask_to_redo(self, question: str, entry: Undoable, redo: Callable[[], None]) -> None:
        """The same for what was undone, which the message has a button for."""
        self._context.say.tell_more(question, _("Redo"), redo)
        self._wait(question, entry)

    def _wait(self, question: str, entry: Undoable) -> None:
        self._question = question
        self.note(entry)
        self.rest.start()

    def is_too_soon(self) -> bool:
        """Whether somebody presses on or holds the key, who has not read what would be done."""
        is_resting = self.rest.isActive() and self.rest.remainingTime() > 0
        if is_resting or (self._question and self._named.is_held):
            self.rest.start()
            return True
        return False

    def forget(self) -> None:
        """Something else is in front: nothing of it was named."""
        self._named.forget()
        self.rest.stop()

    def _on_told(self, *message: object) -> None:
        """A message, of which the last part is whether it can be undone. It takes the place of
        what named something before.
        """
        self._question = ""
        self._named.on_message_gone()
        if message[-1]:
            self.note(undoing.undoable(self._context.vault)[0])

    def _on_asked(self, *_message: object) -> None:
        self._on_told(False)

    def _take_back(self) -> None:
        """The same press would not be the answer any more."""
        if self._question:
            self._context.say.withdraw(self._question)
