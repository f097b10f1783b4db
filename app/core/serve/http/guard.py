"""Who comes in over HTTP: programs of this machine that have a token, and no web page."""

import hashlib
import hmac
import re
import time
from collections import deque
from urllib.parse import urlsplit

import anyio.to_thread
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from starlette.datastructures import Headers
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from app.core.agents.caller import OTHER, Caller
from app.core.api.failures import failure
from app.core.serve.desk import Desk
from app.core.serve.errors import NotAllowed, NotOpen
from app.core.serve.http.token_file import TokenFile
from app.core.words import _

CLIENT = "techne.client"
"""In the scope of a request: the id of the client, None where the vault has to be open to tell."""
SECRET = "techne.secret"
_HOSTS = frozenset({"127.0.0.1", "localhost", "::1"})
_IS_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
"""What `agents.clients` makes."""
_MOST_WRONG = 30
_WITHIN = 60.0
"""So many wrong tokens in so many seconds, and the next ones are told to wait."""


class Guard:
    """Refuses other hosts (421), web pages (403), wrong tokens (401) and too many of them (429)."""

    def __init__(self, app: ASGIApp, tokens: TokenFile, desk: Desk) -> None:
        self._app, self._tokens, self._desk = app, tokens, desk
        self._wrong: deque[float] = deque(maxlen=_MOST_WRONG)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refused = _foreign(headers) or await self._unknown(headers, scope)
        await (refused or self._app)(scope, receive, send)

    async def _unknown(self, headers: Headers, scope: Scope) -> Response | None:
        kind, _space, token = headers.get("authorization", "").partition(" ")
        token = token.strip()
        if kind.lower() != "bearer" or not token:
            return _unauthorized(_("A token is needed."))
        if hmac.compare_digest(token.encode(), self._tokens.current().encode()):
            client: str | None = OTHER
        elif _IS_SECRET.fullmatch(token):
            try:
                client = await anyio.to_thread.run_sync(self._client, token)
            except NotOpen:
                client = None
            if client == "":
                return self._refuse_token()
        else:
            return self._refuse_token()
        scope[CLIENT], scope[SECRET] = client, token
        # The official package lets a session be used only by whoever began it; that is the same one
        # before the vault was open and afterwards.
        same = hashlib.sha256(token.encode()).hexdigest()
        access = AccessToken(token="", client_id=same, scopes=[])
        scope["user"] = AuthenticatedUser(access)
        return None

    def _client(self, secret: str) -> str:
        return proven(self._desk, secret)

    def _refuse_token(self) -> Response:
        now = time.monotonic()
        if len(self._wrong) == _MOST_WRONG and now - self._wrong[0] < _WITHIN:
            wait = int(_WITHIN - (now - self._wrong[0])) + 1
            return _failed(
                429,
                _("Too many wrong tokens."),
                _("Wait {count} seconds, then try again with the right one.").format(count=wait),
                {"Retry-After": str(wait)},
            )
        self._wrong.append(now)
        return _unauthorized(_("This token is not valid."))


def proven(desk: Desk, secret: str) -> str:
    """The client that has this secret, empty if none has it; raises `NotOpen`."""
    answer = desk.ask("client", Caller(), {"secret": secret})
    return str(answer["client"] or "") if isinstance(answer, dict) else ""


def caller_of(scope: Scope, desk: Desk) -> str:
    """The client whose request this is, where the vault had to be open to tell: now it is.

    Raises `NotOpen`, `NotAllowed`.
    """
    client: str | None = scope[CLIENT]
    client = proven(desk, scope[SECRET]) if client is None else client
    if not client:
        raise NotAllowed(
            _("This client is not connected."), _("Connect it again in the window of Techne.")
        )
    return client


def _foreign(headers: Headers) -> Response | None:
    """A web page can make the browser send requests here, under a name of its own for this host."""
    if _host(f"//{headers.get('host', '')}") not in _HOSTS:
        return _failed(
            421,
            _("This server answers on this computer alone."),
            _("Call it as 127.0.0.1 or localhost."),
        )
    origin = headers.get("origin")
    if origin is not None and (
        urlsplit(origin).scheme not in ("http", "https") or _host(origin) not in _HOSTS
    ):
        return _failed(
            403,
            _("Web pages may not use this server."),
            _("Call it from a program, without the header Origin."),
        )
    return None


def _host(said: str) -> str | None:
    try:
        return urlsplit(said).hostname
    except ValueError:
        return None


def _unauthorized(said: str) -> Response:
    hint = _("Connect the client again, or look into the token file.")
    return _failed(401, said, hint, {"WWW-Authenticate": "Bearer"})


def _failed(status: int, said: str, hint: str, headers: dict[str, str] | None = None) -> Response:
    return JSONResponse(failure(NotAllowed(said, hint)), status, headers)
