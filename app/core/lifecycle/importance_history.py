"""The importance of a skill day by day. Days that are over are kept as they were."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from app.core.changes import Part
from app.core.lifecycle import usage
from app.core.lifecycle.importance import Importance, Rule, days
from app.core.vault import Vault

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Point:
    """The importance at the end of a day (UTC); of today: as of now."""

    day: date
    value: float


@dataclass(frozen=True, slots=True)
class Trend:
    """From the installation to today, and what today's value was computed from."""

    points: tuple[Point, ...]
    now: Importance

    def since(self, days: int) -> float:
        """The change over that many days, or since the installation if it is younger."""
        return self.points[-1].value - self.points[max(0, len(self.points) - 1 - days)].value


def trend(vault: Vault, skill: int, usual: Rule) -> Trend | None:
    """The history of a skill's importance; None if it is not in the library.

    Days that passed since the last time are worked out from the uses and then kept, so that a
    later change of the rules does not rewrite them. Asking twice changes nothing.
    """
    life = usage.life(vault, skill)
    if life is None:
        return None
    now = vault.now()
    today = now.astimezone(UTC).date()
    kept = _kept(vault, skill)
    new = _missing(vault, life, usual, kept, today)
    if new:
        _keep(vault, skill, new)
    current = life.importance(usual, now)
    past = [point for point in (*kept, *new) if point.day < today]
    return Trend((*past, Point(today, current.value)), current)


def _missing(
    vault: Vault, life: usage.Life, usual: Rule, kept: list[Point], today: date
) -> list[Point]:
    """The days that are over and were not kept yet, from the last kept one on."""
    rule = life.rule(usual)
    base, since = life.start, life.installed
    if kept:
        base, since = kept[-1].value, _midnight(kept[-1].day + DAY)
    at = [use.at for use in usage.uses(vault, life.skill, since) if use.at >= since]
    first = since.astimezone(UTC).date()
    return [Point(*found) for found in days(rule, base, since, at, first, today - DAY)]


def _kept(vault: Vault, skill: int) -> list[Point]:
    found = vault.rows("select day, value from importance_day where skill = ? order by day", skill)
    return [Point(date.fromisoformat(day), value) for day, value in found]


def _keep(vault: Vault, skill: int, points: list[Point]) -> None:
    with vault.write(None) as write:
        write.db.executemany(
            "insert into importance_day values (?, ?, ?) on conflict do nothing",
            [(skill, point.day.isoformat(), point.value) for point in points],
        )
        write.touch(Part.KNOWLEDGE, skill)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, datetime.min.time(), UTC)
