"""How a skill is named from outside, and what tells it apart in every document."""

import re
from dataclasses import dataclass
from typing import Generic, TypeVar

from typing_extensions import TypedDict

from app.core.library import catalogue, engrams
from app.core.library.catalogue import SkillRow
from app.core.library.record import Status
from app.core.vault import Vault
from app.core.walk.plan import source_id

D = TypeVar("D")


class SkillDocument(TypedDict):
    """A skill as lists show it."""

    id: str
    title: str
    engram: str
    role: str
    status: Status
    version: int
    updated: str


@dataclass(frozen=True, slots=True)
class AboutSkill(Generic[D]):
    """A document, and the skill it is about where the document does not name it."""

    skill: SkillRow
    document: D


def document(row: SkillRow) -> SkillDocument:
    return {
        "id": source_id(row.id),
        "title": row.title,
        "engram": row.engram_name,
        "role": row.role,
        "status": row.status,
        "version": row.number,
        "updated": row.updated.isoformat(),
    }


def find(vault: Vault, name: str, engram: str | None = None) -> SkillRow:
    """The skill of that title or id; raises `NotFound` or `Ambiguous`."""
    where = engram_id(vault, engram)
    if (number := re.fullmatch("skill:([0-9]{1,15})", name)) is not None:
        row = catalogue.row(vault, int(number[1]))
        if row is not None and where in (None, row.engram):
            return row
    return catalogue.find(vault, name, where)


def engram_id(vault: Vault, name: str | None) -> int | None:
    """Of the engram of that name, None for none; raises `NotFound`."""
    return engrams.named(vault, name).id if name else None
