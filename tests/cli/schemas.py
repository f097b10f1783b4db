"""Documents held against their schema."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from app.core.api import schema as schemas


def check(argv: Sequence[str], document: Any) -> None:
    """Fails where what a command printed is not what its schema says, to the last key."""
    command = next(word for word in argv if word in schemas.DOCUMENTS)
    is_failure = isinstance(document, dict) and "error" in document
    validator(None if is_failure else command).validate(document)


@cache
def validator(command: str | None) -> Draft202012Validator:
    """Of a command, or of failures."""
    everything = closed(whole())
    found = everything["failure"] if command is None else everything["commands"][command]
    return Draft202012Validator({**found, "$defs": everything["$defs"]})


@cache
def whole() -> dict[str, Any]:
    return schemas.schema()


def closed(schema: Any) -> Any:
    """The schema without the leave to have other keys."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    inside = {key: closed(value) for key, value in schema.items()}
    is_object = schema.get("type") == "object" and "properties" in schema
    return {**inside, "additionalProperties": False} if is_object else inside


def keys(schema: Any, seen: frozenset[str] = frozenset()) -> Iterator[str]:
    """Every key that a document of this schema can have, however deep."""
    if isinstance(schema, list):
        for item in schema:
            yield from keys(item, seen)
    elif isinstance(schema, dict):
        yield from schema.get("properties", ())
        name = str(schema.get("$ref", "")).rpartition("/")[2]
        if name and name not in seen:
            yield from keys(whole()["$defs"][name], seen | {name})
        for value in schema.values():
            yield from keys(value, seen)
