"""Commands about the files that are kept with a skill: attach, attachments, detach."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.answer import Answer, table
from app.cli.session import Session
from app.cli.skill_argument import about_skill, find
from app.core.actor import COMMAND_LINE
from app.core.errors import AppError
from app.core.packs import attachments
from app.core.packs.attachments import Attachment
from app.core.packs.format.limits import ATTACHMENT_BYTES
from app.core.vault import Vault
from app.core.words import _, ngettext

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_commands(commands: "Commands") -> None:
    command = about_skill(commands, "attach", _("keep files with a skill"))
    command.add_argument("files", nargs="+", type=Path, metavar="FILE")
    command.set_defaults(run=attach)
    command = about_skill(commands, "attachments", _("list the files of a skill, or get them out"))
    command.add_argument("files", nargs="*", metavar="FILE")
    command.add_argument(
        "-o", "--output", type=Path, metavar="DIR", help=_("write them into this folder")
    )
    command.set_defaults(run=list_files)
    command = about_skill(commands, "detach", _("take a file off a skill"))
    command.add_argument("file", metavar="FILE")
    command.set_defaults(run=detach)


def attach(session: Session, arguments: argparse.Namespace) -> Answer:
    files = [(path.name, _read(path)) for path in arguments.files]
    with session.vault() as vault:
        row = find(vault, arguments.name, arguments.engram)
        kept = attachments.attach_all(vault, row.id, files, actor=COMMAND_LINE)
    said = ngettext(
        "{count} file kept with {title}.", "{count} files kept with {title}.", len(kept)
    )
    return Answer(list(map(_about, kept)), said.format(count=len(kept), title=row.title))


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
    with session.vault() as vault:
        row = find(vault, arguments.name, arguments.engram)
        found = attachments.attachments(vault, row.id)
        if arguments.files:
            found = tuple(attachments.named(found, name) for name in arguments.files)
        if arguments.output is not None:
            return _write(vault, row.id, found, arguments.output)
    rows = [(one.name, one.media_type, _size(one.size)) for one in found]
    header = (_("File"), _("Type"), _("Size"))
    nothing = _("{title} has no files; `techne attach` keeps some with it.")
    text = table(rows, header) if rows else nothing.format(title=row.title)
    return Answer(list(map(_about, found)), text)


def _write(vault: Vault, skill: int, found: tuple[Attachment, ...], folder: Path) -> Answer:
    """Nothing that is there already is written over."""
    targets = [folder / one.name for one in found]
    for target in targets:
        if target.exists() or target.is_symlink():
            raise AppError(
                _("{path} is there already.").format(path=target), _("Name another folder.")
            )
    try:
        folder.mkdir(exist_ok=True)
        for one, target in zip(found, targets, strict=True):
            with target.open("xb") as file:
                file.write(attachments.content(vault, skill, one.name))
    except OSError as error:
        raise AppError(
            _("{path} cannot be written: {why}.").format(
                path=error.filename or folder, why=error.strerror or error
            ),
            _("Choose another folder."),
        ) from error
    document = [
        _about(one) | {"file": str(target)} for one, target in zip(found, targets, strict=True)
    ]
    said = ngettext("{count} file in {folder}", "{count} files in {folder}", len(found))
    return Answer(document, said.format(count=len(found), folder=folder))


def detach(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        row = find(vault, arguments.name, arguments.engram)
        gone = attachments.detach(vault, row.id, arguments.file, actor=COMMAND_LINE)
    said = _("{file} is no longer kept with {title}; `techne undo` brings it back.")
    return Answer({"detached": _about(gone)}, said.format(file=gone.name, title=row.title))


def _about(one: Attachment) -> dict[str, Any]:
    return {
        "name": one.name,
        "mediaType": one.media_type,
        "bytes": one.size,
        "sha256": one.digest,
    }


def _size(count: int) -> str:
    """Bytes as people say them."""
    for unit, most in (("B", 1 << 10), ("KB", 1 << 20)):
        if count < most:
            return f"{count * 1024 // most} {unit}"
    return f"{count / (1 << 20):.1f} MB"
