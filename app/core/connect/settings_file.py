"""The settings file of a client: read whole, changed as text, replaced whole."""

import hashlib
import os
import stat
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from app.core.connect import json_edit, toml_edit
from app.core.connect.json_text import BadJson
from app.core.connect.toml_edit import BadToml
from app.core.errors import AppError
from app.core.store.files import replace_file
from app.core.words import _

LARGEST = 64 * 1024 * 1024
"""Bytes; some clients keep their history in it."""
_MARK = "\ufeff"


class SettingsBroken(AppError):
    """It is not what the client writes, so nothing can be changed in it."""

    code = "settings-broken"


class SettingsLocked(AppError):
    """It may not be written."""

    code = "settings-locked"


class SettingsElsewhere(AppError):
    """It is a link to where Techne was not asked to write."""

    code = "settings-elsewhere"


class SettingsChanged(AppError):
    """Somebody else wrote it since it was read."""

    code = "settings-changed"


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """`path` is where the client looks, `real` what a link there leads to; `content` is None while
    there is no file."""

    path: Path
    real: Path
    content: bytes | None
    mode: int | None

    @property
    def text(self) -> str:
        return (self.content or b"").decode().removeprefix(_MARK)

    @property
    def digest(self) -> str:
        return digest(self.content)

    def find(self, path: Sequence[str]) -> Any:
        """The value at `path`, None without one. Raises `SettingsBroken`."""
        return self._do(lambda way: way.find(self.text, path))

    def put(self, text: str, path: Sequence[str], value: Any) -> str:
        """The text of this file, or a changed one, with a value. Raises `SettingsBroken`."""
        return str(self._do(lambda way: way.put(text, path, value)))

    def take_out(self, text: str, path: Sequence[str], *, emptied: int = 0) -> str:
        """Without the value at `path`. Raises `SettingsBroken`."""
        return str(self._do(lambda way: way.take_out(text, path, emptied=emptied)))

    def encoded(self, text: str) -> bytes:
        """A text for this file: with the mark at its start, if it has one."""
        marked = (self.content or b"").startswith(_MARK.encode())
        return ((_MARK if marked else "") + text).encode()

    def write(self, content: bytes | None) -> None:
        """Replace the file, or remove it for None, if it is still the one that was read.

        Raises `SettingsChanged`, `SettingsLocked`.
        """
        now = _content(self.real)
        if now != self.content:
            raise SettingsChanged(
                _("{file} changed meanwhile.").format(file=self.path),
                _("Nothing was written; try again."),
            )
        try:
            if content is None:
                self.real.unlink(missing_ok=True)
                return
            self.real.parent.mkdir(parents=True, exist_ok=True)
            replace_file(self.real, content)
            if self.mode is not None:
                self.real.chmod(self.mode)
        except OSError as error:
            raise _locked(self.path, error.strerror or str(error)) from error

    def _do(self, work: Callable[[ModuleType], Any]) -> Any:
        try:
            return work(toml_edit if self.path.suffix == ".toml" else json_edit)
        except BadJson as error:
            why = _("line {number}: {why}").format(number=error.line, why=error)
            raise _broken(self.path, why) from error
        except BadToml as error:
            raise _broken(self.path, str(error)) from error


def read(path: Path, within: Path) -> SettingsFile:
    """A settings file that may not be there yet; a link may lead to a place in `within` only.

    Raises `SettingsElsewhere`, `SettingsLocked`, `SettingsBroken`.
    """
    real, root = Path(os.path.realpath(path)), Path(os.path.realpath(within))
    expected = root / path.absolute().relative_to(within.absolute())
    if real != expected and not real.is_relative_to(root):
        raise SettingsElsewhere(
            _("{file} leads to {target}.").format(file=path, target=real),
            _("Techne does not write there; add the server yourself, or replace the link."),
        )
    content = _content(real)
    mode = None
    if content is not None:
        mode = stat.S_IMODE(real.stat().st_mode)
        if not mode & 0o222 or not os.access(real, os.W_OK):
            raise _locked(path, _("it is read-only"))
        try:
            content.decode()
        except UnicodeDecodeError as error:
            raise _broken(path, _("it is not UTF-8 text")) from error
    return SettingsFile(path, real, content, mode)


def base(path: Path, project: Path | None) -> Path:
    """The folder that a link may lead within: the project, the person's own, or where it is."""
    if project is not None:
        return project
    home = Path.home()
    return home if path.absolute().is_relative_to(home.absolute()) else path.parent


def digest(content: bytes | None) -> str:
    """SHA-256; empty where there is no file."""
    return "" if content is None else hashlib.sha256(content).hexdigest()


def _content(path: Path) -> bytes | None:
    try:
        if path.stat().st_size > LARGEST:
            raise _broken(path, _("it is too large"))
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _locked(path, error.strerror or str(error)) from error


def _broken(path: Path, why: str) -> SettingsBroken:
    return SettingsBroken(
        _("{file} cannot be changed: {why}.").format(file=path, why=why),
        _("Nothing was written. Correct the file, then try again."),
    )


def _locked(path: Path, why: str) -> SettingsLocked:
    return SettingsLocked(
        _("{file} cannot be written: {why}.").format(file=path, why=why),
        _("Nothing was written. Check who may write the file and its folder."),
    )
