"""What is wrong with a text of a skill."""

from typing import Literal, cast

from typing_extensions import TypedDict

from app.core.skills.checking.check import Finding

SeverityName = Literal["problem", "warning", "suggestion"]


class FindingDocument(TypedDict):
    """A finding about `text[start:end]`, in step `step` (0: none)."""

    severity: SeverityName
    code: str
    message: str
    detail: str
    start: int
    end: int
    step: int
    repairs: list[str]


def finding_document(finding: Finding) -> FindingDocument:
    return {
        "severity": cast(SeverityName, finding.severity.name.lower()),
        "code": finding.code,
        "message": finding.message,
        "detail": finding.detail,
        "start": finding.start,
        "end": finding.end,
        "step": finding.step,
        "repairs": [repair.label for repair in finding.repairs],
    }
