"""What tools take and answer, as JSON schemas of the dialect that clients understand."""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

from pydantic import TypeAdapter

from app.core.serve.tool import Tool

Mode = Literal["validation", "serialization"]
_LEFT_OUT = {"title", "default"}
"""Keywords that pydantic makes of the names of fields, and of values that nobody relies on."""
_PLACE = re.compile(r"\bapp__(?:[a-z_]+__)?([a-z_]+)__([A-Z][A-Za-z]*)(?:-(?:Input|Output))?")


@cache
def takes(tool: Tool[Any, Any]) -> dict[str, Any]:
    """An object that has the arguments; what is not among them is refused."""
    return _schema(tool.takes, "validation")


@cache
def answers(tool: Tool[Any, Any]) -> dict[str, Any]:
    """The document that the tool answers."""
    return _schema(tool.answers, "serialization")


def _schema(kind: Any, mode: Mode) -> dict[str, Any]:
    made = TypeAdapter(kind).json_schema(mode=mode, by_alias=True)
    plain: dict[str, Any] = _plain(json.loads(_PLACE.sub(_short_name, json.dumps(made))))
    return {"type": "object", **plain}


def _plain(schema: Any, *, is_named: bool = False) -> Any:
    """Without the keywords that say nothing; `is_named` where the keys are names, not keywords."""
    if isinstance(schema, list):
        return [_plain(one) for one in schema]
    if not isinstance(schema, Mapping):
        return schema
    return {
        key: _plain(value, is_named=key in ("properties", "$defs") and not is_named)
        for key, value in schema.items()
        if is_named or key not in _LEFT_OUT
    }


def _short_name(found: re.Match[str]) -> str:
    return "".join(word.title() for word in found[1].split("_")) + found[2]
