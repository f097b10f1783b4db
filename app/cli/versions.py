"""Commands about what skills were: history, diff, rollback, undo."""

import argparse
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from app.cli.answer import Answer, table
from app.cli.session import Session
from app.cli.skill_argument import about_skill, find
from app.core.actor import COMMAND_LINE
from app.core.library import history
from app.core.library.compare import compare
from app.core.library.comparison import Change, Item, Row
from app.core.library.history import Version
from app.core.library.record import Training
from app.core.library.summary import sentence
from app.core.library.trained import TRAININGS
from app.core.vault import Vault
from app.core.walk.plan import source_id
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_commands(commands: "Commands") -> None:
    command = about_skill(commands, "history", _("list the versions of a skill"))
    command.set_defaults(run=list_versions)
    command = about_skill(commands, "rollback", _("save an older version again"))
    command.add_argument("version", type=version, metavar="VERSION")
    command.set_defaults(run=rollback)
    command = about_skill(commands, "diff", _("compare two versions of a skill"))
    command.add_argument("old", type=version, metavar="V1")
    command.add_argument("new", type=version, metavar="V2")
    command.set_defaults(run=diff)
    command = commands.add_parser("undo", help=_("reverse the last change"))
    command.set_defaults(run=undo)


def version(typed: str) -> int:
    """The number of a version as a person types it: `3` or `v3`."""
    number = typed.removeprefix("v")
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise argparse.ArgumentTypeError(_("“{typed}” is not a version").format(typed=typed))
    return int(number)


def list_versions(session: Session, arguments: argparse.Namespace) -> Answer:
    """Every version with what it changed, and what training did in it."""
    with session.vault() as vault:
        skill = find(vault, arguments.name, arguments.engram).id
        found = history.versions(vault, skill)
        changes, trainings = _changes(vault, skill, found), _trainings(vault, skill, found)
    rows = [
        (
            f"v{v.number}" + (_(" (current)") if v.is_current else ""),
            v.at.isoformat(timespec="seconds"),
            v.reason.value,
            v.actor.who,
            v.label,
            changes[v.number],
        )
        for v in found
    ]
    document = [
        {
            "version": v.number,
            "at": v.at.isoformat(),
            "reason": v.reason.value,
            "actor": v.actor.who,
            "label": v.label,
            "sha256": v.digest,
            "current": v.is_current,
            "changes": changes[v.number],
            "training": _training(trainings[v.number]),
        }
        for v in found
    ]
    heads = (_("Version"), _("Saved"), _("Why"), _("Who"), "", _("Changes"))
    return Answer(document, table(rows, heads))


def _changes(vault: Vault, skill: int, found: Sequence[Version]) -> dict[int, str]:
    """What each version changed in the one before it; nothing for the first and for deletions."""
    texts = {v.number: history.text_of(vault, skill, v.number) for v in found if v.digest}
    said = dict.fromkeys((v.number for v in found), "")
    for old, new in pairwise(sorted(texts)):
        said[new] = sentence(compare(texts[old], texts[new]))
    return said


def _trainings(vault: Vault, skill: int, found: Sequence[Version]) -> dict[int, Training | None]:
    return {
        v.number: history.training_of(vault, skill, v.number) if v.reason in TRAININGS else None
        for v in found
    }


def _training(record: Training | None) -> dict[str, Any] | None:
    """What a snapshot says of the training that made it."""
    if record is None:
        return None
    return {
        "mode": record.mode,
        "cause": record.cause,
        "model": record.writer.name if record.writer else None,
        "digest": record.writer.digest if record.writer else None,
        "recalled": list(record.recalled),
        "memories": list(record.cited),
        "takenOut": [
            {"memory": one.fragment, "text": one.text, "why": one.why} for one in record.removed
        ],
    }


def rollback(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        row = find(vault, arguments.name, arguments.engram)
        saved = history.restore(vault, row.id, arguments.version, actor=COMMAND_LINE)
    return Answer(
        {"id": source_id(row.id), "restored": arguments.version, "version": saved.number},
        _("Version {old} of {title} is current again, as version {new}.").format(
            old=arguments.version, title=row.title, new=saved.number
        ),
    )


def diff(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        skill = find(vault, arguments.name, arguments.engram).id
        old = history.text_of(vault, skill, arguments.old)
        new = history.text_of(vault, skill, arguments.new)
    comparison = compare(old, new)
    summary = sentence(comparison)
    lines = [summary, *(_difference(row) for row in comparison.changed)]
    document = {"summary": summary, "rows": [_compared(row) for row in comparison.rows]}
    return Answer(document, "\n".join(lines))


_MARKS = {Change.CHANGED: "~", Change.ADDED: "+", Change.REMOVED: "-", Change.MOVED: ">"}


def _compared(row: Row) -> dict[str, Any]:
    return {
        "section": row.section.value,
        "kind": row.kind.value,
        "change": row.change.value,
        "old": _side(row.left),
        "new": _side(row.right),
    }


def _side(item: Item | None) -> dict[str, Any] | None:
    if item is None:
        return None
    goal = {"goal": item.goal.value} if item.goal else {}
    return {"text": item.text, "number": item.number} | goal


def _difference(row: Row) -> str:
    """One line about what happened to an item; a long text is left to JSON and to the window."""
    sides = [_line(item) for item in (row.left, row.right) if item is not None]
    if len(set(sides)) == 1:
        sides = sides[:1]
    return f"{_MARKS[row.change]} {row.kind.value} " + "  →  ".join(sides)


def _line(item: Item) -> str:
    number = f"{item.number}. " if item.number else ""
    return number + " ".join(item.text.split())


def undo(session: Session, _arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        undone = history.undo(vault)
    return Answer({"undone": undone.label}, _("Undone: {label}").format(label=undone.label))
