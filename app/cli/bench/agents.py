"""What a client of agents waits for: the first answer, a call, many calls over both transports."""

import http.client
import json
import os
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app.cli.bench.figures import PASSPHRASE, bench_vault, milliseconds
from app.core.api.measurements import Figure
from app.core.store import passphrase
from app.core.words import _

_STARTS, _CALLS, _SERVERS, _PAGES, _POSTS = 5, 40, 4, 150, 150
_INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "bench", "version": "1"},
}
_PAGE = {"name": "list_skills", "arguments": {"limit": 20}}
_ONE = {"name": "list_skills", "arguments": {"limit": 1}}
_WALK = {"name": "walk_skill_structured", "arguments": {"skill": "Procedure 500"}}
_EMPTY = """
import sys
import uvicorn
from mcp.server import MCPServer
server = MCPServer("empty")
@server.tool()
def nothing() -> dict[str, int]:
    return {"of": 1}
uvicorn.run(server.streamable_http_app(), host="127.0.0.1", port=int(sys.argv[1]),
            log_config=None, access_log=False)
"""
"""A server of the official package that does nothing."""


class _Server:
    """One over standard input and output, with the vault of the measurement."""

    def __init__(self, home: Path) -> None:
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "app.main", "--home", str(home), "mcp"],
            env=_environment(home),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._number = 0

    def ask(self, method: str, params: dict[str, Any]) -> None:
        """Send a request, and wait for its answer."""
        self._number += 1
        message = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        while True:  # notices may come between
            answer = json.loads(self.process.stdout.readline())
            if answer.get("id") == self._number:
                break
        result = answer["result"]
        assert not result.get("isError"), result

    def end(self) -> None:
        self.process.communicate()


@contextmanager
def _serving(home: Path) -> Iterator[_Server]:
    server = _Server(home)
    try:
        server.ask("initialize", _INITIALIZE)
        yield server
    finally:
        server.end()


def _agents() -> list[Figure]:
    with bench_vault(skills=1_000) as vault:
        home = vault.home.folder
        (home.parent / "passphrase").write_text(PASSPHRASE)
        return [_first_answer(home), *_one_server(home), _several_servers(home), _http(home)]


def _first_answer(home: Path) -> Figure:
    taken = []
    for _n in range(_STARTS):
        with _serving(home) as server:
            taken.append((time.perf_counter() - server.started) * 1000)
    return Figure(_("MCP: from the start to the first answer"), statistics.median(taken), "ms", 500)


def _one_server(home: Path) -> Iterator[Figure]:
    for what, params in (
        (_("MCP: a page of 20 skills of 1 000"), _PAGE),
        (_("MCP: walk one of 1 000 skills"), _WALK),
    ):
        with _serving(home) as server:

            def call(params: dict[str, Any] = params, server: _Server = server) -> None:
                server.ask("tools/call", params)

            milliseconds(call, 5)  # the vault is opened by the first
            yield Figure(what, milliseconds(call, _CALLS), "ms", 10)


def _several_servers(home: Path) -> Figure:
    """The time for one page when four servers are asked at once, all of them together."""
    servers = [_Server(home) for _n in range(_SERVERS)]
    try:
        for server in servers:
            server.ask("initialize", _INITIALIZE)
            server.ask("tools/call", _PAGE)

        def ask(server: _Server) -> None:
            for _n in range(_PAGES):
                server.ask("tools/call", _PAGE)

        threads = [threading.Thread(target=ask, args=(server,)) for server in servers]
        started = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        took = (time.perf_counter() - started) * 1000 / (_PAGES * _SERVERS)
    finally:
        for server in servers:
            server.end()
    return Figure(_("MCP: a page of 20 skills, four servers at once (300 a second)"), took, "ms",
                  1000 / 300)  # fmt: skip


def _http(home: Path) -> Figure:
    """How many times as long as a server that does nothing takes, one after the other."""
    ours = [
        sys.executable, "-m", "app.main", "--home", str(home), "serve",
        "--token-file", str(home / "token"), "--port",
    ]  # fmt: skip
    empty = [sys.executable, "-c", _EMPTY]
    with _listening(ours, home) as port, _listening(empty, home) as other:
        token = (home / "token").read_text().strip()
        posts = {
            "ours": _poster(port, _ONE, token),
            "empty": _poster(other, {"name": "nothing", "arguments": {}}, token),
        }
        taken: dict[str, list[float]] = {name: [] for name in posts}
        for _n in range(_POSTS):
            for name, post in posts.items():
                taken[name].append(milliseconds(post, 1))
        ratio = statistics.median(taken["ours"]) / statistics.median(taken["empty"])
    what = _("HTTP: list one skill of 1 000, beside a call of an empty server")
    return Figure(what, ratio, "×", 1 / 0.8)


def _poster(port: int, params: dict[str, Any], token: str) -> Callable[[], None]:
    """Makes the same call of the newer version again and again, over one connection."""
    prefix = "io.modelcontextprotocol"
    meta = {f"{prefix}/protocolVersion": "2026-07-28", f"{prefix}/clientCapabilities": {}}
    call = {**params, "_meta": meta}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call})
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "tools/call",
        "Mcp-Name": params["name"],
    }
    connection = http.client.HTTPConnection("127.0.0.1", port)

    def post() -> None:
        connection.request("POST", "/mcp", body, headers)
        answer = connection.getresponse()
        said = answer.read()
        assert answer.status == 200, said

    return post


@contextmanager
def _listening(command: list[str], home: Path) -> Iterator[int]:
    """A server that listens on a port that was free a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    process = subprocess.Popen(
        [*command, str(port)], env=_environment(home), stderr=subprocess.DEVNULL
    )
    try:
        while process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port), 0.2).close()
            except OSError:
                time.sleep(0.02)
            else:
                break
        yield port
    finally:
        process.terminate()
        process.wait()


def _environment(home: Path) -> dict[str, str]:
    return os.environ | {passphrase.VARIABLE: str(home.parent / "passphrase")}


MEASURES: dict[str, Callable[[], list[Figure]]] = {"agents": _agents}
