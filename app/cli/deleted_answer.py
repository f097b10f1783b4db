"""What `bin` does and says."""

import argparse

from app.cli.answer import Answer, table, to_seconds
from app.cli.progress import shown
from app.cli.session import Session, confirm
from app.core.actor import COMMAND_LINE
from app.core.api import deleted
from app.core.api.deleted import RestoredSkillDocument
from app.core.runs.open_runs import open_of
from app.core.walk.plan import number_of
from app.core.words import _, ngettext


def bin_command(session: Session, arguments: argparse.Namespace) -> Answer:
    """What was asked for: the list, bringing back, deleting for good."""
    action, wrong = arguments.action, arguments.wrong
    if arguments.all and action != "restore":
        wrong(_("--all is for restore only"))
    if arguments.yes and action != "empty":
        wrong(_("--yes is for empty only"))
    if action == "restore":
        if bool(arguments.names) is arguments.all:
            wrong(_("which skills? Name them, or use --all"))
        return _restore(session, arguments)
    if action == "empty":
        return _empty(session, arguments)
    if arguments.names:
        wrong(_("list takes no names"))
    return _list(session)


def _list(session: Session) -> Answer:
    with session.vault() as vault:
        found = deleted.listed(vault)
    rows = [
        (
            one["id"],
            one["title"],
            one["engram"],
            to_seconds(one["deleted"]),
            _("{who} (undone)").format(who=one["actor"]) if one["undone"] else one["actor"],
        )
        for one in found
    ]
    header = ("", _("Skill"), _("Engram"), _("Deleted"), _("Who"))
    return Answer(found, table(rows, header) if rows else _("The bin is empty."))


def _restore(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault, shown(_("Restoring")) as progress:
        back = deleted.restore(vault, arguments.names, actor=COMMAND_LINE, progress=progress)
    return Answer(back, "\n".join(map(_restored, back)) or _("The bin is empty."))


def _restored(one: RestoredSkillDocument) -> str:
    if one["was"] is None:
        return _("Restored {title}.").format(title=one["title"])
    said = _("Restored {was} as “{title}”, because another skill has its name now.")
    return said.format(was=one["was"], title=one["title"])


def _empty(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        those = deleted.named(vault, arguments.names)
        count = len(those)
        if count and not arguments.yes:
            words = ngettext(
                "Permanently delete {count} skill and its runs? This cannot be undone.",
                "Permanently delete {count} skills and their runs? This cannot be undone.",
                count,
            ).format(count=count)
            if runs := len(open_of(vault, [number_of(one["id"]) for one in those])):
                going = ngettext("{count} run is not over.", "{count} runs are not over.", runs)
                words = f"{going.format(count=runs)} {words}"
            confirm(words, "--yes")
        with shown(_("Deleting permanently")) as progress:
            done = deleted.empty(vault, arguments.names, actor=COMMAND_LINE, progress=progress)
    count = len(done["emptied"])
    said = ngettext(
        "Permanently deleted {count} skill. Earlier backups still have it.",
        "Permanently deleted {count} skills. Earlier backups still have them.",
        count,
    )
    return Answer(done, said.format(count=count) if count else _("The bin is empty."))
