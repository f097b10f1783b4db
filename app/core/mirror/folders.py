"""The folders on the disk that are linked, and what is known of every skill in them."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from app.core.changes import Part
from app.core.errors import AppError, NotFound
from app.core.library.engrams import ensure, home
from app.core.vault import Row, Vault, Write, put_setting
from app.core.words import _


class Mode(StrEnum):
    LINKED = "linked"
    """Followed both ways: what is in it is in the library, and what changes here is written."""
    COPIES = "copies"
    """Chosen skills are put there as copies, which are read only when a person says so."""
    LINKS = "links"
    """Chosen skills are put there as symbolic links to where they are linked."""
    MIRROR = "mirror"
    """Every skill is written there as `<id>/skill.md`, with its relations, and read back."""


@dataclass(frozen=True, slots=True)
class Folder:
    """A linked folder. `device` is the disk it was on when it was last looked at, 0: never."""

    id: int
    path: Path
    mode: Mode
    engram: int
    device: int
    checked: datetime | None


@dataclass(frozen=True, slots=True)
class Known:
    """What both sides of a skill had when they last agreed; the fields are those of the table."""

    id: int
    folder: int
    name: str
    skill: int | None
    version: int | None
    digest: str
    stamp: str
    ours: bool
    backup: str
    gone: datetime | None
    conflict: int | None
    files: str
    files_stamp: str
    target: str
    pinned: bool
    off: bool


_BASE = "folder.base"
"""A setting for each skill in a conflict: the version from which both sides started."""
_FOLDER = "select id, path, mode, engram, device, checked from folder"
_KNOWN = (
    "select id, folder, name, skill, version, digest, stamp, ours, backup, gone, conflict, files,"
    " files_stamp, target, pinned, off from folder_skill"
)


def folders(vault: Vault) -> tuple[Folder, ...]:
    """All linked folders, by their paths."""
    return tuple(map(_folder, vault.rows(f"{_FOLDER} order by path")))


def linked_at(vault: Vault, path: Path) -> Folder:
    """The linked folder with that path; raises `NotFound`."""
    row = vault.row(f"{_FOLDER} where path = ?", os.fspath(whole(path)))
    if row is None:
        raise NotFound(
            _("{folder} is not linked.").format(folder=path),
            _("Link it first: techne link {folder}").format(folder=path),
        )
    return _folder(row)


def known(vault: Vault, folder: int) -> tuple[Known, ...]:
    """What is known of the skills in a folder, by their names."""
    return tuple(map(_known, vault.rows(f"{_KNOWN} where folder = ? order by name", folder)))


def places(vault: Vault, skill: int) -> tuple[tuple[Folder, Known], ...]:
    """Every place where a skill is on the disk."""
    by_id = {one.id: one for one in folders(vault)}
    rows = vault.rows(f"{_KNOWN} where skill = ? order by id", skill)
    return tuple((by_id[one.folder], one) for one in map(_known, rows))


def link(vault: Vault, path: Path, mode: Mode = Mode.LINKED, engram: str | None = None) -> Folder:
    """Link a folder, or change its mode; its skills go into `engram`. Nothing is read or written.

    Raises `AppError` for what is no folder, for one that lies in a linked one or around it, and
    for a mirror that is to be something else, or the other way round.
    """
    root = linkable(vault, path)
    before = vault.row("select mode from folder where path = ?", os.fspath(root))
    if before is not None and before[0] != mode and Mode.MIRROR in (before[0], mode):
        raise AppError(
            _("{folder} is linked in another way: {mode}.").format(folder=root, mode=before[0]),
            _("Unlink it first; its files stay as they are."),
        )
    with vault.write(_("Link folder")) as write:
        into = ensure(write, engram) if engram else home(write)
        write.db.execute(
            "insert into folder (path, mode, engram) values (?, ?, ?)"
            " on conflict (path) do update set mode = excluded.mode",
            (os.fspath(root), mode.value, into),
        )
        write.touch(Part.FOLDERS)
    return linked_at(vault, root)


def linkable(vault: Vault, path: Path) -> Path:
    """The whole path of a folder that can be linked, or is; raises `AppError` as `link` does."""
    root = whole(path)
    if not root.is_dir():
        raise AppError(
            _("{folder} is not a folder.").format(folder=path), _("Give the path of a folder.")
        )
    for other in folders(vault):
        if other.path != root and (other.path in root.parents or root in other.path.parents):
            raise AppError(
                _("{folder} overlaps {other}, which is linked already.").format(
                    folder=root, other=other.path
                ),
                _("Unlink that one first, or link a folder beside it."),
            )
    return root


def unlink(vault: Vault, folder: Folder) -> None:
    """Follow a folder no longer. Its files stay as they are, and so do the skills here."""
    with vault.write(_("Unlink folder")) as write:
        write.db.execute("delete from folder_skill where folder = ?", (folder.id,))
        write.db.execute("delete from folder where id = ?", (folder.id,))
        write.touch(Part.FOLDERS)


def looked_at(write: Write, folder: int, device: int) -> None:
    """The folder was looked at, on this disk."""
    write.db.execute(
        "update folder set checked = ?, device = ? where id = ?",
        (write.at.isoformat(), device, folder),
    )
    write.touch(Part.FOLDERS)


def agree(
    write: Write,
    folder: int,
    name: str,
    skill: int | None,
    version: int | None,
    digest: str,
    stamp: str,
    files: tuple[str, str] = ("", ""),
) -> None:
    """Note what both sides have now, of the files beside it their SHA-256 and their stamp; what
    else is known of it stays as it is."""
    agree_all(write, [(folder, name, skill, version, digest, stamp, *files)])


Agreed = tuple[int, str, int | None, int | None, str, str, str, str]
"""What `agree` is given, in this order."""


def agree_all(write: Write, some: Sequence[Agreed]) -> None:
    """The same of many."""
    write.db.executemany(
        "insert into folder_skill"
        " (folder, name, skill, version, digest, stamp, files, files_stamp)"
        " values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (folder, name) do update set"
        " skill = excluded.skill, version = excluded.version, digest = excluded.digest,"
        " stamp = excluded.stamp, files = excluded.files, files_stamp = excluded.files_stamp,"
        " gone = null, off = 0",
        some,
    )
    write.touch(Part.FOLDERS, *(skill for _folder, _name, skill, *_rest in some if skill))


def vanished(write: Write, some: Sequence[Known]) -> None:
    """Note that their files are gone since now."""
    at = write.at.isoformat()
    write.db.executemany(
        "update folder_skill set gone = ? where id = ?", [(at, one.id) for one in some]
    )
    write.touch(Part.FOLDERS, *(one.skill for one in some if one.skill is not None))


def note(write: Write, one: Known, **values: str | int | None) -> None:
    """Set columns of what is known of a skill in a folder."""
    said = ", ".join(f"{column} = ?" for column in values)
    write.db.execute(f"update folder_skill set {said} where id = ?", (*values.values(), one.id))
    write.touch(Part.FOLDERS, *([one.skill] if one.skill is not None else []))


def in_conflict(write: Write, one: Known, ours: int) -> None:
    """Note that both sides changed: `ours` is the version that was here, and what is known is what
    both had before."""
    note(write, one, conflict=ours)
    put_setting(write, f"{_BASE}.{one.id}", one.version)


def base_of(vault: Vault, one: Known) -> int | None:
    """The version from which both sides of a conflict started, if it is known."""
    version: int | None = vault.setting(f"{_BASE}.{one.id}")
    return version


def forget(write: Write, some: Iterable[Known]) -> None:
    """Know nothing of them any longer."""
    write.db.executemany("delete from folder_skill where id = ?", [(one.id,) for one in some])
    write.touch(Part.FOLDERS)


def whole(path: Path) -> Path:
    """The path from the root of the disk, links in it followed, as folders are compared."""
    return Path(os.path.realpath(path.expanduser()))


def _folder(row: tuple[int, str, str, int, int, str | None]) -> Folder:
    number, path, mode, engram, device, checked = row
    when = datetime.fromisoformat(checked) if checked else None
    return Folder(number, Path(path), Mode(mode), engram, device, when)


def _known(row: Row) -> Known:
    (number, folder, name, skill, version, digest, stamp, ours, backup, gone, conflict,
     files, files_stamp, target, pinned, off) = row  # fmt: skip
    since = datetime.fromisoformat(gone) if gone else None
    return Known(
        number, folder, name, skill, version, digest, stamp, bool(ours), backup, since, conflict,
        files, files_stamp, target, bool(pinned), bool(off),
    )  # fmt: skip
