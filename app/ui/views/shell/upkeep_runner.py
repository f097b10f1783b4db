"""Starting upkeep in the background of the window, and telling what keeps it from its work."""

import os
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from app.core.changes import Changes
from app.core.errors import AppError
from app.core.llm.stored_model import Use
from app.core.upkeep import CONCERNS
from app.core.upkeep.lease import LeaseHeld
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job

if TYPE_CHECKING:
    from app.core.upkeep.upkeep import Outcome

FIRST, LATER = 4000, 1500
"""Milliseconds after the vault opened, and after a change."""
EVERY = 600_000
"""Milliseconds between two looks at what waits for the clock."""
MEANING = "meaning"
"""The task of upkeep that reads meanings: where it fails, words have to do."""


class UpkeepRunner(QObject):
    """One job at a time, shown in the status bar, that goes on where it was stopped.

    Says what failed once until that task works again, with what can be done about it, if there
    is something; everything else goes on.
    """

    def __init__(self, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._job: Job | None = None
        self._again = False
        self._told: set[str] = set()
        self._meaning = _meaning(context)
        self._wait = QTimer(self, singleShot=True)
        self._wait.timeout.connect(self.start)
        self._wait.start(FIRST)
        self._often = QTimer(self, interval=EVERY)
        self._often.timeout.connect(self.start)
        self._often.start()
        context.bridge.changed.connect(self._on_changed)
        context.jobs.ended.connect(self._on_ended)
        context.model.chosen.connect(self._on_chosen)

    @property
    def busy(self) -> bool:
        """Whether it runs, or will after a moment."""
        return self._job is not None or self._wait.isActive()

    def start(self) -> None:
        """Look for what is new now."""
        self._wait.stop()
        if self._job is not None:
            self._again = True
            return
        self._again = False
        context = self._context

        def work(job: Job) -> "Outcome":
            from app.core.lifecycle import config  # noqa: PLC0415 - loads YAML
            from app.core.upkeep import upkeep  # noqa: PLC0415 - loads numpy
            from app.core.upkeep.context import Context  # noqa: PLC0415

            settings, _problems = config.load(context.vault.home)
            given = Context(context.vault, settings, context.embedding, context.model.behind)
            return upkeep.run(given, _holder(), job)

        self._job = context.jobs.start(
            self, _("Background work"), work, self._on_done, self._on_failed, calm=True
        )

    def stop(self) -> None:
        """Never again by itself."""
        self._wait.stop()
        self._often.stop()
        self._context.bridge.changed.disconnect(self._on_changed)
        self._context.model.chosen.disconnect(self._on_chosen)

    def _on_done(self, outcome: "Outcome") -> None:
        self._told -= {"", *outcome.done}
        for task, error in outcome.failed.items():
            self._tell(error, task)
        if outcome.lost:
            self._wait.start(LATER)

    def _on_failed(self, error: Exception) -> None:
        """Where another process does it, look again when it is over at the latest."""
        if isinstance(error, LeaseHeld):
            left = error.holder.until - self._context.vault.now()
            self._wait.start(LATER + max(0, left // timedelta(milliseconds=1)))
        else:
            self._tell(error, "")

    def _tell(self, error: Exception, task: str) -> None:
        if not isinstance(error, AppError):
            self._context.jobs.failed.emit(self, error)
        elif task not in self._told:
            self._told.add(task)
            self._context.say.explain(*_what_to_say(self._context, error, task))

    def _on_ended(self, job: Job) -> None:
        if job is not self._job:
            return
        self._job = None
        if self._again and not job.cancelled:
            self._wait.start(LATER)

    def _on_chosen(self) -> None:
        """Where another model finds meanings now, it has to read everything itself."""
        if (chosen := _meaning(self._context)) != self._meaning:
            self._meaning = chosen
            self._told.discard(MEANING)
            if self._job is not None:
                self._job.cancel()
                self._job = None
            self.start()

    def _on_changed(self, changes: Changes) -> None:
        """Its own writes are news as well, so it looks once more and finds nothing to do."""
        if changes.parts & CONCERNS:
            if self._job is not None:
                self._again = True
            elif not self._wait.isActive() or self._wait.interval() > FIRST:
                self._wait.start(LATER)  # nor does it wait for a lease that may be free by now


def _holder() -> str:
    return _("window, process {number}").format(number=os.getpid())


def _what_to_say(
    context: AppContext, error: AppError, task: str
) -> tuple[AppError, str, Callable[[], None] | None]:
    """About a task that failed, and what to do about it, if there is something.

    Where meaning cannot be had, words have to do.
    """
    if task != MEANING:
        return error, "", None
    said = _("Search matches words only. {why}").format(why=error)
    if context.model.choice.finds_by_itself:
        return AppError(said, error.hint), "", None
    give_up = partial(context.model.choose_none, Use.EMBEDDING)
    return AppError(said, error.hint), _("Use the built-in model"), give_up


def _meaning(context: AppContext) -> object:
    """What tells one choice of what finds meanings from another."""
    return context.model.choice.meaning, context.model.choice.no_meaning
