"""How a skill is named in a command."""

import argparse
from typing import TYPE_CHECKING

from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def about_skill(
    commands: "Commands", name: str, summary: str, *, optional: str = ""
) -> argparse.ArgumentParser:
    """A command about one skill; `optional` says what it does without one, where it may."""
    command = commands.add_parser(name, help=summary)
    if optional:
        command.add_argument("name", metavar="NAME", nargs="?", help=optional)
    else:
        command.add_argument("name", metavar="NAME")
    engram_option(command)
    return command


def engram_option(command: argparse.ArgumentParser) -> None:
    command.add_argument("--engram", metavar="E", help=_("where the skill is filed"))
