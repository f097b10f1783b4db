"""What the rest of the window says of the life of skills: candidates that wait for a decision, and
what Techne deprecated on its own. Public name: `LifecycleNews`.
"""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from app.core.changes import Changes, Part
from app.core.learning import candidates
from app.core.learning.candidates import CandidateStatus
from app.core.library import catalogue, history
from app.core.lifecycle import deprecation
from app.core.lifecycle.events import Event
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job

CONCERNS = Part.LEARNING | Part.KNOWLEDGE


class LifecycleNews(QObject):
    """`counted(int)` with how many candidates are open, when they are others."""

    counted = Signal(int)

    def __init__(self, context: AppContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._job: Job | None = None
        self._again = False
        self._count = 0
        context.bridge.changed.connect(self._on_changed)

    def look(self) -> None:
        """Ask the vault, and say what there is to say."""
        if self._job is not None:
            self._again = True
            return
        vault = self._context.vault

        def work(_job: Job) -> tuple[int, tuple[Event, ...], list[str]]:
            waiting = candidates.candidates(vault, status=CandidateStatus.CANDIDATE)
            told = deprecation.untold(vault)
            rows = catalogue.some(vault, [one.skill for one in told])
            return len(waiting), told, [row.title for row in rows.values()]

        self._job = self._context.jobs.start(self, _("Looking at candidates"), work, self._take)

    def _take(self, found: tuple[int, tuple[Event, ...], list[str]]) -> None:
        self._job = None
        count, told, titles = found
        if count != self._count:
            self._count = count
            self.counted.emit(count)
        if told:
            self._tell(told, titles)
        if self._again:
            self._again = False
            self.look()

    def _tell(self, told: Sequence[Event], titles: Sequence[str]) -> None:
        """Once, with the way back."""
        vault, writes = self._context.vault, self._context.writes
        said = ngettext(
            "{title} mostly fails and was deprecated: agents are no longer offered it",
            "{title} and {count} more mostly fail and were deprecated",
            len(told),
        ).format(title=titles[0], count=len(told) - 1)
        entries = sorted({one.journal for one in told if one.journal is not None})

        def undo() -> None:
            for entry in entries:
                history.undo_entry(vault, entry)

        def done(_nothing: None) -> None:
            self._context.say.offer(said, writes.way_back(undo))

        writes.write(self, _("Saving"), lambda: deprecation.tell(vault, told), done)

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & CONCERNS:
            self.look()
