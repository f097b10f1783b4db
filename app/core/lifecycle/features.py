"""What a scorer is told of each skill (seed 002, E; seed 000, section 9)."""

import json
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from app.core.library import catalogue
from app.core.library.catalogue import SkillRow
from app.core.lifecycle import usage
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.counted import EVERYONE, Counted
from app.core.lifecycle.firsts import learned
from app.core.lifecycle.success import NOTHING, successes
from app.core.vault import Vault

VELOCITY_DAYS = 7
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Features:
    """`skill_success_rate` is None while nothing is known, and of `outcomes_known` times;
    `skill_invocation_velocity` are the uses a day over the last seven; `importance` as it is now,
    `decay_rate` a day.
    """

    skill: SkillRow
    is_skill: bool
    role: str
    skill_age_days: float
    skill_success_rate: float | None
    outcomes_known: int
    skill_invocation_velocity: float
    skill_version: int
    is_auto_created: bool
    importance: float
    decay_rate: float
    use_count: int
    last_used_at: datetime | None


def features(
    vault: Vault, settings: Procedural, counted: Counted = EVERYONE
) -> tuple[Features, ...]:
    """Of every skill in the library, as they were if nobody but those had used them who count."""
    return features_of(vault, catalogue.rows(vault), settings, counted)


def features_of(
    vault: Vault, rows: Collection[SkillRow], settings: Procedural, counted: Counted = EVERYONE
) -> tuple[Features, ...]:
    """Of these skills alone."""
    now, skills = vault.now(), [row.id for row in rows]
    lives = usage.own_lives(vault, settings.skills, counted, skills)
    rates = successes(vault, settings, counted, skills=skills)
    counts, lately = _uses(vault, skills, counted, now)
    auto = learned(vault, skills)
    found = []
    for row in rows:
        life = lives.get(row.id)
        if life is None:
            continue
        count, last = counts.get(row.id, (0, None))
        success = rates.get(row.id, NOTHING)
        found.append(
            Features(
                skill=row,
                is_skill=True,
                role=row.role,
                skill_age_days=round(max(0.0, (now - life.installed) / _DAY), 4),
                skill_success_rate=success.rate,
                outcomes_known=success.known,
                skill_invocation_velocity=round(lately[row.id] / VELOCITY_DAYS, 4),
                skill_version=row.number,
                is_auto_created=row.id in auto,
                importance=round(life.importance(settings.skills, now).value, 4),
                decay_rate=life.rule(settings.skills).rate,
                use_count=count,
                last_used_at=last,
            )
        )
    return tuple(found)


def _uses(
    vault: Vault, skills: Sequence[int], counted: Counted, now: datetime
) -> tuple[dict[int, tuple[int, datetime]], Counter[int]]:
    """How often each skill was used and when last, and how often in the last days."""
    since = (now - VELOCITY_DAYS * _DAY).astimezone(UTC).isoformat()
    rows = vault.rows(
        "select skill, count(*), max(at), sum(at > ?) from skill_use"
        f" where skill in (select value from json_each(?)){counted.condition()} group by skill",
        since,
        json.dumps(skills),
        *counted.values,
    )
    counts = {skill: (count, datetime.fromisoformat(last)) for skill, count, last, _new in rows}
    return counts, Counter({skill: new for skill, _count, _last, new in rows})
