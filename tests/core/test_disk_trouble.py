"""Whatever happens to a linked folder, and whenever a pass is broken off, no text is lost."""

import errno
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.errors import AppError, StaleEdit
from app.core.library import library
from app.core.mirror import (
    deploy,
    exchange,
    folders,
    reading,
    reconcile,
    removing,
    skill_folders,
    writing,
)
from app.core.mirror.folders import Folder, Mode
from app.core.mirror.survey import State, survey
from app.core.packs.translate import sha256
from app.core.vault import Vault
from tests.conftest import Clock
from tests.core.test_mirror import TEXT, put, skill_of, states, texts

pytestmark = pytest.mark.usefixtures("root")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    place = tmp_path / "skills"
    place.mkdir()
    return place


@pytest.fixture
def folder(vault: Vault, root: Path) -> Folder:
    return folders.link(vault, root)


@pytest.fixture
def skill(vault: Vault, folder: Folder, root: Path) -> int:
    put(root, "deploy")
    reconcile.reconcile(vault)
    return skill_of(vault, folder, "deploy")


def names(root: Path) -> list[str]:
    return sorted(os.fspath(one.relative_to(root)) for one in root.rglob("*"))


def later(clock: Clock, **time: float) -> None:
    clock.pass_seconds(timedelta(**time).total_seconds())


# A disk that refuses

