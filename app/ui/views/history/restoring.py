"""Bringing an older version back, with the way out. Public name: `Restoring`."""

from PySide6.QtCore import QObject

from app.core.errors import AppError
from app.core.library import history
from app.core.library.history import Undoable
from app.core.vault import Vault
from app.core.words import _
from app.ui.widgets.banner import Banner


class Restoring(QObject):
    """Says on a banner what was done, and undoes that and nothing else."""

    def __init__(self, vault: Vault, banner: Banner) -> None:
        super().__init__(banner)
        self._vault, self._banner = vault, banner
        self._done: Undoable | None = None
        banner.acted.connect(self._undo)

    def restore(self, skill: int, number: int) -> None:
        """Save the text of version `number` as a new version."""
        try:
            saved = history.restore(self._vault, skill, number)
        except AppError as error:
            self._banner.explain(error)
            return
        self._done = history.undoable(self._vault)[0]
        said = _("v{old} is back as v{new}.").format(old=number, new=saved.number)
        self._banner.say(said, "ok", _("Undo"))

    def _undo(self) -> None:
        self._banner.hide()
        if self._done != history.undoable(self._vault)[0]:
            said = _("Something else was changed since. Restore the version you want instead.")
            self._banner.say(said, "warn")
            return
        history.undo(self._vault)
