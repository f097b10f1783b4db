"""What agents report of skills beside their use: that they were shown, and how it went."""

import math
from collections.abc import Callable, Mapping

from typing_extensions import TypedDict

from app.core.api.lookup import find
from app.core.errors import NotFound
from app.core.library.catalogue import Ambiguous, SkillRow
from app.core.lifecycle import outcomes, seen
from app.core.lifecycle.counted import EVERYONE, Counted
from app.core.lifecycle.importance import SKILLS, Rule
from app.core.lifecycle.outcomes import Evidence
from app.core.lifecycle.seen import Stage
from app.core.memory import entities
from app.core.vault import Vault
from app.core.walk.plan import source_id

_LAST = 200
"""Outcomes of a skill among which those of a session are looked for."""


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


class RatedDocument(TypedDict):
    """A skill that was rated; `value` is the mean of what was said of it in the session."""

    id: str
    title: str
    value: float


class FeedbackDocument(TypedDict):
    """What was rated, and the names that mean no skill."""

    rated: list[RatedDocument]
    unknown: list[str]


def surfaced(
    vault: Vault,
    name: str,
    engram: str | None = None,
    *,
    session: str = "",
    agent: str = entities.AGENT,
    counted: Counted = EVERYONE,
) -> SurfacedDocument:
    """Note that a skill was shown, which is no use. The answer counts the times of those who are
    `counted`. Raises `NotFound`, `Ambiguous`."""
    row = find(vault, name, engram)
    new = seen.record(vault, Stage.SURFACED, [row.id], session=session, agent=agent)
    return {
        "id": source_id(row.id),
        "title": row.title,
        "counted": row.id in new,
        "surfaced": seen.times(vault, row.id, Stage.SURFACED, counted),
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


def feedback(
    vault: Vault,
    ratings: Mapping[str, float],
    find_skill: Callable[[str], SkillRow],
    *,
    session: str,
    agent: str = entities.AGENT,
    usual: Rule = SKILLS,
) -> FeedbackDocument:
    """Rate skills by their names, from -1 to 1; what was said more than once counts with its mean.

    Values beyond are brought to the nearer end, those that are no numbers are passed over, and so
    are names that `find_skill` does not know.
    """
    rated: list[RatedDocument] = []
    unknown: list[str] = []
    for name, value in ratings.items():
        if not math.isfinite(value):
            continue
        try:
            row = find_skill(name)
        except (NotFound, Ambiguous):
            unknown.append(name)
            continue
        outcomes.record(vault, row.id, value, session=session, agent=agent, usual=usual)
        said = [
            one.value
            for one in outcomes.outcomes(vault, row.id, _LAST)
            if (one.session, one.agent, one.evidence) == (session, agent, Evidence.REPORTED)
        ]
        mean = round(sum(said) / len(said), 4) if said else value
        rated.append({"id": source_id(row.id), "title": row.title, "value": mean})
    return {"rated": rated, "unknown": unknown}
