"""What `used`, `stats` and `importance` do and say."""

import argparse
from datetime import UTC, timedelta
from typing import Any

from app.cli.answer import Answer, table
from app.cli.knowing import knowing
from app.cli.session import Session
from app.cli.settings import settings as settings_of
from app.cli.skill_argument import about, find
from app.cli.skills import listed, nothing_listed
from app.core.errors import NotFound
from app.core.library.catalogue import SkillRow
from app.core.lifecycle import importance_history, ordering, related_skills, suggest, usage
from app.core.lifecycle.freshness import Freshness, freshness
from app.core.lifecycle.importance import Importance
from app.core.lifecycle.importance_history import Trend
from app.core.lifecycle.related_skills import Related
from app.core.memory import entities, memories
from app.core.vault import Vault
from app.core.walk.plan import source_id
from app.core.words import _, ngettext

_BARS = "▁▂▃▄▅▆▇█"
_RELATED = 8


def used(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        row = find(vault, arguments.name, arguments.engram)
        settings = settings_of(vault.home)  # a use is counted at once, whatever else is new
        if arguments.memory is not None and memories.memory(vault, arguments.memory) is None:
            raise NotFound(
                _("There is no memory with the number {number}.").format(number=arguments.memory),
                _("`techne recall` says the numbers of memories."),
            )
        counted = usage.record(
            vault,
            row.id,
            settings,
            session=arguments.session,
            memory=arguments.memory,
            agent=arguments.agent,
            project=arguments.project,
        )
        life = _life(vault, row)
        value = life.importance(settings.skills, vault.now()).value
    document = {
        "id": source_id(row.id),
        "title": row.title,
        "counted": counted,
        "uses": life.uses,
        "lastUsed": life.last_used.isoformat() if life.last_used else None,
        "importance": round(value, 4),
    }
    times = ngettext("{count} use", "{count} uses", life.uses).format(count=life.uses)
    said = _("Counted. {title}: {uses}, importance {value}.")
    if not counted:
        said = _("That use was counted before. {title}: {uses}, importance {value}.")
    return Answer(document, said.format(title=row.title, uses=times, value=f"{value:.2f}"))


def importance(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        row = find(vault, arguments.name, arguments.engram)
        settings = knowing(vault)
        if arguments.usual or arguments.rate is not None:
            importance_history.change_rate(vault, row.id, arguments.rate, settings.skills)
        life = _life(vault, row)
        now = life.importance(settings.skills, vault.now())
    own = life.decay_rate is not None
    rate = _("at a rate of its own, {rate}") if own else _("at the usual rate, {rate}")
    lines = [
        _("{title} fades {rate}.").format(title=row.title, rate=rate.format(rate=f"{now.rate:g}")),
        _fading(now),
    ]
    document = {"id": source_id(row.id), "title": row.title, "ownRate": own} | _importance(now)
    return Answer(document, "\n".join(lines))


def stats(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        row = find(vault, arguments.name, arguments.engram)
        settings = knowing(vault)
        life = _life(vault, row)
        today = vault.now().astimezone(UTC).date()
        first = today - timedelta(days=arguments.days - 1)
        days = usage.timeline(vault, row.id, first, today)
        agents = usage.per_agent(usage.uses(vault, row.id))
        line = importance_history.trend(vault, row.id, settings.skills)
        fresh = freshness(vault, row.id)
        related = related_skills.related(vault, row.id, settings)
        node = entities.of_skill(vault, row.id)
        linked = entities.memories_linked(vault, [node.id])[node.id] if node else 0
    assert line is not None
    points = line.points[-arguments.days :]
    document = {
        "id": source_id(row.id),
        "title": row.title,
        "engram": row.engram_name,
        "version": row.number,
        "uses": life.uses,
        "lastUsed": life.last_used.isoformat() if life.last_used else None,
        "agents": [{"agent": agent, "uses": times} for agent, times in agents],
        "days": [{"day": one.day.isoformat(), "uses": one.uses} for one in days],
        "importance": _importance(line.now),
        "trend": [{"day": one.day.isoformat(), "value": round(one.value, 4)} for one in points],
        "vitality": _vitality(fresh) if fresh else None,
        "memories": linked,
        "placed": fresh.cited if fresh else 0,
        "related": [_related(one) for one in related],
    }
    lines = [
        f"{row.title}  ({row.engram_name}, v{row.number})",
        *_use_lines(life, agents, [one.uses for one in days]),
        *_importance_lines(line, arguments.days),
        *_vitality_lines(fresh),
        *_memory_lines(linked, fresh),
        *_related_lines(related),
    ]
    return Answer(document, "\n".join(lines))


def ranked(session: Session, arguments: argparse.Namespace) -> Answer:
    """The list of skills by importance and by how much surrounds them."""
    with session.vault() as vault:
        wanted = {row.id for row in listed(vault, arguments)}
        every = suggest.ranked(vault, knowing(vault))
    found = [one for one in every if one.skill.id in wanted]
    rows = [(f"{one.score:.2f}", one.skill.title, one.skill.engram_name, one.reason)
            for one in found]  # fmt: skip
    header = (_("Score"), _("Skill"), _("Engram"), _("Why"))
    document = [
        about(one.skill) | {"score": round(one.score, 4), "reason": one.reason} for one in found
    ]
    return Answer(document, table(rows, header) if rows else nothing_listed(arguments))


def by_importance(vault: Vault, found: tuple[SkillRow, ...]) -> tuple[SkillRow, ...]:
    return ordering.by_importance(vault, found, knowing(vault))


def _life(vault: Vault, row: SkillRow) -> usage.Life:
    """Of a skill that is in the library and known by now."""
    life = usage.life(vault, row.id)
    assert life is not None
    return life


# As a document


def _importance(now: Importance) -> dict[str, Any]:
    left = now.days_to_floor
    return {
        "value": round(now.value, 4),
        "base": round(now.base, 4),
        "rate": now.rate,
        "idleDays": round(now.idle_days, 4),
        "floor": now.floor,
        "daysToFloor": round(left, 1) if left is not None else None,
        "arithmetic": now.sentence(),
    }


def _vitality(fresh: Freshness) -> dict[str, Any]:
    return {
        "score": fresh.vitality.score,
        "band": fresh.vitality.band.value,
        "grade": fresh.vitality.grade,
        "advice": fresh.vitality.advice,
        "trained": fresh.trained.isoformat(),
        "terms": [
            {"name": term.name, "points": term.points, "most": term.most, "why": term.why}
            for term in fresh.terms
        ],
    }


def _related(one: Related) -> dict[str, Any]:
    return {
        "id": source_id(one.skill.id),
        "title": one.skill.title,
        "strength": round(one.strength, 4),
        "affinity": round(one.affinity.strength, 4),
        "shared": one.affinity.shared,
        "reasons": list(one.reasons),
    }


# As text


def _part(name: str, *lines: str) -> list[str]:
    """A name in a column of its own, and what there is to say about it beside it."""
    return [f"{(name if not n else ''):<12}{line}".rstrip() for n, line in enumerate(lines)]


def _use_lines(life: usage.Life, agents: tuple[tuple[str, int], ...], days: list[int]) -> list[str]:
    if not life.uses:
        return _part(_("Uses"), _("never used; `techne used` counts uses"))
    who = ", ".join(f"{agent} {times}" for agent, times in agents)
    last = life.last_used.date().isoformat() if life.last_used else ""
    said = _("{count}, the last on {day}; {who}").format(count=life.uses, day=last, who=who)
    over = ngettext("{bars} in {count} day", "{bars} in {count} days", len(days))
    return _part(_("Uses"), said, over.format(bars=_bars(days, max(days) or 1), count=len(days)))


def _importance_lines(line: Trend, days: int) -> list[str]:
    back = min(days, len(line.points) - 1)
    if not back:
        return _part(_("Importance"), _fading(line.now))
    values = [point.value for point in line.points[-days:]]
    change = f"{line.since(back):+.2f}".replace("-", "−")
    over = ngettext("{bars} {change} in {count} day", "{bars} {change} in {count} days", back)
    bars = over.format(bars=_bars(values, 1.0), change=change, count=back)
    return _part(_("Importance"), _fading(line.now), bars)


def _fading(now: Importance) -> str:
    left = now.days_to_floor
    if not left:
        return now.sentence() + "."
    days = ngettext("{count} day", "{count} days", round(left)).format(count=round(left))
    said = _("{sum}; unused, it reaches the floor of {floor} in {days}.")
    return said.format(sum=now.sentence(), floor=f"{now.floor:.2f}", days=days)


def _vitality_lines(fresh: Freshness | None) -> list[str]:
    if fresh is None:
        return _part(_("Vitality"), _("never trained; `techne train` places what you know"))
    said = _("{sum}: {band}, grade {grade}").format(
        sum=fresh.sentence(), band=fresh.vitality.band.value, grade=fresh.vitality.grade
    )
    terms = [
        _("{name} −{points} of {most}: {why}").format(
            name=term.name, points=term.points, most=term.most, why=term.why
        )
        for term in fresh.terms
    ]
    return _part(_("Vitality"), said, *terms, fresh.vitality.advice)


def _memory_lines(linked: int, fresh: Freshness | None) -> list[str]:
    said = _("{linked} linked, {placed} placed in the text")
    return _part(_("Memories"), said.format(linked=linked, placed=fresh.cited if fresh else 0))


def _related_lines(related: tuple[Related, ...]) -> list[str]:
    lines = [
        f"{one.strength:.2f}  {one.skill.title}: " + " ".join(one.reasons)
        for one in related[:_RELATED]
    ]
    if len(related) > _RELATED:
        lines.append(_("and {count} more").format(count=len(related) - _RELATED))
    return _part(_("Related"), *(lines or [_("to nothing yet")]))


def _bars(values: list[int] | list[float], most: float) -> str:
    """The values as a row of little bars, the highest of them `most`."""
    top = len(_BARS) - 1
    return "".join(_BARS[round(top * min(value / most, 1.0))] for value in values)
