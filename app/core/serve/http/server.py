"""`techne serve`: runs the application on this machine until it is told to end."""

import os
import socket
import sys
from pathlib import Path
from threading import Timer
from types import FrameType
from typing import NoReturn

import uvicorn

from app.core.errors import AppError
from app.core.serve.home_desk import HomeDesk
from app.core.serve.http.application import application
from app.core.serve.http.token_file import TokenFile
from app.core.serve.mcp.server import McpServer
from app.core.words import _

LOOPBACK = "127.0.0.1"
_LAST_ANSWERS = 2
"""Seconds for what is being answered when the server is told to end."""
_LAST_MOMENT = 4.0
"""Seconds after which it ends whatever still goes on; what is in the vault is whole."""
_MOST_AT_ONCE = 256
"""Connections; the next ones are told to come back (503)."""


class PortTaken(AppError):
    """Another program listens there."""

    code = "port-taken"


def serve(home: Path, port: int, token_file: Path) -> NoReturn:
    """Serve until a signal ends it; then the process ends. Raises `PortTaken`, `BadToken`.

    A thread may still work for a client that is gone, so nothing is waited for in the end.
    """
    tokens = TokenFile(token_file)
    listening = _listening(port)
    print(  # noqa: T201 - a person looks for the address
        _("Agents are served at {url}, with the token in {file}.").format(
            url=f"http://{LOOPBACK}:{listening.getsockname()[1]}/mcp", file=token_file
        ),
        file=sys.stderr,
        flush=True,
    )
    with HomeDesk(home, hosts=True) as desk:
        app, protocol = application(desk, tokens)
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            server_header=False,
            limit_concurrency=_MOST_AT_ONCE,
            timeout_graceful_shutdown=_LAST_ANSWERS,
            ws="none",
        )
        _Server(config, protocol).run([listening])
    os._exit(0)


class _Server(uvicorn.Server):
    """Ends with 0 when it is told to end, and tells the streams that are open."""

    def __init__(self, config: uvicorn.Config, protocol: McpServer) -> None:
        super().__init__(config)
        self._protocol = protocol

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if not self.should_exit:
            last = Timer(_LAST_MOMENT, os._exit, (0,))
            last.daemon = True
            last.start()
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._protocol.end_streams()
        await super().shutdown(sockets)


def _listening(port: int) -> socket.socket:
    # With its protocol, so that asyncio sends small answers at once.
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name != "nt":  # there it would let two programs listen
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((LOOPBACK, port))
        found.listen(128)
    except (OSError, OverflowError) as error:
        found.close()
        raise PortTaken(
            _("Port {port} cannot be used: {why}.").format(
                port=port, why=getattr(error, "strerror", None) or error
            ),
            _("Name another port, or end the program that uses this one."),
        ) from error
    return found
