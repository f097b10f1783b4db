"""A model at work on a training: what it writes, as it writes it, and stopping it at once."""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal

from app.core.errors import AppError, Cancelled
from app.core.library.record import Writer
from app.core.llm.model import Model, Sampling
from app.core.training.proposal import Proposal
from app.core.training.rewriting.rewrite import Rewrite, RewrittenStep
from app.core.training.rewriting.weaving import Done, Finished, Started, Written, weave, writer_of
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job

EVERY = 0.05
"""Seconds between two looks at what is being written."""


class RewriteJob(QObject):
    """`began(Started)`, `wrote(position, text)`, `judged(RewrittenStep)`, then `ended(Rewrite)`.

    What was finished when it is stopped is in the last one, with the reason why there is no more.
    """

    began = Signal(object)
    wrote = Signal(int, str)
    judged = Signal(object)
    ended = Signal(object)
    _told = Signal(int, object)

    def __init__(self, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._job: Job | None = None
        self._run = 0
        self._since = self._until = 0.0
        self._placement: Proposal | None = None
        self._writer: Writer | None = None
        self._steps: list[RewrittenStep] = []
        context.jobs.ended.connect(self._on_job_ended)
        self._told.connect(self._hear, Qt.ConnectionType.QueuedConnection)

    @property
    def is_running(self) -> bool:
        return self._job is not None

    @property
    def seconds(self) -> float:
        """How long it has been at it, or was."""
        return (time.monotonic() if self._job is not None else self._until) - self._since

    @property
    def speed(self) -> float:
        """Tokens per second, 0 while that is not known."""
        return self._context.model.state.speed

    def start(self, placement: Proposal) -> None:
        """Ask the model about each step that memories were found for."""
        if self._job is not None:
            return
        self._run += 1
        self._placement, self._writer, self._steps = placement, None, []
        self._since = self._until = time.monotonic()
        context, run, tell = self._context.model, self._run, self._told.emit
        how = context.choice.run_options.sampling()

        def work(job: Job) -> Rewrite | None:
            return _woven(context.model, how, placement, job, lambda event: tell(run, event))

        self._job = self._context.jobs.start(self, _("Rewriting"), work, self._end, self._on_failed)
        self.destroyed.connect(self._job.cancel)

    def _on_job_ended(self, job: Job) -> None:
        """Somebody may have stopped it elsewhere."""
        if job is self._job and job.cancelled:
            self.stop()

    def stop(self) -> None:
        """Hear nothing more from it; what is finished can be reviewed."""
        if self._job is None or self._placement is None:
            return
        self._job.cancel()
        self._run += 1
        trouble = _("Stopped before every step was checked.")
        self._end(Rewrite(self._placement, self._writer, tuple(self._steps), trouble))

    def _end(self, rewrite: Rewrite | None) -> None:
        if rewrite is None:
            self.stop()
        elif self._job is not None and rewrite.placement is self._placement:
            self._until, self._job = time.monotonic(), None
            self.ended.emit(rewrite)

    def _on_failed(self, error: Exception) -> None:
        assert self._placement is not None
        said = _("The rewrite ended unexpectedly.")
        if isinstance(error, AppError):
            said = f"{error} {error.hint}".strip()
        else:
            self._context.jobs.failed.emit(self, error)
        self._end(Rewrite(self._placement, self._writer, tuple(self._steps), said))

    def _hear(self, run: int, event: object) -> None:
        if run != self._run:
            return
        if isinstance(event, Writer):
            self._writer = event
        elif isinstance(event, Started):
            self.began.emit(event)
        elif isinstance(event, Written):
            self.wrote.emit(event.position, event.text)
        elif isinstance(event, Done):
            self._steps.append(event.step)
            self.judged.emit(event.step)


def _woven(
    model: Callable[[], Model],
    how: Sampling,
    placement: Proposal,
    job: Job,
    tell: Callable[[object], None],
) -> Rewrite | None:
    """What the model makes of it, None if it was stopped."""
    try:
        return _listened(model(), how, placement, job, tell)
    except Cancelled:
        return None


def _listened(
    asked: Model, how: Sampling, placement: Proposal, job: Job, tell: Callable[[object], None]
) -> Rewrite:
    """Not every letter is told."""
    shown = 0.0
    tell(writer_of(asked, how))
    for event in weave(asked, placement, job, sampling=how):
        if isinstance(event, Written):
            now = time.monotonic()
            if now - shown < EVERY:
                continue
            shown = now
        tell(event)
    assert isinstance(event, Finished)
    return event.rewrite
