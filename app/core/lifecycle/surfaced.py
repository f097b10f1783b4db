"""Skills that were shown to an agent, whether or not it used them: told apart from uses."""

from collections.abc import Iterable
from datetime import UTC

from app.core.changes import Part
from app.core.memory.entities import AGENT
from app.core.vault import Vault


def record(
    vault: Vault, skills: Iterable[int], *, session: str = "", agent: str = AGENT
) -> frozenset[int]:
    """Note that these skills were shown: once for a session, an agent and a day (UTC).

    It is no use and raises no importance. Returns those for which it was new.
    """
    with vault.write(None) as write:
        new = set()
        day = write.at.astimezone(UTC).date().isoformat()
        for skill in skills:
            write.db.execute(
                "insert into skill_surfaced (skill, session, agent, day, at)"
                " values (?, ?, ?, ?, ?) on conflict do nothing",
                (skill, session, agent, day, write.at.isoformat()),
            )
            if write.db.changes():
                new.add(skill)
        if new:
            write.touch(Part.KNOWLEDGE, *new)
    return frozenset(new)


def times(vault: Vault, skill: int) -> int:
    """In how many sessions, by day and agent, a skill was shown."""
    row = vault.row("select count(*) from skill_surfaced where skill = ?", skill)
    return int(row[0]) if row else 0
