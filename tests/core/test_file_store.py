"""What is in files comes in short writes, and is there when all of it is."""

import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from app.core import vaults
from app.core.errors import Cancelled
from app.core.library import catalogue, file_store, leftovers, library, undoing
from app.core.packs import attachments, export, identity, install, plan
from app.core.packs.format import limits, read
from app.core.packs.format.contents import Attachment, Pack
from app.core.store.connection import connect
from app.core.vault import Vault, Write
from tests.conftest import PASSPHRASE, Clock
from tests.core.trade import BREW, pack, signed, skill

VAULTS = Path(__file__).parents[1] / "vaults"
PART = 1 << 20
LARGE = random.Random(9).randbytes(limits.ATTACHMENT_BYTES)
TITLE = "With a file"


class Between:
    """Called between the writes of an import."""

    def __init__(self, work: Callable[[], object]) -> None:
        self._work = work

    @property
    def cancelled(self) -> bool:
        return bool(self._work())

    def report(self, fraction: float, text: str = "") -> None:
        pass


@pytest.fixture
def other(vault: Vault, data_key: bytes) -> Iterator[Vault]:
    """The same vault as another process has it."""
    with Vault(vault.home.folder, data_key, now=vault.now) as opened:
        yield opened


def packed(*contents: bytes) -> Pack:
    files = [Attachment(f"{n}.bin", "x/y", data) for n, data in enumerate(contents)]
    made = skill(f"# {TITLE}\n\n1. See\n", attachments=tuple(files))
    return signed(Pack("files", "Files", (*pack().skills, made), version="1.0.0"))


def bring(vault: Vault, pack: Pack, between: Callable[[], object] = lambda: False) -> int:
    """Import it; the skill with the files."""
    install.apply(vault, plan.plan(vault, pack), quarantine=False, progress=Between(between))
    return catalogue.find(vault, TITLE).id


def stored(vault: Vault) -> int:
    """Bytes of files, whole ones and others."""
    tables = "select data from attachment union all select data from attachment_part"
    ((count,),) = vault.rows(f"select coalesce(sum(length(data)), 0) from ({tables})")
    return int(count)


def test_no_write_takes_more_than_a_part(vault: Vault, other: Vault) -> None:
    seen = list[int]()
    bring(vault, packed(LARGE, b"small"), lambda: seen.append(stored(other)))
    steps = [after - before for before, after in pairwise(seen)]
    assert sum(steps) + PART >= len(LARGE)
    assert max(steps) <= PART


@pytest.mark.parametrize("size", [0, 1, PART - 1, PART, PART + 1, 2 * PART, 3 * PART + 7])
def test_what_is_read_is_what_was_kept(vault: Vault, size: int) -> None:
    tea = library.save(vault, None, BREW).skill
    kept = attachments.attach(vault, tea, "a.bin", LARGE[:size])
    assert kept.size == size
    assert attachments.content(vault, tea, "a.bin") == LARGE[:size]
    attachments.attach(vault, tea, "again.bin", LARGE[:size])
    assert stored(vault) == size


def test_a_large_file_comes_back_out_of_a_pack_as_it_went_in(vault: Vault, tmp_path: Path) -> None:
    identity.rename(vault, "Marta Keller")
    first = bring(vault, packed(LARGE, b"small"))
    data = export.export_pack(vault, [first], export.Options(name="Again"))
    folder = tmp_path / "second"
    with Vault(folder, vaults.create(folder, "second")[0]) as second:
        install.apply(second, plan.plan(second, install.opened(second, read.inspect(data))))
        again = catalogue.find(second, TITLE).id
        assert attachments.content(second, again, "0.bin") == LARGE
        assert attachments.content(second, again, "1.bin") == b"small"


# Broken off


def everything(vault: Vault) -> list[list[tuple[object, ...]]]:
    tables = ("skill", "stored_version", "staged", "journal", "attachment", "attachment_part")
    return [vault.rows(f"select * from {table} order by 1, 2") for table in tables]


@pytest.mark.parametrize("parts", [1, 5, 10])
def test_stopping_leaves_nothing_of_a_file(vault: Vault, parts: int) -> None:
    library.save(vault, None, BREW)
    before = everything(vault)
    with pytest.raises(Cancelled):
        bring(vault, packed(LARGE, b"small"), lambda: stored(vault) >= parts * PART)
    assert everything(vault) == before


_KILLED = """
import os, signal, sys
from pathlib import Path
from app.core.vault import Vault, Write
from tests.core.test_file_store import LARGE, bring, packed, stored
vault = Vault(Path(sys.argv[1]), bytes.fromhex(sys.argv[2]))
def die():
    if stored(vault) > len(LARGE) // 2:
        os.kill(os.getpid(), signal.SIGKILL if os.name != "nt" else signal.SIGTERM)
bring(vault, packed(LARGE), die)
"""


