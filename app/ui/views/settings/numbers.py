"""What the settings page says about each number of the knowledge, with what follows from it."""

from collections.abc import Callable
from dataclasses import dataclass

from app.core.graph.open_triangles import affinity
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.importance import Rule, used
from app.core.words import _, ngettext
from app.ui.widgets.percent import percent

MONTH = 30


@dataclass(frozen=True, slots=True)
class Number:
    """A number of `Procedural`, what people call it, and what it means with a value it has.

    A unit of the page is `scale` units of the file.
    """

    name: str
    words: str
    explain: Callable[[Procedural], str]
    scale: int = 1
    unit: str = ""


def importance() -> tuple[Number, ...]:
    return (
        Number("decay_rate", _("Skill decay factor per day"), _decay),
        Number("min_importance", _("Floor of an installed skill"), _floor),
        Number("importance_on_install", _("Starting importance"), _install),
        Number("boost_on_use", _("Gain per use"), _boost),
        Number("memory_decay_rate", _("Memory decay factor per day"), _memories),
    )


def relating() -> tuple[Number, ...]:
    return (Number("affinity_threshold", _("Shared memories that relate two skills"), _threshold),)


def interval() -> Number:
    return Number("affinity_interval_ms", _("Time between checks"), _every, 60_000, _("min"))


def suggesting() -> tuple[Number, ...]:
    return (
        Number("suggestion_limit", _("Skills suggested at once"), _limit),
        Number("resumed_suggestion_limit", _("In a session that goes on"), _resumed),
        Number("prompt_suggestion_limit", _("For each prompt"), _prompt),
    )


def judging() -> tuple[Number, ...]:
    return (
        Number("success_window", _("Invocations that are judged"), _window),
        Number("warn_below", _("Warn below"), _warn),
        Number("warn_at_least", _("Outcomes it takes to warn"), _warn_least),
        Number("deprecate_below", _("Deprecate below"), _deprecate),
        Number("deprecate_at_least", _("Outcomes it takes to deprecate"), _deprecate_least),
    )


def learning() -> tuple[Number, ...]:
    return (
        Number("candidate_sessions", _("Sessions that make a candidate"), _sessions),
        Number("candidate_days", _("Days to look back"), _days),
    )


def disk() -> tuple[Number, ...]:
    return (
        Number(
            "reconcile_interval_ms", _("Time between checks of folders"), _checks, 1_000, _("s")
        ),
        Number("disk_grace_hours", _("Keep a skill whose file is gone"), _grace, 1, _("h")),
    )


def _decay(settings: Procedural) -> str:
    rule = settings.skills
    left = max(rule.floor, rule.start * rule.rate**MONTH)
    said = _("From {start}, after {days} days unused: {left}.").format(
        start=f"{rule.start:.2f}", days=MONTH, left=f"{left:.2f}"
    )
    return f"{said} {_days_to_floor(rule)}"


def _days_to_floor(rule: Rule) -> str:
    value, days = rule.start, 0
    if rule.floor <= 0 or rule.rate >= 1:
        return _("It never reaches the floor.")
    while value > rule.floor:
        value, days = value * rule.rate, days + 1
        if days > 9999:
            return _("Reaching the floor takes many years.")
    said = ngettext(
        "Reaches the floor after {days} day.", "Reaches the floor after {days} days.", days
    )
    return said.format(days=days)


def _floor(settings: Procedural) -> str:
    return _("However long it goes unused, its importance never falls below {floor}.").format(
        floor=f"{settings.min_importance:.2f}"
    )


def _install(settings: Procedural) -> str:
    return _("A skill or memory added today starts at {start}.").format(
        start=f"{settings.importance_on_install:.2f}"
    )


def _boost(settings: Procedural) -> str:
    rule, at = settings.skills, 0.5
    said = _("One use raises {before} to {after}.").format(
        before=f"{at:.2f}", after=f"{used(rule, at):.2f}"
    )
    return f"{said} " + _("Used every day, a skill settles at {value}.").format(
        value=f"{_settled(rule):.2f}"
    )


