"""Skills out of documents: what a document was read as, and what became of it."""

from collections.abc import Sequence
from typing import Literal

from typing_extensions import TypedDict

from app.core.api.packs import FailedFileDocument, about_file
from app.core.documents.importing import Arrived, Refused, shown_pictures
from app.core.library import catalogue
from app.core.library.record import Saved
from app.core.skills.checking.check import findings
from app.core.skills.checking.finding import KnownSkills, Severity
from app.core.vault import Vault
from app.core.walk.plan import source_id


class PassageDocument(TypedDict):
    """A passage of a document: what became of it, and what to know about it."""

    text: str
    became: str
    remarks: list[str]


class ReadDocumentDocument(TypedDict):
    """A document, and the skill it would become; `findings` are how many places to look at."""

    file: str
    format: Literal["word", "opendocument", "pdf", "html", "text"]
    title: str
    phases: int
    steps: int
    subSteps: int
    goals: list[str]
    sections: list[str]
    pictures: list[str]
    findings: int
    notices: list[str]
    passages: list[PassageDocument]
    text: str
    imported: bool


class ImportedDocumentDocument(ReadDocumentDocument):
    """A document that was imported, and the skill that it became."""

    id: str
    engram: str


def read(one: Arrived) -> ReadDocumentDocument:
    """What a document was read as."""
    draft, skill = one.draft, one.draft.skill
    subordinate = sum(bool(step.parent) for step in skill.steps)
    passages = zip(draft.content.passages, draft.roles, strict=True)
    return {
        "file": str(one.path),
        "format": draft.content.format.value,
        "title": skill.title,
        "phases": len(skill.phases),
        "steps": len(skill.steps) - subordinate,
        "subSteps": subordinate,
        "goals": [goal.kind.value for goal in skill.goals],
        "sections": [section.title for section in skill.sections],
        "pictures": [picture.name for picture in shown_pictures(draft)],
        "findings": sum(
            found.severity is not Severity.SUGGESTION for found in findings(skill, KnownSkills())
        ),
        "notices": list(draft.content.notices),
        "passages": [
            {"text": passage.text, "became": role.value, "remarks": list(passage.remarks)}
            for passage, role in passages
        ],
        "text": draft.text,
        "imported": False,
    }


def imported(
    vault: Vault, arrived: Sequence[Arrived], saved: Sequence[Saved]
) -> list[ImportedDocumentDocument]:
    """What became of documents that were imported."""
    rows = catalogue.some(vault, [one.skill for one in saved])
    return [
        {
            **read(one),
            "imported": True,
            "id": source_id(made.skill),
            "engram": rows[made.skill].engram_name,
        }
        for one, made in zip(arrived, saved, strict=True)
    ]


def refused(one: Refused) -> FailedFileDocument:
    """A document that was not imported."""
    problem = about_file(one.path, one.why)
    return {"file": str(one.path), "error": str(one.why), "hint": problem.hint}
