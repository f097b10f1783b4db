"""A key file that is lost, or of another vault: said as it is, with the way out, and put right."""

import shutil
from functools import partial
from pathlib import Path

import pytest

from app.core import vaults
from app.core.library import library
from app.core.store import key as keys
from app.core.store.backup import Backup
from app.core.store.errors import DamagedVault, WrongKey, WrongKeyFile
from app.core.vault import Vault
from tests.conftest import PASSPHRASE

OTHER = "quite another passphrase"
TEXT = "# Kept\n1. x\n"


@pytest.fixture
def stranger(tmp_path: Path) -> Path:
    """The key file of another vault, which the same passphrase opens."""
    return foreign(tmp_path / "stranger", PASSPHRASE)


def foreign(folder: Path, passphrase: str) -> Path:
    vaults.create(folder, passphrase)
    return folder / "vault.keys"


def back_up(home: Path, data_key: bytes) -> Backup:
    with Vault(home, data_key) as vault:
        library.save(vault, None, TEXT)
        return vault.backup()


def opened(home: Path, passphrase: str = PASSPHRASE) -> str:
    with Vault(home, vaults.unlock(home, passphrase=passphrase)) as vault:
        return library.text(vault, 1)


# Opening


def test_a_missing_key_file_is_not_a_missing_vault(home: Path) -> None:
    (home / "vault.keys").unlink()
    for ask in (partial(vaults.unlock, passphrase=PASSPHRASE), vaults.unasked):
        with pytest.raises(WrongKeyFile, match=r"key file `vault\.keys` is missing") as told:
            ask(home)
        assert "backups" in told.value.hint


def test_a_swapped_key_file_is_not_a_damaged_vault(
    home: Path, data_key: bytes, stranger: Path
) -> None:
    back_up(home, data_key)
    before = (home / "vault.db").read_bytes()
    shutil.copy(stranger, home / "vault.keys")
    with pytest.raises(WrongKeyFile, match="its backups have another one") as told:
        opened(home)
    assert "copy it back from the newest folder under `backups`" in told.value.hint
    assert (home / "vault.db").read_bytes() == before
    (problem,) = vaults.doctor(home, vaults.unlock(home, passphrase=PASSPHRASE))
    assert str(told.value) in problem and told.value.hint in problem


def test_a_swapped_key_file_is_not_a_wrong_passphrase(
    home: Path, data_key: bytes, tmp_path: Path
) -> None:
    made = back_up(home, data_key)
    shutil.copy(foreign(tmp_path / "other", OTHER), home / "vault.keys")
    with pytest.raises(WrongKeyFile, match="its backups have another one") as told:
        vaults.unlock(home, passphrase=PASSPHRASE)
    assert "copy it back" in told.value.hint
    shutil.copy(made.folder / "vault.keys", home / "vault.keys")  # what the hint says
    assert opened(home) == TEXT
    with pytest.raises(WrongKey, match="does not open this vault"):
        vaults.unlock(home, passphrase=OTHER)


def test_without_backups_nobody_can_tell_a_swapped_key_file_from_a_damaged_vault(
    home: Path, stranger: Path
) -> None:
    shutil.copy(stranger, home / "vault.keys")
    with pytest.raises(DamagedVault, match=r"damaged, or .* is the key file of another vault"):
        opened(home)


def test_a_new_passphrase_is_not_another_vault(home: Path, data_key: bytes) -> None:
    back_up(home, data_key)
    with Vault(home, data_key) as vault:
        vault.change_passphrase(OTHER)
    with pytest.raises(WrongKey, match="does not open this vault"):
        vaults.unlock(home, passphrase=PASSPHRASE)
    assert opened(home, OTHER) == TEXT


# Restoring


def test_a_restore_does_not_keep_the_key_file_of_another_vault(
    home: Path, data_key: bytes, stranger: Path
) -> None:
    made = back_up(home, data_key)
    shutil.copy(stranger, home / "vault.keys")
    done = vaults.restore(home, made)
    assert done.key_file_too
    assert opened(home) == TEXT
    assert (done.aside / "vault.keys").read_bytes() == stranger.read_bytes()


def test_a_restore_keeps_the_newer_passphrase(home: Path, data_key: bytes) -> None:
    made = back_up(home, data_key)
    with Vault(home, data_key) as vault:
        vault.change_passphrase(OTHER)
    assert not vaults.restore(home, made).key_file_too
    assert opened(home, OTHER) == TEXT


@pytest.mark.parametrize("lost", ["missing", "damaged"])
def test_a_backup_without_a_key_file_is_opened_with_that_of_another_one(
    home: Path, data_key: bytes, stranger: Path, lost: str
) -> None:
    made = back_up(home, data_key)
    with Vault(home, data_key) as vault:
        vault.backup()
    (made.folder / "vault.keys").unlink()
    if lost == "damaged":
        (made.folder / "vault.keys").write_bytes(b"{}")
    shutil.copy(stranger, home / "vault.keys")
    assert vaults.restore(home, made).key_file_too
    assert opened(home) == TEXT


def test_nothing_is_restored_that_no_key_file_opens(home: Path, data_key: bytes) -> None:
    made = back_up(home, data_key)
    for folder in (home, made.folder):
        (folder / "vault.keys").unlink()
    before = (home / "vault.db").read_bytes()
    with pytest.raises(DamagedVault, match="no key file that opens this backup") as told:
        vaults.restore(home, made)
    assert "nothing was changed" in told.value.hint.lower()
    assert (home / "vault.db").read_bytes() == before
    assert not list(home.glob("replaced-*"))


def test_the_key_file_alone_can_be_lost(home: Path, data_key: bytes) -> None:
    made = back_up(home, data_key)
    (home / "vault.keys").unlink()
    assert vaults.restore(home, made).key_file_too
    assert opened(home) == TEXT


def test_of_the_same_vault_means_the_same_recovery_key(home: Path) -> None:
    stored = keys.load(home / "vault.keys")
    _file, data_key, _written = keys.create(PASSPHRASE)
    assert stored.same_vault(stored.rewrapped(data_key, OTHER))
    assert not stored.same_vault(keys.create(PASSPHRASE)[0])
