"""What the rest of the window says of the life of skills: candidates that wait for a decision, and
what Techne deprecated on its own. Public name: `LifecycleNews`.
"""

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.core.changes import Changes, Part
from app.core.learning import candidates
from app.core.learning.candidates import CandidateStatus
from app.core.library import catalogue
from app.core.library.catalogue import SkillRow
from app.core.lifecycle import deprecation
from app.core.lifecycle.events import Event
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.shell.deprecation_notice import tell_deprecated

CONCERNS = Part.LEARNING | Part.KNOWLEDGE


@dataclass(frozen=True, slots=True)
class _News:
    """How many candidates are open, and what was deprecated, with its skills in that order."""

    open: int
    deprecated: tuple[Event, ...]
    skills: tuple[SkillRow, ...]


class LifecycleNews(QObject):
    """`counted(int)` with how many candidates are open, when they are others."""

    counted = Signal(int)

    def __init__(self, context: AppContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._job: Job | None = None
        self._again = False
        self._count = 0
        self._told = 0
        """The newest event that was told, which may not be written down yet."""
        context.bridge.changed.connect(self._on_changed)

    def look(self) -> None:
        """Ask the vault, and say what there is to say."""
        if self._job is not None:
            self._again = True
            return
        vault = self._context.vault

        def work(_job: Job) -> _News:
            waiting = candidates.candidates(vault, status=CandidateStatus.CANDIDATE)
            fallen = deprecation.untold(vault)
            rows = catalogue.some(vault, [one.skill for one in fallen])
            skills = tuple(rows[one.skill] for one in fallen if one.skill in rows)
            return _News(len(waiting), fallen, skills)

        title = _("Looking at candidates")
        self._job = self._context.jobs.start(self, title, work, self._take, self._on_failed)

    def _take(self, found: _News) -> None:
        if found.open != self._count:
            self._count = found.open
            self.counted.emit(found.open)
        newest = max((one.id for one in found.deprecated), default=0)
        if newest > self._told:
            self._told = newest
            vault, told = self._context.vault, found.deprecated
            tell_deprecated(self._context, self, found.skills)
            self._context.writes.write(self, _("Saving"), lambda: deprecation.tell(vault, told))
        self._end()

    def _on_failed(self, error: Exception) -> None:
        self._context.jobs.failed.emit(self, error)
        self._end()

    def _end(self) -> None:
        self._job = None
        if self._again:
            self._again = False
            self.look()

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & CONCERNS:
            self.look()
