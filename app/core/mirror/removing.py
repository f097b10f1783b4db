"""What Techne put into a folder taken away again, as long as it is as it was put there."""

import os
from pathlib import Path

from app.core.errors import StaleEdit
from app.core.mirror import support, writing
from app.core.mirror.folders import Known
from app.core.mirror.reading import read
from app.core.mirror.skill_folders import skill_at
from app.core.mirror.survey import Standing
from app.core.packs.translate import sha256
from app.core.vault import Vault
from app.core.words import _

BACKUPS = "disk-backups"
"""In the folder of the vault: what files were before Techne wrote to them for the first time, and
what it took away."""


def remove(vault: Vault, one: Standing) -> None:
    """Take the folder, or the link, of a skill off the disk. A copy of it is kept.

    Raises `StaleEdit` where it is not what Techne put there, and `AppError`; then it stays.
    """
    known, path = one.known, one.folder.path / one.name
    if known is None or not known.ours:
        raise not_ours(path)
    if known.target:
        _remove_link(path, known)
    elif os.path.lexists(path):
        if not is_as_made(path, known):
            raise not_ours(path)
        writing.back_up(path, vault.home.folder / BACKUPS, vault.now())
        writing.take_folder(path, lambda aside: is_as_made(aside, known))


def is_as_made(path: Path, known: Known) -> bool:
    """Whether a folder has what Techne put there, and nothing else."""
    there = skill_at(path, known.name)
    beside = support.look(path)
    if there is None or not beside.is_whole or path.is_symlink():
        return False
    try:
        text = sha256(read(path / there.file)[0])
        return (text, support.digest_at(path, beside)) == (known.digest, known.files)
    except OSError:
        return False


def not_ours(path: Path) -> StaleEdit:
    """What to tell about something that is not as Techne put it there."""
    return StaleEdit(
        _("{folder} is not as Techne put it there.").format(folder=path),
        _("Nothing was removed. Read it first (techne adopt), or remove it yourself."),
    )


def _remove_link(path: Path, known: Known) -> None:
    try:
        if not os.path.lexists(path):
            return
        if not path.is_symlink() or os.fspath(path.readlink()) != known.target:
            raise not_ours(path)
        path.unlink()
    except OSError as error:
        raise writing.unwritable(path, error) from error
