"""`techne mcp`: the server that a client starts, over standard input and output."""

import json
import os
import sys
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import NoReturn

from app.core.serve.mcp.beginning import Beginning, Id
from app.core.serve.mcp.greeting import Greeting
from app.core.serve.mcp.kept_tools import kept
from app.core.serve.mcp.pipes import Lines, Pipes, claim

_SESSION = "app.core.serve.mcp.session"


def main(home: Path) -> NoReturn:
    """Serve the client at the other end of the pipes until it is gone, and end the process.

    A thread may still read from the pipe or work for a client that is gone, so nothing is waited
    for at the end; what is in the vault is whole at any moment.
    """
    status = _serve(home, claim())
    sys.stderr.flush()
    os._exit(status)


def _serve(home: Path, pipes: Pipes) -> int:
    """The first answers are given while everything that the others need is loaded."""
    lines = Lines(pipes)
    loading = Thread(target=_load, args=(lines,), daemon=True)
    loading.start()
    greeting = Greeting(kept(home))
    heard: list[bytes] = []
    answered: list[Id] = []
    while line := lines.get():
        heard.append(line)
        if answer := greeting.answer(line):
            answered.append(answer["id"])
            try:
                pipes.write(json.dumps(answer, ensure_ascii=False).encode())
            except OSError:
                return 0
    if not heard and line is not None:
        return 0  # nobody said anything
    loading.join()
    from app.core.serve.mcp import session  # noqa: PLC0415 - loaded meanwhile

    return session.run(home, pipes, lines, Beginning(tuple(heard), tuple(answered)))


def _load(lines: Lines) -> None:
    try:
        import_module(_SESSION)
    finally:
        lines.interrupt()
