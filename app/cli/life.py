"""Commands about the life of skills: used, stats, importance."""

import argparse
from typing import TYPE_CHECKING

from app.cli.answer import Answer
from app.cli.knowledge import count
from app.cli.session import Session
from app.cli.skill_argument import about_skill
from app.core.memory.entities import AGENT
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

_DAYS = 30


def add_commands(commands: "Commands") -> None:
    command = about_skill(commands, "used", _("say that a skill was used"))
    command.add_argument("--session", metavar="S", default="", help=_("in which session"))
    command.add_argument(
        "--memory", type=number, metavar="M", help=_("the number of the memory that tells of it")
    )
    command.add_argument("--agent", metavar="A", default=AGENT, help=_("by whom"))
    command.add_argument("--project", metavar="P", default="", help=_("for which project"))
    command.set_defaults(run=used)
    command = about_skill(commands, "stats", _("show how a skill is doing, with the arithmetic"))
    command.add_argument(
        "--days", type=count, metavar="N", default=_DAYS, help=_("look back so many days")
    )
    command.set_defaults(run=stats)
    command = about_skill(commands, "importance", _("let a skill fade at a rate of its own"))
    which = command.add_mutually_exclusive_group()
    which.add_argument(
        "--rate", type=_rate, metavar="R", help=_("what a day without use leaves: 0 to 1")
    )
    which.add_argument("--usual", action="store_true", help=_("like all the others again"))
    command.set_defaults(run=importance)


def used(session: Session, arguments: argparse.Namespace) -> Answer:
    """Count a use; the same one told again changes nothing."""
    from app.cli import life_answer  # noqa: PLC0415  other commands need no settings

    return life_answer.used(session, arguments)


def stats(session: Session, arguments: argparse.Namespace) -> Answer:
    """Uses, importance, vitality and what surrounds a skill."""
    from app.cli import life_answer  # noqa: PLC0415  as above

    return life_answer.stats(session, arguments)


def importance(session: Session, arguments: argparse.Namespace) -> Answer:
    """What the importance is made of; with an option, how fast it fades from now on."""
    from app.cli import life_answer  # noqa: PLC0415  as above

    return life_answer.importance(session, arguments)


def number(typed: str) -> int:
    """The number of a memory or of a relation, as other commands print it."""
    digits = typed.removeprefix("memory:")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 16):
        raise argparse.ArgumentTypeError(_("“{typed}” is not a number").format(typed=typed))
    return int(digits)


def _rate(typed: str) -> float:
    try:
        rate = float(typed)
    except ValueError:
        rate = -1.0
    if not 0 <= rate <= 1:
        raise argparse.ArgumentTypeError(_("“{typed}” is not between 0 and 1").format(typed=typed))
    return rate
