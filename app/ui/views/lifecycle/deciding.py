"""What becomes of candidates. Public name: `Deciding`."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.core.errors import AppError
from app.core.learning import candidates, promoting
from app.core.learning.candidates import Candidate
from app.core.library import catalogue
from app.core.library.record import Saved
from app.core.words import _
from app.ui.context import AppContext
from app.ui.write_queue import nothing

Done = Callable[[], object]
Failed = Callable[[AppError], object]


class Deciding(QObject):
    """Each of these is told of with its way back."""

    def __init__(self, context: AppContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context

    def promote(
        self,
        one: Candidate,
        text: str | None = None,
        done: Done = nothing,
        failed: Failed | None = None,
    ) -> None:
        """Make a candidate a skill, or the next version of one; with another text than its own if
        one is given. Then `done()`, or `failed(why)` where that is told elsewhere.
        """
        vault = self._context.vault
        words = (
            _("“{name}” is a skill now")
            if one.evolves is None
            else _("Change to “{name}” accepted")
        )

        def work() -> Saved:
            return promoting.promote(vault, one.id, text=text)

        def close(saved: Saved) -> None:
            done()
            row = catalogue.row(vault, saved.skill)
            self._tell(words.format(name=row.title if row is not None else one.title))

        explain = failed or self._context.say.explain
        self._context.writes.write(self, _("Promoting"), work, close, explain)

    def dismiss(self, one: Candidate) -> None:
        """Never propose it again."""
        vault = self._context.vault
        words = _("“{name}” will not be proposed again")
        if one.evolves is not None:
            words = _("This change to “{name}” will not be proposed again")
        said = words.format(name=one.title)
        self._context.writes.write(
            self,
            _("Dismissing"),
            lambda: candidates.dismiss(vault, one.id),
            lambda _done: self._tell(said),
            self._context.say.explain,
        )

    def reopen(self, one: Candidate, done: Done = nothing) -> None:
        """Propose a dismissed one again; then `done()`."""
        vault = self._context.vault
        words = _("“{name}” is proposed again")
        if one.evolves is not None:
            words = _("This change to “{name}” is proposed again")
        said = words.format(name=one.title)

        def close(_reopened: Candidate) -> None:
            done()
            self._tell(said)

        self._context.writes.write(
            self,
            _("Reopening"),
            lambda: candidates.reopen(vault, one.id),
            close,
            self._context.say.explain,
        )

    def edit(self, one: Candidate, text: str, done: Done, failed: Failed) -> None:
        """Keep another draft."""
        vault = self._context.vault

        def close(_nothing: None) -> None:
            done()
            self._context.say.tell(_("Draft saved"))

        self._context.writes.write(
            self, _("Saving"), lambda: candidates.edit(vault, one.id, text), close, failed
        )

    def _tell(self, said: str) -> None:
        """With the way back."""
        self._context.say.tell(said, undoable=True)
