"""Values of which thousands are made at once."""

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[T]) -> type[T]:
    """As `dataclass(frozen=True, slots=True)`, where being made has to be quick.

    That nothing is assigned to is left to the type checker: to have it checked while a program
    runs, each field of a frozen dataclass is set through a call, a tenth of reading a text.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)
