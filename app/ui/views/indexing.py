"""Keeping what is known up to date in the background: nodes, vectors, planned trainings."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from app.core.changes import Changes, Part
from app.core.errors import AppError
from app.core.llm.model import ModelTrouble
from app.core.llm.shelved import Use
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job

FIRST, LATER = 4000, 1500
"""Milliseconds after the vault opened, and after a change."""
EVERY = 600_000
"""Milliseconds between two looks at the plans of trainings."""
CONCERNS = Part.LIST | Part.TEXT | Part.MEMORIES


class Indexing(QObject):
    """One job at a time, shown in the status bar, that goes on where it was stopped.

    `failed(error)` once until it works again: without a model words have to do for meaning, and
    everything else goes on.
    """

    failed = Signal(object)

    def __init__(self, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._job: Job | None = None
        self._again = False
        self._has_failed = False
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

        def work(job: Job) -> None:
            from app.core.lifecycle import affinity, config  # noqa: PLC0415 - loads YAML
            from app.core.memory import nodes  # noqa: PLC0415 - loads numpy
            from app.core.memory.retrieval import index  # noqa: PLC0415 - loads numpy
            from app.core.training import schedule  # noqa: PLC0415
            from app.core.training.memory_query import Memories  # noqa: PLC0415

            settings, _problems = config.load(context.vault.home)
            nodes.catch_up(context.vault, settings.importance_on_install)
            if (embedder := context.embedding.at_hand) is not None:
                try:
                    index.update(context.vault, embedder, job)
                except ModelTrouble as error:
                    context.embedding.take(error)
                    embedder = None
            affinity.keep_up(context.vault, settings, job)
            known = Memories(context.vault, embedder)
            model, wanted = context.model.behind()
            schedule.tend(context.vault, known, known, job, model=model, wanted=wanted)
            if context.embedding.trouble is not None:
                raise context.embedding.trouble

        self._job = context.jobs.start(self, _("Indexing"), work, self._on_done, self._on_failed)

    def stop(self) -> None:
        """Never again by itself."""
        self._wait.stop()
        self._often.stop()
        self._context.bridge.changed.disconnect(self._on_changed)
        self._context.model.chosen.disconnect(self._on_chosen)

    def _on_done(self, _nothing: None) -> None:
        self._has_failed = False

    def _on_failed(self, error: Exception) -> None:
        if not isinstance(error, AppError):
            self._context.jobs.failed.emit(self, error)
        elif not self._has_failed:
            self._has_failed = True
            self.failed.emit(error)

    def _on_ended(self, job: Job) -> None:
        if job is not self._job:
            return
        self._job = None
        if self._again and not job.cancelled:
            self._wait.start(LATER)

    def _on_chosen(self) -> None:
        """Where another model finds meanings now, it has to read everything itself."""
        if (chosen := _meaning(self._context)) != self._meaning:
            self._meaning, self._has_failed = chosen, False
            if self._job is not None:
                self._job.cancel()
                self._job = None
            self.start()

    def _on_changed(self, changes: Changes) -> None:
        """Its own writes are news as well, so it looks once more and finds nothing to do."""
        if changes.parts & CONCERNS:
            if self._job is not None:
                self._again = True
            elif not self._wait.isActive():
                self._wait.start(LATER)


def words_only(
    context: AppContext, error: AppError
) -> tuple[AppError, str, Callable[[], None] | None]:
    """What to say where meaning cannot be had, and what to do about it, if there is something."""
    said = _("Texts are found by their words only. {why}").format(why=error)
    if context.model.choice.finds_by_itself:
        return AppError(said, error.hint), "", None
    give_up = partial(context.model.choose_none, Use.EMBEDDING)
    return AppError(said, error.hint), _("Use the built-in model"), give_up


def _meaning(context: AppContext) -> object:
    """What tells one choice of what finds meanings from another."""
    return context.model.choice.meaning, context.model.choice.no_meaning
