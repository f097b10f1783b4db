"""The command about what is known of a skill beside its text: details."""

import argparse
from typing import TYPE_CHECKING

from app.cli.argument_types import rate
from app.cli.lazy import lazily
from app.cli.skill_argument import about_skill
from app.core.library.record import Precedence, Source
from app.core.skills.reading.discovery import ROLES
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

BY_TEXT = "by-text"
NONE = "none"


def add_commands(commands: "Commands") -> None:
    command = about_skill(commands, "details", _("show or set the fields of a skill"))
    command.add_argument(
        "--role", choices=[*sorted(ROLES), BY_TEXT], metavar="R", help=_("its role in a procedure")
    )
    command.add_argument(
        "--confidence", type=rate, metavar="C", help=_("how reliable it is: 0 to 1")
    )
    command.add_argument(
        "--hint", action="append", metavar="TEXT", help=_("an input it expects; empty for none")
    )
    command.add_argument(
        "--pattern", action="append", metavar="GLOB", help=_("files it is for; empty for none")
    )
    command.add_argument(
        "--origin", choices=list(Source), metavar="O", help=_("how the skill came to be")
    )
    command.add_argument(
        "--precedence", choices=[*Precedence, NONE], metavar="P",
        help=_("whether it yields to an operator's instructions, overrides them, or none"),
    )  # fmt: skip
    command.set_defaults(run=lazily("details_answer.show_details"))
