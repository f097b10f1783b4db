"""What the window writes, in order, and without ever waiting for the vault.

Public name: `WriteQueue`.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from PySide6.QtCore import QObject
from shiboken6 import isValid

from app.core.errors import AppError
from app.core.progress import SILENT, Progress
from app.core.store.errors import VaultBusy
from app.core.vault import Vault
from app.core.words import _
from app.ui.jobs import Jobs

T = TypeVar("T")

FEW = 20
"""As many skills are changed at once; more are a job."""


def nothing(*_ignored: object) -> None:
    pass


@dataclass(frozen=True, slots=True, eq=False)
class _Waiting:
    """Work, or (None) only what is done once everything before it is over."""

    owner: QObject
    title: str
    work: Callable[[], Any] | None
    done: Callable[[Any], object]
    failed: Callable[[AppError], object] | None


class WriteQueue(QObject):
    """Tries a write at once; one that would have to wait for somebody else is a job, and every
    later one waits behind it, so that what people do happens in the order they did it.

    All of it belongs to the GUI thread. The work of a write is one transaction, or can be begun
    again from its beginning.
    """

    def __init__(self, vault: Vault, jobs: Jobs) -> None:
        super().__init__()
        self._vault, self._jobs = vault, jobs
        self._waiting: deque[_Waiting] = deque()
        self._is_running = False

    @property
    def is_waiting(self) -> bool:
        """Whether something is not written yet."""
        return self._is_running or bool(self._waiting)

    def write(
        self,
        owner: QObject,
        title: str,
        work: Callable[[], T],
        done: Callable[[T], object] = nothing,
        failed: Callable[[AppError], object] | None = None,
        *,
        short: bool = True,
    ) -> None:
        """Do `work()`, then `done(result)` unless `owner` is gone by then.

        Without `failed` an error is raised here, or announced as that of a job, which work is
        that is not `short`.
        """
        if short and not self.is_waiting:
            try:
                with self._vault.turns.at_once(), self._vault.noting() as entries:
                    result = work()
            except VaultBusy:
                pass
            except AppError as error:
                if failed is None:
                    raise
                failed(error)
                return
            else:
                self._jobs.tell(entries, lambda: done(result))
                return
        self._waiting.append(_Waiting(owner, title, work, done, failed))
        self._go_on()

    def run(
        self,
        owner: QObject,
        title: str,
        work: Callable[[Progress], T],
        done: Callable[[T], None],
        *,
        short: bool,
    ) -> None:
        """The same; long work is a job of its own, begun when nothing waits any more."""
        if short:
            self.write(owner, title, lambda: work(SILENT), done)
        else:
            self.after(owner, lambda: self._jobs.start(owner, title, work, done))

    def after(self, owner: QObject, act: Callable[[], object]) -> None:
        """Do `act()` when everything so far is written or has failed: now if nothing waits."""
        if not self.is_waiting:
            act()
        else:
            self._waiting.append(_Waiting(owner, "", None, lambda _nothing: act(), None))

    def way_back(self, work: Callable[[], object]) -> Callable[[], None]:
        """What undoes something when it is called."""
        return lambda: self.write(self, _("Undoing"), work)

    def _go_on(self) -> None:
        if self._is_running or not self._waiting:
            return
        self._is_running = True
        first = self._waiting.popleft()
        work = first.work
        if work is None:
            self._end(first, lambda: first.done(None))
            return
        self._jobs.start(
            self,
            first.title,
            lambda _job: work(),
            lambda result: self._end(first, lambda: first.done(result)),
            lambda error: self._end(first, lambda: self._fail(first, error)),
            stoppable=False,
        )

    def _fail(self, one: _Waiting, error: Exception) -> None:
        if one.failed is not None and isinstance(error, AppError):
            one.failed(error)
        else:
            self._jobs.failed.emit(one.owner, error)

    def _end(self, one: _Waiting, tell: Callable[[], object]) -> None:
        """What is told may write itself: that comes after what waits already."""
        self._is_running = False
        try:
            if isValid(one.owner):
                tell()
        finally:
            self._go_on()
