"""Commands about what skills were: history, diff, rollback, undo."""

import argparse
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from app.cli.answer import Answer, table, to_seconds
from app.cli.argument_types import version
from app.cli.session import Session
from app.cli.skill_argument import about_skill
from app.core.actor import COMMAND_LINE
from app.core.api import versions
from app.core.api.versions import RowDocument, SideDocument, VersionDocument
from app.core.library.comparison import Change
from app.core.words import _

_NAMED = 3
"""So many skills are named; that there are more is said."""

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_commands(commands: "Commands") -> None:
    command = about_skill(commands, "history", _("list the versions of a skill"))
    command.add_argument(
        "--all", action="store_true", help=_("include what was deleted and restored right away")
    )
    command.set_defaults(run=list_versions)
    command = about_skill(commands, "rollback", _("restore an older version"))
    command.add_argument("version", type=version, metavar="VERSION")
    command.set_defaults(run=rollback)
    command = about_skill(commands, "diff", _("compare two versions of a skill"))
    command.add_argument("old", type=version, metavar="V1")
    command.add_argument("new", type=version, metavar="V2")
    command.set_defaults(run=diff)
    command = commands.add_parser("undo", help=_("reverse the last change"))
    command.set_defaults(run=undo)


def list_versions(session: Session, arguments: argparse.Namespace) -> Answer:
    """Every version with what it changed, and what training did in it."""
    with session.vault() as vault:
        found = versions.versions(vault, arguments.name, arguments.engram)
    rows = list(_rows(found, apart=arguments.all))
    heads = (_("Version"), _("Saved"), _("Why"), _("Who"), "", _("Changes"))
    return Answer(found, table(rows, heads))


def _rows(found: Sequence[VersionDocument], *, apart: bool) -> Iterator[tuple[str, ...]]:
    """One for every version, and for each round trip, unless that is to be told apart."""
    for v in found:
        trip = v["roundTrip"] if not apart else None
        if trip is None:
            number, why, changes = f"v{v['version']}", v["reason"].value, v["changes"]
        elif v["version"] == trip["until"]:
            number, why, changes = f"v{trip['since']}–v{trip['until']}", "", trip["what"]
        else:
            continue
        number += _(" (current)") if v["current"] else ""
        label = v["label"] if trip is None else ""
        yield number, to_seconds(v["at"]), why, v["actor"], label, changes


def rollback(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        done = versions.restore(
            vault, arguments.name, arguments.version, arguments.engram, actor=COMMAND_LINE
        )
    restored, title = done.document, done.skill.title
    said = _("Version {old} of {title} is current again, as version {new}.").format(
        old=restored["restored"], title=title, new=restored["version"]
    )
    if then := restored["nameThen"]:
        kept = _("It keeps the name “{title}”; in version {old} it was “{then}”.")
        said += "\n" + kept.format(title=title, old=restored["restored"], then=then)
    return Answer(restored, said)


def diff(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        found = versions.difference(
            vault, arguments.name, arguments.old, arguments.new, arguments.engram
        )
    changed = [row for row in found["rows"] if row["change"] is not Change.SAME]
    return Answer(found, "\n".join([found["summary"], *map(_difference, changed)]))


_MARKS = {Change.CHANGED: "~", Change.ADDED: "+", Change.REMOVED: "-", Change.MOVED: ">"}


def _difference(row: RowDocument) -> str:
    """One line about what happened to an item; a long text is left to JSON and to the window."""
    sides = [_line(side) for side in (row["old"], row["new"]) if side is not None]
    if len(set(sides)) == 1:
        sides = sides[:1]
    return f"{_MARKS[row['change']]} {row['kind'].value} " + "  →  ".join(sides)


def _line(side: SideDocument) -> str:
    number = f"{side['number']}. " if side["number"] else ""
    return number + " ".join(side["text"].split())


def undo(session: Session, _arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        done = versions.undo(vault, actor=COMMAND_LINE)
    said = _("Undone: {label}").format(label=done["undone"])
    if names := done["skills"]:
        said += " (" + ", ".join([*names[:_NAMED], *["…"][: len(names) - _NAMED]]) + ")"
    return Answer(done, said)
