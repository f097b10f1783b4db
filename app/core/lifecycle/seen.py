"""How far agents and people went with a skill, beside following it, which is a use (`usage`)."""

from collections.abc import Iterable
from datetime import UTC, datetime
from enum import StrEnum

from app.core.changes import Part
from app.core.lifecycle.counted import EVERYONE, Counted
from app.core.memory.entities import AGENT
from app.core.vault import Vault, Write


class Stage(StrEnum):
    SURFACED = "surfaced"
    """It was shown among others."""
    READ = "read"
    """Its text was given out."""
    FINISHED = "finished"
    """It was followed to its end, whatever came of it."""


def record(
    vault: Vault, stage: Stage, skills: Iterable[int], *, session: str = "", agent: str = AGENT
) -> frozenset[int]:
    """Note that these skills came so far: once for a session, an agent and a day (UTC).

    It is no use and raises no importance. Returns those for which it was new.
    """
    with vault.write(None) as write:
        return note(write, stage, skills, session=session, agent=agent)


def note(
    write: Write,
    stage: Stage,
    skills: Iterable[int],
    *,
    session: str,
    agent: str,
    at: datetime | None = None,
) -> frozenset[int]:
    """`record` among other things that are written; without a time it is now."""
    new = set()
    when = (at or write.at).astimezone(UTC)
    day = when.date().isoformat()
    for skill in skills:
        write.db.execute(
            "insert into skill_seen (skill, stage, session, agent, day, at)"
            " values (?, ?, ?, ?, ?, ?) on conflict do nothing",
            (skill, stage, session, agent, day, when.isoformat()),
        )
        if write.db.changes():
            new.add(skill)
    if new:
        write.touch(Part.KNOWLEDGE, *new)
    return frozenset(new)


def times(vault: Vault, skill: int, stage: Stage, counted: Counted = EVERYONE) -> int:
    """In how many sessions, by day and agent, a skill came so far."""
    row = vault.row(
        f"select count(*) from skill_seen where skill = ? and stage = ?{counted.condition()}",
        skill,
        stage,
        *counted.values,
    )
    return int(row[0]) if row else 0
