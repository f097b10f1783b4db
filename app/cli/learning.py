"""Commands about learning from use: scan, candidates, features, promote, dismiss, reopen."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.argument_types import number
from app.cli.lazy import lazily
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

_FORMATS = ("claude", "codex", "gemini", "opencode", "generic", "auto")
_STATUSES = ("candidate", "promoted", "dismissed")


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("scan", help=_("look for what agents repeat in their sessions"))
    command.add_argument(
        "paths", metavar="PATH", nargs="*", type=Path, help=_("without: the watched folders")
    )
    which = command.add_mutually_exclusive_group()
    which.add_argument("--watch", action="store_true", help=_("look at these folders from now on"))
    which.add_argument("--unwatch", action="store_true", help=_("look at them no more"))
    command.add_argument(
        "--format", choices=_FORMATS, default="auto", help=_("who wrote the sessions")
    )
    command.add_argument("--agent", metavar="A", default="", help=_("whose sessions they are"))
    command.set_defaults(run=lazily("learning_answer.scan"))
    command = commands.add_parser("candidates", help=_("list the procedures that agents repeat"))
    command.add_argument("id", metavar="ID", nargs="?", type=number, help=_("show one"))
    command.add_argument("--status", choices=_STATUSES, help=_("only those of this status"))
    command.add_argument("--agent", metavar="A", help=_("only those of this agent"))
    command.set_defaults(run=lazily("learning_answer.candidates"))
    command = commands.add_parser("features", help=_("tell a scorer what is known of skills"))
    command.add_argument("-o", "--output", metavar="F", type=Path, help=_("write it as CSV"))
    command.add_argument("--agent", metavar="A", help=_("what this agent is shown"))
    command.set_defaults(run=lazily("learning_answer.features"))
    command = commands.add_parser(
        "promote", help=_("make a candidate a skill, or accept a change to one")
    )
    command.add_argument("id", metavar="ID", type=number)
    command.add_argument("--engram", metavar="E", help=_("the engram it goes into"))
    command.add_argument("--name", metavar="N", help=_("what the new skill is called"))
    command.set_defaults(run=lazily("learning_answer.promote"))
    command = commands.add_parser("dismiss", help=_("never propose a candidate again"))
    command.add_argument("id", metavar="ID", type=number)
    command.set_defaults(run=lazily("learning_answer.dismiss"))
    command = commands.add_parser("reopen", help=_("propose a dismissed candidate again"))
    command.add_argument("id", metavar="ID", type=number)
    command.set_defaults(run=lazily("learning_answer.reopen"))
