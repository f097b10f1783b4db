"""Standard input and output for the protocol alone.

Whatever else this process or a child of it prints goes to standard error: one stray line on the
pipe, and every client complains.
"""

import io
import os
import sys
import threading
from collections import deque
from dataclasses import dataclass
from typing import BinaryIO

LONGEST = 16 * 1024 * 1024
"""Bytes of a message; a longer one is none. Also of all that wait: then nothing more is read."""


@dataclass(frozen=True, slots=True)
class Pipes:
    """One message on a line."""

    incoming: BinaryIO
    outgoing: BinaryIO

    def line(self) -> bytes:
        """The next line; empty at the end. Of one that is too long only its beginning."""
        try:
            line = self.incoming.readline(LONGEST)
            rest = line
            while len(rest) == LONGEST and not rest.endswith(b"\n"):
                rest = self.incoming.readline(LONGEST)
        except (OSError, ValueError):
            return b""
        return line

    def write(self, line: bytes) -> None:
        """Raises `OSError` when nobody is there any more."""
        self.outgoing.write(line + b"\n")
        self.outgoing.flush()


def claim() -> Pipes:
    """Take both for the protocol, from now to the end of the process."""
    incoming = os.fdopen(os.dup(0), "rb")
    outgoing = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdin = io.TextIOWrapper(io.BytesIO())
    sys.stdout = sys.stderr
    return Pipes(incoming, outgoing)


class Lines:
    """What comes in, read on a thread of its own: that the client has hung up stands behind all
    that it said, and is to be known at once.
    """

    def __init__(self, pipes: Pipes) -> None:
        self._pipes = pipes
        self._found: deque[bytes] = deque()
        self._news = threading.Condition()
        self._is_interrupted = False
        self.has_ended = threading.Event()
        threading.Thread(target=self._read, daemon=True).start()

    def get(self) -> bytes | None:
        """The next line, as soon as there is one; empty at the end, None after `interrupt`."""
        with self._news:
            self._news.wait_for(lambda: self._found or self._is_interrupted)
            if self._is_interrupted:
                self._is_interrupted = False
                return None
            line = self._found[0]
            if line:  # the end stays the end
                self._found.popleft()
            self._news.notify_all()
            return line

    def interrupt(self) -> None:
        """Have whoever waits for a line do something else."""
        with self._news:
            self._is_interrupted = True
            self._news.notify_all()

    def _read(self) -> None:
        while line := self._pipes.line():
            with self._news:
                self._found.append(line)
                self._news.notify_all()
                self._news.wait_for(lambda: sum(map(len, self._found)) <= LONGEST)
        self.has_ended.set()
        with self._news:
            self._found.append(b"")
            self._news.notify_all()
