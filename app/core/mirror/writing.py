"""A SKILL.md put on the disk so that nobody's text is lost, whoever else writes there.

A new file stands beside the old one and takes its place in one step. The old one has a second
name meanwhile: if another program wrote to it after it was looked at, its words are still there.
"""

import errno
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from app.core.errors import AppError, StaleEdit
from app.core.mirror.exchange import exchange
from app.core.mirror.oddities import FILE
from app.core.mirror.skill_folders import MARK
from app.core.packs.translate import sha256
from app.core.store.files import copy_file, sync_folder, umask
from app.core.words import _

OLD = f"{MARK}old-"
"""What has this name may hold what nobody has seen yet."""
GONE = f"{MARK}gone-"
AT_WORK = 60
"""Seconds: what is older was left by a program that is gone."""


def put(path: Path, content: bytes, expected: str | None) -> None:
    """Make `content` what is in the file, which has the SHA-256 `expected` now (None: no file).

    After a crash it is the old one or the new one. Raises `StaleEdit` when it is another than was
    expected, and then what it is stays; `AppError` when it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if expected is not None:
            _refuse_read_only(path)  # before anything stirs in the folder: that would be news there
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
    """Keep a copy of a file, a link or a whole folder that Techne did not make, or takes away;
    returns where it is.

    Raises `AppError`.
    """
    is_folder = path.is_dir() and not path.is_symlink()
    called = path.name if is_folder else f"{path.parent.name} {path.name}"
    kept = into / f"{now:%Y-%m-%d %H.%M.%S.%f} {called}"
    number = 1
    while os.path.lexists(kept):
        number += 1
        kept = into / f"{now:%Y-%m-%d %H.%M.%S.%f} {number} {called}"
    try:
        into.mkdir(parents=True, exist_ok=True, mode=0o700)
        if is_folder:
            shutil.copytree(path, kept, symlinks=True)
        elif path.is_symlink():
            kept.symlink_to(path.readlink())
        else:
            copy_file(path, kept)
        sync_folder(into)
    except OSError as error:
        raise unwritable(kept, error) from error
    return kept


def put_folder(path: Path, files: Mapping[str, bytes], programs: Collection[str] = ()) -> None:
    """Make a new folder with these files (names with slashes), of which `programs` can be run.

    It is there with all of them or not at all. Raises `StaleEdit` when something of that name is
    there, and `AppError`.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(dir=path.parent, prefix=f"{MARK}new-"))
        try:
            _fill(temporary, files, programs)
            if os.path.lexists(path):
                raise _changed(path)
            temporary.rename(path)  # fails where a folder with files in it came meanwhile
        except BaseException:
            shutil.rmtree(temporary, ignore_errors=True)
            raise
        sync_folder(path.parent)
    except OSError as error:
        if error.errno in (errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR):
            raise _changed(path) from error
        raise unwritable(path, error) from error


def take_folder(path: Path, is_ours: Callable[[Path], bool]) -> None:
    """Take away a folder that Techne made, all at once.

    `is_ours` says of the folder, wherever it lies, whether it is still as it was made. Raises
    `StaleEdit` when it is not, and then it stays; `AppError` when it cannot be taken away.
    """
    aside = path.with_name(f"{OLD}{path.name}")
    try:
        path.rename(aside)
        if not is_ours(aside):
            aside.rename(path)
            raise _changed(path)
        gone = path.with_name(f"{GONE}{path.name}")
        shutil.rmtree(gone, ignore_errors=True)
        aside.rename(gone)  # from here on nobody brings it back
        shutil.rmtree(gone)
        sync_folder(path.parent)
    except OSError as error:
        raise unwritable(path, error) from error


def take_file(path: Path) -> None:
    """Take away a file, of which a copy is kept. Raises `AppError`."""
    try:
        path.unlink(missing_ok=True)
        sync_folder(path.parent)
    except OSError as error:
        raise unwritable(path, error) from error


def rename_new(path: Path, to: Path) -> None:
    """Rename a file to a name in its folder that is free, or differs by its case alone.

    Raises `StaleEdit` where something of that name is there, and `OSError`.
    """
    if os.path.lexists(to) and path.samefile(to) and path.stat().st_nlink == 1:
        path.rename(to)  # the same entry of a folder that knows no case
        return
    if not (os.path.lexists(to) and path.samefile(to)):  # else it was broken off half-way
        _link_new(path, to)
    path.unlink(missing_ok=True)
    sync_folder(path.parent)


def recover(folder: Path, known: str, into: Path, now: datetime) -> None:
    """Put things right that a crash left in the folder of a skill: a second name of its file.

    What is in it is there already, unless it is not the text with the SHA-256 `known`: that is
    kept in the folder `into`. What is new may still be at work, also in another Techne.
    """
    for left in folder.glob(f"{OLD}*"):
        with suppress(OSError, AppError):
            if not _is_left(left):
                continue
            if not (folder / FILE).exists():
                left.rename(folder / FILE)
                continue
            if sha256(left.read_bytes()) != known:
                back_up(left, into, now)
            left.unlink()
    for left in folder.glob(f"{MARK}new-*"):
        with suppress(OSError):
            if _is_left(left):
                left.unlink()


def recover_folder(left: Path, into: Path, now: datetime) -> None:
    """The same for a folder that was being made or taken away: what it was stays, or is kept."""
    with suppress(OSError, AppError):
        if not _is_left(left):
            return
        if left.name.startswith(OLD):
            path = left.with_name(left.name.removeprefix(OLD))
            if not os.path.lexists(path):
                left.rename(path)
                return
            back_up(left, into, now)
        if left.is_dir() and not left.is_symlink():
            shutil.rmtree(left)
        else:
            left.unlink()


def _is_left(path: Path) -> bool:
    return abs(time.time() - path.lstat().st_ctime) >= AT_WORK


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


def _fill(folder: Path, files: Mapping[str, bytes], programs: Collection[str]) -> None:
    mask = umask()
    folder.chmod(0o777 & ~mask)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if name in programs:
            path.chmod(0o777 & ~mask)
    sync_folder(folder)


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


def _refuse_read_only(path: Path) -> None:
    if path.exists() and not path.stat().st_mode & 0o200:
        raise AppError(
            _("{file} is read-only.").format(file=path),
            _("Nothing was written. Make it writable, or unlink the folder."),
        )


def _take_place(temporary: Path, path: Path, expected: str) -> None:
    old = path.with_name(f"{OLD}{temporary.name.removeprefix(f'{MARK}new-')}")
    if not _exchanged(temporary, path, old, expected):
        _replaced(temporary, path, old, expected)


def _exchanged(temporary: Path, path: Path, old: Path, expected: str) -> bool:
    """Exchange the new file for the old one; false where the system cannot."""
    ours = sha256(temporary.read_bytes())
    temporary.rename(old)  # its name says what it may hold from now on
    try:
        done = exchange(old, path)
    except OSError as error:
        old.rename(temporary)
        if isinstance(error, FileNotFoundError):
            raise _changed(path) from error
        raise
    if not done:
        old.rename(temporary)
        return False
    if sha256(old.read_bytes()) != expected:  # somebody wrote to it at the last moment
        exchange(old, path)
        if sha256(old.read_bytes()) == ours:
            old.unlink()
        raise _changed(path)  # what else came meanwhile is kept by `recover`
    old.unlink()
    return True


def _replaced(temporary: Path, path: Path, old: Path, expected: str) -> None:
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