def _settled(rule: Rule) -> float:
    """Where a day without and a use take turns: `v = r · (v + b · (1 − v))`, or the floor."""
    left = 1 - rule.rate * (1 - rule.boost)
    return max(rule.floor, rule.rate * rule.boost / left if left > 0 else rule.start)


def _memories(settings: Procedural) -> str:
    left = settings.importance_on_install * settings.memory_decay_rate**MONTH
    return _("After {days} days unused: {left}. Memories have no floor.").format(
        days=MONTH, left=f"{left:.2f}"
    )


def _threshold(settings: Procedural) -> str:
    count = settings.affinity_threshold
    sure = affinity(count, count, [0.0] * min(count, 1000), count).confidence
    said = ngettext(
        "Two skills that share {count} memory are often used together; {sure} confidence.",
        "Two skills that share {count} memories are often used together; {sure} confidence.",
        count,
    )
    return said.format(count=count, sure=f"{100 * sure:.0f} %")


def _every(settings: Procedural) -> str:
    minutes = settings.affinity_interval_ms / 60_000
    if minutes >= 120:
        return _("Every {count} hours.").format(count=f"{minutes / 60:.3g}")
    return _("Every {count} minutes.").format(count=f"{minutes:.3g}")


def _limit(settings: Procedural) -> str:
    count = settings.suggestion_limit
    said = ngettext(
        "An agent that asks is shown the {count} best match.",
        "An agent that asks is shown the {count} best matches.",
        count,
    )
    return said.format(count=count)


def _resumed(settings: Procedural) -> str:
    count = settings.resumed_suggestion_limit
    said = ngettext(
        "A session that is resumed begins with at most {count} skill.",
        "A session that is resumed begins with at most {count} skills.",
        count,
    )
    return said.format(count=count)


def _prompt(settings: Procedural) -> str:
    count = settings.prompt_suggestion_limit
    said = ngettext(
        "With each prompt an agent is told of at most {count} skill that fits.",
        "With each prompt an agent is told of at most {count} skills that fit.",
        count,
    )
    return said.format(count=count)


def _checks(settings: Procedural) -> str:
    return _(
        "Linked folders are checked every {count} seconds, and when something changes."
    ).format(count=f"{settings.reconcile_interval_ms / 1000:g}")


def _grace(settings: Procedural) -> str:
    count = settings.disk_grace_hours
    said = ngettext(
        "It goes into the bin {count} hour later; its history stays.",
        "It goes into the bin {count} hours later; its history stays.",
        count,
    )
    return said.format(count=count)


def _window(settings: Procedural) -> str:
    count = settings.success_window
    return _("Success is the share of the last {count} that went well.").format(count=count)


def _warn(settings: Procedural) -> str:
    return _("Below {percent}, agents are told that the skill seldom goes well.").format(
        percent=percent(settings.warn_below)
    )


def _warn_least(settings: Procedural) -> str:
    count = settings.warn_at_least
    said = ngettext(
        "With fewer than {count} known outcome there is no warning.",
        "With fewer than {count} known outcomes there is no warning.",
        count,
    )
    return said.format(count=count)


def _deprecate(settings: Procedural) -> str:
    return _("Below {percent}, a skill is no longer offered to agents.").format(
        percent=percent(settings.deprecate_below)
    )


def _deprecate_least(settings: Procedural) -> str:
    count = settings.deprecate_at_least
    said = ngettext(
        "With fewer than {count} known outcome a skill is never deprecated.",
        "With fewer than {count} known outcomes a skill is never deprecated.",
        count,
    )
    return said.format(count=count)


def _sessions(settings: Procedural) -> str:
    count = settings.candidate_sessions
    said = ngettext(
        "What an agent did in {count} session is proposed as a skill.",
        "What an agent did in {count} sessions is proposed as a skill.",
        count,
    )
    return said.format(count=count)


def _days(settings: Procedural) -> str:
    count = settings.candidate_days
    said = ngettext(
        "Only sessions of the last {count} day count.",
        "Only sessions of the last {count} days count.",
        count,
    )
    return said.format(count=count)
