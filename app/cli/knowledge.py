"""Commands about what is known: remember, recall, search, suggest."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.argument_types import count, day
from app.cli.lazy import lazily
from app.core.memory import memories
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

_LIMIT = 10


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser(
        "remember", help=_("remember a note, documents or folders of them")
    )
    what = command.add_mutually_exclusive_group(required=True)
    what.add_argument("text", nargs="?", metavar="TEXT")
    what.add_argument(
        "--file",
        nargs="+",
        type=Path,
        metavar="F",
        help=_("files or folders; - for standard input"),
    )
    command.add_argument(
        "--engram", metavar="E", default=memories.MEMORIES, help=_("file it in this engram")
    )
    command.add_argument("--source", metavar="S", help=_("where the note is from"))
    command.add_argument(
        "--tag", action="append", default=[], metavar="T", help=_("a tag; several are allowed")
    )
    command.add_argument(
        "--at", type=day, metavar="DAY", help=_("when it was said (default: today)")
    )
    command.add_argument(
        "--session", metavar="S", default="", help=_("the agent session it is about")
    )
    command.set_defaults(run=lazily("remember_answer.remember"))
    command = _asking(commands, "recall", _("find the skills and memories that answer"))
    command.set_defaults(run=lazily("knowledge_answer.recall"))
    command = _asking(
        commands, "search", _("find skills and memories that match exactly what you ask")
    )
    command.set_defaults(run=lazily("knowledge_answer.search"))
    command = commands.add_parser("suggest", help=_("suggest skills for the task at hand"))
    command.add_argument("context", metavar="TEXT")
    command.add_argument("--limit", type=count, metavar="N", help=_("at most this many skills"))
    command.set_defaults(run=lazily("knowledge_answer.suggest"))


def _asking(commands: "Commands", name: str, summary: str) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=summary)
    command.add_argument("query", metavar="QUERY")
    command.add_argument("--engram", metavar="E", help=_("only what is filed in this engram"))
    command.add_argument("--only", choices=("skill", "memory"), help=_("only one kind"))
    command.add_argument("--tag", metavar="T", default="", help=_("only what has this tag"))
    command.add_argument("--role", metavar="R", default="", help=_("only skills of this role"))
    command.add_argument("--source", metavar="S", help=_("only memories from this source"))
    command.add_argument(
        "--since", type=day, metavar="DAY", help=_("only memories from this day on")
    )
    command.add_argument("--until", type=day, metavar="DAY", help=_("only memories up to this day"))
    command.add_argument(
        "--limit", type=count, default=_LIMIT, metavar="N", help=_("at most this many answers")
    )
    return command
