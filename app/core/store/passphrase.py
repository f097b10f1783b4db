"""The passphrase in a file, for a computer where nobody is there to type it."""

import os
from pathlib import Path

from app.core.errors import AppError
from app.core.words import _

VARIABLE = "TECHNE_PASSPHRASE_FILE"
_LONGEST = 64 * 1024


def named() -> Path | None:
    """The file that holds the vault's passphrase, if the person named one."""
    path = os.environ.get(VARIABLE)
    return Path(path).expanduser() if path else None


def read(path: Path) -> str:
    """The first line of the file; raises `AppError`."""
    try:
        with path.open("rb") as file:
            content = file.read(_LONGEST).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else _("it is not UTF-8 text")
        raise AppError(
            _("The passphrase file {path} cannot be read: {reason}.").format(
                path=path, reason=reason
            )
        ) from error
    passphrase = content.split("\n", 1)[0].rstrip("\r")
    if not passphrase:
        raise AppError(
            _("The passphrase file {path} has no passphrase on its first line.").format(path=path)
        )
    return passphrase
