"""Stars that are moved, pinned and tidied up; each of it can be taken back."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Signal

from app.core.constellation import places
from app.core.graph.free_places import Position
from app.core.words import _, ngettext
from app.ui.context import AppContext


class Placing(QObject):
    """Skills are given by their ids. `placed` when the vault has other places than before."""

    placed = Signal()

    def __init__(self, context: AppContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context

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

        self._context.say.offer(
            words.format(count=len(skills)),
            lambda: self._write(lambda: places.pin(vault, was)),
        )

    def offer_back(self, said: str, was: places.Places) -> None:
        """Say what was done, and put everything back where it was if that is wanted."""
        vault = self._context.vault
        self._context.say.offer(said, lambda: self._write(lambda: places.put(vault, was)))

    def _write(self, work: Callable[[], None]) -> None:
        self._context.writes.write(
            self, _("Moving"), work, lambda _nothing: self.placed.emit(), short=False
        )
