"""The window as a person starts it: it opens, takes files from a second start, closes."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.core.packs.format.native import write_native
from tests.core.trade import BAKE, BREW, GUILD, pack
from tests.e2e.program import PATIENCE, Program

CANARY = "zugvogel-7f3a"


@contextmanager
def window(techne: Program, *arguments: str | Path) -> Iterator["subprocess.Popen[bytes]"]:
    """The running program, once it can be used."""
    running = techne.start(*arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with running:
        try:
            wait_for(techne, running, "The window can be used")
            yield running
        finally:
            running.terminate()


def wait_for(techne: Program, running: "subprocess.Popen[bytes]", line: str) -> None:
    """Until the log says so; polling, because another process writes it."""
    log = techne.home / "logs" / "techne.log"
    end = time.monotonic() + PATIENCE
    while not (log.exists() and line in log.read_text(encoding="utf-8")):
        assert running.poll() is None, "the window is gone"
        assert time.monotonic() < end, log.exists() and log.read_text(encoding="utf-8")
        time.sleep(0.02)


@pytest.fixture
def kitchen(tmp_path: Path) -> Path:
    path = tmp_path / "kitchen.gsk"
    path.write_bytes(write_native(pack(BREW, BAKE), GUILD))
    return path


def test_a_second_start_hands_its_file_over(techne: Program, kitchen: Path) -> None:
    with window(techne, kitchen) as first:
        assert techne.run(kitchen).status == 0
        wait_for(techne, first, "handed over 1 files")
        assert techne.run().status == 0
        wait_for(techne, first, "handed over 0 files")
        techne.edit(None, "# From outside\n\n1. Written while the window is open.\n")
        backup = techne.ask("backup")["name"]
        assert "A window has this vault open" in techne.fail("backup", "--restore", backup)
        assert first.poll() is None
    techne.do("backup", "--restore", backup)
    assert techne.is_sound()
    with window(techne):
        pass  # the lock and the socket of the killed one are taken over


def test_no_file_of_ours_shows_what_is_in_the_vault(bare: Program, tmp_path: Path) -> None:
    """Neither what skills say, nor the passphrase, is anywhere outside the encryption."""
    (bare.folder / "passphrase").write_text(f"{CANARY} opens it\n", encoding="utf-8")
    bare.do("init")
    text = f"# {CANARY} {CANARY.upper()}\n\nSuccess: {CANARY}\n\n1. @skill: {CANARY}(a=1) -> $b\n"
    skill = bare.edit(None, text)["id"]
    bare.edit(skill, text + f"2. {CANARY} again\n")
    file = tmp_path / f"{CANARY}.gsk"
    file.write_bytes(write_native(pack(f"# Packed {CANARY}\n\n1. {CANARY}\n"), GUILD))
    bare.do("import", file)
    bare.run("import", file.with_suffix(".gone"))
    bare.run("show", f"nothing like {CANARY}")
    bare.run("check", skill)
    bare.do("rollback", skill, "1")
    bare.do("identity", "--name", "Ada")
    bare.do("export", skill, "-o", tmp_path / "out.gsk", "--passphrase-file",
            bare.folder / "passphrase")  # fmt: skip
    bare.do("backup")
    with window(bare, file):
        bare.edit(skill, text + f"3. {CANARY} while the window looks\n")
    places = (bare.home, bare.temporary, bare.folder / "user")
    files = [file for place in places for file in place.rglob("*") if file.is_file()]
    assert any(f.name == "vault.db" for f in files)
    assert any(f.name == "techne.log" for f in files)
    for path in files:
        for encoding in ("utf-8", "utf-16-le"):
            wanted = (CANARY.encode(encoding), CANARY.upper().encode(encoding))
            assert not any(word in path.read_bytes() for word in wanted), path
