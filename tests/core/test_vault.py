"""The vault as its owner meets it: made, locked, moved, damaged, shared between processes."""

import contextlib
import errno
import gc
import json
import logging
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core import vaults
from app.core.changes import Changes, Part
from app.core.errors import AppError
from app.core.library import catalogue, library
from app.core.store import key as keys
from app.core.store.connection import connect
from app.core.store.errors import (
    DamagedVault,
    DiskFull,
    NewerVault,
    NoPermission,
    NoVault,
    VaultExists,
    VaultGone,
    VaultLocked,
    WriteFailed,
    WrongKey,
)
from app.core.store.files import Home, replace_file
from app.core.store.schema import STEPS, migrate
from app.core.vault import Vault
from tests.conftest import PASSPHRASE, Clock, Keychain

CANARY = "heliotrope-canary-7481"


# Keys


def test_passphrase_and_recovery_key_open_the_same_vault(
    home: Path, data_key: bytes, _pristine: tuple[Path, bytes, str]
) -> None:
    recovery_key = _pristine[2]
    assert vaults.unlock(home, passphrase=PASSPHRASE) == data_key
    assert vaults.unlock(home, recovery_key=recovery_key) == data_key
    assert vaults.unlock(home, recovery_key=recovery_key.lower().replace("-", " ")) == data_key


@pytest.mark.parametrize(
    "wrong", ["", "Correct horse battery staple", PASSPHRASE + "\0", "ü" * 500]
)
def test_a_wrong_passphrase_is_one_sentence(home: Path, wrong: str) -> None:
    with pytest.raises(WrongKey, match="does not open") as caught:
        vaults.unlock(home, passphrase=wrong)
    assert caught.value.hint


def test_a_passphrase_is_the_same_however_its_accents_are_composed(
    vault: Vault, home: Path
) -> None:
    vault.change_passphrase("Fr\u00fchst\u00fcck")
    assert vaults.unlock(home, passphrase="Fru\u0308hstu\u0308ck")


@pytest.mark.parametrize(
    "wrong", ["", "AAAA", "0000-0000 " * 4, "KRVT-94QH 7M2P-XC5D NB8W-3FZA E6JY-R1G!"]
)
def test_a_wrong_recovery_key_is_one_sentence(home: Path, wrong: str) -> None:
    with pytest.raises(WrongKey, match="recovery key"):
        vaults.unlock(home, recovery_key=wrong)


@given(st.binary(min_size=19, max_size=19))
def test_recovery_keys_are_read_back_as_written(secret: bytes) -> None:
    written = keys.write_recovery_key(secret)
    assert len(written) == 39
    assert keys.read_recovery_key(written) == secret


@given(st.binary(min_size=19, max_size=19), st.integers(0, 31))
def test_a_mistyped_recovery_key_is_noticed(secret: bytes, place: int) -> None:
    plain = list(keys.write_recovery_key(secret).replace("-", "").replace(" ", ""))
    plain[place] = "0" if plain[place] != "0" else "9"
    with contextlib.suppress(WrongKey):
        assert keys.read_recovery_key("".join(plain)) != secret


def test_changing_the_passphrase_rewraps_and_nothing_else(
    vault: Vault, home: Path, data_key: bytes
) -> None:
    before = home.joinpath("vault.db").read_bytes()
    vault.change_passphrase("another one entirely")
    assert vaults.unlock(home, passphrase="another one entirely") == data_key
    with pytest.raises(WrongKey):
        vaults.unlock(home, passphrase=PASSPHRASE)
    assert home.joinpath("vault.db").read_bytes() == before


def test_remembered_on_this_computer_until_forgotten(
    vault: Vault, home: Path, keychain: Keychain, data_key: bytes
) -> None:
    assert vaults.remembered(home) is None
    vault.remember_on_this_computer()
    assert vaults.remembered(home) == data_key
    vaults.forget(home)
    vaults.forget(home)
    assert vaults.remembered(home) is None


# Files


def test_there_is_only_one_vault_in_a_folder(home: Path) -> None:
    with pytest.raises(VaultExists):
        vaults.create(home, "x")


