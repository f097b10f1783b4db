"""Commands about memories as they are: memories, correct, refile, forget, terms."""

import argparse
from typing import TYPE_CHECKING

from app.cli.argument_types import count, day, number
from app.cli.lazy import lazily
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

_LIMIT = 50


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("memories", help=_("list memories, or where they come from"))
    _narrowing(command)
    command.add_argument(
        "--limit", type=count, default=_LIMIT, metavar="N", help=_("at most this many memories")
    )
    command.add_argument("--sources", action="store_true", help=_("list the sources instead"))
    command.set_defaults(run=lazily("remembering_answer.memories"))
    command = commands.add_parser("correct", help=_("correct the text of a memory"))
    command.add_argument("memory", type=number, metavar="M")
    command.add_argument("text", metavar="TEXT", help=_("- for standard input"))
    command.set_defaults(run=lazily("remembering_answer.correct"))
    command = commands.add_parser("refile", help=_("tag memories, or move them to an engram"))
    command.add_argument("memories", type=number, nargs="+", metavar="M")
    command.add_argument("--engram", metavar="E", help=_("file them in this one"))
    tags = (("--tag", _("add this tag")), ("--untag", _("remove this tag")))
    for option, said in tags:
        command.add_argument(option, action="append", default=[], metavar="T", help=said)
    command.set_defaults(run=lazily("remembering_answer.refile"), wrong=command.error)
    command = commands.add_parser("forget", help=_("forget memories, or restore them"))
    command.add_argument("memories", type=number, nargs="*", metavar="M")
    command.add_argument("--undo", action="store_true", help=_("restore them"))
    _narrowing(command)
    command.set_defaults(run=lazily("remembering_answer.forget"), wrong=command.error)
    command = commands.add_parser("terms", help=_("list or change the terms to look for in texts"))
    which = command.add_mutually_exclusive_group()
    which.add_argument("--add", nargs="+", metavar="TERM", help=_("look for these too"))
    which.add_argument("--remove", nargs="+", metavar="TERM", help=_("stop looking for these"))
    command.set_defaults(run=lazily("remembering_answer.terms"))


def _narrowing(command: argparse.ArgumentParser) -> None:
    command.add_argument("--engram", metavar="E", help=_("only those filed in this engram"))
    command.add_argument("--tag", metavar="T", default="", help=_("only those with this tag"))
    command.add_argument("--source", metavar="S", help=_("only those from this source"))
    command.add_argument("--since", type=day, metavar="DAY", help=_("only from this day on"))
    command.add_argument("--until", type=day, metavar="DAY", help=_("only up to this day"))
