"""The end of the line that has the vault: others of the same person call, and it answers."""

import logging
import os
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import AuthenticationError
from multiprocessing.connection import (
    Client,
    Connection,
    Listener,
    answer_challenge,
    deliver_challenge,
)
from pathlib import Path
from typing import Any

from app.core.agents.caller import OTHER, Caller
from app.core.api.json_values import Json
from app.core.changes import NO_CHANGES, Changes
from app.core.errors import AppError
from app.core.serve.desk import Desk
from app.core.serve.errors import unexpected
from app.core.serve.relay import messages, peer
from app.core.serve.relay.place import Kind, announce, reserve
from app.core.store.files import Home
from app.core.words import _

log = logging.getLogger(__name__)

AT_ONCE = 16
"""Calls of one line that are worked on or not yet read at the other end; no more are taken."""
MOST = 64
"""Lines at once."""


class RelayHost:
    """Answers from a desk until it is closed. Nothing happens on the thread that made it, and
    closing it waits for nobody."""

    def __init__(self, home: Home, kind: Kind, desk: Desk) -> None:
        """Raises `OSError` where the system gives no socket."""
        self._desk = desk
        self._lines: set[_Line] = set()
        self._state = threading.Lock()
        self._closed = False
        self._place = reserve(home, kind)
        try:
            self._listener = Listener(self._place.address, backlog=MOST)
            if os.name != "nt":
                Path(self._place.address).chmod(0o600)
            announce(self._place)
        except BaseException:
            self._place.clear()
            raise
        self._unsubscribe = desk.listen(self._tell)
        threading.Thread(target=self._accept, name="relay host", daemon=True).start()

    def close(self) -> None:
        """Nobody is answered any more; those who wait for an answer are told so."""
        with self._state:
            if self._closed:
                return
            self._closed = True
            lines = list(self._lines)
        self._unsubscribe()
        with suppress(OSError):
            Client(self._place.address).close()  # wakes the thread that waits for calls
        self._place.clear()
        for line in lines:
            line.close()

    def _accept(self) -> None:
        while not self._closed:
            try:
                end: Any = self._listener.accept()
            except OSError:
                continue  # it hung up again at once
            self._begin(end)
        with suppress(FileNotFoundError):  # the socket itself is cleared away already
            self._listener.close()

    def _begin(self, end: Connection) -> None:
        with self._state:
            if self._closed or len(self._lines) >= MOST or not peer.is_owner(end):
                end.close()
                return
            line = _Line(end, self._place.key, self._desk, self._end)
            self._lines.add(line)
        line.start()

    def _end(self, line: "_Line") -> None:
        with self._state:
            self._lines.discard(line)

    def _tell(self, changes: Changes) -> None:
        with self._state:
            lines = list(self._lines)
        for line in lines:
            line.tell(changes)


class _Line:
    """One caller. What it is told waits in memory, never on the thread that has the news; one that
    does not read holds up itself alone."""

    def __init__(
        self, end: Connection, key: bytes, desk: Desk, ended: Callable[["_Line"], None]
    ) -> None:
        self._line, self._key, self._desk, self._ended = end, key, desk, ended
        self._room = threading.Semaphore(AT_ONCE)
        self._ready = threading.Condition()
        self._answers: deque[bytes] = deque()
        self._news = NO_CHANGES
        self._closed = False
        self._proven: set[str] = set()
        """The clients whose secret came over this line."""

    def start(self) -> None:
        threading.Thread(target=self._read, name="relay line", daemon=True).start()

    def tell(self, changes: Changes) -> None:
        with self._ready:
            self._news |= changes
            self._ready.notify()

    def close(self) -> None:
        with self._ready:
            if self._closed:
                return
            self._closed = True
            self._ready.notify()
        self._room.release()
        peer.hang_up(self._line)
        self._ended(self)

    def _read(self) -> None:
        """Until it hangs up or says what is no call."""
        writing = threading.Thread(target=self._write, name="relay line", daemon=True)
        try:
            deliver_challenge(self._line, self._key)
            answer_challenge(self._line, self._key)
            writing.start()
            while True:
                message = messages.read(self._line)
                self._room.acquire()
                if self._closed:
                    return
                work = threading.Thread(target=self._answer, args=(message,), daemon=True)
                work.start()
        except (OSError, EOFError, ValueError, AuthenticationError):
            pass  # it hung up
        finally:
            self.close()
            if writing.ident is not None:
                writing.join()
            self._line.close()

    def _write(self) -> None:
        try:
            while True:
                with self._ready:
                    self._ready.wait_for(lambda: self._answers or self._news or self._closed)
                    if self._closed:
                        return
                    answers, self._answers = self._answers, deque()
                    news, self._news = self._news, NO_CHANGES
                for answer in answers:
                    self._line.send_bytes(answer)
                    self._room.release()
                if news:
                    said = messages.written({"news": messages.news_written(news)})
                    self._line.send_bytes(said)
        except OSError:
            self.close()

    def _answer(self, message: messages.Message) -> None:
        number = message.get("id")
        try:
            said = messages.written({"id": number, "answer": self._asked(message)})
        except AppError as error:
            said = messages.written({"id": number, "error": messages.error_written(error)})
        except Exception as error:
            log.exception("A call failed")
            hint = _("Nothing was changed. Try it in another way, and tell the person about it.")
            bug = unexpected(error, hint)
            said = messages.written({"id": number, "error": messages.error_written(bug)})
        with self._ready:
            self._answers.append(said)
            self._ready.notify()

    def _asked(self, message: messages.Message) -> Json:
        operation, values = str(message["operation"]), message["values"]
        caller = self._caller(message["caller"])
        answer: Any = self._desk.ask(operation, caller, values)
        if operation == "client" and answer["client"]:
            self._proven.add(answer["client"])
        return answer  # type: ignore[no-any-return]

    def _caller(self, said: messages.Message) -> Caller:
        """Whoever has not shown the secret of a client on this line is another program."""
        client = said.get("client")
        return messages.caller_read(said, client if client in self._proven else OTHER)
