"""Commands about what skills are to each other: relations, relate, unrelate."""

import argparse
from typing import TYPE_CHECKING

from app.cli.argument_types import number
from app.cli.lazy import lazily
from app.core.graph.relation_cues import Kind
from app.core.library.outside import PLACES
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

_BY_HAND = [kind.value for kind in Kind]


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("relations", help=_("list, review and remove relations"))
    command.add_argument("name", nargs="?", metavar="NAME")
    command.add_argument("--engram", metavar="E", help=_("where the skill is filed"))
    what = command.add_mutually_exclusive_group()
    what.add_argument("--review", action="store_true", help=_("only those not reviewed yet"))
    what.add_argument("--dismissed", action="store_true", help=_("only those that were dismissed"))
    for option, summary in (
        ("--accept", _("keep these permanently")),
        ("--dismiss", _("hide these permanently")),
        ("--reopen", _("withdraw a decision")),
        ("--remove", _("remove what was related by hand")),
    ):
        what.add_argument(option, nargs="+", type=number, metavar="ID", help=summary)
    _place_option(command)
    command.set_defaults(run=lazily("relating_answer.list_relations"))
    command = commands.add_parser("relate", help=_("relate a skill to another, or to a memory"))
    _add_pair(command, _("default: related_to"))
    command.set_defaults(run=lazily("relating_answer.relate"))
    command = commands.add_parser("unrelate", help=_("remove what was related by hand"))
    _add_pair(command, _("default: every kind"))
    command.set_defaults(run=lazily("relating_answer.unrelate"))


def _add_pair(command: argparse.ArgumentParser, kinds: str) -> None:
    command.add_argument("name", metavar="NAME")
    command.add_argument("other", metavar="OTHER")
    command.add_argument("--kind", action="append", choices=_BY_HAND, metavar="K", help=kinds)
    command.add_argument("--engram", metavar="E", help=_("where the skills are filed"))
    _place_option(command)


def _place_option(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--in", dest="place", choices=sorted(PLACES), metavar="PLACE",
        help=_("the other is outside the vault: docs, code, files, knowledge or tasks"),
    )  # fmt: skip
