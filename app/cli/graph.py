"""The command about the constellation as a whole: graph."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.argument_types import number
from app.cli.lazy import lazily
from app.core.constellation.layers import Layer
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

FORMATS = ("json", "graphml", "gexf", "csv", "svg", "png")


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("graph", help=_("export the constellation, or say what it tells"))
    command.add_argument("--format", choices=FORMATS, help=_("default: by the file's name"))
    command.add_argument("-o", "--output", type=Path, metavar="F", help=_("the file to write"))
    command.add_argument(
        "--analyse", action="store_true", help=_("list clusters, bridges, cycles and orphans")
    )
    command.add_argument("--around", metavar="NAME", help=_("only what is near this skill"))
    command.add_argument("--engram", metavar="E", help=_("where that skill is filed"))
    command.add_argument(
        "--depth", type=number, default=1, metavar="N", help=_("how many lines away; default: 1")
    )
    command.add_argument(
        "--layer", action="append", choices=[layer.value for layer in Layer], metavar="L",
        help=_("only lines of this kind, such as calls or requires; can be repeated"),
    )  # fmt: skip
    command.add_argument(
        "--scheme", choices=("dark", "light"), default="light", help=_("of a picture")
    )
    command.set_defaults(run=lazily("graph_answer.graph"))
