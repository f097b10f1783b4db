"""What became of skills within a week, for somebody who did not look meanwhile."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from app.core.library import catalogue
from app.core.library.catalogue import SkillRow
from app.core.lifecycle.events import Kind
from app.core.vault import Vault, put_setting

WEEK = timedelta(days=7)
LEAST = 0.05
"""A smaller change of importance is nothing to tell."""
_SEEN = "digest seen"


@dataclass(frozen=True, slots=True)
class Told:
    """A skill, and how much: a change of importance, or how often."""

    skill: SkillRow
    much: float = 0.0


@dataclass(frozen=True, slots=True)
class Digest:
    """Those with the most come first, and of what happened once the last.

    `promoted` and `evolved` are skills that came of candidates, `candidates` how many are new
    and wait for a decision.
    """

    rose: tuple[Told, ...] = ()
    faded: tuple[Told, ...] = ()
    failed: tuple[Told, ...] = ()
    warned: tuple[Told, ...] = ()
    deprecated: tuple[Told, ...] = ()
    promoted: tuple[Told, ...] = ()
    evolved: tuple[Told, ...] = ()
    candidates: int = 0


def digest(vault: Vault) -> Digest:
    """Of the last seven days."""
    since = vault.now() - WEEK
    moved = _moved(vault, since)
    events = _events(vault, since)
    (count,) = vault.row(
        "select count(*) from skill_candidate where status = 'candidate' and created >= ?",
        since.isoformat(),
    ) or (0,)
    return Digest(
        rose=_told(vault, ((skill, by) for skill, by in moved.items() if by >= LEAST)),
        faded=_told(vault, ((skill, by) for skill, by in moved.items() if by <= -LEAST)),
        failed=_told(vault, _failures(vault, since)),
        warned=_told(vault, ((skill, 0.0) for skill in events.get(Kind.WARNED, ()))),
        deprecated=_told(vault, ((skill, 0.0) for skill in events.get(Kind.DEPRECATED, ()))),
        promoted=_told(vault, ((skill, 0.0) for skill in events.get(Kind.PROMOTED, ()))),
        evolved=_told(vault, ((skill, 0.0) for skill in events.get(Kind.EVOLVED, ()))),
        candidates=count,
    )


def is_due(vault: Vault) -> bool:
    """Whether a week has passed since a person put the last one away, by whatever clock."""
    seen = vault.setting(_SEEN)
    return seen is None or abs(vault.now() - datetime.fromisoformat(seen)) >= WEEK


def put_away(vault: Vault) -> None:
    """The next one in a week."""
    with vault.write(None) as write:
        put_setting(write, _SEEN, write.at.isoformat())


def bring_back(vault: Vault) -> None:
    """Show it again."""
    with vault.write(None) as write:
        put_setting(write, _SEEN, None)


def _moved(vault: Vault, since: datetime) -> dict[int, float]:
    """How the importance of each skill changed that is known from before and from now."""
    rows = vault.rows(
        "select n.skill, n.value - b.value from importance_day n join importance_day b"
        " on b.skill = n.skill and b.day = (select max(day) from importance_day"
        " where skill = n.skill and day <= ?)"
        " where n.day = (select max(day) from importance_day where skill = n.skill)",
        since.astimezone(UTC).date().isoformat(),
    )
    return dict(rows)


def _failures(vault: Vault, since: datetime) -> list[tuple[int, float]]:
    """How often skills failed that did; what is known in several ways counts once."""
    rows = vault.rows(
        "select skill, count(distinct session || '/' || run) from skill_outcome"
        " where at >= ? and value < 0 and confidence >= 0.5 group by skill",
        since.isoformat(),
    )
    return [(skill, float(count)) for skill, count in rows]


def _events(vault: Vault, since: datetime) -> dict[Kind, list[int]]:
    """Which skills came to what, the last first; what was taken back since came to nothing."""
    kinds = (Kind.WARNED, Kind.DEPRECATED, Kind.PROMOTED, Kind.EVOLVED)
    rows = vault.rows(
        "select e.kind, e.skill from skill_event e join skill s on s.id = e.skill"
        " where e.at >= ? and e.kind in (select value from json_each(?))"
        " and (e.kind <> 'deprecated' or s.status = 'deprecated')"
        " and (e.kind not in ('promoted', 'evolved') or exists (select 1 from skill_candidate c"
        " where c.made = s.id and c.status = 'promoted'"
        " and (c.evolves is null) = (e.kind = 'promoted')))"
        " group by e.kind, e.skill order by max(e.id) desc",
        since.isoformat(),
        json.dumps(kinds),
    )
    found: dict[Kind, list[int]] = {}
    for kind, skill in rows:
        found.setdefault(Kind(kind), []).append(skill)
    return found


def _told(vault: Vault, found: Iterable[tuple[int, float]]) -> tuple[Told, ...]:
    """Those that are in the library, with how much most first."""
    known = sorted(found, key=lambda one: -abs(one[1]))
    rows = catalogue.some(vault, [skill for skill, _much in known])
    return tuple(Told(rows[skill], much) for skill, much in known if skill in rows)
