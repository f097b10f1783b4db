"""Procedures that agents repeat: sessions are scanned, and what was found is decided about."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NotRequired

from typing_extensions import TypedDict

from app.core.actor import USER, Actor
from app.core.agents.counting import counted
from app.core.errors import AppError
from app.core.learning import candidates as store
from app.core.learning import judging, promoting, scanning, sessions, studying, watching
from app.core.learning.candidates import Candidate, CandidateStatus
from app.core.learning.full_disk import stopped_scan
from app.core.library import catalogue
from app.core.library.renaming import retitled
from app.core.lifecycle.config import Procedural
from app.core.patterns.outcomes import Outcome, Sign
from app.core.progress import SILENT, Progress, Share
from app.core.transcripts.model import Format
from app.core.upkeep.ready import know_skills
from app.core.vault import Vault
from app.core.walk.plan import source_id
from app.core.words import _


class ScannedDocument(TypedDict):
    """What a scan came to, in files; `broken` and `unknown` count rows that were passed over."""

    read: int
    unchanged: int
    other: int
    broken: int
    unknown: int
    troubles: list[str]
    agents: list[str]
    watched: list[str]
    candidates: int


class CandidateCallDocument(TypedDict):
    """A step as a call; `parameters` are their names, never values. The others count how often it
    was left out, came before the call that it follows, and was made more than once."""

    tool: str
    parameters: list[str]
    leftOut: int
    swapped: int
    repeated: int


class CandidateDocument(TypedDict):
    """A procedure that an agent repeats; `name` is the title of its draft, and `evolves` that of
    the skill it would change.
    """

    id: int
    name: str
    description: str
    status: CandidateStatus
    agent: str
    sessions: int
    occurrences: int
    confidence: float
    first: str | None
    last: str | None
    calls: list[CandidateCallDocument]
    evolves: NotRequired[str]
    skill: NotRequired[str]


class PlaceOfCandidateDocument(TypedDict):
    """Where it was done: rows of a session."""

    session: str
    firstRow: int
    lastRow: int
    started: str | None
    ended: str | None


class ShownCandidateDocument(CandidateDocument):
    """With the draft of the skill, and where it was done."""

    text: str
    places: list[PlaceOfCandidateDocument]


class SignDocument(TypedDict):
    """What an outcome is concluded from, and the row of the session where that is."""

    sign: Sign
    row: int


class SessionOutcomeDocument(TypedDict):
    """How following a skill went in a session; `call` is that in which it was given."""

    skill: str
    session: str
    call: str
    outcome: Outcome
    confidence: float
    evidence: list[SignDocument]


class PromotedDocument(TypedDict):
    """The skill that a candidate became, and its version."""

    candidate: int
    id: str
    title: str
    version: int


def scan(
    vault: Vault,
    settings: Procedural,
    paths: Sequence[Path],
    client: Format | None = None,
    agent: str = "",
    progress: Progress = SILENT,
) -> ScannedDocument:
    """Read what is new in these files and folders, and look for what is repeated; a job.

    Without any: in the folders that are watched. Raises `DiskFull`, and what was read is kept.
    """
    reading = Share(progress, 0.0, _READING)
    with stopped_scan(_("Free some space and scan again: it goes on where it stopped.")):
        if paths:
            done = scanning.scan(vault, paths, client, agent, reading)
        else:
            done = watching.scan(vault, reading)
        know_skills(vault, settings)
        whose = partial(counted, vault)
        found = studying.study(vault, settings, whose, Share(progress, _READING, 1.0))
    return {
        "read": done.read,
        "unchanged": done.unchanged,
        "other": done.other,
        "broken": done.broken,
        "unknown": done.unknown,
        "troubles": list(done.troubles),
        "agents": sorted(done.agents),
        "watched": [str(one.path) for one in watching.watched(vault)],
        "candidates": len(found),
    }


_READING = 0.7
"""The share of the time of a scan that reading takes, about."""


def watch(
    vault: Vault, paths: Sequence[Path], client: Format | None = None, agent: str = ""
) -> None:
    """Look at these folders from now on, from time to time. Raises `NoFolder`."""
    for path in paths:
        watching.watch(vault, path, client, agent)


def unwatch(vault: Vault, paths: Sequence[Path]) -> None:
    """Look at them no more; what was read stays. Raises `NotFound`."""
    for path in paths:
        watching.unwatch(vault, path)


def outcomes(vault: Vault, agent: str | None = None) -> list[SessionOutcomeDocument]:
    """How following skills went in the sessions that were read, also where that is unsure."""
    agents = sessions.agents(vault) if agent is None else (agent,)
    return [
        {
            "skill": row.title,
            "session": one.outcome.session,
            "call": one.outcome.call,
            "outcome": one.outcome.outcome,
            "confidence": one.outcome.confidence,
            "evidence": [{"sign": sign.sign, "row": sign.row} for sign in one.outcome.evidence],
        }
        for name in agents
        for one in judging.judged(vault, name)
        if (row := catalogue.row(vault, one.skill)) is not None
    ]


def candidates(
    vault: Vault, *, status: CandidateStatus | None = None, agent: str | None = None
) -> list[CandidateDocument]:
    """The surest first."""
    found = store.candidates(vault, status=status, agent=agent)
    return [candidate_document(vault, one) for one in found]


def candidate(vault: Vault, number: int) -> ShownCandidateDocument:
    """Raises `NotFound`."""
    found = store.candidate(vault, number)
    return {
        **candidate_document(vault, found),
        "text": found.text,
        "places": [
            {
                "session": one.session,
                "firstRow": one.first_row,
                "lastRow": one.last_row,
                "started": one.started.isoformat() if one.started else None,
                "ended": one.ended.isoformat() if one.ended else None,
            }
            for one in store.places(vault, number)
        ],
    }


def promote(
    vault: Vault,
    number: int,
    engram: str | None = None,
    *,
    name: str | None = None,
    actor: Actor = USER,
) -> PromotedDocument:
    """Make a candidate a skill, or the next version of the one that it evolves; a new skill under
    another `name` than its draft has.

    Raises `NotFound`, `AlreadyDecided`, `NameTaken`, `StaleEdit`, and `AppError` for what cannot be
    a name, or for the name of a change.
    """
    found = store.candidate(vault, number)
    if name is not None:
        if found.evolves is not None:
            raise AppError(
                _("A change keeps the name of its skill."),
                _("Accept it without a name; the skill itself can be renamed."),
            )
        found = replace(found, text=retitled(found.text, name))
    if found.status is CandidateStatus.CANDIDATE:
        promoting.refuse_taken(vault, found, engram)
    saved = promoting.promote(vault, number, text=found.text, engram=engram, actor=actor)
    row = catalogue.row(vault, saved.skill)
    assert row is not None
    return {
        "candidate": number,
        "id": source_id(row.id),
        "title": row.title,
        "version": saved.number,
    }


def dismiss(vault: Vault, number: int) -> CandidateDocument:
    """Never propose it again until it is reopened. Raises `NotFound`, `AlreadyDecided`."""
    return candidate_document(vault, store.dismiss(vault, number))


def reopen(vault: Vault, number: int) -> CandidateDocument:
    """Propose a dismissed candidate again. Raises `NotFound`, `NotDismissed`."""
    return candidate_document(vault, store.reopen(vault, number))


def candidate_document(vault: Vault, one: Candidate) -> CandidateDocument:
    document: CandidateDocument = {
        "id": one.id,
        "name": one.title,
        "description": one.description,
        "status": one.status,
        "agent": one.agent,
        "sessions": one.sessions,
        "occurrences": one.occurrences,
        "confidence": round(one.confidence, 2),
        "first": one.first.isoformat() if one.first else None,
        "last": one.last.isoformat() if one.last else None,
        "calls": [
            {
                "tool": call.tool,
                "parameters": list(call.parameters),
                "leftOut": call.left_out,
                "swapped": call.swapped,
                "repeated": call.repeated,
            }
            for call in one.calls
        ],
    }
    if one.evolves is not None and (row := catalogue.row(vault, one.evolves)) is not None:
        document["evolves"] = row.title
    if one.made is not None and (row := catalogue.row(vault, one.made)) is not None:
        document["skill"] = row.title
    return document
