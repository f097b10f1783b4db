"""How following skills went, as agents and people report it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from app.core.changes import Part
from app.core.memory.entities import AGENT
from app.core.vault import Vault, Write


class Evidence(StrEnum):
    """How an outcome is known."""

    REPORTED = "reported"
    """Whoever followed the skill says so."""
    TOOL_FAILED = "tool-failed"
    """A tool that it called for failed."""
    RUN = "run"
    """A run of it came to its end."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """`value` goes from -1 (it failed) to 1 (it did what it is for); `run` names one attempt."""

    id: int
    at: datetime
    agent: str
    session: str
    run: str
    evidence: Evidence
    value: float
    note: str


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
) -> int:
    """Note an outcome; what is said again of the same run of a skill takes its place.

    Returns its number.
    """
    with vault.write(None) as write:
        return put(
            write,
            skill,
            value,
            session=session,
            run=run,
            agent=agent,
            note=note,
            evidence=evidence,
        )


def put(
    write: Write,
    skill: int,
    value: float,
    *,
    session: str,
    run: str,
    agent: str,
    note: str,
    evidence: Evidence,
) -> int:
    """`record` among other things that are written."""
    if run:
        write.db.execute(
            "delete from skill_outcome where (skill, session, run, agent, evidence)"
            " = (?, ?, ?, ?, ?)",
            (skill, session, run, agent, evidence),
        )
    write.db.execute(
        "insert into skill_outcome (skill, at, agent, session, run, evidence, value, note)"
        " values (?, ?, ?, ?, ?, ?, ?, ?)",
        (skill, write.at.isoformat(), agent, session, run, evidence, value, note),
    )
    write.touch(Part.KNOWLEDGE, skill)
    return write.db.last_insert_rowid()


def outcomes(vault: Vault, skill: int) -> tuple[Outcome, ...]:
    """What was reported of a skill, the newest first."""
    found = vault.rows(
        "select id, at, agent, session, run, evidence, value, note from skill_outcome"
        " where skill = ? order by at desc, id desc",
        skill,
    )
    return tuple(
        Outcome(
            number, datetime.fromisoformat(at), agent, session, run, Evidence(evidence), value, note
        )
        for number, at, agent, session, run, evidence, value, note in found
    )
