"""What is JSON and no message of the protocol is answered in a sentence."""

from collections import deque
from http import HTTPStatus

from mcp_types import INVALID_REQUEST, ErrorData, JSONRPCError, jsonrpc_message_adapter
from pydantic import ValidationError
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.core.serve.http.limits import replayed
from app.core.words import _


class Messages:
    """Reads the whole body first, so it stands behind `Limits`."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        heard, body = deque[Message](), b""
        while not heard or heard[-1].get("more_body", False):
            heard.append(await receive())
            body += heard[-1].get("body", b"")
        app = self._app if _is_message(body) else _refusal()
        await app(scope, replayed(heard, receive), send)


def _is_message(body: bytes) -> bool:
    """Also what is no JSON: the official package says so itself."""
    try:
        jsonrpc_message_adapter.validate_json(body, by_name=False)
    except ValidationError as error:
        return any(one["type"] == "json_invalid" for one in error.errors(include_url=False))
    return True


def _refusal() -> Response:
    said = _("This is no message of JSON-RPC 2.0. Send one, beginning with “initialize”.")
    answer = JSONRPCError(
        jsonrpc="2.0", id=None, error=ErrorData(code=INVALID_REQUEST, message=said)
    )
    return Response(
        answer.model_dump_json(by_alias=True, exclude_unset=True),
        HTTPStatus.BAD_REQUEST,
        media_type="application/json",
    )
