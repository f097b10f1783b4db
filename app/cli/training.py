"""The command `train`: put what is remembered between the steps of a skill."""

import argparse
from typing import TYPE_CHECKING

from app.cli.answer import Answer
from app.cli.session import Session
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("train", help=_("place what you know between a skill's steps"))
    command.add_argument("name", metavar="NAME")
    command.add_argument("--engram", metavar="E", help=_("where the skill is filed"))
    command.add_argument("--dry-run", action="store_true", help=_("only say what would be placed"))
    command.set_defaults(run=train)


def train(session: Session, arguments: argparse.Namespace) -> Answer:
    from app.cli import training_answer  # noqa: PLC0415  other commands need no vectors

    return training_answer.train(session, arguments)
