"""Commands about words in many skills: find, replace."""

import argparse
from typing import TYPE_CHECKING

from app.cli.lazy import lazily
from app.cli.skill_argument import engram_option
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("find", help=_("find text in skills"))
    command.add_argument("find", metavar="FIND")
    _add_options(command)
    command.set_defaults(run=lazily("replacing_answer.find"))
    command = commands.add_parser("replace", help=_("find and replace text in skills"))
    command.add_argument("find", metavar="FIND")
    command.add_argument("written", metavar="WITH")
    _add_options(command)
    command.add_argument("--dry-run", action="store_true", help=_("only show what would change"))
    command.set_defaults(run=lazily("replacing_answer.replace"))


def _add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("names", nargs="*", metavar="NAME")
    command.add_argument("--regex", action="store_true", help=_("FIND is a regular expression"))
    command.add_argument("--word", action="store_true", help=_("match whole words only"))
    command.add_argument("--case", action="store_true", help=_("match case"))
    command.add_argument("--tag", metavar="T", default="", help=_("only in skills with this tag"))
    engram_option(command)
