"""What changed in each version of a skill, in one line."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from app.core.errors import NotFound
from app.core.library import history
from app.core.library.compare import compare
from app.core.library.history import Version
from app.core.library.record import Reason
from app.core.library.summary import gist
from app.core.progress import Progress, checkpoint
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.words import _, ngettext
from app.ui.views.skills.history import detail_changes

Pair = tuple[str, str]
"""What tells a version and the one before it, empty where there is none: the digests of their
texts, with their details where those are what changed."""
Gists = dict[Pair, str]


def pairs(versions: Sequence[Version]) -> list[tuple[Version, Version | None, Pair]]:
    """Each version (newest first) with the one before it."""
    return [
        (version, earlier, _pair(version, earlier))
        for version, earlier in zip_longest(versions, versions[1:])
    ]


def _pair(version: Version, earlier: Version | None) -> Pair:
    if earlier is None:
        return version.digest, ""
    if version.reason is Reason.FILED:
        return version.digest + version.details, earlier.digest + earlier.details
    return version.digest, earlier.digest


def words(version: Version, found: str) -> str:
    """The line of a version: what was done says more than what differs, where there is such."""
    match version.reason:
        case Reason.DELETED:
            return _("Removed from the library")
        case Reason.UNDONE if version.label:
            return _("Undid “{action}”").format(action=version.label)
        case Reason.REDONE if version.label:
            return _("Redid “{action}”").format(action=version.label)
        case (
            Reason.TRAINED | Reason.REWRITTEN | Reason.NAMED | Reason.ROLLED_BACK | Reason.FILED
        ) if version.label:
            return version.label
    if version.label and found:
        return _("{label}: {changes}").format(label=version.label, changes=found)
    return version.label or found


def missing(versions: Sequence[Version], known: Gists) -> bool:
    """Whether something has yet to be compared."""
    return any(pair not in known for _version, _earlier, pair in pairs(versions))


def find(
    vault: Vault, skill: int, versions: Sequence[Version], known: Iterable[Pair], progress: Progress
) -> Gists:
    """Compare every version with the one before it, except the known ones. Slow: a job."""
    done = set(known)
    found: Gists = {}
    for number, (version, earlier, pair) in enumerate(pairs(versions)):
        checkpoint(progress)
        progress.report(number / len(versions))
        if pair not in done and pair not in found:
            found[pair] = _gist(vault, skill, version, earlier)
    return found


def _gist(vault: Vault, skill: int, version: Version, earlier: Version | None) -> str:
    if version.reason is Reason.FILED and earlier is not None:
        return detail_changes.words(vault, earlier.details, version.details)
    text = text_of(vault, skill, version)
    before = text_of(vault, skill, earlier) if earlier is not None else ""
    if not text and earlier is None:
        return _("Nothing written yet")
    if text and not before:
        parsed = parse(text)
        steps = sum(bool(step.text.strip()) for step in parsed.steps)
        goals = len({goal.kind for goal in parsed.goals})
        if not steps and not goals:
            return _("Only a name")
        said = ngettext("{count} step", "{count} steps", steps).format(count=steps)
        if goals:
            said += ", " + ngettext("{count} goal", "{count} goals", goals).format(count=goals)
        return said
    if before == text:
        is_edit = version.reason is Reason.EDITED
        return _("Changed and changed back") if is_edit else _("The text is the same")
    return gist(compare(before, text))


def text_of(vault: Vault, skill: int, version: Version) -> str:
    """The text of a version, empty for one that is a deletion."""
    try:
        return history.text_of(vault, skill, version.number)
    except NotFound:
        return ""
