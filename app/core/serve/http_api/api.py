"""The application under `/api`, on a desk."""

import logging
import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, cast

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, Router, request_response

from app.core.agents.caller import Caller
from app.core.api.json_values import Json
from app.core.errors import AppError, NotFound
from app.core.serve.desk import Desk
from app.core.serve.errors import unexpected
from app.core.serve.http_api import openapi
from app.core.serve.http_api.reading import arguments
from app.core.serve.http_api.routes import ENDPOINTS, Endpoint
from app.core.serve.http_api.statuses import refused
from app.core.words import _

Who = Callable[[Request], Caller]
"""Tells whose request it is; asked on a thread. Raises `AppError`."""


log = logging.getLogger(__name__)
_NUMBER = re.compile("[1-9][0-9]{0,14}")
_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
"""All are answered, most of them with a failure in the same form as others."""


class WrongMethod(AppError):
    """There is something at the path, but not by this method."""

    code = "wrong-method"


def api(desk: Desk, who: Who) -> Router:
    """Answers whatever is asked, also what there is not."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in ENDPOINTS:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    routes = [
        Route(openapi.PATH, _described, methods=_METHODS),
        Route(openapi.REQUEST, partial(_decision, desk, who), methods=_METHODS),
        *(
            Route(path, partial(_answer, desk, who, endpoints), methods=_METHODS)
            for path, endpoints in by_path.items()
        ),
    ]
    return Router(routes, default=request_response(_nothing))


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
        answer = await _asked(
            desk, who, request, "call", {"tool": endpoint.tool_name, "arguments": said}
        )
    except AppError as error:
        return refused(error)
    if (waits := answer.get("waits")) is not None:
        return JSONResponse(waits, 202)
    return JSONResponse(answer["document"])


async def _decision(desk: Desk, who: Who, request: Request) -> Response:
    """What became of what waited for a person."""
    if request.method not in ("GET", "HEAD"):
        return _wrong_method(request, ["GET"])
    number = request.path_params["number"]
    if not _NUMBER.fullmatch(number):
        return await _nothing(request)
    try:
        return JSONResponse(await _asked(desk, who, request, "decision", {"request": int(number)}))
    except AppError as error:
        return refused(error)


async def _asked(
    desk: Desk, who: Who, request: Request, operation: str, values: dict[str, Json]
) -> dict[str, Any]:
    """Raises `AppError`, also for what should never go wrong."""

    def asked() -> Json:
        return desk.ask(operation, who(request), values)

    try:
        return cast(dict[str, Any], await to_thread.run_sync(asked))
    except AppError:
        raise
    except Exception as error:
        log.exception("%s failed", operation)
        raise unexpected(error, _("Nothing was changed. The log says more.")) from error


def _wrong_method(request: Request, methods: Iterable[str]) -> Response:
    error = WrongMethod(
        _("{path} does not answer {method}.").format(path=request.url.path, method=request.method),
        _("Look at /api/openapi.json for what there is."),
    )
    response = refused(error)
    response.headers["Allow"] = ", ".join(methods)
    return response
