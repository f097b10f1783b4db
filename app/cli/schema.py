"""The command that tells what the documents of all commands look like: schema."""

import argparse
from typing import TYPE_CHECKING

from app.cli.lazy import lazily
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("schema", help=_("print the JSON Schema of the answers"))
    command.add_argument("name", metavar="COMMAND", nargs="?")
    command.set_defaults(run=lazily("schema_answer.schema"))
