"""Commands about the life of skills: used, stats, importance."""

import argparse
from typing import TYPE_CHECKING

from app.cli.argument_types import count, number, rate
from app.cli.lazy import lazily
from app.cli.skill_argument import about_skill
from app.core.memory.entities import AGENT
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

_DAYS = 30


def add_commands(commands: "Commands") -> None:
    command = about_skill(commands, "used", _("record that a skill was used"))
    command.add_argument("--session", metavar="S", default="", help=_("in which session"))
    command.add_argument(
        "--memory", type=number, metavar="M", help=_("the number of the memory about it")
    )
    command.add_argument("--agent", metavar="A", default=AGENT, help=_("by whom"))
    command.add_argument("--project", metavar="P", default="", help=_("for which project"))
    command.set_defaults(run=lazily("life_answer.used"))
    command = about_skill(commands, "stats", _("show how a skill is doing, with the arithmetic"))
    command.add_argument(
        "--days", type=count, metavar="N", default=_DAYS, help=_("look back this many days")
    )
    command.set_defaults(run=lazily("life_answer.stats"))
    command = about_skill(commands, "importance", _("set how fast a skill fades"))
    which = command.add_mutually_exclusive_group()
    which.add_argument(
        "--rate", type=rate, metavar="R", help=_("what is left after a day without use: 0 to 1")
    )
    which.add_argument("--usual", action="store_true", help=_("back to the default rate"))
    command.set_defaults(run=lazily("life_answer.importance"))
