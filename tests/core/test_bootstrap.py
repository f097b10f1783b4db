"""Setting up: what is kept, what is asked of the system, and what a failure is called."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import bootstrap
import checks
import console
import environment
import failures
import llama
import pytest
import qt_libraries
import system
from console import Trouble
from environment import Environment, Stamp
from system import Lack

ROOT = Path(__file__).resolve().parents[2]
STAMP = Stamp(place="/x/.venv", interpreter="3.11 /usr", project="abc", extras=("test",))


class Commands:
    """Stands in for the programs of the machine; fails those whose words are in `fails`."""

    def __init__(self) -> None:
        self.ran: list[str] = []
        self.fails: dict[str, str] = {}
        self.answer = ""

    def __call__(
        self,
        command: Sequence[str],
        environ: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        each: object = None,
    ) -> str:
        line = " ".join(command)
        self.ran.append(line)
        for words, output in self.fails.items():
            if words in line:
                raise console.ChildFailed(command, output)
        return self.answer


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> Commands:
    commands = Commands()
    for module in (environment, system, qt_libraries):
        monkeypatch.setattr(module, "run_quietly", commands)
    return commands


@pytest.fixture
def here(tmp_path: Path) -> Environment:
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    return Environment(tmp_path)


def half_made(here: Environment) -> None:
    here.python.parent.mkdir(parents=True)
    (here.folder / "pyvenv.cfg").touch()


# When the environment is current


def test_what_was_installed_for_tests_is_enough_to_run() -> None:
    assert STAMP.covers(STAMP)
    assert STAMP.covers(replace(STAMP, extras=()))
    assert not replace(STAMP, extras=()).covers(STAMP)
    assert not STAMP.covers(replace(STAMP, project="abd"))


@pytest.mark.parametrize(
    "other", [replace(STAMP, interpreter="3.12 /usr"), replace(STAMP, place="/y/.venv")]
)
def test_another_python_or_place_starts_afresh(other: Stamp) -> None:
    assert not STAMP.covers(other)
    assert not STAMP.can_be_kept_for(other)


def test_a_second_run_has_nothing_to_do_until_the_project_changes(here: Environment) -> None:
    half_made(here)
    here.python.touch()
    here.put_stamp(here.wanted(("test",)))
    assert here.is_ready(("test",))
    assert here.is_ready(())
    (here.root / "pyproject.toml").write_text("[project]\ndependencies = []\n")
    assert not here.is_ready(("test",))


def test_an_environment_whose_python_is_gone_is_not_ready(here: Environment) -> None:
    half_made(here)
    here.put_stamp(here.wanted(()))
    assert not here.is_ready(())


@pytest.mark.parametrize("damage", ["", "{", "[]", "{}", '{"place": 1}', '{"extras": 7}'])
def test_a_damaged_stamp_is_no_stamp(damage: str, here: Environment) -> None:
    half_made(here)
    (here.folder / "techne-bootstrap.json").write_text(damage)
    assert here.stamp() is None
    assert not here.is_ready(())


# Making it


def test_a_half_made_environment_is_made_again(here: Environment, commands: Commands) -> None:
    half_made(here)
    commands.fails[str(here.python)] = "no such file"
    with pytest.raises(Trouble):
        here.prepare(("test",))
    assert f"-m venv --clear {here.folder}" in commands.ran[1]
    assert here.stamp() is None
    commands.fails.clear()
    here.prepare(("test",))
    assert "pip" in commands.ran[-1]
    assert commands.ran[-1].endswith("install --editable .[test]")
    assert here.stamp() == here.wanted(("test",))


def test_what_was_there_before_stays_installed(here: Environment, commands: Commands) -> None:
    half_made(here)
    here.put_stamp(replace(here.wanted(("test",)), project="older"))
    commands.answer = here.wanted(()).interpreter
    here.prepare(("build",))
    assert commands.ran[-1].endswith("install --editable .[build,test]")
    assert not any("venv --clear" in line for line in commands.ran)


def test_a_failed_installation_leaves_no_stamp(here: Environment, commands: Commands) -> None:
    half_made(here)
    here.put_stamp(here.wanted(()))
    commands.fails["pip"] = "ERROR: [Errno 28] No space left on device"
    with pytest.raises(Trouble, match="too little room"):
        here.prepare(("test",))
    assert here.stamp() is None


def test_a_folder_of_somebody_else_is_not_touched(here: Environment) -> None:
    here.folder.mkdir()
    (here.folder / "diary.txt").write_text("mine")
    with pytest.raises(Trouble, match="in the way"):
        here.check_the_ground()
    assert (here.folder / "diary.txt").read_text() == "mine"


def test_a_full_disk_is_said_before_anything_is_begun(
    here: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment, "ROOM_NEEDED", 1 << 80)
    with pytest.raises(Trouble, match="too little room"):
        here.check_the_ground()


def test_a_folder_that_cannot_be_written_to_is_said(
    here: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(Trouble, match="cannot be written to"):
        here.check_the_ground()


# What the system has to provide


def test_only_what_cannot_be_loaded_is_lacking() -> None:
    lacks = qt_libraries.lacking(qt_libraries.ALWAYS, loads=lambda name: name != "libEGL.so.1")
    assert lacks == [Lack("libEGL.so.1", "libegl1")]
    assert qt_libraries.lacking({"libtechne-none.so.9": "none"})


@pytest.mark.parametrize(
    ("environ", "is_more"),
    [
        ({}, False),
        ({"DISPLAY": ""}, False),
        ({"DISPLAY": ":0"}, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}, False),
    ],
)
def test_a_display_needs_more_libraries(environ: dict[str, str], is_more: bool) -> None:
    if sys.platform != "linux":
        pytest.skip("elsewhere there always is a display")
    assert ("libxcb-cursor.so.0" in qt_libraries.needed(environ)) is is_more


def test_elsewhere_there_always_is_a_display() -> None:
    assert qt_libraries.has_display({}, "darwin")
    assert qt_libraries.has_display({}, "win32")
    assert not qt_libraries.has_display({}, "linux")


LACKS = [Lack("libGL.so.1", "libgl1"), Lack("a", "libglib2.0-0"), Lack("b", "libglib2.0-0")]


def test_root_installs_and_asks_for_fresh_lists_only_when_needed(
    commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(system, "is_root", lambda: True)
    line = "apt-get install -y --no-install-recommends libgl1 libglib2.0-0"
    system.provide(LACKS)
    assert commands.ran == [line]
    commands.fails["apt-get install"] = "Temporary failure resolving 'deb.debian.org'"
    with pytest.raises(Trouble, match="cannot be reached"):
        system.provide(LACKS)
    assert commands.ran[1:] == [line, "apt-get update", line]


@pytest.mark.parametrize(("sudo", "begin"), [("/usr/bin/sudo", "sudo sh -c"), (None, "su - -c")])
def test_anybody_else_is_told_the_exact_line(
    sudo: str | None, begin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", {"apt-get": "/a", "sudo": sudo}.get)
    monkeypatch.setattr(system, "is_root", lambda: False)
    with pytest.raises(Trouble, match=r"lacks libGL\.so\.1, a, b") as caught:
        system.provide(LACKS)
    assert (
        f"{begin} 'apt-get update && apt-get install -y --no-install-recommends"
        " libgl1 libglib2.0-0'" in caught.value.hint
    )


def test_other_systems_are_told_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(Trouble, match=r"libGL\.so\.1") as caught:
        system.provide(LACKS)
    assert "apt" not in caught.value.hint
    system.provide([])


def test_qt_starts_here_with_a_release_that_is_safe() -> None:
    qt_libraries.start(Path(sys.executable), os.environ | {"QT_QPA_PLATFORM": "offscreen"})


@pytest.mark.parametrize(
    ("release", "python", "is_safe"),
    [
        ("6.10.3", (3, 11), True),
        ("6.11.0", (3, 11), False),
        ("6.12.0", (3, 11), False),
        ("7.0.0", (3, 11), False),
        ("6.12.0", (3, 12), True),
    ],
)
def test_releases_that_abort_are_refused(
    release: str, python: tuple[int, int], is_safe: bool
) -> None:
    assert (qt_libraries.unsafe_release(f"PySide6 {release}\n", python) is None) is is_safe


# Failures


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        ("OSError: [Errno 28] No space left on device", "There is too little room on the disk."),
        (
            "E: You don't have enough free space in /var/cache/apt/",
            "There is too little room on the disk.",
        ),
        ("[Errno 30] Read-only file system: '/x'", "This folder cannot be written to."),
        (
            "[WinError 5] Access is denied",
            "A file of this folder belongs to somebody else or is in use.",
        ),
        (
            "WARNING: Retrying … NewConnectionError … Temporary failure in name resolution\n"
            "ERROR: No matching distribution found for setuptools>=77",
            "The package server cannot be reached.",
        ),
        (
            "ERROR: No matching distribution found for PySide6-Essentials",
            "A package Techne needs has no build for this Python on this system.",
        ),
        (
            "ssl.SSLCertVerificationError: [SSL: CERTIFICATE_VERIFY_FAILED] …",
            "The certificate of the package server is not trusted by this computer.",
        ),
        (
            "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 1",
            "Another program is installing packages at this moment.",
        ),
    ],
)
def test_known_failures_have_a_sentence(output: str, sentence: str) -> None:
    trouble = failures.explain("Installing with pip", output)
    assert str(trouble) == sentence
    assert trouble.hint.endswith(".")


def test_an_unknown_failure_shows_its_last_lines() -> None:
    trouble = failures.explain("Installing with pip", "\n".join(f"line {n}" for n in range(50)))
    assert str(trouble) == "Installing with pip did not work."
    assert "line 49" in trouble.hint
    assert "line 12" not in trouble.hint


@pytest.mark.parametrize(
    ("output", "part"),
    [
        ("ImportError: libEGL.so.1: cannot open shared object file: No such", "libEGL.so.1"),
        ("qt.qpa.xcb: could not connect to display :7", "display cannot be reached"),
        ("Fatal Python error: none_dealloc", "Qt does not start"),
    ],
)
def test_why_qt_does_not_start(output: str, part: str) -> None:
    assert part in str(qt_libraries.explain_start(output))


# The commands


def test_an_old_python_is_told_so() -> None:
    code = (ROOT / "packaging" / "bootstrap.py").read_text("utf-8")
    old = f"import sys; sys.version_info = (3, 9, 2, 'final', 0)\n{code}"
    done = subprocess.run([sys.executable, "-c", old], check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert "needs Python 3.11 or newer, and this is 3.9." in done.stderr
    assert "Traceback" not in done.stderr


def test_without_a_display_the_command_line_is_suggested(
    here: Environment, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "set_up", lambda extras, environ: here)
    monkeypatch.setattr(qt_libraries, "has_display", lambda environ: False)
    monkeypatch.setattr(llama, "provide", lambda here: None)
    assert bootstrap.main(["run"]) == 1
    assert f"{here.program('techne')} --help" in capsys.readouterr().out


def test_the_first_failing_check_is_loud_and_the_last(
    here: Environment, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    statuses = {"ruff": 0, "mypy": 2, "lint-imports": 0, "pytest": 0}
    ran: list[str] = []

    def call(command: Sequence[str], **_: object) -> int:
        ran.append(" ".join([Path(command[0]).name, *command[1:]]))
        return statuses[Path(command[0]).name]

    monkeypatch.setattr(subprocess, "call", call)
    assert checks.run_all(here, {}, ["-x"]) == 1
    assert ran == ["ruff format --check", "ruff check", "mypy"]
    assert "FAILED: Types (mypy ended with status 2)." in capsys.readouterr().out
    statuses["mypy"] = 0
    assert checks.run_all(here, {}, ["-x"]) == 0
    assert ran[-2] == "lint-imports --no-logo"
    assert ran[-1] == "pytest -q -n auto --dist loadfile --no-loadscope-reorder -x"


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.04, "0.0 s"), (9.87, "9.9 s"), (48.2, "48 s"), (125, "2 min 5 s")]
)
def test_durations_are_said_as_people_say_them(seconds: float, said: str) -> None:
    assert console.spent(seconds) == said


def test_a_child_reads_nothing_and_its_failure_is_kept() -> None:
    assert console.run_quietly([sys.executable, "-c", "print(input.__name__)"]) == "input\n"
    with pytest.raises(console.ChildFailed) as caught:
        console.run_quietly([sys.executable, "-c", "print('é'); input()"])
    assert "EOFError" in caught.value.output


def test_the_same_command_runs_in_ci() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "python3 packaging/bootstrap.py test" in script.read_text("utf-8")
