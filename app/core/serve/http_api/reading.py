"""What a request says, as arguments of the tool."""

import base64
import json
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request

from app.core.errors import AppError
from app.core.serve.errors import BadArguments
from app.core.serve.http_api.openapi import parameters
from app.core.serve.http_api.routes import Endpoint
from app.core.words import _

_JSON, _FORM = "application/json", "multipart/form-data"
_FIELDS = {"file", "engram"}


class Unsupported(AppError):
    """The body is of a kind that is not read."""

    code = "unsupported-type"


class NotAcceptable(AppError):
    """The answer would not be of a kind that is accepted."""

    code = "not-acceptable"


async def arguments(endpoint: Endpoint, request: Request) -> dict[str, Any]:
    """Raises `BadArguments`, `NotAcceptable`, and `Unsupported` for a body that is not JSON."""
    _refuse_others(request)
    known = parameters(endpoint)
    said: dict[str, Any] = {}
    if endpoint.method == "POST":
        _refuse_unknown(request.query_params, ())
        said = await _body(endpoint, request)
        for name in endpoint.passed_over:
            said.pop(name, None)
    else:
        for name, value in request.query_params.multi_items():
            if name in said:
                raise BadArguments(
                    _("“{name}” stands there twice.").format(name=name), _("Say it once.")
                )
            said[name] = value
    _refuse_unknown(said, [name for name in known if name not in request.path_params])
    said |= request.path_params
    return {known[name]: value for name, value in said.items()}


def _refuse_others(request: Request) -> None:
    accepted = request.headers.get("accept", "*/*")
    kinds = {one.partition(";")[0].strip().lower() for one in accepted.split(",")}
    if not kinds & {"*/*", "application/*", _JSON, ""}:
        raise NotAcceptable(_("Answers are JSON."), _("Accept application/json."))


def _refuse_unknown(said: Mapping[str, Any], known: Any) -> None:
    for name in said:
        if name not in known:
            raise BadArguments(
                _("“{name}” is not known here.").format(name=name),
                _("Look at /api/openapi.json for what there is."),
            )


async def _body(endpoint: Endpoint, request: Request) -> dict[str, Any]:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == _FORM and endpoint.takes_file:
        return await _form(request)
    if kind != _JSON:
        raise Unsupported(
            _("The body is not JSON."), _("Send it with Content-Type: application/json.")
        )
    try:
        body = json.loads(await request.body())
    except (ValueError, RecursionError) as error:
        raise BadArguments(
            _("The body is not JSON that can be read."), _("Send one JSON object in UTF-8.")
        ) from error
    if not isinstance(body, dict):
        raise BadArguments(_("The body is not a JSON object."), _("Send one JSON object in UTF-8."))
    return body


async def _form(request: Request) -> dict[str, Any]:
    try:
        async with request.form(max_files=1, max_fields=4) as form:
            file = form.get("file")
            if not isinstance(file, UploadFile) or not file.filename or form.keys() - _FIELDS:
                raise BadArguments(
                    _("The form has no file."),
                    _("Send the file as the field “file”, with its name."),
                )
            content = _encoded(await file.read())
            engram = {"engram": form["engram"]} if "engram" in form else {}
            return {"file": file.filename, "content": content, **engram}
    except HTTPException as error:
        raise BadArguments(
            _("The form cannot be read."), _("Send the file as the field “file”.")
        ) from error


def _encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()
