"""How much a request may say, and for how long."""

from collections import deque

import anyio
from starlette.datastructures import Headers
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.core.api.failures import failure
from app.core.errors import AppError
from app.core.words import _

_SLOWEST = 20.0
"""Seconds in which a whole body has to be here."""
_MOST_HEARD = 64 << 20
"""Bytes that are listened to and forgotten, so that the client hears why nothing came of them."""


class TooMuch(AppError):
    """A request is larger, slower or of another kind than it may be."""

    code = "bad-request"


class Limits:
    """Reads the body before anybody else: 413 for too much, 408 for too slow, 415 for no JSON.

    `largest` is in bytes. With `json_only`, nothing else may be posted.
    """

    def __init__(self, app: ASGIApp, largest: int, *, json_only: bool = False) -> None:
        self._app, self._largest, self._json_only = app, largest, json_only

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD", "DELETE"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if self._json_only and scope["method"] == "POST" and kind != "application/json":
            await _refusal(415, _("The request is not JSON."))(scope, receive, send)
            return
        body, refused = await self._body(receive)
        if refused is not None:
            await refused(scope, receive, send)
            return
        await self._app(scope, replayed(body, receive), send)

    async def _body(self, receive: Receive) -> tuple[deque[Message], Response | None]:
        found, size = deque[Message](), 0
        with anyio.move_on_after(_SLOWEST):
            while size <= _MOST_HEARD:
                message = await receive()
                size += len(message.get("body", b""))
                if size <= self._largest:
                    found.append(message)
                if message["type"] != "http.request" or not message.get("more_body", False):
                    break
            if size > self._largest:
                said = _("The request is larger than {most} MB.").format(most=self._largest >> 20)
                return found, _refusal(413, said)
            return found, None
        return found, _refusal(408, _("The request took too long to arrive."))


def replayed(messages: deque[Message], receive: Receive) -> Receive:
    """Messages that were received already, then the next ones."""

    async def replay() -> Message:
        return messages.popleft() if messages else await receive()

    return replay


def _refusal(status: int, said: str) -> Response:
    # What is left of the body is not read, so nothing can follow it on this connection.
    return JSONResponse(failure(TooMuch(said, "")), status, {"Connection": "close"})
