"""What is to be known of a pack before it comes in, in a word. Public name: `caution_word`."""

from app.core.packs.cautions import Kind
from app.core.packs.format.problems import FutureVersion, Tampered, Truncated, WrongKey
from app.core.packs.trust import Standing
from app.core.words import _
from app.ui.views.packs.importing.review import Entry, Group


def caution_word(entry: Entry) -> tuple[str, str]:
    """The word and its colour; two empty texts where there is nothing to be known."""
    if entry.found.problem is not None:
        return _problem_word(entry.found.problem), "err"
    if entry.group is Group.LOCKED:
        return _("locked"), "t3"
    assert entry.plan is not None
    if entry.group is Group.REFUSED:
        refusals = {Standing.REVOKED: _("revoked key"), Standing.CHANGED_KEY: _("another key")}
        return refusals.get(entry.plan.judgement.standing, _("empty")), "err"
    if not entry.plan.grave:
        return "", ""
    words = {
        Kind.NEW_KEY: _("new key"),
        Kind.OLDER: _("older edition"),
        Kind.CLAIMS_OFFICIAL: _("calls itself official"),
        Kind.EDITION: _("two editions"),
        Kind.TWICE: _("here twice"),
        Kind.LOOK_ALIKE: _("look-alike name"),
        Kind.DANGER: _("dangerous text"),
        Kind.TO_READ: _("text to read"),
    }
    first, *more = entry.plan.grave
    word = words.get(first.kind, first.text)
    return f"{word} +{len(more)}" if more else word, "warn"


def _problem_word(problem: Exception) -> str:
    if isinstance(problem, Tampered):
        return _("tampered")
    if isinstance(problem, Truncated):
        return _("incomplete")
    if isinstance(problem, FutureVersion):
        return _("too new")
    return _("for someone else") if isinstance(problem, WrongKey) else _("not readable")
