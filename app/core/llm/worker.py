"""The model's own process: reads what to do from its input, writes what comes of it."""

import os
import queue
import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, BinaryIO

from app.core.llm.engine import Engine, Refused
from app.core.llm.frames import Garbled, receive, send

if sys.platform != "win32":
    import resource

Document = dict[str, Any]
_POLITE = 5
"""The window goes first."""


def main() -> int:
    """Serve until the other side closes the pipe or is gone."""
    # Threads that wait for each other give their processor away: if others need it too, spinning
    # makes the model twenty times slower. Read when the library is loaded.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the one who asked
    if sys.platform != "win32":
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a core file would hold what was said
        os.nice(_POLITE)
    answers = _private_output()
    waiting: queue.SimpleQueue[Document] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(waiting,), daemon=True).start()
    engine: Engine | None = None
    while True:
        document = waiting.get()
        try:
            if document["do"] == "load":
                engine = Engine(document["path"], document["context"], document["threads"])
            for answer in _done(engine, document):
                send(answers, answer)
        except Refused as refused:
            send(answers, {"is": "refused", "reason": refused.reason})
        except OSError:
            return 0


def _done(engine: Engine | None, document: Mapping[str, Any]) -> Iterator[Document]:
    assert engine is not None
    if document["do"] == "load":
        engine.load(document["meanings"])
        yield {"is": "ready"}
    elif document["do"] == "ask":
        yield from engine.ask(document)
    else:
        yield from engine.embed(document["texts"])


def _listen(waiting: "queue.SimpleQueue[Document]") -> None:
    """Ends the process with the pipe, also in the middle of an answer: then nobody waits for it."""
    with suppress(Garbled, OSError):
        while (document := receive(sys.stdin.buffer)) is not None:
            waiting.put(document)
    os._exit(0)


def _private_output() -> BinaryIO:
    """Where answers go. Whatever the library prints goes nowhere."""
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    return answers
