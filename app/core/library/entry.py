"""One entry of the journal that several short writes belong to: one undo for all of them.

What was done until somebody stops it stays done, and the undo takes it back.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from app.core.actor import Actor
from app.core.errors import AppError
from app.core.vault import Vault, Write
from app.core.words import _


class Entry:
    """`journal` is its number, None as long as nothing was changed."""

    def __init__(self, vault: Vault, label: str, actor: Actor) -> None:
        self.journal: int | None = None
        self._vault, self._label, self._actor = vault, label, actor

    @contextmanager
    def write(self) -> Iterator[Write]:
        with self._vault.write(self._label, self._actor) as write:
            if self.journal is not None:
                _refuse_undone(write, self.journal)
                write.join(self.journal)
            yield write
            if write.changes:
                self.journal = write.journal

    def abandon(self) -> None:
        """Forget it, because what was done of it was put back."""
        if self.journal is not None:
            with self._vault.write(None, self._actor) as write:
                write.db.execute("delete from undo_row where journal = ?", (self.journal,))
                write.db.execute(
                    "update engram set journal = null where journal = ?", (self.journal,)
                )
                write.db.execute("delete from journal where id = ?", (self.journal,))
                write.unseen = True
            self.journal = None


def _refuse_undone(write: Write, journal: int) -> None:
    """Raise if the entry was undone already: what it did next could not be undone."""
    if write.row("select 1 from journal where undoes = ?", journal) is not None:
        raise AppError(
            _("This was undone while it was running, so it was stopped."),
            _("What it had done so far is undone. Start again if you still want it."),
        )
