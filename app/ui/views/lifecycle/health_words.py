"""How a skill does, in a sign and words. Public names: `Sign`, `sign`, `success_words`, `told`."""

from typing import Literal, NamedTuple

from app.core.lifecycle import firsts
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.firsts import First
from app.core.lifecycle.health import Health
from app.core.lifecycle.risk import Risk, in_words
from app.core.lifecycle.success import Success
from app.core.words import _, ngettext
from app.ui.widgets.percent import percent

Shape = Literal["circle", "triangle", "square", "ring"]


class Sign(NamedTuple):
    """A shape in the colour of a token, its words, and a few more about why or what follows."""

    shape: Shape
    colour: str
    words: str
    more: str = ""


def sign(one: Health, settings: Procedural) -> Sign:
    if one.is_deprecated:
        return Sign("square", "err", _("Deprecated"), _("hidden from agents"))
    if one.is_quarantined:
        return Sign("ring", "warn", _("In quarantine"), _("look and release"))
    if one.risk is Risk.DEPRECATE:
        words = _("Below {percent}").format(percent=percent(settings.deprecate_below))
        if one.protected:
            return Sign("square", "warn", _("{words}, protected").format(words=words))
        return Sign("square", "err", words, _callers(one))
    if one.risk is Risk.WARN:
        return Sign("triangle", "warn", _("Warn"), _callers(one))
    if one.risk is Risk.NONE:
        return Sign("circle", "ok", _("Healthy"))
    more = ngettext("{count} outcome to go", "{count} outcomes to go", one.missing)
    return Sign("ring", "t3", _("Unproven"), more.format(count=one.missing))


def success_words(one: Health) -> tuple[str, str]:
    """The rate, once there is enough to judge by, and how many went well of those known."""
    success = one.success
    if success.rate is None:  # what was before it was restored does not count, but was
        used = success.invocations or one.last_used
        return (_("no outcome yet") if used else _("not used")), ""
    well = _("{good} of {known}").format(good=success.succeeded, known=success.known)
    if one.risk is Risk.UNKNOWN and not one.is_deprecated:
        return well, ""
    return percent(success.rate), well


def told(one: Health) -> str:
    """What stands behind the figures, in full sentences."""
    said = [in_words(one.success).capitalize() + "."]
    if one.success.invocations:
        coverage = ngettext(
            "{known} of {count} invocation has an outcome.",
            "{known} of {count} invocations have an outcome.",
            one.success.invocations,
        )
        said.append(coverage.format(known=one.success.known, count=one.success.invocations))
    if one.first is not None and not _are_all(one.first, one.success):
        said.append(firsts.in_words(one.first) + ".")
    if one.is_quarantined:
        said.append(_("Agents are not shown it. Open the skill, look at it and release it."))
    if one.deprecated is not None and one.deprecated.detail:
        said.append(_("Deprecated ({why}).").format(why=one.deprecated.detail))
    last = one.success.last
    if last is not None and last.verdict is not None and last.verdict.note:
        said.append(_("Last time: {note}").format(note=last.verdict.note))
    return "\n".join(said)


def _are_all(first: First, success: Success) -> bool:
    """Whether there were no more uses than the first, which are told of already."""
    whole = (success.invocations, success.succeeded, success.known)
    return first.uses < firsts.FIRST and (first.uses, first.succeeded, first.known) == whole


def _callers(one: Health) -> str:
    if not one.callers:
        return ""
    said = ngettext("called by {count} skill", "called by {count} skills", one.callers)
    return said.format(count=one.callers)
