"""The other end of the model's process: starting it, talking to it, ending it."""

import queue
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from app.core.llm.frames import Garbled, receive, send

Document = dict[str, Any]
ARGUMENT = "--model-process"
"""Has the packaged program be the model's process."""
_START = "import sys; sys.path.insert(0, sys.argv[1]); from {module} import main; sys.exit(main())"
_WITHOUT_CONSOLE: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)
_AFTER_THE_WINDOW: int = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
_ROOT = Path(__file__).resolve().parents[3]


class Lost(Exception):
    """The process ended, or says what nobody can read."""


class Process(Protocol):
    """What does the model's work, somewhere else."""

    def say(self, document: Mapping[str, Any]) -> None:
        """Raises `Garbled` for something endless, `Lost` if nobody listens."""

    def hear(self, seconds: float) -> Document | None:
        """What it says, waiting at most so long; None if it says nothing. Raises `Lost`."""

    def kill(self) -> None:
        """End it now, whatever it is doing; twice is the same as once."""


class Child:
    """A process of its own, so that its memory, its crashes and its end are its own.

    What is said goes through pipes only: not into arguments, the environment or files. It ends by
    itself when this process does.
    """

    def __init__(self, made_by: Sequence[str] = ()) -> None:
        self._process = subprocess.Popen(
            list(made_by) or command(ARGUMENT, "app.core.llm.worker"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=_WITHOUT_CONSOLE | _AFTER_THE_WINDOW,
        )
        self._heard: queue.SimpleQueue[Document | None] = queue.SimpleQueue()
        self._listening = threading.Thread(target=self._listen, name="model", daemon=True)
        self._listening.start()

    @property
    def number(self) -> int:
        """The operating system's number of the process."""
        return self._process.pid

    def say(self, document: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            send(self._process.stdin, document)
        except (OSError, ValueError) as error:
            raise Lost from error

    def hear(self, seconds: float) -> Document | None:
        try:
            document = self._heard.get(timeout=seconds)
        except queue.Empty:
            return None
        if document is None:
            self._heard.put(None)
            raise Lost
        return document

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        self._listening.join()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(OSError):  # something was still to be written
                pipe.close()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with suppress(Garbled, OSError):
            while (document := receive(self._process.stdout)) is not None:
                self._heard.put(document)
        self._heard.put(None)


def command(argument: str, module: str) -> list[str]:
    """How this very installation becomes a process that does the work of `module`; the packaged
    program is told by its `argument`."""
    if getattr(sys, "frozen", False):
        return [sys.executable, argument]
    return [sys.executable, "-P", "-c", _START.format(module=module), str(_ROOT)]
