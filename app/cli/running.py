"""Commands that follow skills step by step: run, runs."""

import argparse
from argparse import ArgumentTypeError
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.argument_types import number
from app.cli.lazy import lazily
from app.cli.skill_argument import engram_option
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

ACTIONS = (
    "start", "done", "skip", "fail", "retry", "go-on", "recover", "give-up", "back", "pause",
    "resume", "hand-over", "take-over", "move", "success", "partial", "failure", "abandon",
)  # fmt: skip


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("run", help=_("follow a skill step by step"))
    command.add_argument("name", nargs="?", metavar="NAME")
    engram_option(command)
    command.add_argument(
        "--resume", type=number, metavar="RUN", help=_("go on with the run of this number")
    )
    command.add_argument(
        "--do", choices=ACTIONS, metavar="ACTION", help=_("one action instead of questions")
    )
    command.add_argument("--step", metavar="STEP", help=_("the step that the action is meant for"))
    command.add_argument("--exit", type=int, metavar="N", help=_("which exit of a step is taken"))
    command.add_argument(
        "--set", type=_value, action="append", default=[], metavar="NAME=VALUE",
        help=_("what a variable is; may be given several times"),
    )  # fmt: skip
    command.add_argument("--met", action="store_true", help=_("all prerequisites hold"))
    command.add_argument("--why", metavar="TEXT", default="", help=_("the reason"))
    command.add_argument(
        "--to", metavar="CLIENT", help=_("hand over to this client; to any agent without it")
    )
    command.add_argument(
        "--note", action="append", default=[], metavar="TEXT", help=_("add a note")
    )
    command.add_argument(
        "--link", action="append", default=[], metavar="URL", help=_("add a link as evidence")
    )
    command.add_argument(
        "--file", action="append", default=[], type=Path, metavar="F",
        help=_("add a file as evidence"),
    )  # fmt: skip
    command.add_argument(
        "--wrong",
        dest="wrong_text",
        metavar="TEXT",
        help=_("what was wrong with the procedure, or at --step"),
    )
    command.set_defaults(run=lazily("running_answer.run"), wrong=command.error)
    command = commands.add_parser("runs", help=_("list runs, or export the record of one"))
    command.add_argument("name", nargs="?", metavar="NAME")
    engram_option(command)
    command.add_argument("--open", action="store_true", help=_("only those that are not over"))
    command.add_argument(
        "--record", type=number, metavar="RUN", help=_("export everything that was done in it")
    )
    command.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help=_("where to: .json (signed) or .md")
    )
    command.set_defaults(run=lazily("running_answer.runs_command"), wrong=command.error)


def _value(typed: str) -> tuple[str, str]:
    name, sign, value = typed.partition("=")
    if not sign or not name.strip():
        raise ArgumentTypeError(_("“{typed}” is not NAME=VALUE").format(typed=typed))
    return name.strip().removeprefix("$"), value
