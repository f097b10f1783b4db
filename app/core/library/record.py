"""What the library keeps about a skill beside its text."""

import json
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any


class Status(StrEnum):
    ACTIVE = "active"
    QUARANTINED = "quarantined"
    """Imported and not released: visible to the person, inert for agents and for calls."""
    DEPRECATED = "deprecated"


class Reason(StrEnum):
    """Why a version exists. All but EDITED are snapshots."""

    EDITED = "edited"
    IMPORTED = "imported"
    ROLLED_BACK = "rolled back"
    UNDONE = "undone"
    NAMED = "named"
    FILED = "filed"
    """Moved to another engram, released from quarantine, given a role or tags."""
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class Origin:
    """The pack a skill came from, and its text at that moment (by SHA-256)."""

    pack: str
    name: str
    version: str
    publisher: str
    digest: str


@dataclass(frozen=True, slots=True)
class Meta:
    """Versioned together with the text, so that undo brings both back.

    `role` and `tags` are the person's choice; an empty role is derived from the text. `extra`
    holds what a pack said about the skill that Techne has no field for.
    """

    engram: int
    status: Status = Status.ACTIVE
    role: str = ""
    tags: tuple[str, ...] = ()
    origin: Origin | None = None
    extra: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, stored: str) -> "Meta":
        fields = json.loads(stored)
        origin = fields["origin"]
        return cls(
            engram=fields["engram"],
            status=Status(fields["status"]),
            role=fields["role"],
            tags=tuple(fields["tags"]),
            origin=Origin(**origin) if origin else None,
            extra=fields["extra"],
        )


@dataclass(frozen=True, slots=True)
class Saved:
    """A stored version: the skill, the version's own id and its number in the skill's history."""

    skill: int
    version: int
    number: int