def test_no_vault_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(NoVault):
        vaults.unlock(tmp_path, passphrase="x")


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"[]", b"\xff\xfe", b'{"format": 2}', b"x" * 100_000, b"[" * 60_000,
     b'{"format": 1, "vault": "x", "passphrase": {"salt": "!"}, "recovery": {}}'],
)  # fmt: skip
def test_a_damaged_key_file_is_said_so(home: Path, content: bytes) -> None:
    home.joinpath("vault.keys").write_bytes(content)
    with pytest.raises(DamagedVault, match="key file"):
        vaults.unlock(home, passphrase=PASSPHRASE)


@pytest.mark.parametrize(
    ("name", "value"),
    [("salt", ""), ("salt", "YWJj"), ("nonce", ""), ("wrapped", "AAAA"), ("salt", None),
     ("memory_kib", float("inf")), ("memory_kib", []), ("lanes", "many")],
)  # fmt: skip
def test_a_damaged_slot_of_the_key_file_is_said_so(home: Path, name: str, value: object) -> None:
    rewrite_slot(home, name, value)
    with pytest.raises(DamagedVault, match="key file"):
        vaults.unlock(home, passphrase=PASSPHRASE)


@pytest.mark.parametrize(
    ("name", "value"),
    [("memory_kib", 99_999_999), ("memory_kib", 8), ("iterations", 10**9), ("lanes", 10**6)],
)
def test_a_key_file_cannot_ask_for_endless_work(home: Path, name: str, value: int) -> None:
    rewrite_slot(home, name, value)
    with pytest.raises(DamagedVault, match="unreasonable"):
        vaults.unlock(home, passphrase=PASSPHRASE)


def rewrite_slot(home: Path, name: str, value: object) -> None:
    path = home / "vault.keys"
    stored = json.loads(path.read_text())
    stored["passphrase"][name] = value
    path.write_text(json.dumps(stored))


def test_everything_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    """Whatever new files usually get, and also in a folder that others may look into."""
    if os.name == "nt":
        pytest.skip("Windows keeps a profile private by its own means")
    home = tmp_path / "open to all"
    before = os.umask(0)
    try:
        home.mkdir(mode=0o777)
        data_key, _recovery_key = vaults.create(home, PASSPHRASE)
        with Vault(home, data_key) as vault:
            library.save(vault, None, "# A\n1. x\n")
            backup = vault.backup()
            assert_private(home)
        vaults.restore(home, backup)
        home.joinpath("vault.keys").write_bytes(b"damaged")
        vaults.restore(home, backup)
    finally:
        os.umask(before)
    assert_private(home)


def assert_private(home: Path) -> None:
    modes = {path: path.stat().st_mode & 0o777 for path in home.rglob("*")}
    assert {mode for path, mode in modes.items() if path.is_dir()} == {0o700}
    assert {mode for path, mode in modes.items() if path.is_file()} == {0o600}


def test_a_file_to_share_can_be_read_by_others(tmp_path: Path) -> None:
    if os.name == "nt":
        pytest.skip("Windows inherits permissions from the folder")
    before = os.umask(0o022)
    try:
        replace_file(tmp_path / "private", b"x")
        replace_file(tmp_path / "shared", b"x", shared=True)
    finally:
        os.umask(before)
    assert (tmp_path / "private").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "shared").stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("place", [0, 17, 5000, -1, -2000])
def test_one_flipped_bit_is_noticed(home: Path, data_key: bytes, place: int) -> None:
    with Vault(home, data_key) as vault:
        library.save(vault, None, "# A\n1. x\n")
    path = home / "vault.db"
    damaged = bytearray(path.read_bytes())
    damaged[place] ^= 1
    path.write_bytes(damaged)
    complaints = vaults.doctor(home, data_key)
    assert complaints, "the damage went unnoticed"


def test_a_truncated_vault_is_one_sentence(home: Path, data_key: bytes) -> None:
    path = home / "vault.db"
    path.write_bytes(path.read_bytes()[:3000])
    with pytest.raises(DamagedVault):
        Vault(home, data_key)


