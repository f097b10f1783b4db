"""A program that is asked in JSON-RPC, one message a line, over its standard input and output."""

import json
import os
import queue
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from app.core.errors import AppError
from app.core.words import _

ENDS = 2.0
"""Seconds until a program that was asked to end is ended."""


class NoAnswer(AppError):
    """A program did not start, ended, or said nothing in time."""

    code = "no-answer"


class Conversation:
    """Use with `with`: the program ends with it."""

    def __init__(
        self,
        command: Sequence[str],
        env: Mapping[str, str],
        seconds: float,
        folder: Path | None = None,
    ) -> None:
        self._until = time.monotonic() + seconds
        self._number = 0
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, **env},
                cwd=folder,
            )
        except OSError as error:
            raise _silent(command[0], error.strerror or str(error)) from error
        self._name = command[0]
        threading.Thread(target=self._read, daemon=True).start()

    def ask(self, method: str, values: Mapping[str, Any] | None = None) -> Any:
        """The result of a request. Raises `NoAnswer`."""
        self._number += 1
        self._send({"id": self._number, "method": method, "params": values or {}})
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, self._until - time.monotonic()))
            except queue.Empty:
                raise _silent(self._name, _("it did not answer in time")) from None
            if line is None:
                raise _silent(self._name, _("it ended"))
            with suppress(ValueError):  # a log line says nothing
                said = json.loads(line)
                if isinstance(said, dict) and said.get("id") == self._number:
                    if "result" in said:
                        return said["result"]
                    why = said.get("error") or {}
                    raise _silent(self._name, str(why.get("message", _("it refused"))))

    def tell(self, method: str) -> None:
        """A notice, which nobody answers."""
        self._send({"method": method})

    def __enter__(self) -> "Conversation":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        try:
            self._process.wait(ENDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _send(self, message: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
            self._process.stdin.flush()
        except OSError as error:
            raise _silent(self._name, _("it ended")) from error

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as output:
            for line in output:
                self._lines.put(line)
        self._lines.put(None)


def _silent(name: str, why: str) -> NoAnswer:
    return NoAnswer(
        _("{program} gave no answer: {why}.").format(program=name, why=why),
        _("Run the command in a terminal to see what it says."),
    )
