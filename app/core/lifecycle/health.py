"""How every skill of the library does: the table of the Lifecycle screen."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from app.core.library import catalogue
from app.core.library.catalogue import SkillRow
from app.core.library.record import Status
from app.core.lifecycle import events, protection, usage
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.events import Event, Kind
from app.core.lifecycle.firsts import First, first_uses
from app.core.lifecycle.risk import Risk, missing, risk
from app.core.lifecycle.success import NOTHING, Success, successes
from app.core.vault import Vault

_WORST_FIRST = (Risk.DEPRECATE, Risk.WARN, Risk.NONE, Risk.UNKNOWN)


@dataclass(frozen=True, slots=True)
class Health:
    """`deprecated` says since when and why, where that is so; `callers` are the skills that call
    it, `missing` the outcomes that are needed before it is judged. `importance` is that of now;
    `first` tells of a learned skill how it did at first.
    """

    skill: SkillRow
    success: Success
    risk: Risk
    missing: int
    importance: float
    last_used: datetime | None
    uses: int
    protected: bool
    deprecated: Event | None
    callers: int
    first: First | None = None

    @property
    def is_deprecated(self) -> bool:
        return self.skill.status is Status.DEPRECATED

    @property
    def is_quarantined(self) -> bool:
        return self.skill.status is Status.QUARANTINED


def health(vault: Vault, settings: Procedural) -> tuple[Health, ...]:
    """Of all skills, those that need attention first. Takes a moment in a large library: a job."""
    return of_skills(vault, settings, catalogue.rows(vault))


def of_skills(vault: Vault, settings: Procedural, rows: Iterable[SkillRow]) -> tuple[Health, ...]:
    """The same of these skills."""
    some = list(rows)
    skills = [row.id for row in some]
    measured, lives = successes(vault, settings, skills=skills), usage.lives(vault, skills)
    exempt, now = protection.protected(vault), vault.now()
    first = first_uses(vault, skills)
    fallen = events.latest(vault, Kind.DEPRECATED)
    callers: dict[int, int] = dict(
        vault.rows("select target, count(distinct caller) from called group by target")
    )
    found = []
    for row in some:
        life, success = lives.get(row.id), measured.get(row.id, NOTHING)
        gone = row.status is Status.DEPRECATED
        found.append(
            Health(
                row,
                success,
                risk(success, settings),
                missing(success, settings),
                life.importance(settings.skills, now).value if life else settings.skills.start,
                life.last_used if life else None,
                life.uses if life else 0,
                row.id in exempt,
                fallen.get(row.id) if gone else None,
                callers.get(row.id, 0),
                first.get(row.id),
            )
        )
    return tuple(sorted(found, key=_attention))


def _attention(one: Health) -> tuple[object, ...]:
    place = 0 if one.is_deprecated else 1 + _WORST_FIRST.index(one.risk)
    if one.is_quarantined:  # a person has to look at it, like at one that is warned about
        place = min(place, 1 + _WORST_FIRST.index(Risk.WARN))
    rate = one.success.rate
    return place, 1.0 if rate is None else rate, one.skill.title.casefold(), one.skill.id
