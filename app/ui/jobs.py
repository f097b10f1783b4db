"""Long core work off the GUI thread; its outcome back on it.

Public names: `Job` (the `Progress` of the work, and what cancels it), `Jobs`, `SIGN_OF_LIFE`.
"""

import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal
from shiboken6 import isValid

from app.core.errors import AppError, Cancelled
from app.core.garbage import give_back
from app.core.progress import SILENT, Progress, checkpoint

T = TypeVar("T")
SIGN_OF_LIFE = 80
"""Milliseconds after which what people wait for shows that it goes on."""
TURN = 0.0005
"""Seconds after which a job lets the GUI thread go on. Building a page gives way hundreds of times,
and by Python's own measure (ten times as long) each of them would be felt."""
_STEP_ASIDE = 5.0
"""Seconds that work which nobody waits for leaves to a job that somebody does; then both go on."""
_LOOK = 0.01
_LONG = 0.5
"""Seconds from which on work may have taken much memory, too, that the system gets back."""
_SHOWING = 0.3
"""Seconds after a job in which what it found is being shown."""


@dataclass(eq=False)
class Job:
    """Handed to the work as its `Progress`, and to the caller to cancel it."""

    title: str
    _report: Callable[["Job", float, str], None]
    stoppable: bool = True
    """Whether people may cancel it; what they typed and is on its way to the vault may not."""
    calm: bool = False
    """Whether nobody waits for it."""
    started: float = field(default_factory=time.monotonic)
    _stop: threading.Event = field(default_factory=threading.Event)

    @property
    def cancelled(self) -> bool:
        return self._stop.is_set()

    def cancel(self) -> None:
        self._stop.set()

    def report(self, fraction: float, text: str = "") -> None:
        self._report(self, fraction, text)

    def pause(self, seconds: float) -> None:
        """So long, or until it is cancelled."""
        self._stop.wait(seconds)


@dataclass(frozen=True, slots=True)
class _Calm:
    """The `Progress` of work that nobody waits for: at each checkpoint it lets other jobs go first.

    They would share the one interpreter, and what somebody waits for would take twice as long.
    """

    job: Job
    hurried: Callable[[], bool]

    def report(self, fraction: float, text: str = "") -> None:
        self.job.report(fraction, text)

    @property
    def cancelled(self) -> bool:
        while self.hurried() and not self.job.cancelled:
            self.job.pause(_LOOK)
        return self.job.cancelled


