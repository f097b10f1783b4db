"""What every command is given: where the vault is, and the vault once it is unlocked."""

import getpass
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from app.core import vaults
from app.core.errors import AppError
from app.core.store import passphrase as passphrases
from app.core.vault import Vault
from app.core.words import _

_LARGEST = 32 * 1024 * 1024
"""Bytes of a text that is worth reading; a skill of a hundredth of this is huge."""


class NoPassphrase(AppError):
    """There is nobody to ask for the passphrase."""

    code = "no-passphrase"


class NotConfirmed(AppError):
    """What cannot be undone was not said yes to."""

    code = "not-confirmed"


@dataclass(frozen=True, slots=True)
class Session:
    """One run of the command line."""

    home: Path

    @contextmanager
    def vault(self) -> Iterator[Vault]:
        """The unlocked vault; raises `NoVault`, `WrongKey`, `NoPassphrase`."""
        with Vault(self.home, self.data_key()) as vault:
            yield vault

    def data_key(self) -> bytes:
        """From the passphrase file, the keychain, or a prompt on a terminal, in this order."""
        if (data_key := vaults.unasked(self.home)) is not None:
            return data_key
        return vaults.unlock(self.home, passphrase=self.passphrase())

    def passphrase(self, *, new: bool = False) -> str:
        """Read the passphrase file or ask on the terminal, twice for a new one."""
        if (file := passphrases.named()) is not None:
            return passphrases.read(file)
        if not has_terminal():
            raise NoPassphrase(
                _("The vault's passphrase is needed and there is no terminal to ask on."),
                _("Put it into a file only you can read and name it in {variable}.").format(
                    variable=passphrases.VARIABLE
                ),
            )
        passphrase = ask(_("Passphrase: "))
        if new and ask(_("Repeat it: ")) != passphrase:
            raise AppError(_("The two passphrases differ."), _("Nothing was created; start again."))
        if not passphrase:
            raise AppError(_("The passphrase is empty."), _("Nothing was done; start again."))
        return passphrase


def has_terminal() -> bool:
    """Whether somebody can be asked, also when standard input is a file or a pipe."""
    if sys.stdin is not None and sys.stdin.isatty():
        return True
    try:
        os.close(os.open("/dev/tty", os.O_RDWR))
    except OSError:
        return False
    return True


def ask(question: str) -> str:
    """Ask for a passphrase, which is not shown; raises `AppError` when the person ends it."""
    try:
        return getpass.getpass(question)
    except EOFError as error:
        raise AppError(_("No passphrase was given."), _("Nothing was done.")) from error


def confirm(question: str, option: str, refused: str = "") -> None:
    """Go on if the person at the terminal says yes; `option` is what says it beforehand, `refused`
    what is said after a no.

    Raises `NotConfirmed`, also where there is nobody to ask.
    """
    if sys.stdin is None or not sys.stdin.isatty():
        raise NotConfirmed(
            _("This cannot be undone, and there is no terminal to ask on."),
            _("Nothing was done. Use {option} to skip the question.").format(option=option),
        )
    print(_("{question} [y/N] ").format(question=question), end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().casefold() not in (_("y"), _("yes")):
        raise NotConfirmed(refused or _("Nothing was deleted."))


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise AppError(_("Standard input is empty."))
    return sys.stdin.buffer


def read_text(path: Path) -> str:
    """A text file, or standard input for `-`; raises `AppError` for what is not UTF-8 text."""
    try:
        with path.open("rb") if str(path) != "-" else nullcontext(_standard_input()) as file:
            raw = file.read(_LARGEST + 1)
        if len(raw) > _LARGEST:
            raise AppError(
                _("{path} is larger than {most} MB.").format(path=path, most=_LARGEST >> 20),
                _("Split it into several skills."),
            )
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise AppError(
            _("{path} is not UTF-8 text.").format(path=path),
            _("Save it as UTF-8 and try again."),
        ) from error
    except OSError as error:
        raise AppError(
            _("{path} cannot be read: {why}.").format(path=path, why=error.strerror or error),
            _("Check that it is a file, and that you may read it."),
        ) from error
