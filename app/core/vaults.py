"""Vaults in their folders: making, unlocking, restoring and examining them."""

from datetime import datetime
from pathlib import Path

from app.core.store import backup as backup_store
from app.core.store import key as keys
from app.core.store import keyring
from app.core.store import passphrase as passphrases
from app.core.store.backup import Backup, Restored
from app.core.store.connection import connect
from app.core.store.errors import (
    DamagedVault,
    VaultExists,
    WrongKey,
    WrongKeyFile,
    foreign_hint,
    sentences,
)
from app.core.store.files import Home, identity
from app.core.store.schema import migrate
from app.core.vault import Vault, utc_now
from app.core.words import _


def create(home: Path, passphrase: str, recovery_key: str | None = None) -> tuple[bytes, str]:
    """Make a new vault in the folder; return its data key and the recovery key to print.

    `recovery_key` is one from `key.new_recovery_key` that a person was already shown.

    Raises `VaultExists`, `NoPermission`, `DiskFull`. Takes a moment: a job.
    """
    place = Home(home)
    with sentences():
        place.make()
        if place.has_vault:
            raise _exists()
        place.keys.unlink(missing_ok=True)  # of a vault that was never finished
        stored, data_key, recovery_key = keys.create(passphrase, recovery_key)
        made = _make_database(place.unfinished, data_key)
        is_ours = identity(place.unfinished) == made
        if place.keys.exists() or not is_ours:  # another process was faster
            if is_ours:
                place.unfinished.unlink()
            raise _exists()
        try:
            keys.store(place.keys, stored)
            place.unfinished.replace(place.database)
        except BaseException:
            place.keys.unlink(missing_ok=True)
            place.unfinished.unlink(missing_ok=True)
            raise
    return data_key, recovery_key


def _exists() -> VaultExists:
    return VaultExists(
        _("There is already a vault in this folder."),
        _("Open it, or choose another folder."),
    )


def _make_database(path: Path, data_key: bytes) -> tuple[int, int] | None:
    """An empty one, in the place of what a process that was killed left there; its identity."""
    for ending in ("", "-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    path.touch(mode=0o600)
    made = identity(path)
    try:
        db = connect(path, data_key, create=True)
        try:
            migrate(db, lambda: None)
        finally:
            db.close()
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return made


def unlock(home: Path, *, passphrase: str | None = None, recovery_key: str | None = None) -> bytes:
    """The data key of the vault in the folder; raises `WrongKey`, `NoVault`. Slow: a job."""
    place = Home(home)
    stored = keys.load(place.keys)
    try:
        if recovery_key is not None:
            return stored.with_recovery_key(recovery_key)
        return stored.with_passphrase(passphrase or "")
    except WrongKey as error:
        if backup_store.is_foreign(place):
            raise WrongKeyFile(
                _("It does not open the key file `vault.keys`; its backups have another one."),
                foreign_hint(),
            ) from error
        raise


def remembered(home: Path) -> bytes | None:
    """The data key if this computer was told to remember it."""
    return keyring.recall(keys.load(Home(home).keys).vault_id)


def unasked(home: Path) -> bytes | None:
    """The data key without a question, if there is a way: the passphrase file, or the keychain.

    Raises `WrongKey`, `NoVault`, and `AppError` for a passphrase file that is no good. Slow: a job.
    """
    if (file := passphrases.named()) is not None:
        return unlock(home, passphrase=passphrases.read(file))
    return remembered(home)


def forget(home: Path) -> None:
    """Stop remembering the vault on this computer."""
    keyring.forget(keys.load(Home(home).keys).vault_id)


def lock_everywhere(home: Path) -> None:
    """Have the servers that agents come through let go of the vault, until it is unlocked."""
    with sentences():
        Home(home).locked.touch(mode=0o600)


def unlock_everywhere(home: Path) -> None:
    """Servers may open the vault again."""
    with sentences():
        Home(home).locked.unlink(missing_ok=True)


def is_locked_everywhere(home: Path) -> bool:
    """Whether a person locked it in the window, and nobody has unlocked it there since."""
    return Home(home).locked.exists()


def backups(home: Path) -> tuple[Backup, ...]:
    """The backups in the folder, newest first."""
    return backup_store.backups(Home(home))


def restore(home: Path, backup: Backup, now: datetime | None = None) -> Restored:
    """Put a backup in the place of the (closed) vault, with a key file that opens it."""
    return backup_store.restore(Home(home), backup, now or utc_now())


def doctor(home: Path, data_key: bytes) -> tuple[str, ...]:
    """What is wrong with the vault and what to do about it; empty when it is sound. Slow: a job."""
    try:
        vault = Vault(home, data_key)
    except DamagedVault as error:
        return (_told(error),)
    try:
        vault.check()
        broken = vault.rows("select count(*) from pragma_foreign_key_check()")[0][0]
        return (_("{count} rows point at nothing.").format(count=broken),) if broken else ()
    except DamagedVault as error:
        return (_told(error),)
    finally:
        vault.close()


def _told(error: DamagedVault) -> str:
    """What is wrong and the way out."""
    return f"{error} {error.hint}".strip()
