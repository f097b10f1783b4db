"""Bringing an older version back, with the way out. Public name: `Restoring`."""

from PySide6.QtCore import QObject

from app.core.library import history
from app.core.library.history import Undoable
from app.core.library.record import Saved
from app.core.words import _
from app.ui.context import AppContext
from app.ui.widgets.banner import Banner


class Restoring(QObject):
    """Says on a banner what was done, and undoes that and nothing else."""

    def __init__(self, context: AppContext, banner: Banner) -> None:
        super().__init__(banner)
        self._vault, self._writes, self._banner = context.vault, context.writes, banner
        self._done: Undoable | None = None
        banner.acted.connect(self._undo)

    def restore(self, skill: int, number: int) -> None:
        """Save the text of version `number` as a new version."""
        vault = self._vault

        def work() -> tuple[Saved, Undoable | None]:
            return history.restore(vault, skill, number), history.undoable(vault)[0]

        def done(restored: tuple[Saved, Undoable | None]) -> None:
            saved, self._done = restored
            said = _("v{old} restored as v{new}.").format(old=number, new=saved.number)
            self._banner.say(said, "ok", _("Undo"))

        self._writes.write(self, _("Restoring"), work, done, self._banner.explain)

    def _undo(self) -> None:
        self._banner.hide()
        vault, done = self._vault, self._done

        def work() -> bool:
            if done != history.undoable(vault)[0]:
                return False
            history.undo(vault)
            return True

        self._writes.write(self, _("Undoing"), work, self._tell)

    def _tell(self, is_undone: bool) -> None:
        if not is_undone:
            said = _("Something else has changed since. Restore the version you want instead.")
            self._banner.say(said, "warn")
