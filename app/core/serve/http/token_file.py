"""The file with the token of the server: only its owner may read it."""

import secrets
from pathlib import Path

from app.core.errors import AppError
from app.core.store.files import replace_file
from app.core.words import _

_SHORTEST = 16
"""Characters; what is shorter could be guessed."""


class BadToken(AppError):
    """The token file cannot be used."""

    code = "bad-token"


class TokenFile:
    """The token is read again when the file was changed, so that it can be replaced meanwhile."""

    def __init__(self, path: Path) -> None:
        """Makes one with a new token where there is none. Raises `BadToken`."""
        self._path = path
        self._read_at = 0
        self._token = ""
        try:
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                write_new(path)
            elif path.stat().st_mode & 0o077:
                path.chmod(0o600)
            self.token()
        except OSError as error:
            raise _unusable(path, str(error.strerror or error)) from error
        except ValueError as error:
            raise _unusable(path, str(error)) from error

    def token(self) -> str:
        """What is in the file now; what was last in it if it is gone or no good."""
        changed = self._changed()
        if changed != self._read_at:
            said = self._path.read_text(encoding="utf-8").strip()
            if len(said) < _SHORTEST or not said.isascii():
                raise ValueError(_("there is no token of at least 16 letters and digits in it"))
            self._token, self._read_at = said, changed
        return self._token

    def current(self) -> str:
        """The same, for a server that goes on whatever becomes of the file."""
        try:
            return self.token()
        except (OSError, ValueError):
            return self._token

    def _changed(self) -> int:
        return self._path.stat().st_mtime_ns


def write_new(path: Path) -> str:
    """Put a new token into the file, in place of an earlier one. Raises `BadToken`."""
    token = secrets.token_urlsafe(32)
    try:
        replace_file(path, f"{token}\n".encode())
    except OSError as error:
        raise _unusable(path, str(error.strerror or error)) from error
    return token


def _unusable(path: Path, why: str) -> BadToken:
    return BadToken(
        _("The token file {path} cannot be used: {why}.").format(path=path, why=why),
        _("Name another one; a file that is not there yet is made."),
    )
