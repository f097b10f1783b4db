"""`techne mcp`: the server that a client starts, over standard input and output."""

import json
import os
import sys
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import NoReturn

from app.core.serve.mcp.greeting import first_answer
from app.core.serve.mcp.pipes import Pipes, claim

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
    """The first answer is given while everything that the second one needs is loaded."""
    loading = Thread(target=import_module, args=(_SESSION,), daemon=True)
    loading.start()
    line = pipes.line()
    if not line:
        return 0
    answer = first_answer(line)
    if answer is not None:
        try:
            pipes.write(json.dumps(answer, ensure_ascii=False).encode())
        except OSError:
            return 0
    loading.join()
    from app.core.serve.mcp import session  # noqa: PLC0415 - loaded meanwhile

    return session.run(home, pipes, line, answered=answer is not None)
