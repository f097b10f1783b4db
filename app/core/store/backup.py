"""Rolling copies of the vault, each verified by opening it."""

import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import apsw

from app.core.errors import NotFound
from app.core.store.connection import connect
from app.core.store.errors import DamagedVault, sentences
from app.core.store.files import Home
from app.core.words import _

_STAMP = "%Y%m%d-%H%M%S-%f"


@dataclass(frozen=True, slots=True)
class Backup:
    """A folder with a copy of the vault and of its key file."""

    folder: Path

    @property
    def at(self) -> datetime:
        return datetime.strptime(self.folder.name, _STAMP).replace(tzinfo=UTC)

    @property
    def size(self) -> int:
        """Bytes."""
        return sum(file.stat().st_size for file in self.folder.iterdir())


def backups(home: Home) -> tuple[Backup, ...]:
    """Newest first; folders that are no backups of ours are passed over."""
    found = []
    for folder in sorted(home.backups.glob("*"), reverse=True):
        try:
            datetime.strptime(folder.name, _STAMP)  # noqa: DTZ007
        except ValueError:
            continue
        if (folder / home.database.name).is_file():
            found.append(Backup(folder))
    return tuple(found)


def make(home: Home, db: apsw.Connection, data_key: bytes, now: datetime, keep: int) -> Backup:
    """Copy the open vault, verify the copy, then drop all but the newest `keep` copies.

    Raises what `sentences` raises; a copy that fails its check is removed again.
    """
    folder = home.backups / now.strftime(_STAMP)
    unfinished = home.backups / f".{folder.name}"
    with sentences():
        unfinished.mkdir(parents=True, mode=0o700)
        try:
            _copy(db, unfinished / home.database.name, data_key)
            shutil.copy2(home.keys, unfinished / home.keys.name)
            unfinished.rename(folder)
        except BaseException:
            shutil.rmtree(unfinished, ignore_errors=True)
            raise
    for old in backups(home)[keep:]:
        shutil.rmtree(old.folder, ignore_errors=True)
    return Backup(folder)


def _copy(db: apsw.Connection, path: Path, data_key: bytes) -> None:
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


def restore(home: Home, backup: Backup, now: datetime) -> Path:
    """Put `backup` in the place of the vault, which must be closed.

    The files that were there are moved into a folder of their own, which is returned.
    """
    if not (backup.folder / home.database.name).is_file():
        raise NotFound(_("That backup is no longer there."), _("Choose another one from the list."))
    aside = home.folder / f"replaced-{now.strftime(_STAMP)}"
    with sentences():
        aside.mkdir(mode=0o700)
        for name in (home.database.name, f"{home.database.name}-wal", f"{home.database.name}-shm"):
            if (home.folder / name).exists():
                (home.folder / name).rename(aside / name)
        if home.keys.exists():
            shutil.copy2(home.keys, aside / home.keys.name)
        shutil.copy2(backup.folder / home.database.name, home.database)
        if not home.keys.exists():
            shutil.copy2(backup.folder / home.keys.name, home.keys)
    return aside
