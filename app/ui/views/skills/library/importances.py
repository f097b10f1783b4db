"""How important each skill is now, for whoever lists them; counted in the background."""

from PySide6.QtCore import QObject, QTimer, Signal

from app.core.changes import Changes, Part
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job

FIRST, LATER = 400, 200
"""Milliseconds after the vault opened, and after a change."""
HOURLY = 3_600_000
"""Milliseconds after which time alone has made a difference."""
CONCERNS = Part.KNOWLEDGE | Part.LIST


class Importances(QObject):
    """`found(values by skill)`, each between 0 and 1; a skill without a node has none yet."""

    found = Signal(object)

    def __init__(self, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._job: Job | None = None
        self._wait = QTimer(self, singleShot=True)
        self._wait.timeout.connect(self.look)
        self._wait.start(FIRST)
        self._often = QTimer(self, interval=HOURLY)
        self._often.timeout.connect(self.look)
        self._often.start()
        context.bridge.changed.connect(self._on_changed)

    def look(self) -> None:
        """Ask the vault now."""
        vault = self._context.vault
        if self._job is not None:
            self._job.cancel()

        def work(_job: object) -> dict[int, float]:
            from app.core.lifecycle import config, usage  # noqa: PLC0415 - loads YAML

            settings, now = config.load(vault.home)[0], vault.now()
            rule = settings.skills
            return {s: life.importance(rule, now).value for s, life in usage.lives(vault).items()}

        jobs = self._context.jobs
        self._job = jobs.start(self, _("Counting"), work, self.found.emit, calm=True)

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & CONCERNS and not self._wait.isActive():
            self._wait.start(LATER)
