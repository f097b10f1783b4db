"""What `used`, `stats` and `importance` do and say."""

import argparse

from app.cli.answer import Answer, table
from app.cli.knowing import knowing
from app.cli.lifecycle_answer import success_words
from app.cli.session import Session
from app.cli.settings import settings
from app.cli.skill_filters import chosen, nothing_listed, tell_what_was_meant
from app.core.api import life
from app.core.api.documents import SkillDocument
from app.core.api.life import Stats
from app.core.lifecycle import firsts
from app.core.lifecycle.freshness import Freshness
from app.core.lifecycle.importance import Importance
from app.core.lifecycle.importance_history import Trend
from app.core.lifecycle.related_skills import Related
from app.core.words import _, ngettext

_BARS = "▁▂▃▄▅▆▇█"
_RELATED = 8


def used(session: Session, arguments: argparse.Namespace) -> Answer:
    """Count a use; the same one told again changes nothing."""
    with session.vault() as vault:
        done = life.used(
            vault,
            settings(vault.home),
            arguments.name,
            arguments.engram,
            session=arguments.session,
            memory=arguments.memory,
            agent=arguments.agent,
            project=arguments.project,
        )
    times = ngettext("{count} use", "{count} uses", done["uses"]).format(count=done["uses"])
    said = _("Counted. {title}: {uses}, importance {value}.")
    if not done["counted"]:
        said = _("That use was already counted. {title}: {uses}, importance {value}.")
    value = f"{done['importance']:.2f}"
    return Answer(done, said.format(title=done["title"], uses=times, value=value))


def importance(session: Session, arguments: argparse.Namespace) -> Answer:
    """What the importance is made of; with an option, how fast it fades from now on."""
    name, engram = arguments.name, arguments.engram
    with session.vault() as vault:
        known = knowing(vault)
        if arguments.usual or arguments.rate is not None:
            found = life.set_decay_rate(vault, known, name, arguments.rate, engram)
        else:
            found = life.importance(vault, known, name, engram)
    own, title = found.document["ownRate"], found.document["title"]
    rate = _("at its own rate, {rate}") if own else _("at the default rate, {rate}")
    faded = _("{title} fades {rate}.").format(
        title=title, rate=rate.format(rate=f"{found.now.rate:g}")
    )
    return Answer(found.document, f"{faded}\n{_fading(found.now)}")


def stats(session: Session, arguments: argparse.Namespace) -> Answer:
    """Uses, importance, vitality and what surrounds a skill."""
    with session.vault() as vault:
        found = life.stats(
            vault, knowing(vault), arguments.name, arguments.engram, days=arguments.days
        )
    row = found.row
    lines = [
        f"{row.title}  ({row.engram_name}, v{row.number})",
        *_use_lines(found),
        *_part(_("Success"), *_success_lines(found)),
        *_importance_lines(found.line, len(found.days)),
        *_vitality_lines(found.fresh),
        *_memory_lines(found.linked, found.fresh),
        *_related_lines(found.related),
    ]
    return Answer(found.document, "\n".join(lines))


def by_importance(session: Session, arguments: argparse.Namespace) -> list[SkillDocument]:
    """The list of skills with the important ones first."""
    with session.vault() as vault:
        found = life.by_importance(vault, knowing(vault), chosen(arguments))
        if not found:
            tell_what_was_meant(vault, arguments)
    return found


def ranked(session: Session, arguments: argparse.Namespace) -> Answer:
    """The list of skills by importance and by how much surrounds them."""
    with session.vault() as vault:
        found = life.ranked(vault, knowing(vault), chosen(arguments))
        if not found:
            tell_what_was_meant(vault, arguments)
    rows = [(f"{one['score']:.2f}", one["title"], one["engram"], one["reason"]) for one in found]
    header = (_("Score"), _("Skill"), _("Engram"), _("Why"))
    return Answer(found, table(rows, header) if rows else nothing_listed(arguments))


def _part(name: str, *lines: str) -> list[str]:
    """A name in a column of its own, and what there is to say about it beside it."""
    return [f"{(name if not n else ''):<12}{line}".rstrip() for n, line in enumerate(lines)]


def _success_lines(found: Stats) -> list[str]:
    lines = [success_words(found.success_document)]
    return [*lines, firsts.in_words(found.first)] if found.first else lines


def _use_lines(found: Stats) -> list[str]:
    uses, last_used = found.life.uses, found.life.last_used
    if not uses:
        return _part(_("Uses"), _("never used; `techne used` counts uses"))
    who = ", ".join(f"{agent} {times}" for agent, times in found.agents)
    last = last_used.date().isoformat() if last_used else ""
    said = _("{count}, the last on {day}; {who}").format(count=uses, day=last, who=who)
    days = [one.uses for one in found.days]
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
