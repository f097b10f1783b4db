"""Commands about language models: what there is, getting, choosing and removing one."""

import argparse
from typing import TYPE_CHECKING

from app.cli.lazy import lazily
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

_ACTIONS = ("add", "get", "list", "remove", "show", "try", "use")


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("model", help=_("find, get and choose language models"))
    command.add_argument("action", metavar="ACTION", choices=_ACTIONS)
    command.add_argument("name", metavar="NAME", nargs="?", default="")
    command.add_argument(
        "--sha256", metavar="SHA256", default="", help=_("get: the checksum it must have")
    )
    command.add_argument(
        "--for",
        dest="use",
        choices=("text", "embedding"),
        help=_("use: what to use it for, if not its own kind"),
    )
    command.set_defaults(run=lazily("model_answer.model"), wrong=command.error)
