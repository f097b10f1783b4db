"""The uses of skills: recorded once, counted, laid out by day (seed 000, section 7.2)."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta

from app.core.changes import Part
from app.core.errors import AppError, NotFound
from app.core.lifecycle import affinity
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.counted import EVERYONE, Counted
from app.core.lifecycle.importance import Importance, Rule, importance, replay, used
from app.core.memory.entities import AGENT, MentionOrigin, mention
from app.core.memory.nodes import catch_up
from app.core.vault import Vault, Write
from app.core.words import _

CONFIDENCE = 0.9
"""How sure a memory of a session is about the skill that was used in it."""
SURE = 0.5
"""From this confidence on an outcome counts."""
GOOD = f"value > 0 and confidence >= {SURE}"
"""Which rows of outcomes are successes that count, for queries."""


@dataclass(frozen=True, slots=True)
class Life:
    """What is known about the life of a skill. `base` is its importance at `since`."""

    skill: int
    installed: datetime
    start: float
    """The importance it was installed with."""
    base: float
    since: datetime
    """The last use; the installation while there was none."""
    decay_rate: float | None
    """Of this skill alone; None for the usual one."""
    uses: int
    last_used: datetime | None

    def rule(self, usual: Rule) -> Rule:
        """The usual rule with what was set for this skill alone."""
        if self.decay_rate is None:
            return usual
        return Rule(usual.start, self.decay_rate, usual.floor, usual.boost)

    def importance(self, usual: Rule, now: datetime) -> Importance:
        return importance(self.rule(usual), self.base, self.since, now)


@dataclass(frozen=True, slots=True)
class Use:
    """One counted use; `memory` is 0 and `session` empty when unknown."""

    at: datetime
    agent: str
    session: str
    memory: int
    project: str


@dataclass(frozen=True, slots=True)
class Day:
    """How often something was used on one day (UTC)."""

    day: date
    uses: int


def record(
    vault: Vault,
    skill: int,
    settings: Procedural,
    *,
    session: str = "",
    memory: int | None = None,
    agent: str = AGENT,
    project: str = "",
    at: datetime | None = None,
) -> bool:
    """Count a use of a skill, raise its importance and link the memory it is told in.

    The same skill, session, memory and day (UTC) count once: False for a repetition. Without a
    memory the link waits for `settle`. Raises `NotFound` for a skill that is not in the library.
    """
    if life(vault, skill) is None:
        catch_up(vault, settings.importance_on_install)
    with vault.write(None) as write:
        use = Use(at or write.at, agent, session, memory or 0, project)
        counted = count(write, skill, use, settings.skills)
    if counted and memory:
        affinity.linked(vault, settings, skill)
    return counted


def count(write: Write, skill: int, use: Use, usual: Rule) -> bool:
    """`record` among other things that are written; False for a repetition.

    What is computed from links waits for `affinity.linked`, once for everything. Raises `NotFound`
    for a skill that has no node: `nodes.catch_up` makes them.
    """
    when = use.at.astimezone(UTC)
    before = _life(write, skill)
    write.db.execute(
        "insert into skill_use (skill, at, day, agent, session, memory, project)"
        " values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing",
        (skill, when.isoformat(), _day(when), use.agent, use.session, use.memory, use.project),
    )
    if not write.db.changes():
        return False
    _raise_importance(write, before, usual, when)
    if use.memory:
        _link(write, skill, use.memory, use.session)
    write.touch(Part.KNOWLEDGE, skill)
    return True


def succeeded(write: Write, skill: int, usual: Rule, at: datetime) -> None:
    """Raise the importance of a skill that did what it is for, as a use does.

    One that has no node yet is left alone.
    """
    for row in write.rows(f"{_LIFE} and e.skill = ?", skill):
        _raise_importance(write, _life_of(row), usual, at, uses=0)


def settle(vault: Vault, session: str, memory: int, settings: Procedural) -> int:
    """Link the memory that a session became to the skills used in it without one.

    Returns how many skills. A session without a name is nobody's.
    """
    with vault.write(None) as write:
        skills = link_session(write, session, memory)
    affinity.linked(vault, settings, *skills)
    return len(skills)


def link_session(write: Write, session: str, memory: int) -> tuple[int, ...]:
    """`settle` among other things that are written; the skills that were linked."""
    if not session:
        return ()
    found = write.rows(
        "select distinct skill from skill_use where session = ? and memory = 0", session
    )
    skills = tuple(skill for (skill,) in found)
    for skill in skills:
        _link(write, skill, memory, session)
    if skills:
        write.touch(Part.KNOWLEDGE, *skills)
    return skills


def set_decay_rate(vault: Vault, skill: int, rate: float | None) -> None:
    """Let a skill fade at a rate of its own (0 to 1 a day); None for the usual one."""
    with vault.write(None) as write:
        put_decay_rate(write, skill, rate)


def put_decay_rate(write: Write, skill: int, rate: float | None) -> None:
    """`set_decay_rate` among other things that are written."""
    if rate is not None and not 0 <= rate <= 1:
        raise AppError(_("A decay rate is between 0 and 1."))
    life = _life(write, skill)
    write.db.execute(
        "update skill_meta set decay_rate = ? where entity ="
        " (select id from entity where skill = ?)",
        (rate, life.skill),
    )
    write.touch(Part.KNOWLEDGE, skill)


def life(vault: Vault, skill: int) -> Life | None:
    """None for a skill that has no node or is not in the library."""
    row = vault.row(f"{_LIFE} and e.skill = ?", skill)
    return _life_of(row) if row else None


def own_life(vault: Vault, skill: int, usual: Rule, counted: Counted) -> Life | None:
    """`life` as it were if nobody but those had used it."""
    found = life(vault, skill)
    if found is None or counted.is_everyone:
        return found
    raised = raises(vault, skill, found.installed, counted)
    base, since = replay(found.rule(usual), found.start, found.installed, raised)
    told = uses(vault, skill, counted=counted)
    last = since if raised else None
    return replace(found, base=base, since=since, uses=len(told), last_used=last)


def lives(vault: Vault, skills: Sequence[int] | None = None) -> dict[int, Life]:
    """Of every skill in the library, or of these of them, by its number."""
    if skills is None:
        found = vault.rows(_LIFE)
    else:
        among = "e.skill in (select value from json_each(?))"
        found = vault.rows(f"{_LIFE} and {among}", json.dumps(skills))
    return {row[0]: _life_of(row) for row in found}


def own_lives(
    vault: Vault, usual: Rule, counted: Counted, skills: Sequence[int] | None = None
) -> dict[int, Life]:
    """`lives` as they were if nobody but those had used the skills."""
    known = lives(vault, skills)
    if counted.is_everyone:
        return known
    found = ((skill, own_life(vault, skill, usual, counted)) for skill in known)
    return {skill: life for skill, life in found if life is not None}


def uses(
    vault: Vault, skill: int, since: datetime | None = None, counted: Counted = EVERYONE
) -> tuple[Use, ...]:
    """The counted uses, the newest first."""
    found = vault.rows(
        "select at, agent, session, memory, project from skill_use where skill = ? and day >= ?"
        f"{counted.condition()} order by at desc, id desc",
        skill,
        _day(since) if since else "",
        *counted.values,
    )
    return tuple(Use(datetime.fromisoformat(at), *rest) for at, *rest in found)


def raises(
    vault: Vault, skill: int, since: datetime, counted: Counted = EVERYONE
) -> list[datetime]:
    """When the importance of a skill was raised from then on: by its uses and its successes."""
    found = vault.rows(
        f"select at from skill_use where skill = ? and day >= ?{counted.condition()} union all"
        f" select at from skill_outcome where skill = ? and at >= ? and {GOOD}"
        f"{counted.condition()}",
        skill, _day(since), *counted.values,
        skill, since.astimezone(UTC).isoformat(), *counted.values,
    )  # fmt: skip
    times = (datetime.fromisoformat(at) for (at,) in found)
    return [at for at in times if at >= since]


def timeline(
    vault: Vault, skill: int, first: date, last: date, counted: Counted = EVERYONE
) -> tuple[Day, ...]:
    """Uses on every day from `first` to `last`, both included and also days without any."""
    found: dict[str, int] = dict(
        vault.rows(
            "select day, count(*) from skill_use where skill = ? and day between ? and ?"
            f"{counted.condition()} group by day",
            skill,
            first.isoformat(),
            last.isoformat(),
            *counted.values,
        )
    )
    days = (first + timedelta(days=n) for n in range((last - first).days + 1))
    return tuple(Day(day, found.get(day.isoformat(), 0)) for day in days)


def per_agent(uses: Sequence[Use]) -> tuple[tuple[str, int], ...]:
    """Who used it how often, the busiest first."""
    counted = Counter(use.agent for use in uses)
    return tuple(sorted(counted.items(), key=lambda entry: (-entry[1], entry[0])))


_LIFE = (
    "select e.skill, m.installed, m.start, m.importance, m.decay_rate, m.use_count, m.last_used"
    " from skill_meta m join entity e on e.id = m.entity join skill s on s.id = e.skill"
    " where s.current is not null"
)


def _life(write: Write, skill: int) -> Life:
    for row in write.rows(f"{_LIFE} and e.skill = ?", skill):
        return _life_of(row)
    raise NotFound(_("That skill is no longer in the library."))


def _life_of(row: tuple[object, ...]) -> Life:
    skill, installed, start, base, rate, count, last = row
    begun = datetime.fromisoformat(str(installed))
    used_at = datetime.fromisoformat(str(last)) if last else None
    return Life(
        int(str(skill)),
        begun,
        float(str(start)),
        float(str(base)),
        used_at or begun,
        float(str(rate)) if rate is not None else None,
        int(str(count)),
        used_at,
    )


def _raise_importance(write: Write, life: Life, rule: Rule, at: datetime, *, uses: int = 1) -> None:
    """A use that is reported late moves neither the clock back nor the days that passed."""
    before = life.importance(rule, at).value
    last = max(life.last_used, at) if life.last_used else at
    write.db.execute(
        "update skill_meta set importance = ?, use_count = use_count + ?, last_used = ?"
        " where entity = (select id from entity where skill = ?)",
        (used(rule, before), uses, last.isoformat(), life.skill),
    )


def _link(write: Write, skill: int, memory: int, session: str) -> None:
    for (node,) in write.rows("select id from entity where skill = ?", skill):
        mention(write, memory, node, MentionOrigin.USED, session, CONFIDENCE)


def _day(at: datetime) -> str:
    return at.astimezone(UTC).date().isoformat()
