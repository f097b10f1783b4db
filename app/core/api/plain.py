"""Dataclasses as JSON has them."""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import TypeAlias

from app.core.walk.model import camel

Json: TypeAlias = "Mapping[str, Json] | list[Json] | str | int | float | bool | None"


def plain(value: object) -> Json:
    """The value with names in camel case; a field that says no more than its default is left out.

    Raises `TypeError` for what JSON does not know.
    """
    if is_dataclass(value) and not isinstance(value, type):
        found = {field.name: getattr(value, field.name) for field in fields(value)}
        usual = {
            field.name: field.default_factory() if callable(field.default_factory) else field.default
            for field in fields(value)
            if field.default is not MISSING or field.default_factory is not MISSING
        }
        return {
            camel(name): plain(said)
            for name, said in found.items()
            if name not in usual or said != usual[name]
        }
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    if value is None or isinstance(value, str | int | float):
        return value
    raise TypeError(type(value).__name__)
