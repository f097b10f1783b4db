"""The command that does what is due: upkeep."""

import argparse
from typing import TYPE_CHECKING

from app.cli.answer import Answer
from app.cli.ask_model import model_option
from app.cli.session import Session
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("upkeep", help=_("do what an open window does in the background"))
    model_option(command)
    command.set_defaults(run=upkeep)


def upkeep(session: Session, arguments: argparse.Namespace) -> Answer:
    """Whatever is due, unless another process is at it."""
    from app.cli import upkeep_answer  # noqa: PLC0415  other commands need no vectors

    return upkeep_answer.upkeep(session, arguments)
