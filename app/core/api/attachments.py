"""The files that are kept with a skill."""

from collections.abc import Sequence
from pathlib import Path

from typing_extensions import TypedDict

from app.core.actor import Actor
from app.core.api.documents import AboutSkill
from app.core.api.lookup import find
from app.core.errors import AppError
from app.core.packs import attachments
from app.core.packs.attachments import Attachment
from app.core.vault import Vault
from app.core.words import _


class AttachmentDocument(TypedDict):
    """A file that is kept with a skill."""

    name: str
    mediaType: str
    bytes: int
    sha256: str


class WrittenDocument(AttachmentDocument):
    """One that was written to the path `file`."""

    file: str


class DetachedDocument(TypedDict):
    """The file that was taken off."""

    detached: AttachmentDocument


def attach(
    vault: Vault,
    name: str,
    files: Sequence[tuple[str, bytes]],
    engram: str | None = None,
    *,
    actor: Actor,
) -> AboutSkill[list[AttachmentDocument]]:
    """Keep files, each by its name and what is in it; raises `AppError` for what is too much."""
    row = find(vault, name, engram)
    kept = attachments.attach_all(vault, row.id, files, actor=actor)
    return AboutSkill(row, [_about(one) for one in kept])


def attached(
    vault: Vault, name: str, files: Sequence[str] = (), engram: str | None = None
) -> AboutSkill[list[AttachmentDocument]]:
    """The files of a skill, or those that are named; raises `NotFound`."""
    row = find(vault, name, engram)
    return AboutSkill(row, [_about(one) for one in _chosen(vault, row.id, files)])


def write_out(
    vault: Vault, name: str, folder: Path, files: Sequence[str] = (), engram: str | None = None
) -> list[WrittenDocument]:
    """The same files, written into a folder, which is made if needed.

    Nothing that is there already is written over; raises `AppError`.
    """
    skill = find(vault, name, engram).id
    found = _chosen(vault, skill, files)
    targets = [folder / one.name for one in found]
    for target in targets:
        if target.exists() or target.is_symlink():
            raise AppError(
                _("{path} already exists.").format(path=target), _("Choose another folder.")
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
    return [
        {**_about(one), "file": str(target)} for one, target in zip(found, targets, strict=True)
    ]


def detach(
    vault: Vault, name: str, file: str, engram: str | None = None, *, actor: Actor
) -> AboutSkill[DetachedDocument]:
    """Take a file off a skill; raises `NotFound`."""
    row = find(vault, name, engram)
    return AboutSkill(
        row, {"detached": _about(attachments.detach(vault, row.id, file, actor=actor))}
    )


def _chosen(vault: Vault, skill: int, files: Sequence[str]) -> tuple[Attachment, ...]:
    found = attachments.attachments(vault, skill)
    return tuple(attachments.named(found, name) for name in files) if files else found


def _about(one: Attachment) -> AttachmentDocument:
    return {
        "name": one.name,
        "mediaType": one.media_type,
        "bytes": one.size,
        "sha256": one.digest,
    }