class Jobs(QObject):
    """Runs jobs on a few threads: more than models and downloads occupy for long.

    All signals arrive on the GUI thread.

    `started(job)`, `progressed(job, fraction, text)` and `ended(job)` are for whoever shows what
    is going on; `failed(owner, error)` for whoever tells people what went wrong.
    """

    started = Signal(object)
    progressed = Signal(object, float, str)
    ended = Signal(object)
    failed = Signal(object, object)
    _reported = Signal(object, float, str)
    _arrived = Signal(object, object)

    def __init__(self, workers: int = 6, parent: QObject | None = None) -> None:
        super().__init__(parent)
        sys.setswitchinterval(TURN)
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="job")
        self._closed = False
        self._ended = 0.0
        """When the last job ended that somebody waited for."""
        self.noting: Callable[[], AbstractContextManager[list[int]]] = lambda: nullcontext([])
        """Notes which entries of the journal work writes."""
        self.entries: tuple[int, ...] | None = None
        """What the work has written whose outcome is being told; None at other times."""
        self._live: dict[Job, tuple[QObject, Callable[[Any], None], Callable[[Any], None]]] = {}
        self._reported.connect(self._pass_on, Qt.ConnectionType.QueuedConnection)
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def start(
        self,
        owner: QObject,
        title: str,
        work: Callable[[Job], T],
        done: Callable[[T], None],
        failed: Callable[[Exception], None] | None = None,
        *,
        stoppable: bool = True,
        calm: bool = False,
    ) -> Job:
        """Run `work(job)`, then `done(result)` on the GUI thread, unless `owner` is gone by then.

        Without `failed` an error of the work is announced by the signal of that name. A job that
        was cancelled ends in silence, and after `shut_down` none is begun. One that is `calm` is
        waited for by nobody; unlike in `start_calmly` it does not step aside.
        """
        job = Job(title, self._reported.emit, stoppable, calm)
        return self._begin(job, lambda: work(job), owner, done, failed)

    def start_calmly(
        self,
        owner: QObject,
        title: str,
        work: Callable[[Progress], T],
        done: Callable[[T], None],
    ) -> Job:
        """The same for work that nobody waits for, which steps aside for what somebody does.

        None of its checkpoints may be inside a write.
        """
        job = Job(title, self._reported.emit, calm=True)
        progress = _Calm(job, self._is_hurried)
        return self._begin(job, lambda: work(progress), owner, done, None)

    def _begin(
        self,
        job: Job,
        work: Callable[[], T],
        owner: QObject,
        done: Callable[[T], None],
        failed: Callable[[Exception], None] | None,
    ) -> Job:
        if self._closed:
            job.cancel()
            return job
        self._live[job] = (owner, done, failed or self._announce(owner))
        self.started.emit(job)
        future = self._pool.submit(_run, work, job, self.noting)
        future.add_done_callback(lambda finished: self._arrived.emit(job, finished))
        return job

    def _is_hurried(self) -> bool:
        """Whether somebody waits for a job that was begun just now, or for what one has found."""
        now = time.monotonic()
        return now - self._ended < _SHOWING or any(
            not job.calm and now - job.started < _STEP_ASIDE for job in list(self._live)
        )

    def run(
        self,
        owner: QObject,
        title: str,
        work: Callable[[Progress], T],
        done: Callable[[T], None],
        *,
        short: bool,
    ) -> Job | None:
        """Do short work at once, which may raise; start long work as a job, and return that."""
        if not short:
            return self.start(owner, title, work, done)
        with self.noting() as entries:
            result = work(SILENT)
        self.tell(entries, lambda: done(result))
        return None

    def tell(self, entries: Sequence[int], act: Callable[[], object]) -> None:
        """Do `act()`, which tells of work that wrote these `entries`."""
        before, self.entries = self.entries, tuple(entries)
        try:
            act()
        finally:
            self.entries = before

    def explain(
        self, owner: QObject, error: Exception, explain: Callable[[AppError], object]
    ) -> None:
        """Have a failure that people understand explained where it happened, and announce a bug."""
        if isinstance(error, AppError):
            explain(error)
        else:
            self.failed.emit(owner, error)

    def shut_down(self) -> None:
        """Ask every job to stop, and wait until each has."""
        self._closed = True
        for job in self._live:
            job.cancel()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _announce(self, owner: QObject) -> Callable[[Exception], None]:
        return lambda error: self.failed.emit(owner, error)

    def _pass_on(self, job: Job, fraction: float, text: str) -> None:
        """A report that was still on its way when the job ended is dropped."""
        if job in self._live:
            self.progressed.emit(job, fraction, text)

    def _deliver(self, job: Job, future: "Future[Any]") -> None:
        owner, done, failed = self._live.pop(job)
        if not job.calm:
            self._ended = time.monotonic()
        self.ended.emit(job)
        if future.cancelled() or job.cancelled or not isValid(owner):
            return
        error = future.exception()
        if error is None:
            result, entries = future.result()
            self.tell(entries, lambda: done(result))
        elif isinstance(error, Exception) and not isinstance(error, Cancelled):
            failed(error)


def _run(
    work: Callable[[], T], job: Job, noting: Callable[[], AbstractContextManager[list[int]]]
) -> tuple[T, list[int]]:
    """What was cancelled while it waited for its turn is not begun."""
    checkpoint(job)
    begun = time.monotonic()
    try:
        with noting() as entries:
            return work(), entries
    finally:
        if time.monotonic() - begun > _LONG:
            give_back()