@pytest.mark.parametrize("content", [b"", None])
def test_an_emptied_vault_is_not_taken_for_a_new_one(
    home: Path, data_key: bytes, content: bytes | None
) -> None:
    path = home / "vault.db"
    path.write_bytes(b"")
    if content is None:  # as SQLite leaves it once it was opened
        connect(path, data_key).close()
    with pytest.raises(DamagedVault, match="empty") as told:
        Vault(home, data_key)
    assert "backup" in told.value.hint
    assert vaults.doctor(home, data_key) == (f"{told.value} {told.value.hint}",)


def test_of_two_that_make_a_vault_at_once_one_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one is told, before it shows a recovery key that opens nothing."""
    original, first = migrate, list[tuple[bytes, str]]()

    def slow(*arguments: Any) -> None:
        original(*arguments)
        if not first:
            monkeypatch.setattr("app.core.vaults.migrate", original)
            first.append(vaults.create(tmp_path, PASSPHRASE))

    monkeypatch.setattr("app.core.vaults.migrate", slow)
    with pytest.raises(VaultExists):
        vaults.create(tmp_path, "another passphrase")
    ((data_key, recovery_key),) = first
    assert vaults.unlock(tmp_path, recovery_key=recovery_key) == data_key
    Vault(tmp_path, data_key).close()
    assert {file.name for file in tmp_path.iterdir()} == {"vault.db", "vault.keys"}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
@pytest.mark.parametrize("place", ["migrate", "keys.store", "replace"])
def test_a_vault_that_was_never_finished_is_made_anew(tmp_path: Path, place: str) -> None:
    script = f"""
