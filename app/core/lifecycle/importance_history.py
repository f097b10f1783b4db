"""The importance of a skill day by day. Days that are over are kept as they were."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import islice

from app.core.actor import TECHNE
from app.core.changes import Part
from app.core.library.slices import Slices
from app.core.lifecycle import usage
from app.core.lifecycle.counted import EVERYONE, Counted
from app.core.lifecycle.importance import Importance, Rule, days
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault, Write

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


def trend(vault: Vault, skill: int, usual: Rule, counted: Counted = EVERYONE) -> Trend | None:
    """The history of a skill's importance; None if it is not in the library.

    Days that passed since the last time are worked out from the uses and then kept, so that a
    later change of the rules does not rewrite them. Asking twice changes nothing. Of some agents
    alone it is worked out anew, and not kept.
    """
    life = usage.own_life(vault, skill, usual, counted)
    if life is None:
        return None
    now = vault.now()
    today = now.astimezone(UTC).date()
    if not counted.is_everyone:
        return _own_trend(vault, life, usual, counted, today)
    kept = _kept(vault, skill)
    new = _missing(vault, life, usual, kept, today)
    if new:
        with vault.write(None) as write:
            keep(write, [(skill, point) for point in new])
    current = life.importance(usual, now)
    past = [point for point in (*kept, *new) if point.day < today]
    return Trend((*past, Point(today, current.value)), current)


def _own_trend(vault: Vault, life: usage.Life, usual: Rule, counted: Counted, today: date) -> Trend:
    at = usage.raises(vault, life.skill, life.installed, counted)
    first = life.installed.astimezone(UTC).date()
    past = days(life.rule(usual), life.start, life.installed, at, first, today - DAY)
    now = life.importance(usual, vault.now())
    return Trend((*(Point(*found) for found in past), Point(today, now.value)), now)


def catch_up(vault: Vault, usual: Rule, progress: Progress = SILENT) -> int:
    """Keep the days that are over of every skill, asked about or not; returns how many points.

    Twice is once. Every few skills are kept as they are done; raises `Cancelled`.
    """
    today = vault.now().astimezone(UTC).date()
    last = _last(vault)
    missing = (
        (life.skill, point)
        for life in usage.lives(vault).values()
        for point in _missing(vault, life, usual, last.get(life.skill, []), today)
    )
    slices, done = Slices(200), 0
    while some := list(islice(missing, slices.size)):
        checkpoint(progress)
        with slices.write(vault, len(some), TECHNE) as write:
            keep(write, some)
        done += len(some)
    return done


def change_rate(vault: Vault, skill: int, rate: float | None, usual: Rule) -> None:
    """`usage.set_decay_rate` from now on: the days that are over faded as they did."""
    trend(vault, skill, usual)
    usage.set_decay_rate(vault, skill, rate)


def _missing(
    vault: Vault, life: usage.Life, usual: Rule, kept: list[Point], today: date
) -> list[Point]:
    """The days that are over and were not kept yet, from the last kept one on."""
    rule = life.rule(usual)
    base, since = life.start, life.installed
    if kept:
        base, since = kept[-1].value, _midnight(kept[-1].day + DAY)
    at: list[datetime] = []
    if life.last_used is not None and life.last_used >= since:
        at = usage.raises(vault, life.skill, since)
    first = since.astimezone(UTC).date()
    return [Point(*found) for found in days(rule, base, since, at, first, today - DAY)]


def _kept(vault: Vault, skill: int) -> list[Point]:
    found = vault.rows("select day, value from importance_day where skill = ? order by day", skill)
    return [Point(date.fromisoformat(day), value) for day, value in found]


def _last(vault: Vault) -> dict[int, list[Point]]:
    """The newest day that is kept of each skill in the library that has one."""
    found = vault.rows(
        "select s.id, d.day, d.value from skill s join importance_day d on d.skill = s.id"
        " and d.day = (select max(day) from importance_day where skill = s.id)"
        " where s.current is not null"
    )
    return {skill: [Point(date.fromisoformat(day), value)] for skill, day, value in found}


def keep(write: Write, points: Sequence[tuple[int, Point]]) -> None:
    """Keep days of skills that are over; what is kept already stays as it is."""
    write.db.executemany(
        "insert into importance_day values (?, ?, ?) on conflict do nothing",
        [(skill, point.day.isoformat(), point.value) for skill, point in points],
    )
    write.touch(Part.KNOWLEDGE, *(skill for skill, _point in points))


def _midnight(day: date) -> datetime:
    return datetime.combine(day, datetime.min.time(), UTC)
