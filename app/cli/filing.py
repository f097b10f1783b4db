"""Commands about names and places: rename, usages, calls, move, tag, favourite."""

import argparse
from typing import TYPE_CHECKING

from app.cli.lazy import lazily
from app.cli.skill_argument import about_skill
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_commands(commands: "Commands") -> None:
    command = about_skill(commands, "rename", _("rename a skill and update its callers"))
    command.add_argument("new", metavar="NEW")
    callers = command.add_mutually_exclusive_group()
    callers.add_argument(
        "--callers", action="store_true", default=True,
        help=_("update the skills that call it (the default)"),
    )  # fmt: skip
    callers.add_argument(
        "--keep-callers", action="store_false", dest="callers",
        help=_("leave the skills that call it unchanged"),
    )  # fmt: skip
    command.set_defaults(run=lazily("filing_answer.rename"))
    command = about_skill(commands, "usages", _("list the calls of a skill"))
    command.set_defaults(run=lazily("filing_answer.usages"))
    command = about_skill(
        commands, "calls", _("list where the calls of a skill lead, or change one")
    )
    command.add_argument("--change", metavar="CALL", help=_("the call to change, as it is written"))
    command.add_argument(
        "--to", metavar="E", help=_("the engram with the skill it is to lead to, or its id")
    )
    command.set_defaults(run=lazily("filing_answer.calls"), wrong=command.error)
    command = commands.add_parser("move", help=_("move skills to another engram"))
    command.add_argument("names", nargs="+", metavar="NAME")
    command.add_argument(
        "--engram", required=True, metavar="E", help=_("the engram to move them to")
    )
    command.set_defaults(run=lazily("filing_answer.move"))
    command = commands.add_parser("tag", help=_("tag skills"))
    command.add_argument("names", nargs="+", metavar="NAME")
    for option, said in (("--add", _("add this tag")), ("--remove", _("remove this tag"))):
        command.add_argument(option, action="append", default=[], metavar="T", help=said)
    command.set_defaults(run=lazily("filing_answer.tag"), wrong=command.error)
    command = commands.add_parser("favourite", help=_("add skills to favourites"))
    command.add_argument("names", nargs="+", metavar="NAME")
    command.add_argument("--remove", action="store_true", help=_("remove them from favourites"))
    command.set_defaults(run=lazily("filing_answer.favourite"))
