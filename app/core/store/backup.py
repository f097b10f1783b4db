"""Rolling copies of the vault, each verified by opening it."""

import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import apsw

from app.core.errors import AppError, NotFound
from app.core.store.connection import connect
from app.core.store.errors import (
    DamagedVault,
    WrongKeyFile,
    foreign_hint,
    restore_hint,
    sentences,
)
from app.core.store.files import Home, copy_file
from app.core.store.key import KeyFile, load
from app.core.words import _

_STAMP = "%Y%m%d-%H%M%S-%f"
_UNFINISHED = "."
"""What the name of a copy begins with while it is being made."""
_ABANDONED = timedelta(hours=6)
"""A copy that is not finished by then never will be."""


@dataclass(frozen=True, slots=True)
class Restored:
    """Where the replaced files now are, and whether the key file is that of a backup again."""

    aside: Path
    key_file_too: bool


@dataclass(frozen=True, slots=True)
class Backup:
    """A folder with a copy of the vault and of its key file, and when it was made."""

    folder: Path
    at: datetime

    @property
    def size(self) -> int:
        """Bytes."""
        return sum(file.stat().st_size for file in self.folder.iterdir())


def backups(home: Home) -> tuple[Backup, ...]:
    """Newest first; folders that are no backups of ours are passed over."""
    return tuple(
        Backup(folder, at)
        for folder in sorted(home.backups.glob("*"), reverse=True)
        if (at := _moment(folder.name)) and (folder / home.database.name).is_file()
    )


def _moment(name: str) -> datetime | None:
    try:
        return datetime.strptime(name, _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None


def make(home: Home, db: apsw.Connection, data_key: bytes, now: datetime, keep: int) -> Backup:
    """Copy the open vault, verify the copy, then drop all but the newest `keep` copies.

    Raises what `sentences` raises; a copy that fails its check is removed again, and so is what
    a killed process left unfinished.
    """
    folder = home.backups / now.strftime(_STAMP)
    unfinished = home.backups / f"{_UNFINISHED}{folder.name}"
    with sentences():
        home.backups.mkdir(mode=0o700, exist_ok=True)
        unfinished.mkdir(mode=0o700)
        try:
            _copy(db, unfinished / home.database.name, data_key)
            copy_file(home.keys, unfinished / home.keys.name)
            unfinished.rename(folder)
        except BaseException:
            shutil.rmtree(unfinished, ignore_errors=True)
            raise
    # What a wrong clock dated into the future is not newer than what is made now.
    made = sorted(backups(home), key=lambda one: (one.at <= now, one.at), reverse=True)
    for old in made[max(keep, 1) :]:
        shutil.rmtree(old.folder, ignore_errors=True)
    for left in home.backups.glob(f"{_UNFINISHED}*"):
        begun = _moment(left.name.removeprefix(_UNFINISHED))
        if begun is not None and abs(now - begun) > _ABANDONED:
            shutil.rmtree(left, ignore_errors=True)
    return Backup(folder, now)


def _copy(db: apsw.Connection, path: Path, data_key: bytes) -> None:
    path.touch(mode=0o600)
    copy = connect(path, data_key, create=True)
    try:
        with copy.backup("main", db, "main") as running:
            while not running.done:
                running.step(500)
        check(copy)
        copy.pragma("journal_mode", "delete")  # one file, no log beside it
    finally:
        copy.close()


def check(db: apsw.Connection) -> None:
    """Raise `DamagedVault` unless every page of the database is sound."""
    answer = db.pragma("integrity_check")
    if answer != "ok":
        raise DamagedVault(
            _("The vault file is damaged: {detail}.").format(detail=str(answer).splitlines()[0]),
            _("Restore a backup; the damaged file is kept beside it."),
        )


def restore(home: Home, backup: Backup, now: datetime) -> Restored:
    """Put `backup` in the place of the vault, which must be closed.

    The key file stays, because its passphrase is the newer one, unless it is not of this vault.
    The files that were there are moved into a folder of their own.
    """
    if not (backup.folder / home.database.name).is_file():
        raise NotFound(_("That backup cannot be found."), _("Choose another one from the list."))
    key_file = _fitting(home, backup)
    aside = home.folder / f"replaced-{now.strftime(_STAMP)}"
    arriving = home.folder / f".{home.database.name}-arriving"
    arriving_keys = home.folder / f".{home.keys.name}-arriving"
    with sentences():
        copy_file(backup.folder / home.database.name, arriving)  # before anything is moved
        if key_file != home.keys:
            copy_file(key_file, arriving_keys)
        aside.mkdir(mode=0o700)
        for name in (home.database.name, f"{home.database.name}-wal", f"{home.database.name}-shm"):
            if (home.folder / name).exists():
                (home.folder / name).rename(aside / name)
        if home.keys.exists():
            copy_file(home.keys, aside / home.keys.name)
        if key_file != home.keys:
            arriving_keys.replace(home.keys)
        arriving.rename(home.database)
    return Restored(aside, key_file != home.keys)


def is_foreign(home: Home) -> bool:
    """Whether the backups have another key file than the vault, which is then perhaps not its."""
    known, present = _backed_up_keys(home, backups(home)), _read(home.keys)
    return known is not None and present is not None and not present.same_vault(known[1])


def why_unreadable(home: Home) -> DamagedVault:
    """What can be said of a vault that a key taken from its key file does not open."""
    if is_foreign(home):
        return WrongKeyFile(
            _("The key file `vault.keys` does not open this vault; its backups have another one."),
            foreign_hint(),
        )
    if _backed_up_keys(home, backups(home)) is None:
        return DamagedVault(
            _("The vault file is damaged, or `vault.keys` is the key file of another vault."),
            _("Put back files that belong together. {hint}").format(hint=restore_hint()),
        )
    return DamagedVault(_("The vault file is damaged or is not a vault."), restore_hint())


def _fitting(home: Home, backup: Backup) -> Path:
    """The key file that opens the backup; raises `DamagedVault` when there is none."""
    known, present = _backed_up_keys(home, (backup, *backups(home))), _read(home.keys)
    if known is None and present is None:
        raise DamagedVault(
            _("There is no key file that opens this backup."),
            _("Nothing was changed. Put `vault.keys` back into the vault's folder."),
        )
    if known is None or (present is not None and present.same_vault(known[1])):
        return home.keys
    return known[0]


def _backed_up_keys(home: Home, made: Iterable[Backup]) -> tuple[Path, KeyFile] | None:
    """The first key file of these backups that can be read, and where it is."""
    places = (backup.folder / home.keys.name for backup in made)
    found = ((place, _read(place)) for place in places)
    return next(((place, stored) for place, stored in found if stored is not None), None)


def _read(path: Path) -> KeyFile | None:
    try:
        return load(path)
    except AppError:
        return None
