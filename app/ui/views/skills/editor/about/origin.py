"""Where a skill came from, in a few quiet words."""

from datetime import datetime
from pathlib import PurePath

from app.core.actor import Actor
from app.core.library.record import Source
from app.core.packs.credentials import credentials
from app.core.packs.format.names import plain
from app.core.packs.trust import Judgement, Standing
from app.core.packs.whence import Whence
from app.core.words import _
from app.ui.widgets.moments import day_said, moment_said

_SHIELDS = {
    Standing.YOURS: ("shield-check", "ok"),
    Standing.TRUSTED: ("shield-check", "ok"),
    Standing.KNOWN: ("shield-question", "warn"),
    Standing.NEW: ("shield-question", "warn"),
    Standing.UNSIGNED: ("shield", "t3"),
    Standing.CHANGED_KEY: ("shield-x", "err"),
    Standing.REVOKED: ("shield-x", "err"),
}


def from_words(found: Whence, now: datetime) -> str:
    """The pack or the file it came in, else who wrote it, and when."""
    if found.pack is not None:
        return _("from {pack}").format(
            pack=f"{plain(found.pack.name)} {found.pack.version}".strip()
        )
    when = day_said(found.since, now)
    if found.source is Source.LEARNED:
        return _("learned {day}").format(day=when)
    if found.source is Source.DISK:
        return _("from disk, {day}").format(day=when)
    return _("made by {who}, {day}").format(who=_who(found.by), day=when)


def own_words(now: datetime) -> str:
    """What is said of a skill that a person has made just now."""
    return _("made by {who}, {day}").format(who=_("you"), day=day_said(now, now))


def from_tip(found: Whence, now: datetime) -> str:
    """The rest: the file, and since when it has been here."""
    since = _("In your library since {when}").format(when=moment_said(found.since, now))
    if found.pack is None:
        return since
    file = PurePath(found.pack.path).name
    lines = [_("From the file {name}").format(name=file)] if file else []
    return "\n".join([*lines, since, _("Click to see your imported packs")])


def signer_words(judgement: Judgement) -> str:
    """Who signed the pack."""
    if judgement.standing is Standing.YOURS:
        return _("signed by you")
    if judgement.signer is None:
        return _("unsigned")
    name = plain(judgement.signer.name) or _("an unknown signer")
    return _("signed by {name}").format(name=name)


def signer_tip(judgement: Judgement) -> str:
    """Name, words of the fingerprint and standing."""
    if judgement.signer is None:
        return _("Nobody signed the pack it came in")
    return credentials(judgement)


def shield(judgement: Judgement) -> tuple[str, str]:
    """The icon of the standing, and its colour."""
    return _SHIELDS[Standing.TRUSTED if judgement.vouched else judgement.standing]


def _who(by: Actor) -> str:
    return _("you") if by.who == "user" else by.client or by.who
