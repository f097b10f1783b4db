"""Commands about how following skills goes: outcomes, outcome, observe, observations, lifecycle."""

import argparse
from typing import TYPE_CHECKING

from app.cli.argument_types import count, number, outcome
from app.cli.lazy import lazily
from app.cli.skill_argument import about_skill, engram_option
from app.core.lifecycle.observations import Category, ObservationStatus
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

_NEWEST = 20


def add_commands(commands: "Commands") -> None:
    command = about_skill(
        commands, "outcomes", _("show how following a skill went"),
        optional=_("without a name, what the sessions of agents say about all skills"),
    )  # fmt: skip
    command.add_argument(
        "--limit", type=count, metavar="N", default=_NEWEST, help=_("the newest N times")
    )
    command.add_argument("--agent", metavar="A", help=_("what this agent is shown"))
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
    command = about_skill(commands, "observe", _("note something about a skill"))
    command.add_argument("text", metavar="TEXT", help=_("what you noticed"))
    command.add_argument(
        "--category", choices=list(Category), default=Category.FRICTION, metavar="C",
        help=_("methodology, process, friction, surprise or quality"),
    )  # fmt: skip
    command.set_defaults(run=lazily("lifecycle_answer.observe"))
    command = commands.add_parser(
        "observations", help=_("list what was noticed about skills, and settle it")
    )
    command.add_argument("name", nargs="?", metavar="NAME")
    engram_option(command)
    command.add_argument("--all", action="store_true", help=_("also what is settled"))
    which = command.add_mutually_exclusive_group()
    for status in ObservationStatus:
        option = "--reopen" if status is ObservationStatus.PENDING else f"--{status}"
        which.add_argument(
            option, dest=status, nargs="+", type=number, metavar="ID",
            help=_("say of these that they are {status}").format(status=status),
        )  # fmt: skip
    command.set_defaults(run=lazily("lifecycle_answer.observations"))
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
        ("--unprotect", _("stop protecting these skills")),
        ("--deprecate", _("deprecate these skills")),
        ("--restore", _("bring deprecated skills back")),
    ):
        which.add_argument(option, nargs="+", metavar="NAME", help=said)
    command.set_defaults(run=lazily("lifecycle_answer.lifecycle"))
