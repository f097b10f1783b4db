"""Standard input and output for the protocol alone.

Whatever else this process or a child of it prints goes to standard error: one stray line on the
pipe, and every client complains.
"""

import io
import os
import sys
from dataclasses import dataclass
from typing import BinaryIO

LONGEST = 16 * 1024 * 1024
"""Bytes of a message; a longer one is none."""


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
