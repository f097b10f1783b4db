"""Commands about what is known: remember, recall, search."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.answer import Answer
from app.cli.session import Session, read_text
from app.core.memory import memories
from app.core.memory.sources import Source, SourceKind
from app.core.words import _, ngettext

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

_LIMIT = 10


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("remember", help=_("keep a note or a document"))
    what = command.add_mutually_exclusive_group(required=True)
    what.add_argument("text", nargs="?", metavar="TEXT")
    what.add_argument("--file", type=Path, metavar="F", help=_("- for standard input"))
    command.add_argument(
        "--engram", metavar="E", default=memories.MEMORIES, help=_("keep it in this engram")
    )
    command.set_defaults(run=remember)
    command = _asking(commands, "recall", _("find the skills and memories that answer"))
    command.set_defaults(run=recall)
    command = _asking(commands, "search", _("find skills and memories that are certainly meant"))
    command.set_defaults(run=search)


def remember(session: Session, arguments: argparse.Namespace) -> Answer:
    """Keep a text, cut by its structure; what is known already is not kept twice."""
    if arguments.file is not None:
        text, name = read_text(arguments.file), arguments.file.name
        source = Source(_("Standard input") if name == "-" else name, SourceKind.FILE)
    else:
        text, source = arguments.text, Source(_("Note"))
    with session.vault() as vault:
        kept = memories.remember(
            vault, text, engram=arguments.engram, source=source, actor="command line"
        )
    said = ngettext(
        "{count} memory kept in {engram}.", "{count} memories kept in {engram}.", len(kept.added)
    ).format(count=len(kept.added), engram=arguments.engram)
    if kept.known:
        said += " " + _("{count} known already.").format(count=kept.known)
    document = {"added": list(kept.added), "known": kept.known, "engram": arguments.engram}
    return Answer(document, said)


def recall(session: Session, arguments: argparse.Namespace) -> Answer:
    """The best answers with the reasons; none rather than something irrelevant."""
    from app.cli import knowledge_answer  # noqa: PLC0415  other commands need no vectors

    return knowledge_answer.recall(session, arguments)


def search(session: Session, arguments: argparse.Namespace) -> Answer:
    """Like recall, for something certain."""
    from app.cli import knowledge_answer  # noqa: PLC0415  as above

    return knowledge_answer.search(session, arguments)


def _asking(commands: "Commands", name: str, summary: str) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=summary)
    command.add_argument("query", metavar="QUERY")
    command.add_argument("--engram", metavar="E", help=_("only what is filed in this engram"))
    command.add_argument("--only", choices=("skill", "memory"), help=_("only one kind"))
    command.add_argument("--tag", metavar="T", default="", help=_("only what has this tag"))
    command.add_argument(
        "--limit", type=_count, default=_LIMIT, metavar="N", help=_("at most so many answers")
    )
    return command


def _count(typed: str) -> int:
    if not (typed.isascii() and typed.isdigit() and 1 <= int(typed) <= 1000):
        raise argparse.ArgumentTypeError(
            _("“{typed}” is not a number from 1 to 1000").format(typed=typed)
        )
    return int(typed)
