"""A SKILL.md put on the disk so that nobody's text is lost, whoever else writes there.

A new file stands beside the old one and takes its place in one step. The old one keeps a second
name meanwhile: if another program wrote to it after it was looked at, its words are still there.
"""

import os
import tempfile
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from app.core.errors import AppError, StaleEdit
from app.core.mirror.oddities import FILE
from app.core.packs.translate import sha256
from app.core.store.files import sync_folder, umask
from app.core.words import _

MARK = ".techne-"
"""Begins the names of files that stand there only while something is written."""


def put(path: Path, content: bytes, expected: str | None) -> None:
    """Make `content` what is in the file, which has the SHA-256 `expected` now (None: no file).

    After a crash it is the old one or the new one. Raises `StaleEdit` when it is another than was
    expected, and then what it is stays; `AppError` when it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = _written(path, content)
        try:
            if expected is None:
                _link_new(temporary, path)
            else:
                _take_place(temporary, path, expected)
        finally:
            temporary.unlink(missing_ok=True)
        sync_folder(path.parent)
    except OSError as error:
        raise unwritable(path, error) from error


def back_up(path: Path, into: Path, now: datetime) -> Path:
    """Keep a copy of a file, or of a whole folder, that Techne did not make; returns where it is.

    Raises `AppError`.
    """
    import shutil  # noqa: PLC0415

    kept = into / f"{now:%Y-%m-%d %H.%M.%S.%f} {path.name}"
    try:
        into.mkdir(parents=True, exist_ok=True, mode=0o700)
        if path.is_dir() and not path.is_symlink():
            shutil.copytree(path, kept, symlinks=True)
        else:
            shutil.copy2(path, kept, follow_symlinks=False)
    except OSError as error:
        raise unwritable(kept, error) from error
    return kept


def recover(folder: Path, known: str, into: Path, now: datetime) -> None:
    """Put things right that a crash left in the folder of a skill: a second name of its file.

    What is in it is there already, unless it is not the text with the SHA-256 `known`: that is
    kept in the folder `into`.
    """
    for left in folder.glob(f"{MARK}old-*"):
        with suppress(OSError, AppError):
            if not (folder / FILE).exists():
                left.rename(folder / FILE)
                continue
            if sha256(left.read_bytes()) != known:
                back_up(left, into, now)
            left.unlink()
    for left in folder.glob(f"{MARK}new-*"):
        with suppress(OSError):
            left.unlink()


def unwritable(path: Path, error: OSError) -> AppError:
    """What to tell when something cannot be written."""
    return AppError(
        _("{file} cannot be written: {why}.").format(file=path, why=error.strerror or error),
        _("Check permissions and free space. Your text is safe in Techne."),
    )


def _written(path: Path, content: bytes) -> Path:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{MARK}new-")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~umask()
        temporary.chmod(mode)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _link_new(temporary: Path, path: Path) -> None:
    """Unlike a rename, a link never takes the place of a file that came meanwhile."""
    try:
        os.link(temporary, path)
    except FileExistsError as error:
        raise _changed(path) from error
    except OSError:  # a file system without links
        if path.exists():
            raise _changed(path) from None
        temporary.rename(path)


def _take_place(temporary: Path, path: Path, expected: str) -> None:
    if not path.stat().st_mode & 0o200:
        raise AppError(
            _("{file} is read-only.").format(file=path),
            _("Nothing was written. Make it writable, or unlink the folder."),
        )
    old = path.with_name(f"{MARK}old-{temporary.name.removeprefix(f'{MARK}new-')}")
    try:
        os.link(path, old)
    except FileNotFoundError as error:
        raise _changed(path) from error
    except OSError:  # a file system without links
        if sha256(path.read_bytes()) != expected:
            raise _changed(path) from None
        temporary.replace(path)
        return
    try:
        same_file = path.stat().st_ino == old.stat().st_ino
        if not same_file or sha256(old.read_bytes()) != expected:
            raise _changed(path)
        temporary.replace(path)
        if sha256(old.read_bytes()) != expected:  # somebody wrote into it at the last moment
            old.replace(path)
            raise _changed(path)
    finally:
        old.unlink(missing_ok=True)


def _changed(path: Path) -> StaleEdit:
    return StaleEdit(
        _("{file} changed on the disk at this moment.").format(file=path),
        _("Nothing was written. It will be read first."),
    )
