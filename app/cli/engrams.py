"""The command about engrams: engrams."""

import argparse
from typing import TYPE_CHECKING

from app.cli.lazy import lazily
from app.core.library.engrams import Tier
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("engrams", help=_("list, rename, merge and delete engrams"))
    command.add_argument("name", nargs="?", metavar="NAME")
    what = command.add_mutually_exclusive_group()
    what.add_argument("--rename", metavar="NEW", help=_("rename it"))
    what.add_argument("--merge-into", metavar="E", help=_("move everything in it to another"))
    what.add_argument("--delete", action="store_true", help=_("with everything in it"))
    command.add_argument("--dry-run", action="store_true", help=_("only show what is in it"))
    command.add_argument(
        "--tier", choices=[tier.value for tier in Tier], metavar="T", help=_("how private it is")
    )
    cap = command.add_mutually_exclusive_group()
    cap.add_argument(
        "--cap", nargs=2, type=_number, metavar=("TOKENS", "ANSWERS"),
        help=_("how much of it one recall may return"),
    )  # fmt: skip
    cap.add_argument("--usual-cap", action="store_true", help=_("the default for its tier"))
    command.set_defaults(run=lazily("engrams_answer.list_engrams"), wrong=command.error)


def _number(typed: str) -> int:
    if not (typed.isascii() and typed.isdigit() and len(typed) < 10):
        raise argparse.ArgumentTypeError(_("“{typed}” is not a number").format(typed=typed))
    return int(typed)
