"""What is said of a scan. Public names: `scanned`, `stopped_with`, `nothing_in`, `unread`."""

from collections.abc import Sequence

from app.core.api.learning import ScannedDocument
from app.core.words import _, ngettext


def scanned(done: ScannedDocument, sessions: int, *, has_decided: bool) -> str:
    """Files that were read and that are no sessions, all sessions by now, and what was found."""
    files = ngettext("{count} file read", "{count} files read", done["read"])
    known = ngettext("{count} session in all", "{count} sessions in all", sessions)
    parts = [files.format(count=done["read"])]
    if done["other"]:
        other = ngettext(
            "{count} other is no session", "{count} others are no sessions", done["other"]
        )
        parts.append(other.format(count=done["other"]))
    parts.append(known.format(count=sessions))
    found = _("nothing is repeated often enough")
    if has_decided:
        found = _("no new candidates")
    if done["candidates"]:
        found = ngettext(
            "{count} candidate to decide on", "{count} candidates to decide on", done["candidates"]
        )
    return _("{what}: {found}").format(
        what=", ".join(parts), found=found.format(count=done["candidates"])
    )


def stopped_with(count: int) -> str:
    """How far it got, and how it goes on."""
    said = ngettext(
        "Scan stopped with {count} session read. The next scan goes on from there.",
        "Scan stopped with {count} sessions read. The next scan goes on from there.",
        count,
    )
    return said.format(count=count) if count else _("Scan stopped before a session was read.")


def nothing_in(folder: str) -> str:
    if not folder:
        return _("No sessions that Techne can read were found.")
    return _("No sessions that Techne can read were found in {folder}.").format(folder=folder)


def unread(troubles: Sequence[str]) -> str:
    """How many files and folders could not be read; of a single one, which and why."""
    if len(troubles) == 1:
        return troubles[0]
    return _("{count} files or folders could not be read.").format(count=len(troubles))
