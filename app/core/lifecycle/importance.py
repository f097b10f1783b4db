"""How important something is: arithmetic over its uses and the days since. Pure.

Seed 000, sections 5 and 12: `max(floor, importance · rate^idle days)`, starting at 0.7. The boost
of a use is ours: a twentieth of what is missing to 1.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from app.core.words import _

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Rule:
    """How importance starts, fades and rises. All between 0 and 1; `rate` is per day."""

    start: float = 0.7
    rate: float = 0.99
    floor: float = 0.3
    boost: float = 0.05


SKILLS = Rule()
MEMORIES = Rule(rate=0.95, floor=0.0)
"""Facts fade five times as fast as skills, and altogether (seed 000, section 5)."""


@dataclass(frozen=True, slots=True)
class Importance:
    """A value and everything it was computed from.

    `base` is the importance at the last use (or at the beginning), `faded` what the idle days
    left of it before the floor.
    """

    value: float
    base: float
    rate: float
    idle_days: float
    floor: float
    faded: float

    @property
    def at_floor(self) -> bool:
        return self.faded < self.floor

    @property
    def days_to_floor(self) -> float | None:
        """Days without a use until the floor: 0 when it is there, None when that never happens."""
        if self.faded <= self.floor:
            return 0.0
        if self.floor <= 0 or self.rate >= 1:
            return None
        return math.log(self.floor / self.faded) / math.log(self.rate) if self.rate else 0.0

    def after(self, days: float) -> float:
        """The value that many days later if nothing uses it."""
        return max(self.floor, self.faded * float(self.rate**days))

    def sentence(self) -> str:
        """The arithmetic for people: `0.84 × 0.99 ^ 3.0 days = 0.82`."""
        terms = {
            "base": f"{self.base:.2f}",
            "rate": f"{self.rate:g}",
            "days": f"{self.idle_days:.1f}",
            "faded": f"{self.faded:.2f}",
            "floor": f"{self.floor:.2f}",
        }
        if self.at_floor:
            return _(
                "{base} × {rate} ^ {days} days = {faded}, which the floor lifts to {floor}"
            ).format(**terms)
        return _("{base} × {rate} ^ {days} days = {faded}").format(**terms)


def importance(rule: Rule, base: float, since: datetime, now: datetime) -> Importance:
    """What is left of `base` at `now` when nothing happened since `since`.

    A clock that was set back counts as no idle time.
    """
    idle = max(0.0, (now - since) / DAY)
    faded = base * rule.rate**idle
    return Importance(max(rule.floor, faded), base, rule.rate, idle, rule.floor, faded)


def used(rule: Rule, before: float) -> float:
    """The importance right after a use: `before` and a share of what is missing to 1."""
    return before + rule.boost * (1.0 - before)


def replay(
    rule: Rule, base: float, since: datetime, uses: Iterable[datetime]
) -> tuple[float, datetime]:
    """The importance after the last of the uses (in any order), and when that was.

    A use before `since` counts as one at `since`.
    """
    for at in sorted(uses):
        base = used(rule, importance(rule, base, since, at).value)
        since = max(since, at)
    return base, since


def days(
    rule: Rule, base: float, since: datetime, uses: Iterable[datetime], first: date, last: date
) -> list[tuple[date, float]]:
    """The importance at the end of each day (UTC) from `first` to `last`, both included."""
    left = sorted(uses)
    points: list[tuple[date, float]] = []
    day = first
    while day <= last:
        end = datetime.combine(day + DAY, datetime.min.time(), since.tzinfo)
        here = [at for at in left if at < end]
        base, since = replay(rule, base, since, here)
        del left[: len(here)]
        points.append((day, importance(rule, base, since, end).value))
        day += DAY
    return points
