"""Locking and closing without losing anything that was typed. Public name: `Leaving`."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.core.words import _
from app.ui.context import AppContext
from app.ui.typed_ahead import TypedAhead
from app.ui.views.shell.workspace import Workspace

Act = Callable[[], object]


class Leaving:
    """Asked before the workspace is left; says on a banner what keeps people there. From then on,
    nothing is written in it any more: `typed` has that.

    `warn(sentence, action, act)` shows the `banner`.
    """

    def __init__(self, warn: Callable[[str, str, Act], None], banner: QWidget) -> None:
        self._warn, self._calm = warn, banner.hide
        self.typed = TypedAhead(banner)
        self._warned = False
        self._waits: Act | None = None
        """How it is left as soon as everything is written."""

    def may_leave(self, context: AppContext, workspace: Workspace, anyway: Act) -> bool:
        """Whether everything is saved or drafted; if not, the banner offers to leave `anyway`.

        What waits for somebody else to let go of the vault is waited for, and then it is left.
        """
        self.typed.begin()
        is_left = False
        try:
            is_left = self._is_kept(context, workspace, anyway)
        finally:
            if not is_left and self._waits is None:
                self.typed.drop()
        return is_left

    def _is_kept(self, context: AppContext, workspace: Workspace, anyway: Act) -> bool:
        workspace.leave()
        if context.writes.is_waiting:
            said = _(
                "Something else is writing to the vault. Techne waits until everything is saved."
            )
            self._say(said, anyway)
            if self._waits is None:
                context.writes.after(workspace, lambda: self._try_again(context, workspace))
            self._waits = anyway
            return False
        at_risk = workspace.skills.documents.at_risk()
        if at_risk:
            said = _("“{title}” cannot be saved and would be lost. Free some space on the disk.")
            self._say(said.format(title=at_risk[0]), anyway)
        return not at_risk

    def calm(self) -> None:
        """What could not be saved is saved now, so nothing needs to be lost to leave."""
        if self._warned:
            self._warned = False
            self._calm()

    def forget(self) -> None:
        """It was left."""
        self.typed.end()
        self._warned, self._waits = False, None

    def _say(self, sentence: str, anyway: Act) -> None:
        self._warn(sentence, _("Discard it"), anyway)
        self._warned = True

    def _try_again(self, context: AppContext, workspace: Workspace) -> None:
        wanted, self._waits = self._waits, None
        self.calm()
        if wanted is not None and self.may_leave(context, workspace, wanted):
            wanted()
