"""What can be seen of a model from outside: whether it runs, how fast, how it ended."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class Status(StrEnum):
    OFF = "off"
    LOADING = "loading"
    READY = "ready"
    WORKING = "working"


@dataclass(frozen=True, slots=True)
class State:
    """For the status bar.

    `speed` is in tokens per second, 0 while nothing is written; `trouble` is the sentence of the
    last failure, until it works again.
    """

    status: Status = Status.OFF
    speed: float = 0.0
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """How an answer ended; `cut` if it had as many tokens as were allowed and wanted more."""

    tokens: int
    seconds: float
    cut: bool

    @property
    def speed(self) -> float:
        """Tokens per second."""
        return self.tokens / self.seconds if self.seconds > 0 else 0.0


class Shown:
    """The newest state, and who wants to know it. Threads may share it."""

    def __init__(self) -> None:
        self._state = State()
        self._listeners: list[Callable[[State], None]] = []
        self._guard = threading.Lock()

    @property
    def state(self) -> State:
        return self._state

    def show(self, state: State) -> None:
        """Tell everybody, in this thread, if it is news."""
        with self._guard:
            if state == self._state:
                return
            self._state = state
            listeners = tuple(self._listeners)
        for listener in listeners:
            listener(state)

    def subscribe(self, listener: Callable[[State], None]) -> Callable[[], None]:
        """Call it with each new state, in the thread where it changes; returns how to stop that."""
        with self._guard:
            self._listeners.append(listener)

        def stop() -> None:
            with self._guard:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return stop
