"""How a skill is named in a command."""

import argparse
from typing import TYPE_CHECKING

from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def about_skill(commands: "Commands", name: str, summary: str) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=summary)
    command.add_argument("name", metavar="NAME")
    engram_option(command)
    return command


def engram_option(command: argparse.ArgumentParser) -> None:
    command.add_argument("--engram", metavar="E", help=_("where the skill is filed"))
