"""What is wrong with skills."""

from collections.abc import Sequence
from typing import Literal, cast

from typing_extensions import TypedDict

from app.core.api.documents import SkillDocument, skill_document
from app.core.api.lookup import find
from app.core.library import catalogue, library
from app.core.library.catalogue import SkillRow
from app.core.library.known_skills import NamesAndCalls
from app.core.skills.checking.check import Finding, findings
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault

SeverityName = Literal["problem", "warning", "suggestion"]


class FindingDocument(TypedDict):
    """A finding about `text[start:end]`, in step `step` (0: none), which people call `path`."""

    severity: SeverityName
    code: str
    message: str
    detail: str
    start: int
    end: int
    step: int
    path: str
    repairs: list[str]


class CheckedDocument(SkillDocument):
    """A skill and what is wrong with it."""

    findings: list[FindingDocument]


def check(
    vault: Vault,
    name: str | None = None,
    engram: str | None = None,
    closed: frozenset[int] = frozenset(),
) -> list[CheckedDocument]:
    """What is wrong with one skill, or with all of them, as far as that can be known without
    the engrams that are `closed`; raises `NotFound`, `Ambiguous`."""
    rows: Sequence[SkillRow] = [find(vault, name, engram)] if name else catalogue.rows(vault)
    known = NamesAndCalls(vault, closed)
    return [{**skill_document(row), "findings": _findings(vault, row, known)} for row in rows]


def finding_document(finding: Finding) -> FindingDocument:
    return {
        "severity": cast(SeverityName, finding.severity.name.lower()),
        "code": finding.code,
        "message": finding.message,
        "detail": finding.detail,
        "start": finding.start,
        "end": finding.end,
        "step": finding.step,
        "path": finding.path,
        "repairs": [repair.label for repair in finding.repairs],
    }


def _findings(vault: Vault, row: SkillRow, known: NamesAndCalls) -> list[FindingDocument]:
    skill = parse(library.text(vault, row.id))
    found = findings(skill, known.known(row.engram, row.id), name=row.title)
    return [finding_document(finding) for finding in found]
