"""Requests over HTTP that say too much, too slowly, or not in JSON."""

from collections.abc import Iterator
from typing import Any

import anyio
import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from app.core.serve.http import limits
from app.core.serve.http.limits import Limits

LARGEST = 10


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    await Response(await Request(scope, receive).body())(scope, receive, send)


def status(*chunks: bytes, kind: str = "application/json", ends: bool = True) -> tuple[int, bytes]:
    """What a body that comes in these parts is answered with."""
    sent: list[Message] = []
    parts: Iterator[tuple[int, bytes]] = iter(enumerate(chunks, 1))

    async def receive() -> Message:
        found = next(parts, None)
        if found is None:
            await anyio.sleep_forever()
        assert found is not None
        more = found[0] < len(chunks) or not ends
        return {"type": "http.request", "body": found[1], "more_body": more}

    async def send(message: Message) -> None:
        sent.append(message)

    scope: dict[str, Any] = {
        "type": "http", "method": "POST", "path": "/", "query_string": b"",
        "headers": [(b"content-type", kind.encode())],
    }  # fmt: skip
    anyio.run(Limits(echo, LARGEST, json_only=True), scope, receive, send)
    return sent[0]["status"], b"".join(one.get("body", b"") for one in sent)


def test_what_fits_arrives_whole() -> None:
    assert status(b"12345", b"67890") == (200, b"1234567890")
    assert status(b"") == (200, b"")
    assert status(b"1", kind="application/json; charset=utf-8") == (200, b"1")


@pytest.mark.parametrize("chunks", [[b"x" * 11], [b"x" * 5] * 3])
def test_what_is_too_large_is_heard_and_refused(chunks: list[bytes]) -> None:
    assert status(*chunks)[0] == 413


def test_there_is_an_end_to_listening(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_MOST_HEARD", 100)
    assert status(*[b"x" * 30] * 4, ends=False)[0] == 413


def test_what_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_SLOWEST", 0.05)
    assert status(b"1", ends=False)[0] == 408


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded"])
def test_what_is_no_json_is_refused(kind: str) -> None:
    assert status(b"1", kind=kind)[0] == 415
