"""Killed, crowded out, out of room: nothing is lost, nothing is half there."""

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.packs.format.native import write_native
from tests.core.trade import GUILD, pack
from tests.e2e.program import Program

linux = pytest.mark.skipif(sys.platform != "linux", reason="uses what only Linux has")
posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")

MANY = [
    f"# Procedure {n}\n\nTrigger: {n}\nSuccess: done\n\n1. Begin.\n2. End.\n" for n in range(40)
]

KILLED = """
import os, signal, sys
from app.core import vault
from app.core.library import bulk, library, version
from app.main import main

place, after = sys.argv[1], int(sys.argv[2])
owner = vault.Vault if hasattr(vault.Vault, place) else version
original, calls = getattr(owner, place), 0

def killed(*args, **options):
    global calls
    calls += 1
    if calls == after:
        os.kill(os.getpid(), signal.SIGKILL)
    return original(*args, **options)

for module in (owner, bulk, library):
    if hasattr(module, place):
        setattr(module, place, killed)
sys.exit(main(sys.argv[3:]))
"""


def killed(techne: Program, place: str, after: int, *arguments: str | Path) -> None:
    """Run a command that kills itself at its `after`th call of a function."""
    command = [sys.executable, "-c", KILLED, place, str(after)]
    assert techne.run(*arguments, command=command).status == -9


@pytest.fixture
def pile(tmp_path: Path) -> Path:
    path = tmp_path / "pile.gsk"
    path.write_bytes(write_native(pack(*MANY), GUILD))
    return path


@posix
@pytest.mark.parametrize(
    ("place", "after"),
    [("append", 1), ("append", 20), ("_log_change", 1), ("_publish", 1)],
    ids=["before the first", "in the middle", "before the commit", "after the commit"],
)
def test_killed_while_importing(techne: Program, pile: Path, place: str, after: int) -> None:
    killed(techne, place, after, "import", pile)
    expected = 8 + (len(MANY) if place == "_publish" else 0)
    assert len(techne.ask("list")) == expected
    assert techne.is_sound()


@posix
@pytest.mark.parametrize("place", ["append", "show", "_log_change", "_publish"])
def test_killed_while_saving(techne: Program, tmp_path: Path, place: str) -> None:
    before = techne.texts()
    draft = tmp_path / "draft.md"
    draft.write_text("# Code review\n\n1. Rewritten.\n", encoding="utf-8")
    killed(techne, place, 1, "edit", "Code review", "--text-file", draft)
    after = techne.texts()
    if place == "_publish":
        assert after.pop(("Skill Demos", "Code review")) == draft.read_text(encoding="utf-8")
        before.pop(("Skill Demos", "Code review"))
    assert after == before
    assert techne.is_sound()


def test_several_processes_save_into_one_home(techne: Program) -> None:
    running = []
    for number in range(4):
        process = techne.start("edit", "--new", "--text-file", "-")
        assert process.stdin is not None
        process.stdin.write(f"# Hand {number}\n\n1. Work.\n".encode())
        process.stdin.close()
        running.append(process)
    for process in running:
        assert process.wait(60) == 0, process.stderr and process.stderr.read()
        close(process)
    assert {f"Hand {n}" for n in range(4)} <= {title for _engram, title in techne.texts()}
    assert techne.is_sound()


def test_one_pack_opened_by_two_processes_at_once(techne: Program, pile: Path) -> None:
    running = [techne.start("import", pile) for _n in range(2)]
    ends = [process.communicate(timeout=60) for process in running]
    for process, (_out, err) in zip(running, ends, strict=True):
        assert process.returncode == 0 or b"Review the pack again" in err
    assert len(techne.ask("list")) == 8 + len(MANY)
    assert techne.is_sound()


def close(process: "subprocess.Popen[bytes]") -> None:
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()


# No room, no permission


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes, where one can be made."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = shutil.which("mount")
    if (
        mount is None
        or subprocess.run(
            [mount, "-t", "tmpfs", "-o", "size=2m", "tmpfs", place],
            capture_output=True,
            check=False,
        ).returncode
    ):
        pytest.skip("a small disk cannot be mounted here")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


@linux
def test_a_full_disk_loses_nothing(techne: Program, small_disk: Path) -> None:
    full = techne.copy(small_disk / "full")
    before = full.texts()
    big = f"# Big\n\n1. {'very ' * 500_000}big.\n"
    said = full.fail("edit", "--new", "--text-file", "-", stdin=big.encode())
    assert "disk is full" in said
    assert full.texts() == before
    with pytest.raises(OSError, match="No space"), filler(small_disk).open("wb", 0) as file:
        while True:
            file.write(bytes(4096))
    assert "disk is full" in full.fail("list")
    filler(small_disk).unlink()
    assert full.is_sound()


def filler(disk: Path) -> Path:
    return disk / "filler"


@pytest.fixture
def forbidden(techne: Program) -> Iterator[Program]:
    """A vault its owner has made read-only."""
    paths = [techne.home, *techne.home.rglob("*")]
    for path in paths:
        path.chmod(0o500 if path.is_dir() else 0o400)
    yield techne
    for path in paths:
        path.chmod(0o700 if path.is_dir() else 0o600)


def powerless() -> None:
    """Take from root the right to pass over permissions."""
    libc = ctypes.CDLL(None)
    for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        libc.prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP


@linux
def test_a_home_that_may_not_be_written_to(forbidden: Program, tmp_path: Path) -> None:
    said = forbidden.fail("edit", "--new", "--text-file", "-", stdin=b"# X\n", preexec_fn=powerless)
    assert "cannot be written to" in said
    assert "do not have permission to read" in unreadable(forbidden)


def unreadable(techne: Program) -> str:
    keys = techne.home / "vault.keys"
    keys.chmod(0)
    return techne.fail("list", preexec_fn=powerless)
