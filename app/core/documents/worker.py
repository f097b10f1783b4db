"""The process that reads documents: gets the bytes of a file, answers what they say.

Whatever a document does to its reader, it does it here: to memory and time that are limited, in a
process that writes nothing and that is ended when it takes too long.
"""

import base64
import os
import queue
import signal
import sys
import threading
from contextlib import suppress
from typing import Any, BinaryIO

from app.core.documents import limits, problems
from app.core.documents.content import Content
from app.core.documents.reading import read
from app.core.errors import AppError
from app.core.llm.frames import Garbled, receive, send

if sys.platform != "win32":
    import resource

Document = dict[str, Any]
_POLITE = 5
"""The window goes first."""


class _Told:
    """Says how far the reading is."""

    cancelled = False

    def __init__(self, answers: BinaryIO) -> None:
        self._answers, self._last = answers, 0.0

    def report(self, fraction: float, text: str = "") -> None:
        if fraction - self._last >= 0.02:
            self._last = fraction
            send(self._answers, {"is": "at", "fraction": fraction})


def main() -> int:
    """Read one document after the other until the other side closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the one who asked
    if sys.platform != "win32":
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a core file would hold what was said
        resource.setrlimit(resource.RLIMIT_AS, (limits.MEMORY_BYTES, limits.MEMORY_BYTES))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        os.nice(_POLITE)
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)  # whatever a library prints goes nowhere
    os.dup2(nowhere, 2)
    asked: queue.SimpleQueue[Document] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(asked,), daemon=True).start()
    while True:
        document, data = asked.get(), bytearray()
        while len(data) < document["bytes"]:
            data += base64.b64decode(asked.get()["data"])
        try:
            _answer(bytes(data), document["name"], answers)
        except OSError:
            return 0


def _listen(asked: "queue.SimpleQueue[Document]") -> None:
    """Ends the process with the pipe, also in the middle of a document: nobody waits for it."""
    with suppress(Garbled, OSError):
        while (document := receive(sys.stdin.buffer)) is not None:
            asked.put(document)
    os._exit(0)


def _answer(data: bytes, name: str, answers: BinaryIO) -> None:
    try:
        content = _read(data, name, answers)
    except AppError as error:
        send(answers, {"is": "refused", "why": str(error), "hint": error.hint})
        return
    for picture in content.pictures:
        coded = base64.b64encode(picture.data).decode()
        send(answers, {"is": "picture", "name": picture.name, "data": coded})
    send(answers, {"is": "content"} | content.to_json())


def _read(data: bytes, name: str, answers: BinaryIO) -> Content:
    """What the document says; whatever it brings a reader to, it is damaged."""
    try:
        return read(data, name, _Told(answers))
    except (AppError, MemoryError, OSError):
        raise
    except Exception as error:
        raise problems.damaged() from error
