"""What several documents have in common: a skill, told apart from all others."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from typing_extensions import TypedDict

from app.core.library.catalogue import SkillRow
from app.core.library.record import Status
from app.core.walk.plan import source_id

D = TypeVar("D")


class SkillDocument(TypedDict):
    """A skill as lists show it; `base` names its version to an edit that is made from it."""

    id: str
    title: str
    engram: str
    role: str
    status: Status
    version: int
    base: str
    updated: str


@dataclass(frozen=True, slots=True)
class AboutSkill(Generic[D]):
    """A document, and the skill it is about where the document does not name it."""

    skill: SkillRow
    document: D


def skill_document(row: SkillRow) -> SkillDocument:
    return {
        "id": source_id(row.id),
        "title": row.title,
        "engram": row.engram_name,
        "role": row.role,
        "status": row.status,
        "version": row.number,
        "base": row.base,
        "updated": row.updated.isoformat(),
    }
