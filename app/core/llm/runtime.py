"""Whether llama.cpp, the program that runs models, is installed, and installing it."""

import importlib
import importlib.util
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path

from app.core.errors import AppError
from app.core.progress import Progress, checkpoint
from app.core.words import _

_BOOTSTRAP = Path(__file__).resolve().parents[3] / "packaging" / "bootstrap.py"
_BUILT = re.compile(r"built (\d+) of (\d+)")
"""How the set-up says how far a build is."""
_GIVEN_UP = "* Going on without language models. "
"""How the last lines of the set-up begin where it could not be installed."""
_PATIENCE = 10.0
"""Seconds that a stopped build has to clean up after itself."""
_LOOK = 0.2
"""Seconds between two looks whether somebody pressed Stop."""


class CannotInstall(AppError):
    """llama.cpp could not be installed; everything else works without it."""

    code = "cannot-install"


def is_installed() -> bool:
    """Found without importing it, which takes a second."""
    try:
        return importlib.util.find_spec("llama_cpp") is not None
    except (ImportError, ValueError):
        return False


def is_wanted(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether the set-up left installing it to the window it opened."""
    return bool(environ.get("TECHNE_RUNTIME_WANTED")) and not is_installed()


def next_step() -> str:
    """How to install it here: the set-up of the checkout, or pip of the Python that runs us."""
    if not (line := command()):
        return _("This build of Techne cannot run models; an installation from source can.")
    return _(
        "Install it with: {line}. Without a prebuilt package it is compiled here, "
        "in 5 to 15 minutes."
    ).format(line=line)


def command() -> str:
    """What to type into a terminal for it; nothing in a build that cannot be added to."""
    if getattr(sys, "frozen", False):
        return ""
    if _BOOTSTRAP.exists():
        return f"{_python()} {_quoted(_BOOTSTRAP)} model"
    return f"{_quoted(Path(sys.executable))} -m pip install llama-cpp-python"


def install(progress: Progress) -> None:
    """Install it as `command` would; takes up to 15 minutes where it has to be built.

    Raises `CannotInstall` with the reason, `Cancelled` after Stop; a build that was stopped leaves
    nothing behind.
    """
    progress.report(0, _("looking for a prebuilt package"))
    with subprocess.Popen(
        _installer(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    ) as child:
        said: list[str] = []
        reading = threading.Thread(target=_read, args=(child, progress, said), daemon=True)
        reading.start()
        try:
            while reading.is_alive():
                checkpoint(progress)
                reading.join(_LOOK)
        except BaseException:
            _stop(child)
            raise
    importlib.invalidate_caches()
    if not is_installed():
        raise _why_not(said)


def _installer() -> list[str]:
    if _BOOTSTRAP.exists():
        return [sys.executable, str(_BOOTSTRAP), "runtime"]
    return [sys.executable, "-m", "pip", "install", "--no-input", "llama-cpp-python"]


def _read(child: "subprocess.Popen[str]", progress: Progress, said: list[str]) -> None:
    """Keep what it writes, and report how far the build is."""
    assert child.stdout is not None
    for line in child.stdout:
        said.append(line.rstrip())
        if found := _BUILT.search(line):
            built, parts = int(found[1]), int(found[2])
            words = _("{built} of {parts} parts built").format(built=built, parts=parts)
            progress.report(built / max(parts, built, 1), words)


def _stop(child: "subprocess.Popen[str]") -> None:
    """As Ctrl+C does it, so that the build tidies up; then for good, with all it started."""
    if os.name == "nt":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(child.pid)], check=False)
        return
    for number in (signal.SIGINT, signal.SIGKILL):
        try:
            os.killpg(child.pid, number)
            child.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            continue
        except ProcessLookupError:
            return


def _why_not(said: list[str]) -> CannotInstall:
    given_up = next((n for n, line in enumerate(said) if line.startswith(_GIVEN_UP)), None)
    if given_up is None:
        hint = " ".join(said[-3:])
    else:
        said = [said[given_up].removeprefix(_GIVEN_UP), *said[given_up + 1 :]]
        hint = " ".join(line.strip() for line in said)
    return CannotInstall(_("llama.cpp, which runs language models, could not be installed."), hint)


def _python() -> str:
    """As one starts it in a terminal; any Python will do for the set-up."""
    return "py" if sys.platform == "win32" else "python3"


def _quoted(path: Path) -> str:
    return f'"{path}"' if " " in str(path) else str(path)
