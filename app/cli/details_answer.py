"""What `details` does and says, and what `show` tells programs."""

import argparse
from typing import Literal

from app.cli.answer import Answer
from app.cli.details import BY_TEXT, NONE
from app.cli.knowing import knowing
from app.cli.session import Session
from app.core.actor import COMMAND_LINE
from app.core.api import details
from app.core.api.details import Files
from app.core.library.catalogue import SkillRow
from app.core.library.details import Details
from app.core.library.record import Precedence, Source
from app.core.words import _


def show_details(session: Session, arguments: argparse.Namespace) -> Answer:
    """The fields, after those that are named were chosen."""
    with session.vault() as vault:
        found = details.describe(
            vault,
            arguments.name,
            arguments.engram,
            role="" if arguments.role == BY_TEXT else arguments.role,
            origin=Source(arguments.origin) if arguments.origin else None,
            confidence=arguments.confidence,
            input_hints=arguments.hint,
            file_patterns=arguments.pattern,
            precedence=_precedence(arguments.precedence),
            actor=COMMAND_LINE,
        )
    return Answer(found.document, "\n".join(_lines(found.row, found.details, found.files)))


def _precedence(chosen: str | None) -> Precedence | Literal[""] | None:
    if chosen is None:
        return None
    return "" if chosen == NONE else Precedence(chosen)


def show_around(session: Session, arguments: argparse.Namespace) -> Answer:
    """All that is known of a skill, for programs (seed 003)."""
    with session.vault() as vault:
        shown = details.show_around(vault, knowing(vault), arguments.name, arguments.engram)
    return Answer(shown, shown["text"].rstrip("\n"))


def _lines(row: SkillRow, found: Details, files: Files) -> list[str]:
    version = _("v{number}").format(number=found.revision)
    if found.declared_version:
        version += _("; its text says {version}").format(version=found.declared_version)
    origin = found.source.value
    if found.installed is not None and found.installed.version:
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
        (_("Author"), found.author),
        (_("License"), found.license),
        (_("Allows"), ", ".join(found.permissions)),
        (_("Triggers"), "; ".join(found.triggers)),
        (_("Tags"), ", ".join(found.tags)),
        (_("Precedence"), found.precedence or ""),
        (_("Enriched"), _("yes") if found.enriched else ""),
        (_("On disk"), "; ".join(files.paths)),
        (_("Gone"), str(files.gone.date()) if files.gone is not None else ""),
        (_("Installed"), str(found.installed_at.date()) if found.installed_at else ""),
        (_("Created"), made.format(day=found.created.date(), who=found.created_by.who)),
        (_("Changed"), made.format(day=found.updated.date(), who=found.updated_by.who)),
    )
    head = f"{row.title}  ({row.engram_name})"
    return [head, *(f"{name:<12}{said}" for name, said in parts if said)]
