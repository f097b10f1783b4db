"""What is known of each time that a skill was followed, put together to a verdict. Pure."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from app.core.lifecycle.outcomes import Evidence, Outcome, run_session
from app.core.lifecycle.usage import SURE


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether it went well; `evidence` is the strongest there is, and `note` what was said."""

    succeeded: bool
    evidence: Evidence
    confidence: float
    note: str


@dataclass(frozen=True, slots=True)
class Invocation:
    """One time that a skill was followed; `verdict` is None where nobody knows how it went, or
    where it went half well.
    """

    at: datetime
    agent: str
    session: str
    verdict: Verdict | None


@dataclass(frozen=True, slots=True)
class Followed:
    """That a skill was used in a session, by one agent on one day."""

    at: datetime
    agent: str
    session: str


@dataclass(slots=True)
class _Open:
    """An invocation while outcomes are looked for that are about it; `attempt` names it within its
    session.
    """

    at: datetime
    agent: str
    session: str
    attempt: str = ""
    told: list[Outcome] = field(default_factory=list)


def invocations(uses: Iterable[Followed], outcomes: Iterable[Outcome]) -> list[Invocation]:
    """Each time that one skill was followed, in the order of the arguments: the oldest first.

    An outcome is about the last use of its session before it, or the first one behind it where it
    came too early. Attempts that have names, and outcomes without a session, are one each.
    """
    made = [_Open(use.at, use.agent, use.session) for use in uses]
    sessions: dict[str, list[_Open]] = defaultdict(list)
    for one in made:
        sessions[one.session].append(one)
    for outcome in outcomes:
        session, attempt = _session(outcome), _attempt(outcome)
        found = _about(outcome, attempt, sessions[session])
        if found is None:
            found = _Open(outcome.at, outcome.agent, session)
            sessions[session].append(found)
            made.append(found)
        found.attempt = found.attempt or attempt
        found.told.append(outcome)
    made.sort(key=lambda one: one.at)
    return [Invocation(one.at, one.agent, one.session, verdict(one.told)) for one in made]


def _session(outcome: Outcome) -> str:
    is_run = outcome.evidence is Evidence.RUN and outcome.run
    return run_session(int(outcome.run)) if is_run else outcome.session


def _attempt(outcome: Outcome) -> str:
    if outcome.evidence in (Evidence.PERSON, Evidence.REPORTED) and outcome.run:
        return outcome.run
    return "" if outcome.session or outcome.evidence is Evidence.RUN else f"#{outcome.id}"


def _about(outcome: Outcome, attempt: str, some: Sequence[_Open]) -> _Open | None:
    if not outcome.session and outcome.evidence is not Evidence.RUN:
        some = [one for one in some
                if one.agent == outcome.agent and one.at.date() == outcome.at.date()]  # fmt: skip
    if attempt:
        some = [
            one
            for one in some
            if one.attempt == attempt
            or (not one.attempt and all(told.evidence.is_implicit for told in one.told))
        ]
        some = [one for one in some if one.attempt] or some
    some = [one for one in some if one.agent == outcome.agent] or some
    before = [one for one in some if one.at <= outcome.at]
    return max(before or some[:1], key=lambda one: one.at, default=None)


_SAID = tuple(evidence for evidence in Evidence if not evidence.is_implicit)


def verdict(told: Sequence[Outcome]) -> Verdict | None:
    """What these outcomes of one invocation say together: the strongest evidence that is sure.

    What was said more than once counts with its mean; signs that nobody spelled out are added up
    as if they were independent of each other.
    """
    if not told:
        return None
    by_kind: dict[Evidence, list[Outcome]] = defaultdict(list)
    for one in told:
        by_kind[one.evidence].append(one)
    for evidence in _SAID:
        if some := by_kind.get(evidence):
            sure = max(one.confidence for one in some)
            if sure >= SURE:
                value = math.fsum(one.value * one.confidence for one in some)
                return Verdict(value > 0, evidence, sure, _note(some)) if value else None
    signs = [one for one in told if one.evidence.is_implicit and one.value < 0]
    sure = 1 - math.prod(1 - one.confidence for one in signs)
    if sure < SURE:
        return None
    strongest = max(signs, key=lambda one: one.confidence).evidence
    return Verdict(False, strongest, sure, _note(signs))


def _note(told: Sequence[Outcome]) -> str:
    """What was said last."""
    return next((one.note for one in reversed(told) if one.note), "")
