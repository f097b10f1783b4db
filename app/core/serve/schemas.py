"""What tools take and answer, as JSON schemas of the dialect that clients understand."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

from pydantic import TypeAdapter

from app.core.api.schema_names import readable
from app.core.serve.tool import Tool

Mode = Literal["validation", "serialization"]
_LEFT_OUT = {"title", "default"}
"""Keywords that pydantic makes of the names of fields, and of values that nobody relies on."""
_NAMED = ("properties", "$defs")
"""Keywords of which the keys are names."""


@cache
def takes(tool: Tool[Any, Any]) -> dict[str, Any]:
    """An object that has the arguments; what is not among them is refused.

    It has no references: not every client follows them here.
    """
    schema = _schema(tool.takes, "validation")
    definitions = schema.pop("$defs", {})
    inlined: dict[str, Any] = _inlined(schema, definitions)
    return inlined


@cache
def answers(tool: Tool[Any, Any]) -> dict[str, Any]:
    """The document that the tool answers."""
    return _schema(tool.answers, "serialization")


def _schema(kind: Any, mode: Mode) -> dict[str, Any]:
    made = TypeAdapter(kind).json_schema(mode=mode)
    return {"type": "object", **_plain(json.loads(readable(json.dumps(made))))}


def _plain(schema: Any, *, is_named: bool = False) -> Any:
    """Without the keywords that say nothing; `is_named` where the keys are names."""
    if isinstance(schema, list):
        return [_plain(one) for one in schema]
    if not isinstance(schema, Mapping):
        return schema
    return {
        key: " ".join(value.split())
        if key == "description" and not is_named
        else _plain(value, is_named=key in _NAMED and not is_named)
        for key, value in schema.items()
        if is_named or key not in _LEFT_OUT
    }


def _inlined(schema: Any, definitions: Mapping[str, Any]) -> Any:
    if isinstance(schema, list):
        return [_inlined(one, definitions) for one in schema]
    if not isinstance(schema, Mapping):
        return schema
    whole = {**schema}
    if (reference := whole.pop("$ref", None)) is not None:
        whole = {**definitions[reference.removeprefix("#/$defs/")], **whole}
    return {key: _inlined(value, definitions) for key, value in whole.items()}
