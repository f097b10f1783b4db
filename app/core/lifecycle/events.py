"""What became of skills: warned, deprecated, restored, protected, promoted, evolved."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from app.core.changes import Part
from app.core.vault import Vault, Write


class Kind(StrEnum):
    WARNED = "warned"
    RECOVERED = "recovered"
    """It went well often enough since it was warned about."""
    DEPRECATED = "deprecated"
    RESTORED = "restored"
    PROTECTED = "protected"
    UNPROTECTED = "unprotected"
    PROMOTED = "promoted"
    """It was made of what agents did again and again."""
    EVOLVED = "evolved"
    """It was changed to what agents do by now."""


@dataclass(frozen=True, slots=True)
class Event:
    """`detail` says why, in a sentence; `journal` is the entry that undoes it, if there is one."""

    id: int
    skill: int
    at: datetime
    kind: Kind
    detail: str
    journal: int | None


def note(
    write: Write, skills: Iterable[int], kind: Kind, detail: str = "", journal: int | None = None
) -> None:
    """Write down what became of these skills."""
    found = list(skills)
    write.db.executemany(
        "insert into skill_event (skill, at, kind, detail, journal) values (?, ?, ?, ?, ?)",
        [(skill, write.at.isoformat(), kind, detail, journal) for skill in found],
    )
    if found:
        write.touch(Part.KNOWLEDGE, *found)


def events(vault: Vault, skill: int) -> tuple[Event, ...]:
    """Of one skill, the newest first."""
    found = vault.rows(
        "select id, skill, at, kind, detail, journal from skill_event where skill = ?"
        " order by id desc",
        skill,
    )
    return tuple(map(_event, found))


def latest(vault: Vault, *kinds: Kind) -> dict[int, Event]:
    """The newest event among these kinds of every skill in the library that has one."""
    among = ", ".join(f"'{kind}'" for kind in kinds)
    found = vault.rows(
        "select max(e.id), e.skill, e.at, e.kind, e.detail, e.journal from skill_event e"
        f" join skill s on s.id = e.skill where s.current is not null and e.kind in ({among})"
        " group by e.skill"
    )
    return {row[1]: _event(row) for row in found}


def since(vault: Vault, *, also_undone: bool = False) -> dict[int, datetime]:
    """From when on it counts how skills go that were restored: what was before is forgiven.

    One that was deprecated and is in use was restored, by whatever way but undo: that gives back
    what was, unless `also_undone` is asked for.
    """
    found = vault.rows(
        "select e.skill, max(e.at) from skill_event e join skill s on s.id = e.skill"
        " where (e.kind = ?1 or e.kind = ?2 and s.status = 'active') and (?3 or not exists"
        " (select 1 from journal u where u.undoes = e.journal and not exists"
        " (select 1 from journal r where r.undoes = u.id))) group by e.skill",
        Kind.RESTORED,
        Kind.DEPRECATED,
        also_undone,
    )
    return {skill: datetime.fromisoformat(at) for skill, at in found}


def _event(row: tuple[int, int, str, str, str, int | None]) -> Event:
    number, skill, at, kind, detail, journal = row
    return Event(number, skill, datetime.fromisoformat(at), Kind(kind), detail, journal)
