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
from app.ui.views.skills.editor.about.row import Said
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


def signed(found: Whence) -> Said:
    """Who signed the pack, and whether the skill still is what was signed."""
    if (judgement := found.judgement) is None:
        return Said()
    words, tip = _signer(judgement), _credentials(judgement)
    icon, colour = _SHIELDS[Standing.TRUSTED if judgement.vouched else judgement.standing]
    if not found.changed:
        return Said(words, tip, icon, colour)
    words = _("{signed}, changed since").format(signed=words)
    tip = _("Changed since it was imported: the signature is that of the pack.") + f"\n{tip}"
    return Said(words, tip, *(("shield", "t3") if colour == "ok" else (icon, colour)))


def _signer(judgement: Judgement) -> str:
    if judgement.standing is Standing.YOURS:
        return _("signed by you")
    if judgement.signer is None:
        return _("unsigned")
    name = plain(judgement.signer.name) or _("an unknown signer")
    return _("signed by {name}").format(name=name)


def _credentials(judgement: Judgement) -> str:
    """Name, words of the fingerprint and standing."""
    if judgement.signer is None:
        return _("Nobody signed the pack it came in")
    return credentials(judgement)


def _who(by: Actor) -> str:
    return _("you") if by.who == "user" else by.client or by.who
