"""Who is at the other end of a line."""

import os
import socket
import struct
import sys
from multiprocessing.connection import Connection

_LOCAL_PEERCRED = 1
"""An option of macOS and the BSDs that Python has no name for; its level is 0."""
_XUCRED = 76
"""Bytes of what it answers: a version, the user, and groups."""


def is_owner(line: Connection) -> bool:
    """Whether the other end runs as the same user. On Windows the key alone proves that."""
    if os.name == "nt":
        return True
    return user(line) == os.geteuid()


def user(line: Connection) -> int:
    """The number of the user at the other end, as the system knows it; -1 if it does not."""
    with socket.socket(fileno=os.dup(line.fileno())) as end:
        try:
            if sys.platform == "linux":
                said = end.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
                return int(struct.unpack("3i", said)[1])
            said = end.getsockopt(0, _LOCAL_PEERCRED, _XUCRED)
            return int(struct.unpack_from("2I", said)[1])
        except (OSError, struct.error):
            return -1


def hang_up(line: Connection) -> None:
    """End both directions, so that a thread that waits on it goes on, and closes it."""
    if os.name == "nt":
        line.close()
        return
    try:
        with socket.socket(fileno=os.dup(line.fileno())) as end:
            end.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # nobody is there any more
