"""The commands about folders that agents read skills from."""

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
    link.add_argument(
        "--mode",
        choices=("linked", "copies", "links", "mirror"),
        default="linked",
        help=_("follow it, put chosen skills there, or mirror all skills"),
    )
    link.add_argument("--engram", metavar="E", help=_("where its skills go"))
    link.add_argument(
        "--skill", action="append", dest="names", metavar="NAME", help=_("only this one; repeat")
    )
    link.set_defaults(run=lazily("folders_answer.link"), wrong=link.error)

    sync = commands.add_parser("sync", help=_("bring linked folders and the library together"))
    sync.add_argument("folders", nargs="*", type=Path, metavar="DIR")
    sync.add_argument("--dry-run", action="store_true", help=_("only say how they stand"))
    sync.set_defaults(run=lazily("folders_answer.sync"))

    unlink = commands.add_parser("unlink", help=_("stop following a folder"))
    unlink.add_argument("folder", type=Path, metavar="DIR")
    unlink.set_defaults(run=lazily("folders_answer.unlink"))

    for name, words in (
        ("adopt", _("take over skills another program put there, or changed")),
        ("repair", _("put right what clients refuse, or what is gone")),
        ("pin", _("keep skills of a folder as they are on both sides")),
        ("disable", _("hide skills of a folder from the agents that read it")),
    ):
        command = commands.add_parser(name, help=words)
        command.add_argument("folder", type=Path, metavar="DIR")
        command.add_argument("names", nargs="+", metavar="SKILL")
        if name in ("pin", "disable"):
            command.add_argument("--undo", action="store_true", help=_("the other way around"))
        command.set_defaults(run=lazily(f"folders_answer.{name}"))

    for name, words in (
        ("deploy", _("put skills into a linked folder")),
        ("retract", _("take skills out that Techne put there")),
    ):
        command = commands.add_parser(name, help=words)
        command.add_argument("names", nargs="+", metavar="NAME")
        command.add_argument("folder", type=Path, metavar="DIR")
        command.set_defaults(run=lazily(f"folders_answer.{name}"))
