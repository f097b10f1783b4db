"""The command that does what is due: upkeep."""

import argparse
from typing import TYPE_CHECKING

from app.cli.ask_model import model_option
from app.cli.lazy import lazily
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("upkeep", help=_("do the background work of an open window"))
    model_option(command)
    command.set_defaults(run=lazily("upkeep_answer.upkeep"))
