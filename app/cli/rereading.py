"""The command about skills that an update reads otherwise: reread."""

import argparse
from typing import TYPE_CHECKING

from app.cli.lazy import lazily
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser(
        "reread", help=_("list the skills that an update reads differently")
    )
    command.add_argument("names", nargs="*", metavar="NAME", help=_("the skills you have seen"))
    command.add_argument("--seen", action="store_true", help=_("take them off the list"))
    command.add_argument("--all", action="store_true", help=_("with --seen: all of them"))
    command.set_defaults(run=lazily("rereading_answer.reread"), wrong=command.error)
