"""Stars that are moved, pinned and tidied up; each of it can be taken back."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence

from app.core.constellation import places
from app.core.graph.free_places import Position
from app.core.words import _, ngettext
from app.ui.context import AppContext


class Placing(QObject):
    """Skills are given by their ids. `placed` when the vault has other places than before.

    Undo in `parent`, the page, takes back the last of it; the journal knows nothing of places.
    """

    placed = Signal()

    def __init__(self, context: AppContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._done: list[tuple[str, Callable[[], None]]] = []
        """What was done since the library was changed here, in words, and its way back."""
        context.say.told.connect(self._on_told)
        context.say.told_more.connect(self._on_told)
        parent.installEventFilter(self)

    def move(self, at: Mapping[int, Position]) -> None:
        """They stay where they were dropped."""
        vault = self._context.vault
        before = places.known(vault)
        some = {skill: before.at[skill] for skill in at if skill in before.at}
        was = places.Places(some, before.pinned & at.keys(), before.clusters)
        self._write(lambda: places.move(vault, at))
        said = ngettext("Moved {count} skill.", "Moved {count} skills.", len(at))
        self.offer_back(said.format(count=len(at)), was)

    def pin(self, skills: frozenset[int], pinned: bool) -> None:
        """Whether tidying up leaves them where they are."""
        vault = self._context.vault
        before = places.known(vault).pinned
        was = {skill: skill in before for skill in skills}
        self._write(lambda: places.pin(vault, dict.fromkeys(skills, pinned)))
        words = ngettext("Pinned {count} skill.", "Pinned {count} skills.", len(skills))
        if not pinned:
            words = ngettext("Unpinned {count} skill.", "Unpinned {count} skills.", len(skills))

        self._offer(words.format(count=len(skills)), lambda: places.pin(vault, was))

    def offer_back(self, said: str, was: places.Places) -> None:
        """Say what was done, and put everything back where it was if that is wanted."""
        vault = self._context.vault
        self._offer(said, lambda: places.put(vault, was))

    def take_back(self) -> None:
        """Undo the last of it, and say so."""
        said, back = self._done[-1]
        back()
        self._context.say.tell(_("Undone: {what}").format(what=said))

    def _offer(self, said: str, put_back: Callable[[], None]) -> None:
        def back() -> None:
            self._done = [one for one in self._done if one[1] is not back]
            self._write(put_back)

        self._done.append((said, back))
        self._context.say.offer(said, back)

    def _on_told(self, *message: object) -> None:
        """A message, of which the last part is whether it can be undone: that comes first now."""
        if message[-1]:
            self._done.clear()

    def _write(self, work: Callable[[], None]) -> None:
        self._context.writes.write(
            self, _("Moving"), work, lambda _nothing: self.placed.emit(), short=False
        )

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Undo is a key of the window, which has it unless it is claimed here."""
        if not isinstance(event, QKeyEvent) or not self._done:
            return False
        if not event.matches(QKeySequence.StandardKey.Undo):
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if event.type() == QEvent.Type.KeyPress:
            self.take_back()
            return True
        return False
