"""When each skill came, and when it was changed or used: the constellation day by day.

A day is one of the person's own time zone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from app.core.vault import Vault

GLOW = 7
"""Days for which a change or a use is seen."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The skills that existed at the end of a day, and those touched in the week before it."""

    day: date
    existing: frozenset[int]
    touched: frozenset[int]


@dataclass(frozen=True, slots=True)
class Timeline:
    """From the day of the first skill on, `days` of them (at least 1), up to today."""

    first: date
    days: int
    created: Mapping[int, date]
    touched: Mapping[date, frozenset[int]] = field(repr=False)
    """The skills that were changed or used on a day."""

    def at(self, day: int) -> Moment:
        """`day` counts from 0."""
        today = self.first + timedelta(days=day)
        there = frozenset(skill for skill, since in self.created.items() if since <= today)
        week = (self.touched.get(today - timedelta(days=ago), frozenset()) for ago in range(GLOW))
        return Moment(today, there, frozenset().union(*week) & there)


def timeline(vault: Vault) -> Timeline:
    """Of the skills in the library. Reads every version and use, so a job."""
    created: dict[int, date] = {}
    touched: dict[date, set[int]] = {}
    for skill, at in vault.rows(
        "select v.skill, v.at from version v join skill s on s.id = v.skill"
        " where s.current is not null union select u.skill, u.at from skill_use u"
        " join skill s on s.id = u.skill where s.current is not null"
    ):
        day = _day(datetime.fromisoformat(at))
        created[skill] = min(day, created.get(skill, day))
        touched.setdefault(day, set()).add(skill)
    today = _day(vault.now())
    first = min(created.values(), default=today)
    last = max(today, *created.values()) if created else today
    return Timeline(
        first,
        (last - first).days + 1,
        created,
        {day: frozenset(skills) for day, skills in touched.items()},
    )


def _day(at: datetime) -> date:
    return at.astimezone().date()
