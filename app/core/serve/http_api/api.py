"""The application under `/api`, on a desk."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, cast

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from app.core.agents.caller import Caller
from app.core.api.json_values import Json
from app.core.errors import AppError, NotFound
from app.core.serve.desk import Desk
from app.core.serve.http_api import openapi
from app.core.serve.http_api.reading import arguments
from app.core.serve.http_api.routes import ENDPOINTS, Endpoint
from app.core.serve.http_api.statuses import refused
from app.core.words import _

Who = Callable[[Request], Caller]
"""Tells whose request it is; asked on a thread. Raises `AppError`."""


_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
"""All are answered, most of them with a failure in the same form as others."""


class WrongMethod(AppError):
    """There is something at the path, but not by this method."""

    code = "wrong-method"


def routes(desk: Desk, who: Who) -> list[BaseRoute]:
    """Of all endpoints, and of their description."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in ENDPOINTS:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    return [
        Route(openapi.PATH, _described, methods=_METHODS),
        *(
            Route(path, partial(_answer, desk, who, endpoints), methods=_METHODS)
            for path, endpoints in by_path.items()
        ),
        Route("/{rest:path}", _nothing, methods=_METHODS),
    ]


async def _described(request: Request) -> Response:
    if request.method not in ("GET", "HEAD"):
        return _wrong_method(request, ["GET"])
    return JSONResponse(openapi.openapi())


async def _nothing(request: Request) -> Response:
    error = NotFound(
        _("There is nothing at {path}.").format(path=request.url.path),
        _("Look at /api/openapi.json for what there is."),
    )
    return refused(error)


async def _answer(
    desk: Desk, who: Who, endpoints: Mapping[str, Endpoint], request: Request
) -> Response:
    endpoint = endpoints.get("GET" if request.method == "HEAD" else request.method)
    if endpoint is None:
        return _wrong_method(request, endpoints)
    try:
        said = await arguments(endpoint, request)
        answer = await to_thread.run_sync(partial(_asked, desk, who, endpoint, said, request))
    except AppError as error:
        return refused(error)
    if (waits := answer.get("waits")) is not None:
        return JSONResponse(waits, 202)
    return JSONResponse(answer["document"])


def _asked(
    desk: Desk, who: Who, endpoint: Endpoint, said: dict[str, Json], request: Request
) -> dict[str, Any]:
    values: dict[str, Json] = {"tool": endpoint.tool_name, "arguments": said}
    return cast(dict[str, Any], desk.ask("call", who(request), values))


def _wrong_method(request: Request, methods: Iterable[str]) -> Response:
    error = WrongMethod(
        _("{path} does not answer {method}.").format(path=request.url.path, method=request.method),
        _("Look at /api/openapi.json for what there is."),
    )
    response = refused(error)
    response.headers["Allow"] = ", ".join(methods)
    return response