import os, signal
from pathlib import Path
from app.core import vaults as vault
def killed(*_args): os.kill(os.getpid(), signal.SIGKILL)
def replace(old, new): killed() if new.name == "vault.db" else os.replace(old, new)
if {place!r} == "replace": Path.replace = replace
elif {place!r} == "migrate": vault.migrate = killed
else: vault.keys.store = killed
vault.create(Path({str(tmp_path)!r}), {PASSPHRASE!r})
"""
    ended = subprocess.run([sys.executable, "-c", script], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert not Home(tmp_path).has_vault
    data_key, _recovery_key = vaults.create(tmp_path, PASSPHRASE)
    Vault(tmp_path, data_key).close()
    assert {file.name for file in tmp_path.iterdir()} == {"vault.db", "vault.keys"}


def test_a_vault_of_the_future_is_left_alone(home: Path, data_key: bytes) -> None:
    with Vault(home, data_key) as vault, vault.write(None) as write:
        write.db.pragma("user_version", len(STEPS) + 1)
        write.touch(Part.SETTINGS)
    with pytest.raises(NewerVault):
        Vault(home, data_key)


def test_no_permission_is_one_sentence(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        blocked = Path("/proc/techne-home")
    else:
        tmp_path.chmod(0o500)
        blocked = tmp_path / "home"
    with pytest.raises(AppError) as caught:
        vaults.create(blocked, "x")
    assert isinstance(caught.value, NoPermission | NoVault)
    assert caught.value.hint


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_a_limit_on_files_is_no_broken_disk(vault: Vault) -> None:
    import resource  # noqa: PLC0415  exists there only

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    try:
        with pytest.raises(WriteFailed, match="could not be written") as caught:
            library.save(vault, None, "1. Boil.\n" * 100_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert "space" in caught.value.hint
    assert catalogue.rows(vault) == ()
    library.save(vault, None, "# Tea\n\n1. Boil.\n")


def test_a_full_disk_loses_nothing(vault: Vault) -> None:
    saved = library.save(vault, None, "# A\n1. x\n")
    pages = vault.row("pragma page_count")
    assert pages
    vault.rows(f"pragma max_page_count = {pages[0]}")
    with pytest.raises(DiskFull) as caught:
        library.save(vault, saved.skill, "# A\n" + "1. x\n" * 50_000)
    assert "nothing is lost" in caught.value.hint
    vault.rows("pragma max_page_count = 1073741823")
    assert library.text(vault, saved.skill) == "# A\n1. x\n"
    library.save(vault, saved.skill, "# A\n1. y\n")


@pytest.mark.skipif(os.name == "nt", reason="Windows does not let go of an open file")
@pytest.mark.parametrize("how", ["removed", "replaced"])
def test_a_vault_that_is_gone_takes_no_writes(vault: Vault, home: Path, how: str) -> None:
    saved = library.save(vault, None, "# A\n1. x\n")
    path = home / "vault.db"
    path.rename(home / "elsewhere")
    if how == "replaced":
        shutil.copy(home / "elsewhere", path)
    with pytest.raises(VaultGone) as caught:
        library.save(vault, saved.skill, "# A\n1. y\n")
    assert caught.value.hint.startswith("Nothing was saved.")
    assert "editor" not in caught.value.hint  # there is none on the command line
    path.unlink(missing_ok=True)
    (home / "elsewhere").rename(path)
    library.save(vault, saved.skill, "# A\n1. y\n")


# Backups


def test_backups_roll_and_restore(home: Path, data_key: bytes, clock: Clock) -> None:
    with Vault(home, data_key, now=clock, keep=3) as vault:
        skill = library.save(vault, None, "# Kept\n1. x\n").skill
        for _n in range(5):
            clock.pass_seconds(1)
            vault.backup()
        library.delete(vault, skill)
    found = vaults.backups(home)
    assert len(found) == 3
    aside = vaults.restore(home, found[0], clock()).aside
    assert aside.joinpath("vault.db").exists()
    with Vault(home, data_key) as vault:
        assert library.text(vault, skill) == "# Kept\n1. x\n"


def test_backups_of_a_clock_that_was_ahead_do_not_push_out_new_ones(
    home: Path, data_key: bytes, clock: Clock
) -> None:
    with Vault(home, data_key, now=clock, keep=2) as vault:
        for seconds in (0, 1, -10_000_000, 1, 1):
            clock.pass_seconds(seconds)
            made = vault.backup()
            assert made.folder.exists()
        assert [one.at for one in vaults.backups(home)] == [
            clock(), clock() - timedelta(seconds=1)
        ]  # fmt: skip


def test_one_backup_is_kept_whatever_the_settings_say(home: Path, data_key: bytes) -> None:
    for keep in (0, -3):
        with Vault(home, data_key, keep=keep) as vault:
            made = vault.backup()
        assert vaults.backups(home) == (made,)


def test_what_a_killed_backup_left_is_removed(home: Path, data_key: bytes, clock: Clock) -> None:
    abandoned = home / "backups" / f".{clock.time:%Y%m%d-%H%M%S-%f}"
    abandoned.mkdir(parents=True)
    with Vault(home, data_key, now=clock) as vault:
        clock.pass_seconds(60)
        vault.backup()
        assert abandoned.exists()  # another process may still be at it
        clock.pass_seconds(24 * 60 * 60)
        vault.backup()
    assert not abandoned.exists()


@pytest.mark.parametrize(
    ("code", "trouble"), [(errno.ENOSPC, DiskFull), (errno.EFBIG, WriteFailed)]
)
def test_a_restore_that_fails_leaves_the_vault_in_its_place(
    home: Path,
    data_key: bytes,
    monkeypatch: pytest.MonkeyPatch,
    code: int,
    trouble: type[AppError],
) -> None:
    with Vault(home, data_key) as vault:
        backup = vault.backup()
        skill = library.save(vault, None, "# Newer\n1. x\n").skill

    def full(*_files: object) -> None:
        raise OSError(code, "What the system says")

    monkeypatch.setattr(shutil, "copyfileobj", full)
    with pytest.raises(trouble):
        vaults.restore(home, backup)
    with Vault(home, data_key) as vault:
        assert library.text(vault, skill) == "# Newer\n1. x\n"


def test_a_lost_vault_comes_back_whole_from_a_backup(home: Path, data_key: bytes) -> None:
    with Vault(home, data_key) as vault:
        skill = library.save(vault, None, "# Kept\n1. x\n").skill
        vault.backup()
    home.joinpath("vault.db").write_bytes(b"garbage" * 1000)
    home.joinpath("vault.keys").unlink()
    vaults.restore(home, vaults.backups(home)[0])
    with Vault(home, vaults.unlock(home, passphrase=PASSPHRASE)) as vault:
        assert library.text(vault, skill) == "# Kept\n1. x\n"


def test_foreign_folders_among_the_backups_are_passed_over(home: Path) -> None:
    (home / "backups" / "holiday").mkdir(parents=True)
    assert vaults.backups(home) == ()


# Writing


def test_a_write_that_fails_leaves_nothing(vault: Vault) -> None:
    with pytest.raises(ZeroDivisionError), vault.write("x") as write:
        write.db.execute("insert into setting values ('a', '1')")
        write.touch(Part.SETTINGS)
        raise ZeroDivisionError
    assert vault.setting("a") is None


def test_a_write_must_say_what_it_touched(vault: Vault) -> None:
    with pytest.raises(AssertionError, match="touch"), vault.write("x") as write:
        write.db.execute("insert into setting values ('a', '1')")


def test_news_of_other_processes_arrive_once(vault: Vault, home: Path, data_key: bytes) -> None:
    heard: list[Changes] = []
    vault.subscribe(heard.append)
    with Vault(home, data_key) as other:
        skill = library.save(other, None, "# A\n1. x\n").skill
    changes = vault.poll()
    assert changes.skills == {skill}
    assert Part.LIST in changes.parts
    assert vault.poll() == Changes()
    assert heard == [changes]


def test_own_news_are_not_news_of_others(vault: Vault) -> None:
    library.save(vault, None, "# A\n1. x\n")
    assert vault.poll() == Changes()


def test_a_vault_that_saves_again_and_again_sees_and_bears_what_others_save(
    vault: Vault, home: Path, data_key: bytes
) -> None:
    skill = library.save(vault, None, "# A\n1. x\n").skill
    for number in range(3):
        library.save(vault, skill, f"# A\n1. {number}\n")
    with Vault(home, data_key) as other:
        library.save(other, None, "# B\n1. x\n")
    library.save(vault, skill, "# A\n1. the last word\n")
    assert vault.rows("select title from skill order by title") == [("A",), ("B",)]


def test_threads_write_one_after_the_other(vault: Vault) -> None:
    threads = [
        threading.Thread(target=library.save, args=(vault, None, f"# S{n}\n1. x\n"))
        for n in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert vault.rows("select count(*) from skill") == [(8,)]


def test_a_locked_vault_says_so(home: Path, data_key: bytes) -> None:
    vault = Vault(home, data_key)
    vault.close()
    with pytest.raises(VaultLocked):
        vault.rows("select 1")


def test_a_locked_vault_changes_neither_its_keys_nor_the_keychain(
    home: Path, data_key: bytes, keychain: Keychain
) -> None:
    """A job that waited for its turn may begin after the vault was locked."""
    vault = Vault(home, data_key)
    vault.close()
    with pytest.raises(VaultLocked):
        vault.change_passphrase("another")
    with pytest.raises(VaultLocked):
        vault.remember_on_this_computer()
    assert vaults.unlock(home, passphrase=PASSPHRASE) == data_key
    assert not keychain.stored


def test_locking_ends_what_other_threads_are_at(home: Path, data_key: bytes) -> None:
    with Vault(home, data_key) as vault:
        library.save(vault, None, "# Long\n" + "1. x\n" * 50_000)
        ended: list[object] = []

        def work() -> None:
            try:
                while True:
                    vault.rows("select * from version")
                    vault.backup()
            except AppError as error:
                ended.append(error)

        threads = [threading.Thread(target=work) for _n in range(3)]
        for thread in threads:
            thread.start()
        for _n in range(20):
            vault.rows("select count(*) from version")
    for thread in threads:
        thread.join(30)
    assert [isinstance(error, VaultLocked) for error in ended] == [True] * 3
    assert not list(home.glob("backups/.*"))
    assert vaults.doctor(home, data_key) == ()


# Processes and crashes

_WRITER = """
import sys
from pathlib import Path
from app.core.library import library
from app.core.vault import Vault
vault = Vault(Path(sys.argv[1]), bytes.fromhex(sys.argv[2]))
number = 0
while True:
    library.save(vault, None, f"# Skill {number}\\n1. x\\n")
    number += 1
    print(number, flush=True)
