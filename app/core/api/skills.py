"""Skills as they are: the list, a text with what is in it, saving and deleting."""

from dataclasses import dataclass

from typing_extensions import TypedDict

from app.core.actor import Actor
from app.core.api.documents import SkillDocument, skill_document
from app.core.api.lookup import engram_id, find
from app.core.library import catalogue, library
from app.core.library.catalogue import SkillRow
from app.core.skills.model import GoalKind
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault


class GoalDocument(TypedDict):
    """A goal of a skill."""

    kind: GoalKind
    value: str


class StepDocument(TypedDict):
    """A step, by its place."""

    position: int
    text: str


class SkillTextDocument(SkillDocument):
    """A skill with its text and what is in it."""

    text: str
    goals: list[GoalDocument]
    steps: list[StepDocument]
    calls: list[str]


class DeletedDocument(TypedDict):
    """A skill that is no longer in the library."""

    deleted: SkillDocument


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which skills a list has; empty fields do not narrow it."""

    engram: str | None = None
    tag: str = ""
    role: str = ""
    text: str = ""

    def rows(self, vault: Vault) -> tuple[SkillRow, ...]:
        """Raises `NotFound` for an engram that is not there."""
        return catalogue.rows(
            vault,
            text=self.text,
            engram=engram_id(vault, self.engram),
            role=self.role,
            tag=self.tag,
        )


def listed(vault: Vault, chosen: Chosen) -> list[SkillDocument]:
    """By name, those that say the words in their title first."""
    return [skill_document(row) for row in chosen.rows(vault)]


def show(vault: Vault, name: str, engram: str | None = None) -> SkillTextDocument:
    """A skill with its text; raises `NotFound`, `Ambiguous`."""
    row = find(vault, name, engram)
    text = library.text(vault, row.id)
    skill = parse(text)
    return {
        **skill_document(row),
        "text": text,
        "goals": [{"kind": g.kind, "value": g.value} for g in skill.goals],
        "steps": [{"position": s.position, "text": s.text} for s in skill.steps],
        "calls": [c.target for c in skill.calls if c.explicit],
    }


def save(
    vault: Vault, name: str | None, text: str, engram: str | None = None, *, actor: Actor
) -> SkillDocument:
    """Save a text as the next version of a skill, without a name as a new skill.

    Raises `NotFound`, `Ambiguous`, and `AppError` for a text that cannot be kept.
    """
    place = engram_id(vault, engram)
    skill = find(vault, name, engram).id if name is not None else None
    saved = library.save(vault, skill, text, engram=place, actor=actor)
    row = catalogue.row(vault, saved.skill)
    assert row is not None
    return skill_document(row)


def delete(vault: Vault, name: str, engram: str | None = None, *, actor: Actor) -> DeletedDocument:
    """Take a skill out of the library; its history stays. Raises `NotFound`, `Ambiguous`."""
    row = find(vault, name, engram)
    library.delete(vault, row.id, actor=actor)
    return {"deleted": skill_document(row)}
