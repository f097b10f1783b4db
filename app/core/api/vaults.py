"""The vault as a whole: making, copying, restoring and examining it."""

from pathlib import Path

from typing_extensions import TypedDict

from app.core import vaults
from app.core.errors import NotFound
from app.core.packs import demos
from app.core.vault import Vault
from app.core.words import _


class MadeDocument(TypedDict):
    """A new vault. The recovery key is shown this once."""

    home: str
    recoveryKey: str
    demoSkills: int


class BackupDocument(TypedDict):
    """A copy that was made now."""

    name: str
    bytes: int


class ListedBackupDocument(TypedDict):
    """A copy that is there."""

    name: str
    at: str
    bytes: int


class RestoredBackupDocument(TypedDict):
    """The copy that is the vault now, and the folder of what was there before.

    `keyFileToo` says that the passphrase is that of the copy again.
    """

    restored: str
    replaced: str
    keyFileToo: bool


def make(home: Path, passphrase: str, *, with_demos: bool = True) -> MadeDocument:
    """Make a vault in the folder; raises what `vaults.create` raises."""
    data_key, recovery_key = vaults.create(home, passphrase)
    with Vault(home, data_key) as vault:
        loaded = len(demos.load(vault, None if with_demos else ()))
    return {"home": str(home), "recoveryKey": recovery_key, "demoSkills": loaded}


def back_up(vault: Vault) -> BackupDocument:
    """Copy the vault and check the copy."""
    made = vault.backup()
    return {"name": made.folder.name, "bytes": made.size}


def backups(home: Path) -> list[ListedBackupDocument]:
    """The copies, newest first."""
    return [
        {"name": one.folder.name, "at": one.at.isoformat(), "bytes": one.size}
        for one in vaults.backups(home)
    ]


def restore(home: Path, name: str) -> RestoredBackupDocument:
    """Put a copy in the place of the vault, which nobody may have open; raises `NotFound`."""
    chosen = next((b for b in vaults.backups(home) if b.folder.name == name), None)
    if chosen is None:
        raise NotFound(
            _("There is no backup called {name}.").format(name=name),
            _("Choose one from the list of backups."),
        )
    done = vaults.restore(home, chosen)
    return {"restored": name, "replaced": str(done.aside), "keyFileToo": done.key_file_too}