@pytest.fixture
def half(vault: Vault, data_key: bytes, clock: Clock) -> int:
    """Bytes of a file that a process wrote before it was killed; nobody has given it up yet."""
    command = (sys.executable, "-c", _KILLED, str(vault.home.folder), data_key.hex())
    assert subprocess.run(command, check=False).returncode != 0
    ((at,),) = vault.rows("select at from journal where done is null")
    clock.time = datetime.fromisoformat(at)
    return stored(vault)


def test_half_a_file_is_nowhere_to_be_seen_and_is_cleared_away(
    vault: Vault, data_key: bytes, half: int, clock: Clock
) -> None:
    assert PART < half < len(LARGE)
    assert vault.rows("select * from attachment") == []
    assert catalogue.rows(vault) == ()
    assert vaults.doctor(vault.home.folder, data_key) == ()
    leftovers.sweep(vault)
    assert stored(vault) == half
    clock.pass_seconds(61)
    leftovers.sweep(vault)
    assert everything(vault) == [[]] * 6


def test_who_keeps_the_same_file_makes_it_whole(vault: Vault, half: int, clock: Clock) -> None:
    tea = library.save(vault, None, BREW).skill
    attachments.attach(vault, tea, "mine.bin", LARGE)
    clock.pass_seconds(61)
    leftovers.sweep(vault)
    assert attachments.content(vault, tea, "mine.bin") == LARGE
    assert stored(vault) == len(LARGE)
    assert [row.title for row in catalogue.rows(vault)] == ["Brew tea"]


def test_clearing_away_that_is_killed_is_done_again(
    vault: Vault, half: int, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(_vault: Vault) -> None:
        raise KeyboardInterrupt

    clock.pass_seconds(61)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(file_store, "discard_unnamed", stopped)
        leftovers.sweep(vault)
    assert stored(vault) == half
    leftovers.sweep(vault)
    assert everything(vault) == [[]] * 6


def test_a_file_that_somebody_keeps_while_it_is_cleared_away_stays(
    vault: Vault, other: Vault, half: int, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one finds half of it gone, and writes that again."""
    tea = library.save(other, None, BREW).skill
    discard_some, calls = file_store._discard_some, list[str]()

    def meanwhile(write: Write, digest: str) -> bool:
        calls.append(digest)
        return discard_some(write, digest)

    def between(*args: Any, **options: Any) -> AbstractContextManager[Write]:
        if len(calls) == 2 and not attachments.attachments(other, tea):
            attachments.attach(other, tea, "mine.bin", LARGE)
        return write(*args, **options)

    write = vault.write
    clock.pass_seconds(61)
    monkeypatch.setattr(file_store, "_discard_some", meanwhile)
    monkeypatch.setattr(vault, "write", between)
    leftovers.sweep(vault)
    assert len(calls) == 2
    assert attachments.content(vault, tea, "mine.bin") == LARGE


def test_deduplicated_files_are_named_by_each_version_that_has_them(vault: Vault) -> None:
    tea = library.save(vault, None, BREW).skill
    attachments.attach(vault, tea, "a.bin", LARGE)
    attachments.detach(vault, tea, "a.bin")
    undoing.undo(vault)
    with pytest.raises(Cancelled):
        bring(vault, packed(LARGE, LARGE[:-1]), lambda: stored(vault) > len(LARGE) + PART)
    assert attachments.content(vault, tea, "a.bin") == LARGE
    assert stored(vault) == len(LARGE)


# From before there were parts


@pytest.mark.parametrize("size", [0, PART, PART + 1, 2 * PART, 3 * PART + 7])
def test_large_files_of_an_older_vault_are_cut_up(tmp_path: Path, size: int) -> None:
    home = Path(shutil.copytree(VAULTS / "10", tmp_path / "home"))
    data_key = vaults.unlock(home, passphrase=PASSPHRASE)
    db = connect(home / "vault.db", data_key)
    files = [("a" * 64, LARGE[:size]), ("b" * 64, LARGE[: size // 2]), ("c" * 64, b"small")]
    db.executemany("insert into attachment values (?, ?)", files)
    db.close()
    with Vault(home, data_key) as vault:
        for digest, data in files:
            assert file_store.content(vault, digest) == data
            assert file_store.size(vault, digest) == len(data)
        for table in ("attachment", "attachment_part"):
            ((largest,),) = vault.rows(f"select coalesce(max(length(data)), 0) from {table}")
            assert largest <= PART
