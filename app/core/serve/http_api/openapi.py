"""The description of the API for programs, made of the same tools and documents."""

import json
from collections.abc import Mapping, Sequence, Set
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from app import __version__
from app.core.api.failures import FailureDocument
from app.core.serve import schemas
from app.core.serve.http_api.routes import ENDPOINTS, Endpoint, Schema

PATH = "/api/openapi.json"
REQUEST = "/api/requests/{number}"
"""What became of what waited for a person."""
_JSON = "application/json"
_FILE = "multipart/form-data"
_STATUSES = {
    "400": "The request cannot be understood; the message says why.",
    "401": "The token is missing or wrong.",
    "403": "A person does not allow it.",
    "404": "There is no such skill, or it is not open to you.",
    "405": "There is something at the path, but not by this method.",
    "406": "The answer would not be of a kind that is accepted.",
    "408": "The request took too long to arrive.",
    "409": "Several skills have the name, or somebody else changed it.",
    "413": "The request is too large.",
    "415": "The body is of another kind.",
    "422": "It cannot be done; the message says why.",
    "423": "The vault is locked.",
    "429": "Too many requests.",
    "500": "A bug.",
    "503": "Try again in a moment.",
}


@cache
def openapi() -> dict[str, Any]:
    """An OpenAPI 3.1 document."""
    components: Schema = {}
    paths: dict[str, Any] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(
            endpoint, components
        )
    paths[REQUEST] = {"get": _request()}
    components["Failure"] = _placed(TypeAdapter(FailureDocument).json_schema(), components)
    components["Waits"] = _WAITS
    return {
        "openapi": "3.1.0",
        "info": {"title": "Techne", "version": __version__},
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": components,
            "responses": {
                status: {
                    "description": said,
                    "content": {_JSON: {"schema": {"$ref": "#/components/schemas/Failure"}}},
                }
                for status, said in _STATUSES.items()
            },
        },
    }


_WAITS: Schema = {
    "description": "It waits for a person to allow it. Nothing was changed yet.",
    "type": "object",
    "properties": {
        "request": {"type": "integer"},
        "state": {"type": "string"},
        "said": {"type": "string"},
        "question": {"type": "string"},
        "document": {"type": "object", "description": "Once it is done: what the tool answers."},
    },
    "required": ["request", "state", "said"],
}


def _request() -> dict[str, Any]:
    """Of a request for what waited for a person."""
    number = {"type": "integer", "minimum": 1, "maximum": 999_999_999_999_999}
    return {
        "operationId": "get_request",
        "summary": "What became of a request",
        "parameters": [{"name": "number", "in": "path", "required": True, "schema": number}],
        "responses": {
            "200": {
                "description": "How it stands.",
                "content": {_JSON: {"schema": {"$ref": "#/components/schemas/Waits"}}},
            },
            **_refusals(),
        },
    }


def _refusals() -> dict[str, Any]:
    return {status: {"$ref": f"#/components/responses/{status}"} for status in _STATUSES}


def parameters(endpoint: Endpoint) -> dict[str, str]:
    """By their names in a request the arguments of the tool."""
    taken = schemas.takes(endpoint.tool)["properties"]
    return {endpoint.renamed.get(name, name): name for name in taken}


def _operation(endpoint: Endpoint, components: Schema) -> dict[str, Any]:
    tool = endpoint.tool
    taken = schemas.takes(tool)
    answered = _placed(schemas.answers(tool), components)
    in_path = [name for name in parameters(endpoint) if f"{{{name}}}" in endpoint.path]
    operation: dict[str, Any] = {
        "operationId": f"{endpoint.method.lower()}_{tool.name}",
        "summary": tool.title,
        "description": tool.description,
        "responses": {
            "200": {"description": "Done.", "content": {_JSON: {"schema": answered}}},
            **_refusals(),
        },
    }
    if not tool.reads_only:
        operation["responses"]["202"] = {
            "description": "It waits for a person.",
            "content": {_JSON: {"schema": {"$ref": "#/components/schemas/Waits"}}},
        }
    in_query = [] if endpoint.method == "POST" else [*parameters(endpoint)]
    operation["parameters"] = [
        _parameter(endpoint, taken, name, "path" if name in in_path else "query")
        for name in dict.fromkeys([*in_path, *in_query])
    ]
    if endpoint.method == "POST":
        operation["requestBody"] = {"required": True, "content": _bodies(endpoint, taken)}
    return operation


def _parameter(endpoint: Endpoint, taken: Schema, name: str, place: str) -> dict[str, Any]:
    argument = parameters(endpoint)[name]
    schema = dict(taken["properties"][argument])
    if place == "path":
        schema["minLength"] = 1
    return {
        "name": name,
        "in": place,
        "description": schema.pop("description", ""),
        "required": argument in taken.get("required", ()),
        "schema": schema,
    }


def _bodies(endpoint: Endpoint, taken: Schema) -> dict[str, Any]:
    named = parameters(endpoint)
    required = {name for name, one in named.items() if one in taken.get("required", ())}
    fields = {name: taken["properties"][one] for name, one in named.items()}
    fields |= endpoint.passed_over
    either = [_body(fields, required | one, endpoint.either) for one in endpoint.either]
    body = {"oneOf": either} if either else _body(fields, required)
    bodies = {_JSON: {"schema": body}}
    if endpoint.takes_file:
        upload: Schema = {
            "type": "object",
            "properties": {
                "file": {"type": "string", "format": "binary"},
                "engram": {"type": "string"},
            },
            "required": ["file"],
        }
        bodies[_FILE] = {"schema": upload}
    return bodies


def _body(fields: Schema, required: Set[str], either: Sequence[Set[str]] = ()) -> Schema:
    """An object with these fields, without those of `either` that are not required."""
    left_out = {name for one in either for name in one} - required
    body: Schema = {
        "type": "object",
        "properties": {name: one for name, one in fields.items() if name not in left_out},
        "additionalProperties": False,
    }
    return {**body, "required": sorted(required)} if required else body


def _placed(schema: Mapping[str, Any], components: Schema) -> Schema:
    """The schema with what it refers to among the components."""
    said = json.dumps(schema).replace('"#/$defs/', '"#/components/schemas/')
    whole: Schema = json.loads(said)
    components |= whole.pop("$defs", {})
    return whole
