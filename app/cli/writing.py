"""Commands that propose words: enrich, draft and fix. Nothing is saved that was not asked for."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.ask_model import model_option
from app.cli.lazy import lazily
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

_PARTS = ("description", "triggers", "tags")


def add_commands(commands: "Commands") -> None:
    _add_enrich(commands)
    command = commands.add_parser("draft", help=_("draft a skill from a rough description"))
    which = command.add_mutually_exclusive_group(required=True)
    which.add_argument("text", nargs="?", metavar="TEXT")
    which.add_argument(
        "-f",
        "--file",
        type=Path,
        metavar="F",
        help=_("the file with the description; - for standard input"),
    )
    command.add_argument("--title", metavar="T", help=_("what the skill is called"))
    command.add_argument("--save", action="store_true", help=_("as a new skill"))
    command.add_argument("--engram", metavar="E", help=_("where to file it"))
    model_option(command)
    command.set_defaults(run=lazily("drafting_answer.draft"), wrong=command.error)
    command = commands.add_parser("fix", help=_("fix the findings in a skill"))
    command.add_argument("name", metavar="NAME")
    command.add_argument("--engram", metavar="E", help=_("where the skill is filed"))
    command.add_argument("--save", action="store_true", help=_("as its next version"))
    model_option(command)
    command.set_defaults(run=lazily("drafting_answer.fix"))


def _add_enrich(commands: "Commands") -> None:
    command = commands.add_parser("enrich", help=_("improve the description of a skill"))
    command.add_argument("name", metavar="NAME", nargs="?")
    command.add_argument("--engram", metavar="E", help=_("where the skill is filed"))
    what = command.add_mutually_exclusive_group()
    what.add_argument(
        "--accept", metavar="PARTS", type=_parts,
        help=_("accept these, separated by commas: description, triggers, tags"),
    )  # fmt: skip
    what.add_argument("--all", action="store_true", help=_("accept everything"))
    what.add_argument("--decline", action="store_true", help=_("do not propose this again"))
    command.add_argument("--thin", action="store_true", help=_("list the skills that need it"))
    model_option(command)
    command.set_defaults(run=lazily("enriching_answer.enrich"), wrong=command.error)


def _parts(text: str) -> frozenset[str]:
    named = frozenset(text.split(","))
    if not named <= set(_PARTS):
        raise argparse.ArgumentTypeError(
            _("only {parts}, separated by commas").format(parts=", ".join(_PARTS))
        )
    return named