_TOO_LARGE = """
import resource, signal, sys
from pathlib import Path
from app.core.errors import AppError
from app.core.mirror import writing
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
path = Path(sys.argv[1])
for write in (
    lambda: writing.put(path, b"x" * 9000, sys.argv[2]),
    lambda: writing.put(path.with_name("NEW.md"), b"x" * 9000, None),
    lambda: writing.put_folder(path.parent.parent / "new", {"SKILL.md": b"x" * 9000}),
):
    try:
        write()
    except AppError as error:
        print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="limits of processes")
def test_a_disk_that_is_full_leaves_what_was_there(root: Path) -> None:
    file = put(root, "deploy")
    said = subprocess.run(
        [sys.executable, "-c", _TOO_LARGE, file, sha256(TEXT.encode())],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert said.stdout.count("cannot be written") == 3
    assert names(root) == ["deploy", "deploy/SKILL.md"] and file.read_text() == TEXT


def test_what_could_not_be_written_is_written_by_the_next_pass(
    vault: Vault, folder: Folder, root: Path, skill: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.save(vault, skill, TEXT + "3. More.\n")

    def refuse(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", refuse)
        report = reconcile.reconcile(vault)
    assert [name for name, _why in report.troubles] == ["deploy"]
    assert "No space left" in report.troubles[0][1]
    assert states(vault, folder) == {"deploy": State.HERE}
    assert names(root) == ["deploy", "deploy/SKILL.md"]
    assert reconcile.reconcile(vault).wrote == ["deploy"]


def test_a_read_only_file_stays_as_it_is(
    vault: Vault, folder: Folder, root: Path, skill: int
) -> None:
    file = root / "deploy" / "SKILL.md"
    file.chmod(0o444)
    before = file.parent.stat().st_mtime_ns  # who watches the folder hears nothing of it
    library.save(vault, skill, TEXT + "3. More.\n")
    ((name, why),) = reconcile.reconcile(vault).troubles
    assert name == "deploy" and "read-only" in why and file.read_text() == TEXT
    assert file.parent.stat().st_mtime_ns == before
    (waiting,) = survey(vault, folder).standings
    assert (waiting.state, waiting.about) == (State.HERE, "the file is read-only")
    file.chmod(0o644)
    assert reconcile.reconcile(vault).wrote == ["deploy"]


def test_a_folder_nobody_may_write_in_stays_as_it_is(
    vault: Vault, root: Path, skill: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the system says it; the superuser would be let in."""

    def refuse(*_args: object, **_more: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    library.save(vault, skill, TEXT + "3. More.\n")
    with monkeypatch.context() as patch:
        patch.setattr(tempfile, "mkstemp", refuse)
        assert "Permission denied" in reconcile.reconcile(vault).troubles[0][1]
    assert (root / "deploy" / "SKILL.md").read_text() == TEXT


# A folder that is not what it was


def test_a_folder_that_comes_back_is_as_it_was(
    vault: Vault, folder: Folder, root: Path, skill: int, clock: Clock
) -> None:
    root.rename(root.with_name("away"))
    for _day in range(3):
        later(clock, days=1)
        assert reconcile.reconcile(vault).away == [str(root)]
    root.with_name("away").rename(root)
    report = reconcile.reconcile(vault)
    assert (report.reconciled, report.removed, report.away) == (0, 0, [])
    assert states(vault, folder) == {"deploy": State.IN_SYNC}


def test_an_empty_place_where_a_disk_was_removes_nothing(
    vault: Vault, folder: Folder, root: Path, skill: int, clock: Clock
) -> None:
    with vault.write(None) as into:
        folders.looked_at(into, folder.id, 12345)
    shutil.rmtree(root)
    root.mkdir()
    later(clock, days=3)
    assert reconcile.reconcile(vault).away == [str(root)]
    assert library.text(vault, skill) == TEXT


def test_a_part_that_cannot_be_looked_into_removes_nothing(
    vault: Vault, folder: Folder, root: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(root / "inner", "deploy")
    reconcile.reconcile(vault)
    scandir = os.scandir

    def refuse(path: str) -> Any:
        if str(path).endswith("inner"):
            raise PermissionError(errno.EACCES, "Permission denied")
        return scandir(path)

    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", refuse)
        for _day in range(3):
            later(clock, days=1)
            assert reconcile.reconcile(vault).removed == 0
    assert states(vault, folder) == {"inner/deploy": State.IN_SYNC}


def test_too_much_below_a_folder_is_bounded_and_removes_nothing(
    vault: Vault, folder: Folder, root: Path, skill: int, clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    for number in range(60):
        (root / "a-million" / str(number)).mkdir(parents=True)
    monkeypatch.setattr(skill_folders, "MOST_ENTRIES", 20)
    for _day in range(3):
        later(clock, days=1)
        looked = survey(vault, folder)
        assert looked.is_there and not looked.is_whole
        assert reconcile.reconcile(vault).removed == 0
    assert library.text(vault, skill) == TEXT


def test_a_branch_that_is_switched_back_and_forth_loses_nothing(
    vault: Vault, folder: Folder, root: Path, skill: int, clock: Clock
) -> None:
    """A real repository, with one branch that has the skill and one that has not."""

    def git(*words: str) -> None:
        subprocess.run(
            ["git", "-c", "user.name=t", "-c", "user.email=t@t", *words],
            cwd=root, check=True, capture_output=True, timeout=60,
        )  # fmt: skip

    git("init", "-b", "one")
    git("add", ".")
    git("commit", "-m", "one")
    git("checkout", "-b", "two")
    git("rm", "-r", "deploy")
    put(root, "other", TEXT.replace("deploy", "other"))
    git("add", ".")
    git("commit", "-m", "two")
    for branch in ("one", "two", "one", "two", "one"):
        git("checkout", branch)
        later(clock, hours=5)
        reconcile.reconcile(vault)
    assert library.text(vault, skill) == TEXT and states(vault, folder)["deploy"] is State.IN_SYNC
    git("checkout", "two")
    reconcile.reconcile(vault)
    later(clock, hours=25)
    assert reconcile.reconcile(vault).removed == 1
    git("checkout", "one")
    reconcile.reconcile(vault)
    assert skill_of(vault, folder, "deploy") == skill and library.text(vault, skill) == TEXT


def test_a_clock_that_is_set_back_removes_nothing(
    vault: Vault, root: Path, skill: int, clock: Clock
) -> None:
    file = root / "deploy" / "SKILL.md"
    file.unlink()
    reconcile.reconcile(vault)
    later(clock, days=-400)
    assert reconcile.reconcile(vault).removed == 0
    put(root, "deploy", TEXT + "3. Back.\n")
    os.utime(file, (1, 1))
    assert reconcile.reconcile(vault).read == ["deploy"]
    assert library.text(vault, skill).endswith("3. Back.\n")


def test_a_change_that_keeps_size_and_time_is_seen(
    vault: Vault, folder: Folder, root: Path, skill: int
) -> None:
    file = root / "deploy" / "SKILL.md"
    about = file.stat()
    file.write_text(TEXT.replace("Build", "Brush"))
    os.utime(file, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert states(vault, folder) == {"deploy": State.ON_DISK}


# Names


@pytest.mark.parametrize("name", ["Deploy", "DEPLOY", "ship-it"])
def test_a_folder_that_was_renamed_keeps_its_skill(
    vault: Vault, folder: Folder, root: Path, skill: int, name: str
) -> None:
    (root / "deploy").rename(root / name)
    assert reconcile.reconcile(vault).reconciled == 0
    assert skill_of(vault, folder, name) == skill
    assert states(vault, folder) == {name: State.IN_SYNC}


def test_two_names_that_differ_by_their_case_are_two_skills(
    vault: Vault, folder: Folder, root: Path
) -> None:
    put(root, "deploy")
    put(root, "Deploy", TEXT + "3. Another.\n")
    if len(names(root)) < 4:
        pytest.skip("this file system knows no case")
    reconcile.reconcile(vault)
    assert skill_of(vault, folder, "deploy") != skill_of(vault, folder, "Deploy")


def test_a_lower_case_file_is_followed_under_its_own_name(
    vault: Vault, folder: Folder, root: Path
) -> None:
    (root / "deploy").mkdir()
    file = root / "deploy" / "skill.md"
    file.write_text(TEXT)
    reconcile.reconcile(vault)
    library.save(vault, skill_of(vault, folder, "deploy"), TEXT + "3. More.\n")
    reconcile.reconcile(vault)
    assert names(root) == ["deploy", "deploy/skill.md"] and file.read_text().endswith("More.\n")
    writing.rename_new(file, file.with_name("SKILL.md"))
    assert reconcile.reconcile(vault).reconciled == 0
    assert states(vault, folder) == {"deploy": State.IN_SYNC}


@pytest.mark.skipif(sys.platform == "win32", reason="names that Windows does not allow")
@pytest.mark.parametrize(
    "name",
    ["con", "a:b", "trailing.", "tab\tname", 'quo"te', "ünïcode ☕", "a" * 200, "-rf", "$(x)"],
)
def test_names_that_other_systems_do_not_allow_are_followed(
    vault: Vault, folder: Folder, root: Path, name: str
) -> None:
    put(root, name)
    reconcile.reconcile(vault)
    library.save(vault, skill_of(vault, folder, name), TEXT + "3. More.\n")
    assert reconcile.reconcile(vault).wrote == [name]


@pytest.mark.skipif(sys.platform != "linux", reason="names that are no text")
def test_a_name_that_is_no_text_is_passed_over(vault: Vault, folder: Folder, root: Path) -> None:
    put(root, os.fsdecode(b"caf\xe9"))
    put(root, "deploy")
    report = reconcile.reconcile(vault)
    assert report.read == ["deploy"]


# Files that are none


@pytest.mark.skipif(sys.platform == "win32", reason="pipes")
@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "loop"])
def test_what_is_called_a_skill_and_is_no_file_never_blocks(
    vault: Vault, folder: Folder, root: Path, clock: Clock, kind: str
) -> None:
    file = root / "odd" / "SKILL.md"
    file.parent.mkdir()
    make: dict[str, Callable[[], object]] = {
        "pipe": lambda: os.mkfifo(file),
        "device": lambda: file.symlink_to("/dev/zero"),
        "folder": file.mkdir,
        "loop": lambda: file.symlink_to(file),
    }
    make[kind]()
    report = reconcile.reconcile(vault)
    assert report.read == []
    with pytest.raises(OSError):
        reading.read(file)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes")
def test_a_skill_whose_file_became_a_pipe_stays(
    vault: Vault, folder: Folder, root: Path, skill: int, clock: Clock
) -> None:
    file = root / "deploy" / "SKILL.md"
    file.unlink()
    os.mkfifo(file)
    for _day in range(3):
        later(clock, days=1)
        assert reconcile.reconcile(vault).removed == 0
    assert states(vault, folder) == {"deploy": State.UNREADABLE}


@pytest.mark.parametrize(
    "raw", [b"---\nname: a\n" + b"key: " + b"x" * 10_000_000 + b"\n---\n", b"\xff\xfe\0", b""]
)
def test_a_file_that_is_no_skill_is_told_and_nothing_hangs(
    vault: Vault, folder: Folder, root: Path, raw: bytes
) -> None:
    (root / "odd").mkdir()
    (root / "odd" / "SKILL.md").write_bytes(raw)
    put(root, "deploy")
    assert "deploy" in reconcile.reconcile(vault).read
    assert (root / "odd" / "SKILL.md").read_bytes() == raw


def test_links_out_of_the_folder_and_in_circles_are_not_followed(
    vault: Vault, folder: Folder, root: Path, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("# Secret\n")
    put(root, "deploy")
    (root / "deploy" / "notes.txt").symlink_to(secret)
    (root / "deploy" / "round").symlink_to(root)
    (root / "out").mkdir()
    (root / "out" / "SKILL.md").symlink_to(secret)
    (root / "a").symlink_to(root / "b")
    (root / "b").symlink_to(root / "a")
    (root / "0-first").symlink_to(root / "deploy")
    assert reconcile.reconcile(vault).read == ["deploy"]
    assert states(vault, folder) == {
        "a": State.BROKEN, "b": State.BROKEN, "deploy": State.IN_SYNC, "out": State.FOREIGN,
    }  # fmt: skip


# Others at work


def test_a_file_that_is_written_while_it_is_read_is_read_whole(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = put(root, "deploy", "half")
    looks = iter(range(99))
    fstat = os.fstat

    def look(handle: int) -> os.stat_result:
        if next(looks) == 1:
            file.write_text(TEXT)
        return fstat(handle)

    monkeypatch.setattr(os, "fstat", look)
    assert reading.read(file)[0] == TEXT.encode()


def test_a_file_that_is_never_finished_is_left_for_later(
    vault: Vault, folder: Folder, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = put(root, "deploy")
    fstat = os.fstat

    def write(handle: int) -> os.stat_result:
        with file.open("a") as more:
            more.write("x")
        return fstat(handle)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fstat", write)
        assert states(vault, folder) == {"deploy": State.UNREADABLE}
        assert reconcile.reconcile(vault).read == []
    assert reconcile.reconcile(vault).read == ["deploy"]


@pytest.mark.parametrize("at", range(1, 9))
@pytest.mark.parametrize(
    ("can_exchange", "in_place"),
    # without an exchange a moment is left in which a file that another one replaces is lost
    [(True, True), (True, False), (False, True)],
)
def test_what_another_program_writes_at_the_last_moment_stays(
    root: Path, monkeypatch: pytest.MonkeyPatch, can_exchange: bool, in_place: bool, at: int
) -> None:
    file = put(root, "deploy")
    said = {"ours"}

    def theirs() -> None:
        write_as_others_do(file, "theirs", in_place)
        said.add("theirs")

    if not can_exchange:
        monkeypatch.setattr(exchange, "exchange", lambda *_paths: False)
    with between_calls(at, theirs), suppress(StaleEdit):
        writing.put(file, b"ours", sha256(TEXT.encode()))
    left = {one.read_text() for one in file.parent.iterdir()}
    assert "theirs" in left if "theirs" in said else left == {"ours"}


@pytest.mark.parametrize("killed_after", range(1, 6))
@pytest.mark.parametrize("at", range(1, 9))
def test_what_came_before_a_crash_is_found_after_it(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock, at: int,
    killed_after: int,
) -> None:  # fmt: skip
    monkeypatch.setattr(writing, "AT_WORK", 0)
    file = put(root, "deploy")
    said = set()

    def theirs() -> None:
        file.write_text("theirs")
        said.add("theirs")

    with between_calls(at, theirs, at + killed_after), suppress(Dead, StaleEdit):
        writing.put(file, b"ours", sha256(TEXT.encode()))
    backups = tmp_path / "backups"
    writing.recover(file.parent, sha256(TEXT.encode()), backups, clock())
    assert [one.name for one in file.parent.iterdir()] == ["SKILL.md"]
    assert said <= {one.read_text() for one in (file, *backups.glob("*"))}


def test_a_file_that_was_written_just_now_has_no_stamp_yet(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = put(root, "deploy").stat()
    assert str(skill_folders.stamp_of(about)) == ""
    now = time.time_ns()
    monkeypatch.setattr(time, "time_ns", lambda: now + 3_000_000_000)
    assert str(skill_folders.stamp_of(about)) != ""


def test_two_technes_on_one_folder_come_to_the_same(
    vault: Vault, folder: Folder, root: Path, skill: int, tmp_path: Path, data_key: bytes,
    clock: Clock,
) -> None:  # fmt: skip
    home = Path(shutil.copytree(vault.home.folder, tmp_path / "other"))
    with Vault(home, data_key, now=clock) as other:
        library.save(vault, skill, TEXT + "3. From one.\n")
        library.save(other, skill, TEXT + "3. From the other.\n")
        for _turn in range(3):
            for one in (vault, other):
                assert reconcile.reconcile(one).troubles == []
        assert library.text(vault, skill) == library.text(other, skill)
        assert (root / "deploy" / "SKILL.md").read_text() == library.text(vault, skill)
        assert TEXT + "3. From one.\n" in texts(vault, skill)
        assert TEXT + "3. From the other.\n" in texts(other, skill)
        assert reconcile.reconcile(vault).reconciled == reconcile.reconcile(other).reconciled == 0


def test_what_another_techne_is_writing_is_left_to_it(
    vault: Vault, folder: Folder, root: Path, skill: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_work = root / "deploy" / f"{skill_folders.MARK}new-1"
    at_work.write_text("half")
    (root / f"{skill_folders.MARK}new-2").mkdir()
    (root / f"{skill_folders.MARK}new-2" / "SKILL.md").write_text(TEXT)
    reconcile.reconcile(vault)
    assert at_work.exists() and states(vault, folder) == {"deploy": State.IN_SYNC}
    monkeypatch.setattr(writing, "AT_WORK", 0)
    reconcile.reconcile(vault)
    assert names(root) == ["deploy", "deploy/SKILL.md"]


def test_a_vault_that_is_locked_meanwhile_loses_nothing(
    vault: Vault, folder: Folder, root: Path, skill: int, home: Path, data_key: bytes,
    monkeypatch: pytest.MonkeyPatch, clock: Clock,
) -> None:  # fmt: skip
    library.save(vault, skill, TEXT + "3. More.\n")
    write = writing.put

    def lock(*args: Any) -> None:
        write(*args)
        vault.close()

    with monkeypatch.context() as patch:
        patch.setattr(writing, "put", lock)
        with suppress(AppError):
            reconcile.reconcile(vault)
    with Vault(home, data_key, now=clock) as again:
        report = reconcile.reconcile(again)
        assert (report.read, report.wrote, report.troubles) == ([], [], [])
        assert states(again, folder) == {"deploy": State.IN_SYNC}


# Broken off between any two calls to the system


class Dead(BaseException):
    """The process was killed."""


_CALLS = ("link", "symlink", "rename", "replace", "unlink", "mkdir", "rmdir", "fsync", "chmod")


@contextmanager
def between_calls(
    at: int, happens: Callable[[], None], killed_at: int | None = None
) -> Iterator[None]:
    """Before the call number `at` that changes the disk or the vault something happens. The call
    number `killed_at` and all later ones fail: a process that was killed does not even try."""
    count = 0
    busy = False

    def reach() -> None:
        nonlocal count, busy
        if busy:
            return
        count += 1
        if count == at:
            busy = True
            happens()
            busy = False
        if killed_at is not None and count >= killed_at:
            raise Dead

    def before(call: Callable[..., Any]) -> Callable[..., Any]:
        def do(*args: Any, **more: Any) -> Any:
            reach()
            return call(*args, **more)

        return do

    with pytest.MonkeyPatch.context() as patch:
        for name in _CALLS:
            patch.setattr(os, name, before(getattr(os, name)))
        patch.setattr(writing, "exchange", before(exchange.exchange))
        patch.setattr(Vault, "write", before(Vault.write))
        yield


def write_as_others_do(file: Path, text: str, in_place: bool) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    if in_place:
        file.write_text(text)
    else:
        beside = file.with_name("SKILL.md.tmp")
        beside.write_text(text)
        beside.replace(file)


def nothing() -> None:
    pass


_STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["disk", "disk at", "disk at, killed", "here", "remove", "pass", "killed", "later"]
        ),
        st.integers(1, 25),
        st.integers(1, 12),
        st.booleans(),
    ),
    min_size=2,
    max_size=10,
)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(_STEPS)
def test_broken_off_anywhere_every_text_is_somewhere(
    vault: Vault, tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch,
    doings: list[tuple[str, int, int, bool]],
) -> None:  # fmt: skip
    monkeypatch.setattr(writing, "AT_WORK", 0)
    for old in folders.folders(vault):
        folders.unlink(vault, old)
    later(clock, seconds=1)
    number = len(list(tmp_path.iterdir()))
    root = tmp_path / f"r{number}"
    root.mkdir()
    folder = folders.link(vault, root)
    first = f"{TEXT}Number {number}.\n"
    file = put(root, "deploy", first)
    reconcile.reconcile(vault)
    skill = skill_of(vault, folder, "deploy")
    said = {first}

    def kept() -> set[str]:
        backups = vault.home.folder / removing.BACKUPS
        files = [*backups.rglob("*"), *root.rglob("*")]
        return texts(vault, skill) | {one.read_text() for one in files if one.is_file()}

    def theirs(text: str, in_place: bool) -> None:
        """Another program writes; what it writes over unseen is its own doing."""
        before = file.read_text() if file.exists() else ""
        write_as_others_do(file, text, in_place)
        if before not in kept():
            said.discard(before)
        said.add(text)

    for step, (doing, at, more, in_place) in enumerate(doings):
        text = f"{first}{step}. Another.\n"
        later(clock, seconds=120)
        if doing == "disk":
            theirs(text, in_place)
        elif doing.startswith("disk at"):
            killed_at = at + more if "killed" in doing else None
            with (
                between_calls(at, partial(theirs, text, in_place), killed_at),
                suppress(Dead),
            ):
                reconcile.reconcile(vault)
        elif doing == "here" and library.current(vault, skill) is not None:
            library.save(vault, skill, text)
            said.add(text)
        elif doing == "remove" and file.exists():
            if file.read_text() not in texts(vault, skill):
                said.discard(file.read_text())
            file.unlink()
        elif doing == "killed":
            with between_calls(0, nothing, killed_at=at), suppress(Dead):
                reconcile.reconcile(vault)
        else:
            later(clock, hours=30 if doing == "later" else 0)
            reconcile.reconcile(vault)
        assert said <= kept()
    reconcile.reconcile(vault)
    reconcile.reconcile(vault)
    assert said <= kept()
    report = reconcile.reconcile(vault)
    assert report.reconciled == 0 and report.troubles == []
    assert not list(root.rglob(f"{skill_folders.MARK}*"))


@pytest.mark.parametrize("mode", [Mode.COPIES, Mode.LINKS])
@pytest.mark.parametrize("doing", ["deploy", "update", "retract", "off", "on"])
def test_a_copy_that_was_broken_off_anywhere_is_finished_by_doing_it_again(
    vault: Vault, folder: Folder, root: Path, skill: int, tmp_path: Path, clock: Clock,
    monkeypatch: pytest.MonkeyPatch, doing: str, mode: Mode,
) -> None:  # fmt: skip
    monkeypatch.setattr(writing, "AT_WORK", 0)
    (root / "deploy" / "run.sh").write_text("echo\n")
    reconcile.reconcile(vault)
    number = 0
    is_over = False
    while not is_over:
        number += 1
        place = tmp_path / f"{doing}{number}"
        place.mkdir()
        copies = folders.link(vault, place, mode)

        def switch(on: bool, copies: Folder = copies) -> None:
            (known,) = folders.known(vault, copies.id)
            deploy.switch(vault, copies, known, on)

        does: dict[str, Callable[[], object]] = {
            "deploy": partial(deploy.deploy, vault, copies, skill),
            "update": partial(deploy.deploy, vault, copies, skill),
            "retract": partial(deploy.retract, vault, copies, skill),
            "off": partial(switch, False),
            "on": partial(switch, True),
        }
        if doing != "deploy":
            deploy.deploy(vault, copies, skill)
        if doing == "on":
            switch(False)
        if doing == "update":
            (root / "deploy" / "run.sh").write_text(f"echo {number}\n")
            reconcile.reconcile(vault, [folder])
        with between_calls(0, nothing, killed_at=number):
            try:
                does[doing]()
                is_over = True
            except Dead:
                is_over = False
        reconcile.reconcile(vault)
        if not is_over:
            with suppress(AppError):  # what was done already cannot be done again
                does[doing]()
        expected = {"retract": [], "off": ["deploy"], "deploy": ["deploy"]}
        left = {"off": State.OFF}.get(doing, State.IN_SYNC)
        found = states(vault, copies)
        assert list(found) == expected.get(doing, ["deploy"]), number
        assert doing == "retract" or found == {"deploy": left}, number
        assert not list(place.rglob(f"{skill_folders.MARK}*")), number
        assert states(vault, folder) == {"deploy": State.IN_SYNC}
        folders.unlink(vault, copies)
    assert number > 1
