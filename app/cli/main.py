"""The command line: one parser, one table of commands, one way to fail."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from app import __version__
from app.cli import bench, packs, screenshots, skills, vaults
from app.cli.answer import complain, deliver
from app.cli.session import Session
from app.core.errors import AppError, Cancelled
from app.core.store.files import usual_home
from app.core.words import _

_GROUPS = (vaults, skills, packs, bench, screenshots)


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
    session = Session(arguments.home or usual_home())
    try:
        return deliver(arguments.run(session, arguments), as_json=arguments.json)
    except Cancelled:
        return 1
    except AppError as error:
        return complain(error)
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has left; nobody wants the traceback
        return 1
    except KeyboardInterrupt:
        return complain(AppError(_("Stopped.")))
