"""Whether a client will reach the server: what stands in its settings is started and asked."""

import json
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any

from app import __version__
from app.core.connect.conversation import Conversation, NoAnswer
from app.core.connect.entry import reached_at, secret_of, started_by
from app.core.words import _

SECONDS = 20.0
PROTOCOL = "2025-11-25"
HELLO = {
    "protocolVersion": PROTOCOL,
    "capabilities": {},
    "clientInfo": {"name": "techne-connect", "version": __version__},
}


@dataclass(frozen=True, slots=True)
class Handshake:
    """`seconds` from the start to the first answer."""

    seconds: float
    protocol: str
    tools: int


def shake(entry: Any, seconds: float = SECONDS) -> Handshake:
    """Say hello and ask for the tools, as the client will. Raises `NoAnswer`."""
    url = reached_at(entry)
    return _over_http(url, secret_of(entry), seconds) if url else _started(entry, seconds)


def _started(entry: Any, seconds: float) -> Handshake:
    command, env = started_by(entry)
    if not command:
        raise NoAnswer(_("The entry has no command."), _("Connect the client again."))
    start = time.monotonic()
    with Conversation(command, env, seconds) as server:
        hello = server.ask("initialize", HELLO)
        took = time.monotonic() - start
        server.tell("notifications/initialized")
        tools, cursor = 0, ""
        while True:
            page = server.ask("tools/list", {"cursor": cursor} if cursor else {})
            tools += len(page.get("tools", ()))
            cursor = page.get("nextCursor") or ""
            if not cursor:
                return Handshake(took, str(hello.get("protocolVersion", "")), tools)


def _over_http(url: str, secret: str, seconds: float) -> Handshake:
    start = time.monotonic()
    hello, session = _post(url, secret, "", 1, "initialize", HELLO, seconds)
    took = time.monotonic() - start
    found, _session = _post(url, secret, session, 2, "tools/list", {}, seconds)
    return Handshake(took, str(hello.get("protocolVersion", "")), len(found.get("tools", ())))


def _post(
    url: str, secret: str, session: str, number: int, method: str, values: Any, seconds: float
) -> tuple[Any, str]:
    """The result, and the session that the server names."""
    headers = {
        "Authorization": f"Bearer {secret}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": PROTOCOL,
    }
    if session:
        headers["Mcp-Session-Id"] = session
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": values}
    request = urllib.request.Request(url, json.dumps(message).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=seconds) as answer:
            said = answer.read().decode()
            named = answer.headers.get("Mcp-Session-Id") or session
    except (OSError, ValueError) as error:
        code = error.code if isinstance(error, urllib.error.HTTPError) else None
        why = _("it answered {code}").format(code=code) if code else str(error)
        raise NoAnswer(
            _("{program} gave no answer: {why}.").format(program=url, why=why),
            _("Start it with “techne serve”."),
        ) from error
    lines = [line[5:] for line in said.splitlines() if line.startswith("data:")] or [said]
    for line in lines:
        try:
            found = json.loads(line)
        except ValueError:
            continue
        if found.get("id") == number and "result" in found:
            return found["result"], named
    raise NoAnswer(_("{program} is no server of Techne.").format(program=url), _("Check the URL."))
