"""What to look among: everything, or what is narrowed down to."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

What = Literal["skill", "memory"]
ALIKE = (
    "select alike.id from memory_source own join memory_source alike"
    " on (alike.name, alike.kind) = (own.name, own.kind) where own.id = ?"
)
"""The sources of the same name and kind as one; to a person they are the same."""


@dataclass(frozen=True, slots=True)
class Filters:
    """What to look among; empty fields do not narrow. Dates are of memories, a role of skills.

    `closed` are engrams that are left out.
    """

    what: What | None = None
    engram: int | None = None
    source: int | None = None
    tag: str = ""
    role: str = ""
    since: datetime | None = None
    until: datetime | None = None
    closed: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return self != Filters()
