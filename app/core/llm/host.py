"""The model's process while somebody needs it: one conversation at a time, with an end to each."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from app.core.errors import Cancelled
from app.core.llm import model_errors
from app.core.llm.child import Child, Lost, Process
from app.core.llm.frames import Garbled
from app.core.llm.model import ModelTrouble
from app.core.llm.state import Shown, State, Status
from app.core.progress import Progress, checkpoint
from app.core.words import _

Document = dict[str, Any]
_LOOK = 0.05
"""Seconds between two looks whether the person stopped it."""
_MOST_FAILURES = 3
"""In a row; then it does not restart automatically."""
_NEWS = 0.5
"""Seconds between two reports of the speed."""
_LAST = ("end", "ready", "refused")
_STILL_THERE = ("long", "form")
"""Refusals after which the process can be asked something else."""


@dataclass(frozen=True, slots=True)
class Means:
    """What the host gets from the machine: a process, a timer and a clock in seconds."""

    start: Callable[[], Process] = Child
    timer: Callable[[float, Callable[[], None]], threading.Timer] = threading.Timer
    now: Callable[[], float] = time.monotonic


class Host:
    """Threads may share it. `idle` and `patience` are in seconds, as for `LocalModel`."""

    def __init__(self, idle: float, patience: float, means: Means) -> None:
        self.shown = Shown()
        self._idle, self._patience, self._means = idle, patience, means
        self._turn, self._guard = threading.Lock(), threading.Lock()
        self._child: Process | None = None
        self._at_work = False
        self._failures = 0
        self.waiting = 0
        """How many wait for their turn."""
        self._rest: threading.Timer | None = None
        self._told = 0.0

    @contextmanager
    def turn(self, progress: Progress) -> Iterator[None]:
        """Wait until nobody else is asking; afterwards nothing is under way that nobody waits for.

        Raises `Cancelled`, and `ModelTrouble` when the process was lost.
        """
        if not self._turn.acquire(blocking=False):
            self._wait(progress)
        try:
            self._rest_later()
            checkpoint(progress)
            yield
        except Lost:
            if self._child is None:  # unloaded meanwhile
                raise Cancelled(_("Stopped.")) from None
            raise self._failed(model_errors.lost()) from None
        finally:
            if self._at_work:
                self.end()
            self._rest_soon()
            self._turn.release()

    def _wait(self, progress: Progress) -> None:
        """Until it is our turn."""
        with self._guard:
            self.waiting += 1
        try:
            while not self._turn.acquire(timeout=_LOOK):
                progress.report(0, _("Waiting for the model"))
                checkpoint(progress)
        finally:
            with self._guard:
                self.waiting -= 1

    def load(self, document: Callable[[], Document], progress: Progress) -> None:
        """Start the process, unless it runs, and have it do that. In a turn; raises as `hear`."""
        if self._child is not None:
            return
        if self._failures >= _MOST_FAILURES:
            raise model_errors.given_up()
        what = document()
        with self._guard:
            self._child = self._means.start()
        self.shown.show(State(Status.LOADING))
        progress.report(0, _("Starting the model"))
        for _ready in self.exchange(what, progress):
            self.shown.show(State(Status.READY))

    def exchange(self, request: Mapping[str, Any], progress: Progress) -> Iterator[Document]:
        """Ask for something and hear until it is done, which is the last thing heard. In a turn.

        Raises `Cancelled`, `Lost`, `ModelTrouble`.
        """
        child = self._child
        if child is None:
            raise Lost
        self._at_work = True
        try:
            child.say(request)
        except Garbled:
            self._at_work = False
            raise model_errors.too_long() from None
        last = False
        while not last:
            heard = self._hear(child, progress)
            last = heard["is"] in _LAST
            if last:
                self._at_work = False
            if heard["is"] == "refused":
                raise self._refused(str(heard["reason"]))
            if heard["is"] == "end":
                self._failures = 0
                self.shown.show(State(Status.READY))
            yield heard

    def working(self, speed: float) -> None:
        """Say how fast it is, but not all the time. `speed` is in tokens per second."""
        now = self._means.now()
        if self.shown.state.status is not Status.WORKING or now - self._told >= _NEWS:
            self._told = now
            self.shown.show(State(Status.WORKING, round(speed, 1)))

    def forgive(self) -> None:
        """Start it again with the next question, however often it failed."""
        self._failures = 0

    def end(self, trouble: str = "") -> None:
        """End the process now. Whoever is in a conversation with it gets `Cancelled`."""
        with self._guard:
            child, self._child = self._child, None
            self._at_work = False
        self._rest_later()
        if child is not None:
            child.kill()
        self.shown.show(State(Status.OFF, trouble=trouble))

    def _hear(self, child: Process, progress: Progress) -> Document:
        until = self._means.now() + self._patience
        while True:
            checkpoint(progress)
            heard = child.hear(_LOOK)
            if heard is not None:
                return heard
            if self._means.now() > until:
                raise self._failed(model_errors.stuck())

    def _refused(self, reason: str) -> ModelTrouble:
        trouble = model_errors.refused(reason)
        if reason in _STILL_THERE:
            self.shown.show(State(Status.READY))
        else:
            self.end(str(trouble))
        return trouble

    def _failed(self, trouble: ModelTrouble) -> ModelTrouble:
        """Count it; the third in a row says that it is the last."""
        self._failures += 1
        said = trouble if self._failures < _MOST_FAILURES else model_errors.given_up()
        self.end(str(said))
        return said

    # Rest

    def _rest_soon(self) -> None:
        with self._guard:
            if self._child is None or not self._idle:
                return
            self._rest = self._means.timer(self._idle, self._rest_now)
            self._rest.daemon = True
            self._rest.start()

    def _rest_later(self) -> None:
        with self._guard:
            rest, self._rest = self._rest, None
        if rest is not None:
            rest.cancel()

    def _rest_now(self) -> None:
        if self._turn.acquire(blocking=False):
            try:
                self.end()
            finally:
                self._turn.release()
