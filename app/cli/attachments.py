"""Commands about the files that are kept with a skill: attach, attachments, detach."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.answer import Answer, table
from app.cli.session import Session
from app.cli.skill_argument import about_skill
from app.core.actor import COMMAND_LINE
from app.core.api import attachments
from app.core.errors import AppError
from app.core.packs.format.limits import ATTACHMENT_BYTES
from app.core.words import _, ngettext

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_commands(commands: "Commands") -> None:
    command = about_skill(commands, "attach", _("attach files to a skill"))
    command.add_argument("files", nargs="+", type=Path, metavar="FILE")
    command.set_defaults(run=attach)
    command = about_skill(commands, "attachments", _("list the files of a skill, or get them out"))
    command.add_argument("files", nargs="*", metavar="FILE")
    command.add_argument(
        "-o", "--output", type=Path, metavar="DIR", help=_("write them into this folder")
    )
    command.set_defaults(run=list_files)
    command = about_skill(commands, "detach", _("remove a file from a skill"))
    command.add_argument("file", metavar="FILE")
    command.set_defaults(run=detach)


def attach(session: Session, arguments: argparse.Namespace) -> Answer:
    files = [(path.name, _read(path)) for path in arguments.files]
    with session.vault() as vault:
        kept = attachments.attach(
            vault, arguments.name, files, arguments.engram, actor=COMMAND_LINE
        )
    count = len(kept.document)
    said = ngettext(
        "{count} file attached to {title}.", "{count} files attached to {title}.", count
    )
    return Answer(kept.document, said.format(count=count, title=kept.skill.title))


def _read(path: Path) -> bytes:
    """One byte more than is allowed is enough to be refused."""
    try:
        with path.open("rb") as file:
            return file.read(ATTACHMENT_BYTES + 1)
    except OSError as error:
        raise AppError(
            _("{path} cannot be read: {why}.").format(path=path, why=error.strerror or error),
            _("Check that it is a file, and that you may read it."),
        ) from error


def list_files(session: Session, arguments: argparse.Namespace) -> Answer:
    if arguments.output is not None:
        return _write(session, arguments)
    with session.vault() as vault:
        found = attachments.attached(vault, arguments.name, arguments.files, arguments.engram)
    rows = [(one["name"], one["mediaType"], _size(one["bytes"])) for one in found.document]
    header = (_("File"), _("Type"), _("Size"))
    nothing = _("{title} has no files; `techne attach` adds some.")
    text = table(rows, header) if rows else nothing.format(title=found.skill.title)
    return Answer(found.document, text)


def _write(session: Session, arguments: argparse.Namespace) -> Answer:
    folder = arguments.output
    with session.vault() as vault:
        written = attachments.write_out(
            vault, arguments.name, folder, arguments.files, arguments.engram
        )
    said = ngettext("{count} file in {folder}", "{count} files in {folder}", len(written))
    return Answer(written, said.format(count=len(written), folder=folder))


def detach(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        gone = attachments.detach(
            vault, arguments.name, arguments.file, arguments.engram, actor=COMMAND_LINE
        )
    said = _("Removed {file} from {title}; `techne undo` brings it back.")
    file = gone.document["detached"]["name"]
    return Answer(gone.document, said.format(file=file, title=gone.skill.title))


def _size(count: int) -> str:
    """Bytes as people say them."""
    for unit, most in (("B", 1 << 10), ("KB", 1 << 20)):
        if count < most:
            return f"{count * 1024 // most} {unit}"
    return f"{count / (1 << 20):.1f} MB"
