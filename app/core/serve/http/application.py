"""What is served over HTTP: the protocol and the API, behind one guard."""

from functools import partial

from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Route

from app.core.agents.caller import Caller
from app.core.serve.desk import Desk
from app.core.serve.http.guard import Guard, caller_of
from app.core.serve.http.limits import Limits
from app.core.serve.http.messages import Messages
from app.core.serve.http.token_file import TokenFile
from app.core.serve.http_api.api import api
from app.core.serve.mcp.asking import Context, said_of_itself
from app.core.serve.mcp.server import McpServer

_LARGEST = 4 << 20
"""Bytes of a message of the protocol."""
_LARGEST_UPLOAD = 8 << 20
"""Bytes of a request to the API."""
_SESSION = "mcp-session-id"
_MOST_SESSIONS = 200
_LONGEST_NAME = 100
"""Characters of what a program calls itself."""
_GUARDED = TransportSecuritySettings(enable_dns_rebinding_protection=False)
"""The guard looks at hosts and origins, before the token."""


def application(desk: Desk, tokens: TokenFile) -> tuple[Guard, McpServer]:
    """The whole of it, and the server of the protocol in it."""
    server = McpServer(desk, _who)
    sessions = StreamableHTTPSessionManager(
        server,
        security_settings=_GUARDED,
        max_request_body_size=_LARGEST,
        max_sessions=_MOST_SESSIONS,
    )
    protocol = Limits(Messages(StreamableHTTPASGIApp(sessions)), _LARGEST, json_only=True)
    plain = Limits(api(desk, partial(_program, desk)), _LARGEST_UPLOAD)
    app = Starlette(routes=[Route("/mcp", endpoint=protocol)], lifespan=lambda _app: sessions.run())
    # Also for what no pattern of a path matches, such as a new line in one.
    app.router.default = plain
    return Guard(app, tokens, desk), server


def _who(desk: Desk, context: Context) -> Caller:
    request = context.request
    assert isinstance(request, Request)
    name, version = said_of_itself(context)
    client = caller_of(request.scope, desk)
    return Caller(client, name, version, request.headers.get(_SESSION, ""))


def _program(desk: Desk, request: Request) -> Caller:
    """Who asks the API, by what it calls itself."""
    product = request.headers.get("user-agent", "").partition(" ")[0][:_LONGEST_NAME]
    name, _slash, version = product.partition("/")
    return Caller(caller_of(request.scope, desk), name, version)
