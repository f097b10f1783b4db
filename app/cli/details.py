"""The command about what is known of a skill beside its text: details."""

import argparse
from typing import TYPE_CHECKING, Any

from app.cli.answer import Answer
from app.cli.session import Session
from app.cli.skill_argument import about, about_skill, find
from app.core.actor import COMMAND_LINE
from app.core.library import catalogue, details
from app.core.library.catalogue import SkillRow
from app.core.library.details import Details
from app.core.library.record import Source
from app.core.skills.reading.discovery import ROLES
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

_BY_TEXT = "by-text"


def add_commands(commands: "Commands") -> None:
    command = about_skill(commands, "details", _("show or choose the fields of a skill"))
    command.add_argument(
        "--role", choices=[*sorted(ROLES), _BY_TEXT], metavar="R", help=_("what part it plays")
    )
    command.add_argument(
        "--confidence", type=_confidence, metavar="C", help=_("how reliable it is: 0 to 1")
    )
    command.add_argument(
        "--hint", action="append", metavar="TEXT", help=_("an input it expects; empty for none")
    )
    command.add_argument(
        "--pattern", action="append", metavar="GLOB", help=_("files it is for; empty for none")
    )
    command.add_argument(
        "--origin", choices=list(Source), metavar="O", help=_("how the skill came to be")
    )
    command.set_defaults(run=show_details)


def show_details(session: Session, arguments: argparse.Namespace) -> Answer:
    """The fields, after those that are named were chosen."""
    role = "" if arguments.role == _BY_TEXT else arguments.role
    with session.vault() as vault:
        skill = find(vault, arguments.name, arguments.engram).id
        details.change(
            vault,
            skill,
            role=role,
            source=Source(arguments.origin) if arguments.origin else None,
            confidence=arguments.confidence,
            input_hints=arguments.hint,
            file_patterns=arguments.pattern,
            actor=COMMAND_LINE,
        )
        row, found = catalogue.row(vault, skill), details.details(vault, skill)
    assert row is not None
    return Answer(about(row) | about_details(found), "\n".join(_lines(row, found)))


def about_details(found: Details) -> dict[str, Any]:
    """The fields in JSON, beside those that every list has."""
    installed = found.installed
    return {
        "declaredVersion": found.declared_version,
        "origin": found.source.value,
        "installedFrom": None
        if installed is None
        else {
            "pack": installed.pack,
            "name": installed.name,
            "version": installed.version,
            "publisher": installed.publisher,
            "path": installed.path,
        },
        "confidence": found.confidence,
        "inputHints": list(found.input_hints),
        "filePatterns": list(found.file_patterns),
        "created": found.created.isoformat(),
        "createdBy": found.created_by.who,
        "updatedBy": found.updated_by.who,
    }


def _lines(row: SkillRow, found: Details) -> list[str]:
    version = _("v{number}").format(number=found.revision)
    if found.declared_version:
        version += _("; its text says {version}").format(version=found.declared_version)
    origin = found.source.value
    if found.installed is not None:
        origin += _(", from “{name}” {version}").format(
            name=found.installed.name, version=found.installed.version
        )
    made = _("{day} by {who}")
    parts = (
        (_("Role"), found.role),
        (_("Version"), version),
        (_("Origin"), origin),
        (_("From"), found.installed.path if found.installed is not None else ""),
        (_("Confidence"), f"{found.confidence:g}"),
        (_("Expects"), "; ".join(found.input_hints)),
        (_("Files"), "; ".join(found.file_patterns)),
        (_("Created"), made.format(day=found.created.date(), who=found.created_by.who)),
        (_("Changed"), made.format(day=found.updated.date(), who=found.updated_by.who)),
    )
    head = f"{row.title}  ({row.engram_name})"
    return [head, *(f"{name:<12}{said}" for name, said in parts if said)]


def _confidence(typed: str) -> float:
    try:
        value = float(typed)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(_("“{typed}” is not between 0 and 1").format(typed=typed))
    return value
