"""The command about deleted skills: bin."""

import argparse
from typing import TYPE_CHECKING

from app.cli.lazy import lazily
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

_ACTIONS = ("list", "restore", "empty")


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("bin", help=_("list or restore deleted skills, or empty the bin"))
    command.add_argument(
        "action", metavar="ACTION", choices=_ACTIONS, nargs="?", default=_ACTIONS[0]
    )
    command.add_argument("names", metavar="NAME", nargs="*")
    command.add_argument("--all", action="store_true", help=_("restore: everything"))
    command.add_argument("--yes", action="store_true", help=_("empty: do not ask first"))
    command.set_defaults(run=lazily("deleted_answer.bin_command"), wrong=command.error)
