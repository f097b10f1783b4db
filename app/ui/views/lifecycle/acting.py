"""What is done with skills because of how they do. Public name: `Acting`."""

from PySide6.QtCore import QObject

from app.core.actor import USER
from app.core.lifecycle import deprecation, protection
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.deprecation import Swept
from app.core.lifecycle.health import Health
from app.core.progress import Progress
from app.core.words import _, ngettext
from app.ui.context import AppContext


class Acting(QObject):
    """Each of these is told of with its way back."""

    def __init__(self, context: AppContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context

    def protect(self, skill: int, on: bool) -> None:
        """Exempt a skill from being deprecated, or no longer; the switch is its own way back."""
        vault = self._context.vault
        self._context.writes.write(
            self, _("Saving"), lambda: protection.protect(vault, skill, on=on)
        )

    def deprecate(self, one: Health) -> None:
        """Take a skill out of what is suggested."""
        vault, skill = self._context.vault, one.skill
        said = _("“{title}” is deprecated: agents are no longer offered it")
        self._context.writes.write(
            self,
            _("Deprecating"),
            lambda: deprecation.deprecate(vault, skill.id, why=_("by hand")),
            lambda _done: self._context.say.tell(said.format(title=skill.title), undoable=True),
            self._context.say.explain,
        )

    def restore(self, one: Health) -> None:
        """Bring a deprecated skill back."""
        vault, skill = self._context.vault, one.skill
        said = _("“{title}” is back; its outcomes count from now on")
        self._context.writes.write(
            self,
            _("Restoring"),
            lambda: deprecation.restore(vault, skill.id),
            lambda _done: self._context.say.tell(said.format(title=skill.title), undoable=True),
            self._context.say.explain,
        )

    def sweep(self, settings: Procedural) -> None:
        """Deprecate now what the next check would."""
        vault = self._context.vault

        def work(progress: Progress) -> Swept:
            return deprecation.sweep(vault, settings, actor=USER, progress=progress)

        def done(swept: Swept) -> None:
            count = len(swept.deprecated)
            said = ngettext("{count} skill deprecated", "{count} skills deprecated", count)
            self._context.say.tell(said.format(count=count), undoable=True)

        self._context.writes.run(self, _("Deprecating skills"), work, done, short=False)
