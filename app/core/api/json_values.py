"""What JSON can say, as a type. Nothing else is loaded with it."""

from collections.abc import Mapping
from typing import TypeAlias

Json: TypeAlias = "Mapping[str, Json] | list[Json] | str | int | float | bool | None"
