"""What agents report of skills beside their use: that they were shown, and how it went."""

from typing_extensions import TypedDict

from app.core.api.lookup import find
from app.core.lifecycle import outcomes, seen
from app.core.lifecycle.importance import SKILLS, Rule
from app.core.lifecycle.outcomes import Evidence
from app.core.lifecycle.seen import Stage
from app.core.memory import entities
from app.core.vault import Vault
from app.core.walk.plan import source_id


class SurfacedDocument(TypedDict):
    """A skill that was shown; `counted` is false where that was told before."""

    id: str
    title: str
    counted: bool
    surfaced: int


class OutcomeDocument(TypedDict):
    """How following a skill went, from -1 (it failed) to 1 (it did what it is for)."""

    id: str
    title: str
    outcome: int
    value: float
    run: str
    evidence: Evidence
    confidence: float


def surfaced(
    vault: Vault,
    name: str,
    engram: str | None = None,
    *,
    session: str = "",
    agent: str = entities.AGENT,
) -> SurfacedDocument:
    """Note that a skill was shown, which is no use. Raises `NotFound`, `Ambiguous`."""
    row = find(vault, name, engram)
    new = seen.record(vault, Stage.SURFACED, [row.id], session=session, agent=agent)
    return {
        "id": source_id(row.id),
        "title": row.title,
        "counted": row.id in new,
        "surfaced": seen.times(vault, row.id, Stage.SURFACED),
    }


def outcome(
    vault: Vault,
    name: str,
    value: float,
    engram: str | None = None,
    *,
    session: str = "",
    run: str = "",
    agent: str = entities.AGENT,
    note: str = "",
    evidence: Evidence = Evidence.REPORTED,
    confidence: float | None = None,
    usual: Rule = SKILLS,
) -> OutcomeDocument:
    """Note how it went; said again of the same run it takes the place of what was said before.

    Raises `NotFound`, `Ambiguous`.
    """
    row = find(vault, name, engram)
    number = outcomes.record(
        vault, row.id, value, session=session, run=run, agent=agent, note=note, evidence=evidence,
        confidence=confidence, usual=usual,
    )  # fmt: skip
    return {
        "id": source_id(row.id),
        "title": row.title,
        "outcome": number,
        "value": value,
        "run": run,
        "evidence": evidence,
        "confidence": evidence.confidence if confidence is None else confidence,
    }
