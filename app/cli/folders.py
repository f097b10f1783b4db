"""The commands about folders that agents read skills from: link, sync, unlink, adopt."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.lazy import lazily
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_commands(commands: "Commands") -> None:
    link = commands.add_parser("link", help=_("list the folders agents read, or link one"))
    link.add_argument("folder", nargs="?", type=Path, metavar="DIR")
    link.add_argument("--mode", choices=("linked", "copies", "links"), default="linked")
    link.add_argument("--engram", metavar="E", help=_("where its skills go"))
    link.set_defaults(run=lazily("folders_answer.link"), wrong=link.error)

    sync = commands.add_parser("sync", help=_("bring linked folders and the library together"))
    sync.add_argument("folders", nargs="*", type=Path, metavar="DIR")
    sync.set_defaults(run=lazily("folders_answer.sync"))

    unlink = commands.add_parser("unlink", help=_("stop following a folder"))
    unlink.add_argument("folder", type=Path, metavar="DIR")
    unlink.set_defaults(run=lazily("folders_answer.unlink"))

    adopt = commands.add_parser("adopt", help=_("take over skills another program put there"))
    adopt.add_argument("folder", type=Path, metavar="DIR")
    adopt.add_argument("names", nargs="+", metavar="SKILL")
    adopt.set_defaults(run=lazily("folders_answer.adopt"))
