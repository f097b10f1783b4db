"""Dataclasses as JSON has them."""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import TYPE_CHECKING

from app.core.api.json_values import Json
from app.core.walk.model import camel

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def document(made: "DataclassInstance") -> dict[str, Json]:
    """The fields with names in camel case, without those that say no more than their default.

    Raises `TypeError` for what JSON does not know.
    """
    said = [(field, getattr(made, field.name)) for field in fields(made)]
    return {camel(field.name): plain(value) for field, value in said if value != _usual(field)}


def plain(value: object) -> Json:
    """A value of such a field, in the same way."""
    if is_dataclass(value) and not isinstance(value, type):
        return document(value)
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple):
        return [plain(inner) for inner in value]
    if value is None or isinstance(value, str | int | float):
        return value
    raise TypeError(type(value).__name__)


def _usual(field: Field[object]) -> object:
    """What the field says where nobody says anything; `MISSING` if somebody has to."""
    made = field.default_factory
    return field.default if made is MISSING else made()
