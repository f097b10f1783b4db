"""How following skills went, as agents and people report it, and as it shows in what they do."""

import math
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from app.core.changes import Part
from app.core.errors import AppError
from app.core.lifecycle import usage
from app.core.lifecycle.importance import SKILLS, Rule
from app.core.lifecycle.usage import GOOD, SURE
from app.core.memory.entities import AGENT
from app.core.vault import Row, Vault, Write
from app.core.words import _


class Evidence(StrEnum):
    """How an outcome is known, the strongest first."""

    PERSON = "person"
    """A person says so."""
    RUN = "run"
    """A run ended so, step by step."""
    REPORTED = "reported"
    """The agent that followed the skill says so."""
    SESSION = "session"
    """What became of the session in which it was used."""
    CORRECTED = "corrected"
    """The person corrected what was done with it."""
    RETRIED = "retried"
    """The same was done again in another way."""
    TOOL_FAILED = "tool-failed"
    """A tool that it called for failed."""

    @property
    def is_implicit(self) -> bool:
        """Whether nobody said so: several together say more than one."""
        return self in _IMPLICIT

    @property
    def confidence(self) -> float:
        """How sure one of them is where nothing else is said."""
        return _CONFIDENCE[self]


_IMPLICIT = (Evidence.CORRECTED, Evidence.RETRIED, Evidence.TOOL_FAILED)
_CONFIDENCE = {
    Evidence.PERSON: 1.0,
    Evidence.RUN: 1.0,
    Evidence.REPORTED: 0.9,
    Evidence.SESSION: 0.6,
    Evidence.CORRECTED: 0.5,
    Evidence.RETRIED: 0.5,
    # In most work that succeeds some call fails on the way: four are needed to count.
    Evidence.TOOL_FAILED: 0.2,
}
_MOST = 8
"""Signs that are kept of one session: more would say no more."""
_RECENT = 200
"""Outcomes of a skill among which one that is told again is looked for."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """`value` goes from -1 (it failed) to 1 (it did what it is for); `run` names one attempt."""

    id: int
    skill: int
    at: datetime
    agent: str
    session: str
    run: str
    evidence: Evidence
    value: float
    confidence: float
    note: str


def run_session(run: int) -> str:
    """The session that the uses and outcomes of a run have."""
    return f"run:{run}"


def record(
    vault: Vault,
    skill: int,
    value: float,
    *,
    session: str = "",
    run: str = "",
    agent: str = AGENT,
    note: str = "",
    evidence: Evidence = Evidence.REPORTED,
    confidence: float | None = None,
    usual: Rule = SKILLS,
) -> int:
    """Note an outcome; what is said again of the same run of a skill takes its place, and the same
    said twice in a session counts once.

    A success that is sure raises the importance as a use does. Returns the number of the outcome;
    raises `AppError` for a value that is no number.
    """
    sure = evidence.confidence if confidence is None else min(max(confidence, 0.0), 1.0)
    if not math.isfinite(value) or not math.isfinite(sure):
        raise AppError(_("An outcome is a number from -1 to 1."))
    value = min(max(value, -1.0), 1.0)
    with vault.write(None) as write:
        one = Outcome(0, skill, write.at, agent, session, run, evidence, value, sure, note)
        return put(write, one, usual)


def put(write: Write, one: Outcome, usual: Rule = SKILLS) -> int:
    """`record` among other things that are written; the outcome gets its number here."""
    before = _same_attempt(write, one)
    if before is None and (known := _known(write, one)):
        return known
    was_good = False
    if before is not None:
        number, value, confidence, note, was_good = before
        if (value, confidence, note) == (one.value, one.confidence, one.note):
            return int(number)
        write.db.execute("delete from skill_outcome where id = ?", (number,))
    at = one.at.astimezone(UTC)
    write.db.execute(
        "insert into skill_outcome (skill, at, agent, session, run, evidence, value, confidence,"
        " note) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            one.skill, at.isoformat(), one.agent, one.session, one.run, one.evidence, one.value,
            one.confidence, one.note,
        ),
    )  # fmt: skip
    number = write.db.last_insert_rowid()
    if one.value > 0 and one.confidence >= SURE and not was_good:
        usage.succeeded(write, one.skill, usual, at)
    write.touch(Part.KNOWLEDGE, one.skill)
    return number


def _same_attempt(write: Write, one: Outcome) -> Row | None:
    """The outcome that this one replaces: its number, what it says, and whether it was good."""
    if not one.run:
        return None
    return write.row(
        f"select id, value, confidence, note, {GOOD} from skill_outcome"
        " where (skill, session, run, agent, evidence) = (?, ?, ?, ?, ?)",
        one.skill, one.session, one.run, one.agent, one.evidence,
    )  # fmt: skip


def _known(write: Write, one: Outcome) -> int:
    """The number of an outcome that says the same already; 0 if there is none."""
    if not one.session:
        return 0
    told = write.rows(
        "select id, at, run, value, note from (select * from skill_outcome where skill = ?"
        f" order by at desc limit {_RECENT}) where (agent, session, evidence) = (?, ?, ?)",
        one.skill,
        one.agent,
        one.session,
        one.evidence,
    )
    if one.evidence.is_implicit and len(told) >= _MOST:
        return int(told[0][0])
    said = (one.at.astimezone(UTC).date().isoformat(), one.run, one.value, one.note)
    same = (number for number, at, run, value, note in told if (at[:10], run, value, note) == said)
    return int(next(same, 0))


def outcomes(vault: Vault, skill: int, limit: int = -1) -> tuple[Outcome, ...]:
    """What is known of a skill, the newest first."""
    found = vault.rows(
        f"select {COLUMNS} from skill_outcome where skill = ? order by at desc, id desc limit ?",
        skill,
        limit,
    )
    return tuple(map(outcome_of, found))


COLUMNS = "id, skill, at, agent, session, run, evidence, value, confidence, note"


def outcome_of(row: tuple[object, ...]) -> Outcome:
    """Of a row with `COLUMNS`."""
    number, skill, at, agent, session, run, evidence, value, confidence, note = row
    return Outcome(
        int(str(number)), int(str(skill)), datetime.fromisoformat(str(at)), str(agent),
        str(session), str(run), Evidence(str(evidence)), float(str(value)),
        float(str(confidence)), str(note),
    )  # fmt: skip
