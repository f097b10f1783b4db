"""The commands `train` and `plan`: what is remembered goes into a skill, now or by itself."""

import argparse
from typing import TYPE_CHECKING

from app.cli.argument_types import days
from app.cli.lazy import lazily
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("train", help=_("place what you know between a skill's steps"))
    command.add_argument("name", metavar="NAME")
    command.add_argument("--engram", metavar="E", help=_("where the skill is filed"))
    command.add_argument("--dry-run", action="store_true", help=_("only show what would be placed"))
    command.add_argument(
        "--rewrite", action="store_true", help=_("have a language model weave it into the steps")
    )
    command.set_defaults(run=lazily("training_answer.train"), no_model=False)
    command = commands.add_parser("plan", help=_("set when skills train automatically"))
    command.add_argument("name", metavar="NAME", nargs="?")
    command.add_argument("--engram", metavar="E", help=_("where the skill is filed"))
    command.add_argument("--every", type=days, metavar="DAYS", help=_("days between trainings"))
    command.add_argument(
        "--changes", action="store_true", help=_("when a memory in it changed or was forgotten")
    )
    command.add_argument("--rewrite", action="store_true", help=_("with a language model"))
    command.add_argument("--automatic", action="store_true", help=_("save what needs no review"))
    command.add_argument("--never", action="store_true", help=_("only by hand"))
    command.add_argument("--now", action="store_true", help=_("train what is due"))
    command.set_defaults(run=lazily("planning_answer.plan"), no_model=False, wrong=command.error)
