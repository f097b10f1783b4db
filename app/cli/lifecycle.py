"""Commands about how following skills goes: outcomes, outcome, lifecycle."""

import argparse
from typing import TYPE_CHECKING

from app.cli.argument_types import count, outcome
from app.cli.lazy import lazily
from app.cli.skill_argument import about_skill
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

_NEWEST = 20


def add_commands(commands: "Commands") -> None:
    command = about_skill(commands, "outcomes", _("show how following a skill went"))
    command.add_argument(
        "--limit", type=count, metavar="N", default=_NEWEST, help=_("the newest N times")
    )
    command.add_argument("--agent", metavar="A", help=_("as this agent is shown it"))
    command.set_defaults(run=lazily("lifecycle_answer.outcomes"))
    command = about_skill(commands, "outcome", _("record how following a skill went"))
    command.add_argument(
        "value", type=outcome, metavar="VALUE", help=_("-1 to 1, or success, partial or failure")
    )
    command.add_argument("--session", metavar="S", default="", help=_("in which session"))
    command.add_argument(
        "--run", dest="attempt", metavar="R", default="", help=_("a name, to correct it later")
    )
    command.add_argument("--note", metavar="TEXT", default="", help=_("what went well or wrong"))
    command.add_argument("--agent", metavar="A", help=_("which agent says so, if it is not you"))
    command.set_defaults(run=lazily("lifecycle_answer.outcome"))
    command = commands.add_parser(
        "lifecycle", help=_("show how all skills do, and deprecate those that mostly fail")
    )
    which = command.add_mutually_exclusive_group()
    which.add_argument(
        "--preview", action="store_true", help=_("show what would be deprecated, and why")
    )
    which.add_argument("--sweep", action="store_true", help=_("deprecate what mostly fails"))
    for option, said in (
        ("--protect", _("exempt these skills from being deprecated")),
        ("--unprotect", _("exempt them no longer")),
        ("--deprecate", _("deprecate these skills")),
        ("--restore", _("bring deprecated skills back")),
    ):
        which.add_argument(option, nargs="+", metavar="NAME", help=said)
    command.set_defaults(run=lazily("lifecycle_answer.lifecycle"))