"""


@pytest.fixture
def writer(home: Path, data_key: bytes) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", _WRITER, str(home), data_key.hex()],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        process.kill()


def test_a_killed_process_loses_nothing_it_had_saved(
    home: Path, data_key: bytes, writer: subprocess.Popen[str]
) -> None:
    assert writer.stdout
    said = 0
    while said < 25:
        said = int(writer.stdout.readline())
    writer.send_signal(signal.SIGKILL if os.name != "nt" else signal.SIGTERM)
    writer.wait()
    assert vaults.doctor(home, data_key) == ()
    with Vault(home, data_key) as vault:
        titles = {title for (title,) in vault.rows("select title from skill")}
        assert {f"Skill {n}" for n in range(25)} <= titles
        orphans = vault.rows("select id from skill where current is null")
        assert orphans == []


def test_two_processes_write_to_one_vault(vault: Vault, writer: subprocess.Popen[str]) -> None:
    assert writer.stdout
    for number in range(20):
        library.save(vault, None, f"# Mine {number}\n1. x\n")
        writer.stdout.readline()
    mine = vault.rows("select count(*) from skill where title like 'Mine %'")
    theirs = vault.rows("select count(*) from skill where title like 'Skill %'")
    assert mine == [(20,)]
    assert theirs[0][0] >= 20


def test_nothing_private_lies_in_clear(home: Path, data_key: bytes, tmp_path: Path) -> None:
    with Vault(home, data_key) as vault:
        library.save(vault, None, f"# {CANARY}\n1. {CANARY}\n")
        vault.put_secret("key", CANARY.encode())
        vault.put_setting("open", [CANARY])
        vault.backup()
        places = [path for path in tmp_path.rglob("*") if path.is_file()]
        assert any(path.name.endswith("-wal") for path in places)
        for path in places:
            assert CANARY.encode() not in path.read_bytes(), path
    shutil.rmtree(home / "backups")


def test_a_slow_write_is_logged_without_what_it_is_called(
    vault: Vault, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("app.core.vault.SLOW_WRITE", 0)
    with caplog.at_level(logging.INFO, "app"), vault.write(f"Import {CANARY}") as write:
        write.touch(Part.SETTINGS)
    assert "held the vault" in caplog.text
    assert CANARY not in caplog.text


def test_the_database_has_what_the_product_needs(vault: Vault) -> None:
    assert vault.row("select vec_version()")
    assert vault.row(
        "select count(*) from pragma_compile_options where compile_options like '%FTS5%'"
    )
    assert isinstance(apsw.SQLITE_VERSION_NUMBER, int)


@pytest.mark.usefixtures("power_may_fail")
def test_a_connection_is_set_up_as_it_says(home: Path, data_key: bytes) -> None:
    with Vault(home, data_key) as vault:
        found = {
            name: vault.row(f"pragma {name}")
            for name in ("cipher", "temp_store", "foreign_keys", "journal_mode", "synchronous")
        }
    assert found == {
        "cipher": ("chacha20",),
        "temp_store": (2,),
        "foreign_keys": (1,),
        "journal_mode": ("wal",),
        "synchronous": (2,),
    }
    assert not home.joinpath("vault.db").read_bytes().startswith(b"SQLite format 3")


def test_what_was_read_leaves_nothing_behind(vault: Vault, data_key: bytes) -> None:
    """Neither in memory, which a cursor that was closed never leaves, nor open in the vault: a
    query left half read would show the next one the vault as it was."""
    library.save(vault, None, "# One\n\n1. Look.\n")
    library.save(vault, None, "# Other\n\n1. Look.\n")

    def cursors() -> int:
        return sum(type(one) is apsw.Cursor for one in gc.get_objects())

    before = cursors()
    for _n in range(50):
        assert vault.row("select id from skill") is not None
        assert vault.row("select 1 where 0") is None
    assert cursors() - before < 10
    with Vault(vault.home.folder, data_key) as other:
        library.save(other, None, "# Third\n\n1. Look.\n")
    assert vault.row("select count(*) from skill") == (3,)
