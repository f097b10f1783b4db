"""How often skills do what they are for, as documents."""

from collections.abc import Sequence

from typing_extensions import TypedDict

from app.core.api.lookup import find
from app.core.library import library
from app.core.lifecycle import events, roles, success
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.counted import EVERYONE, Counted
from app.core.lifecycle.events import Event, Kind
from app.core.lifecycle.outcomes import Evidence
from app.core.lifecycle.risk import Risk, missing, risk
from app.core.lifecycle.success import Success
from app.core.lifecycle.verdicts import Invocation
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.walk.plan import source_id


class InvocationDocument(TypedDict):
    """One time that a skill was followed; `succeeded` is null where nobody knows how it went.

    `evidence` is how that is known, and `confidence` (0 to 1) how surely.
    """

    at: str
    agent: str
    session: str
    succeeded: bool | None
    evidence: Evidence | None
    confidence: float
    note: str


class SuccessDocument(TypedDict):
    """Of the last invocations, as many as the window has: `known` of them have an outcome.

    `rate` and `trend`, its change against the window before, are null where too little is known.
    `points` are the rates as they were after each of them.
    """

    rate: float | None
    succeeded: int
    failed: int
    known: int
    invocations: int
    trend: float | None
    points: list[float]
    risk: Risk
    missing: int
    lastOutcome: InvocationDocument | None


class EventDocument(TypedDict):
    """What became of a skill because of how it went."""

    at: str
    what: Kind
    why: str


class SuggestedRoleDocument(TypedDict):
    """A role that would fit a skill better than the one it has."""

    role: str
    why: str


class OutcomesDocument(TypedDict):
    """How following a skill went: lately, each time, in all, and what became of it."""

    id: str
    title: str
    success: SuccessDocument
    successCount: int
    failureCount: int
    invocations: list[InvocationDocument]
    events: list[EventDocument]
    suggestedRole: SuggestedRoleDocument | None


def outcomes(
    vault: Vault,
    settings: Procedural,
    name: str,
    engram: str | None = None,
    *,
    limit: int = 100,
    counted: Counted = EVERYONE,
) -> OutcomesDocument:
    """The newest invocations first, at most `limit` of them; raises `NotFound`, `Ambiguous`.

    What became of a skill because of how it went for others is shown to nobody who counts alone.
    """
    row = find(vault, name, engram)
    made = success.history(vault, row.id, counted)
    lately = success.success(vault, settings, row.id, counted)
    fitting = roles.suggested(parse(library.text(vault, row.id)), row.role, lately)
    known = [one.verdict.succeeded for one in made if one.verdict is not None]
    told = events.events(vault, row.id) if not counted.only else ()
    return {
        "id": source_id(row.id),
        "title": row.title,
        "success": success_document(lately, settings),
        "successCount": sum(known),
        "failureCount": len(known) - sum(known),
        "invocations": [invocation_document(one) for one in reversed(made[-limit:])],
        "events": event_documents(told),
        "suggestedRole": {"role": fitting.role, "why": fitting.why} if fitting else None,
    }


def success_document(found: Success, settings: Procedural) -> SuccessDocument:
    return {
        "rate": _rounded(found.rate),
        "succeeded": found.succeeded,
        "failed": found.failed,
        "known": found.known,
        "invocations": found.invocations,
        "trend": _rounded(found.trend),
        "points": [round(point, 4) for point in found.points],
        "risk": risk(found, settings),
        "missing": missing(found, settings),
        "lastOutcome": invocation_document(found.last) if found.last is not None else None,
    }


def invocation_document(one: Invocation) -> InvocationDocument:
    verdict = one.verdict
    return {
        "at": one.at.isoformat(),
        "agent": one.agent,
        "session": one.session,
        "succeeded": verdict.succeeded if verdict is not None else None,
        "evidence": verdict.evidence if verdict is not None else None,
        "confidence": round(verdict.confidence, 4) if verdict is not None else 0.0,
        "note": verdict.note if verdict is not None else "",
    }


def event_documents(some: Sequence[Event]) -> list[EventDocument]:
    return [{"at": one.at.isoformat(), "what": one.kind, "why": one.detail} for one in some]


def _rounded(value: float | None) -> float | None:
    return round(value, 4) if value is not None else None
