"""The desk in another process: a window that is unlocked, or a server."""

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from itertools import count
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection, answer_challenge, deliver_challenge
from typing import Any

from app.core.agents.caller import Caller
from app.core.api.json_values import Json
from app.core.changes import Changes
from app.core.serve.errors import NotOpen
from app.core.serve.relay import messages, peer
from app.core.serve.relay.place import Kind, Place, places
from app.core.store.files import Home
from app.core.words import _

PATIENCE = 3.0
"""Seconds that a process has to answer at all: it may have been stopped."""


def reach(home: Home) -> "RelayDesk | None":
    """The desk of a window, else of a server, that has this vault open now; None without one."""
    for place in places(home):
        line = _call(place)
        if line is not None:
            return RelayDesk(line)
    return None


def has_window(home: Home) -> bool:
    """Whether a window is open and unlocked, in which a person can be asked."""
    for place in places(home):
        line = _call(place) if place.kind is Kind.WINDOW else None
        if line is not None:
            line.close()
            return True
    return False


class RelayDesk:
    """Many calls at once over one line. When the other end goes, so does this desk."""

    def __init__(self, line: Connection) -> None:
        self._line = line
        self._sending, self._state = threading.Lock(), threading.Lock()
        self._numbers = count(1)
        self._waiting: dict[int, Future[Json]] = {}
        self._listeners: list[Callable[[Changes], None]] = []
        self._open = True
        threading.Thread(target=self._read, name="relay", daemon=True).start()

    @property
    def is_open(self) -> bool:
        """Whether the other end is there."""
        return self._open

    def ask(self, operation: str, caller: Caller, values: Mapping[str, Json]) -> Json:
        number, answer = next(self._numbers), Future[Json]()
        said = {
            "id": number,
            "operation": operation,
            "caller": messages.caller_written(caller),
            "values": values,
        }
        with self._state:
            if not self._open:
                raise _gone()
            self._waiting[number] = answer
        try:
            with self._sending:
                self._line.send_bytes(messages.written(said))
        except (OSError, ValueError):
            self.close()
        return answer.result()

    def listen(self, told: Callable[[Changes], None]) -> Callable[[], None]:
        self._listeners.append(told)
        return lambda: self._listeners.remove(told)

    def close(self) -> None:
        """Hang up; what waits for an answer gets none."""
        with self._state:
            if not self._open:
                return
            self._open = False
            waiting, self._waiting = self._waiting, {}
        peer.hang_up(self._line)
        for answer in waiting.values():
            answer.set_exception(_gone())

    def _read(self) -> None:
        try:
            while True:
                self._take(messages.read(self._line))
        except (OSError, EOFError, ValueError, KeyError, TypeError):
            self.close()
        with self._sending:
            self._line.close()

    def _take(self, message: messages.Message) -> None:
        if "news" in message:
            changes = messages.news_read(message["news"])
            for told in list(self._listeners):
                told(changes)
            return
        with self._state:
            answer = self._waiting.pop(message["id"], None)
        if answer is None:
            return
        if "error" in message:
            answer.set_exception(messages.error_read(message["error"]))
        else:
            answer.set_result(message["answer"])


def _call(place: Place) -> Connection | None:
    """A line to whoever listens there; the place is cleared if nobody does any more."""
    try:
        line: Any = Client(place.address)
    except (ConnectionRefusedError, FileNotFoundError):
        place.clear()
        return None
    except OSError:
        return None
    try:
        if peer.is_owner(line) and line.poll(PATIENCE):
            answer_challenge(line, place.key)
            deliver_challenge(line, place.key)
            return line  # type: ignore[no-any-return]
    except (OSError, EOFError, AuthenticationError):
        pass
    line.close()
    return None


def _gone() -> NotOpen:
    return NotOpen(
        _("Techne was locked or closed before it answered."),
        _("Once it is unlocked, look at whether this was done, then call again."),
    )
