"""How often skills do what they are for: the last invocations of each, and what is known of them
(seed 002, B).
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from app.core.lifecycle import events
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.counted import EVERYONE, Counted
from app.core.lifecycle.outcomes import COLUMNS, Outcome, outcome_of
from app.core.lifecycle.verdicts import Followed, Invocation, invocations
from app.core.vault import Vault

LEAST = 5
"""Outcomes that a window before needs for a trend."""
_EACH = 10
"""Outcomes that are read for each invocation; there are fewer of nearly every one."""


@dataclass(frozen=True, slots=True)
class Success:
    """Of the last invocations, as many as the window has.

    `points` are the rates as they were after each of them, `earlier` the rate of the window before
    this one, if enough is known of it. `last` is the last invocation with a verdict.
    """

    invocations: int = 0
    succeeded: int = 0
    failed: int = 0
    points: tuple[float, ...] = ()
    earlier: float | None = None
    last: Invocation | None = None

    @property
    def known(self) -> int:
        """Of how many it is known how they went."""
        return self.succeeded + self.failed

    @property
    def rate(self) -> float | None:
        """From 0 to 1; None while nothing is known."""
        return self.succeeded / self.known if self.known else None

    @property
    def trend(self) -> float | None:
        """The change against the window before."""
        if self.rate is None or self.earlier is None:
            return None
        return self.rate - self.earlier


NOTHING = Success()


def success(vault: Vault, settings: Procedural, skill: int, counted: Counted = EVERYONE) -> Success:
    """How a skill has done lately."""
    return successes(vault, settings, counted, skills=[skill]).get(skill, NOTHING)


def successes(
    vault: Vault,
    settings: Procedural,
    counted: Counted = EVERYONE,
    *,
    skills: Sequence[int] | None = None,
    forgiving: bool = False,
) -> dict[int, Success]:
    """How skills have done lately, those of the library that were used or reported on; with
    `skills` these of them alone.

    What was before a skill was restored does not count; `forgiving`, neither what was before its
    deprecation where that was undone.
    """
    window, since = settings.success_window, events.since(vault, also_undone=forgiving)
    found = _followed(vault, counted, 2 * window, skills)
    return {one: measured(_after(since.get(one), made), window) for one, made in found.items()}


def history(
    vault: Vault, skill: int, counted: Counted = EVERYONE, limit: int = 1_000
) -> list[Invocation]:
    """The last times that a skill was followed, the oldest first."""
    return _followed(vault, counted, limit, [skill]).get(skill, [])


@dataclass(frozen=True, slots=True)
class Timeline:
    """How a skill has done since it is there: the rates as they became known, the oldest first, and
    the last invocations, as many as are judged.
    """

    rates: tuple[tuple[datetime, float], ...]
    lately: tuple[Invocation, ...]


def timeline(vault: Vault, settings: Procedural, skill: int) -> Timeline:
    """How a skill has done for everyone; where it was restored, it begins anew."""
    made, since = history(vault, skill), events.since(vault).get(skill)
    now = _after(since, made)
    rates = [
        (part[at - 1].at, good / (good + bad))
        for part in (made[: len(made) - len(now)], now)
        for at in range(1, len(part) + 1)
        for good, bad in [tally(part[max(0, at - settings.success_window) : at])]
        if good + bad
    ]
    return Timeline(tuple(rates), tuple(now[-settings.success_window :]))


def measured(made: Sequence[Invocation], window: int) -> Success:
    """What these invocations say, the oldest first."""
    lately, before = made[-window:], made[-2 * window : -window]
    good, bad = tally(lately)
    was_good, was_bad = tally(before)
    enough = was_good + was_bad >= LEAST
    first = len(made) - len(lately)
    return Success(
        len(lately),
        good,
        bad,
        tuple(_points(made, window, first)),
        was_good / (was_good + was_bad) if enough else None,
        next((one for one in reversed(made) if one.verdict is not None), None),
    )


def _points(made: Sequence[Invocation], window: int, first: int) -> Iterable[float]:
    for at in range(first + 1, len(made) + 1):
        good, bad = tally(made[max(0, at - window) : at])
        if good + bad:
            yield good / (good + bad)


def tally(made: Iterable[Invocation]) -> tuple[int, int]:
    """How many went well, and how many did not."""
    known = [one.verdict.succeeded for one in made if one.verdict is not None]
    return sum(known), len(known) - sum(known)


def _after(since: datetime | None, made: list[Invocation]) -> list[Invocation]:
    return [one for one in made if one.at > since] if since is not None else made


def _followed(
    vault: Vault, counted: Counted, limit: int, skills: Sequence[int] | None
) -> dict[int, list[Invocation]]:
    """The last invocations of one skill or of all, by skill, the oldest first.

    What a clock that was wrong dated to the future counts as older than anything else.
    """
    now = vault.now().isoformat()
    uses: dict[int, list[Followed]] = defaultdict(list)
    for one, at, agent, session in _last_uses(vault, counted, now, limit, skills):
        uses[one].append(Followed(datetime.fromisoformat(at), agent, session))
    told: dict[int, list[Outcome]] = defaultdict(list)
    for row in _last_outcomes(vault, counted, now, limit * _EACH, skills):
        outcome = outcome_of(row)
        told[outcome.skill].append(outcome)
    return {
        one: _in_order(invocations(uses[one], told[one]), vault.now())[-limit:]
        for one in {**uses, **told}
    }


def _in_order(made: list[Invocation], now: datetime) -> list[Invocation]:
    return sorted(made, key=lambda one: one.at <= now)  # stable: else as they are


_USES = """
    select skill, at, agent, session from (
        select *, row_number() over (
            partition by skill order by at <= ? desc, at desc, id desc) as place
        from (
            select u.skill, max(u.at) at, max(u.id) id, u.agent, u.session from skill_use u
            join skill s on s.id = u.skill where s.current is not null{among}
            group by u.skill, u.session, u.day, u.agent))
    where place <= ? order by skill, at <= ?, at, id
"""
_OUTCOMES = """
    select {columns} from (
        select u.*, row_number() over (
            partition by u.skill order by u.at <= ? desc, u.at desc, u.id desc) as place
        from skill_outcome u join skill s on s.id = u.skill where s.current is not null{among})
    where place <= ? order by skill, at <= ?, at, id
"""


def _last_uses(
    vault: Vault, counted: Counted, now: str, limit: int, skills: Sequence[int] | None
) -> list[tuple[int, str, str, str]]:
    among, values = _among(counted, skills)
    return vault.rows(_USES.format(among=among), now, *values, limit, now)


def _last_outcomes(
    vault: Vault, counted: Counted, now: str, limit: int, skills: Sequence[int] | None
) -> list[tuple[object, ...]]:
    among, values = _among(counted, skills)
    sql = _OUTCOMES.format(columns=COLUMNS, among=among)
    return vault.rows(sql, now, *values, limit, now)


def _among(counted: Counted, skills: Sequence[int] | None) -> tuple[str, tuple[object, ...]]:
    chosen = " and u.skill in (select value from json_each(?))" if skills is not None else ""
    values = (json.dumps(skills),) if skills is not None else ()
    return chosen + counted.condition("u.agent"), (*values, *counted.values)
