"""The command line: one parser, one table of commands, one way to fail."""

import argparse
import traceback
from collections.abc import Sequence
from pathlib import Path

from app import __version__
from app.cli import (
    attachments,
    bench,
    knowledge,
    life,
    model,
    packs,
    publishers,
    relating,
    screenshots,
    skills,
    training,
    vaults,
    verify,
    versions,
)
from app.cli.answer import abandon, complain, deliver
from app.cli.session import Session
from app.core.errors import AppError, Cancelled
from app.core.store.files import usual_home
from app.core.words import _

_GROUPS = (
    vaults,
    skills,
    versions,
    attachments,
    knowledge,
    training,
    model,
    life,
    relating,
    packs,
    verify,
    publishers,
    bench,
    screenshots,
)


def parser() -> argparse.ArgumentParser:
    """Every command with its arguments; the documentation is checked against it."""
    top = argparse.ArgumentParser(
        prog="techne",
        description=_("Write down how things are done, and have people and agents follow it."),
        epilog=_("Without a command, or with files, the window opens."),
    )
    top.add_argument("--version", action="version", version=f"Techne {__version__}")
    top.add_argument("--home", type=Path, metavar="DIR", help=_("where the vault lies"))
    top.add_argument("--json", action="store_true", help=_("print one JSON document"))
    commands = top.add_subparsers(dest="command", metavar=_("COMMAND"), required=True)
    for group in _GROUPS:
        group.add_commands(commands)
    for command in set(commands.choices.values()):
        # Also after the command, where people type them; SUPPRESS keeps what stood before it.
        command.add_argument("--home", type=Path, metavar="DIR", default=argparse.SUPPRESS,
                             help=argparse.SUPPRESS)  # fmt: skip
        command.add_argument("--json", action="store_true", default=argparse.SUPPRESS,
                             help=argparse.SUPPRESS)  # fmt: skip
    return top


def run(argv: Sequence[str]) -> int:
    """Do one command. 0: done, 1: an understandable failure, 2: wrong usage."""
    arguments = parser().parse_args(argv)
    session = Session((arguments.home or usual_home()).expanduser())
    try:
        return deliver(arguments.run(session, arguments), as_json=arguments.json)
    except Cancelled:
        return 1
    except AppError as error:
        return complain(error)
    except BrokenPipeError:
        return abandon()
    except KeyboardInterrupt:
        return complain(AppError(_("Stopped.")))
    except Exception as error:  # noqa: BLE001  nobody should have to read a traceback
        return complain(_bug(error))


def _bug(error: Exception) -> AppError:
    """Where it happened; not the message of the error, which may quote a skill."""
    places = [
        f"{Path(frame.filename).name}:{frame.lineno}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    return AppError(
        _("Something went wrong inside Techne ({kind}).").format(kind=type(error).__name__),
        _("Please report it with this trail: {places}").format(places=" ".join(places)),
    )
