"""Which program opens a pack that is double-clicked, on the platform this runs on."""

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from app.core.errors import AppError
from app.core.words import _
from app.desktop import linux, windows


class RegisteredByBundle(AppError):
    """macOS reads the association from the application bundle."""

    code = "registered-by-bundle"


def launch_command() -> list[str]:
    """How this very installation is started from anywhere."""
    if image := os.environ.get("APPIMAGE"):
        return [image]
    if getattr(sys, "frozen", False):
        return [sys.executable]
    beside = Path(sys.executable).parent
    script = beside / ("techne.exe" if sys.platform == "win32" else "techne")
    return [str(script)] if script.exists() else [sys.executable, "-m", "app.main"]


def lasting_command() -> list[str]:
    """The same for what others keep: by the link on the search path, if one leads to it.

    An installer that gives each version a folder of its own moves that link to the new one.
    """
    command = launch_command()
    link = shutil.which(Path(command[0]).name)
    if link and os.path.realpath(link) == os.path.realpath(command[0]):
        return [os.path.abspath(link), *command[1:]]  # noqa: PTH100 - a link stays one
    return command


def register(launch: Sequence[str]) -> list[str]:
    """Have packs open with `launch` for this person; twice is the same as once.

    Returns the files or registry keys written. Raises AppError.
    """
    if sys.platform == "win32":
        return windows.register(launch)
    _not_on_macos()
    return [str(path) for path in linux.register(launch, *_homes())]


def unregister() -> list[str]:
    """Take back what `register` wrote; returns the files or registry keys. Raises AppError."""
    if sys.platform == "win32":
        return windows.unregister()
    _not_on_macos()
    return [str(path) for path in linux.unregister(*_homes())]


def _not_on_macos() -> None:
    if sys.platform == "darwin":
        raise RegisteredByBundle(
            _("On macOS packs open with the Techne application, without registering."),
            _("Move Techne to the Applications folder and open it once."),
        )


def _homes() -> tuple[Path, Path]:
    """Where data and settings of this person are, by the XDG Base Directory standard 0.8."""
    return _home("XDG_DATA_HOME", ".local/share"), _home("XDG_CONFIG_HOME", ".config")


def _home(variable: str, default: str) -> Path:
    chosen = Path(os.environ.get(variable, ""))
    return chosen if chosen.is_absolute() else Path.home() / default
