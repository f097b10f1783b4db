"""Commands about what is known: remember, recall, search."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.answer import Answer, tell
from app.cli.session import Session, read_text
from app.core.library import engrams
from app.core.memory import index, memories, nodes
from app.core.memory.candidates import Filters
from app.core.memory.embed import Embedder
from app.core.memory.memories import Source, SourceKind
from app.core.memory.minilm import MiniLM, NoModel
from app.core.memory.question import ask
from app.core.memory.recall import LIMIT, Hit
from app.core.memory.recall import recall as recalled
from app.core.memory.recall import search as searched
from app.core.vault import Vault
from app.core.words import _, ngettext

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

_SHOWN = 160


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


def embedder(vault: Vault) -> Embedder | None:
    """The embedding model, after it read what is new; None if it is not there."""
    model = MiniLM()
    nodes.catch_up(vault)
    try:
        index.update(vault, model)
    except NoModel as error:
        tell(f"{error} {error.hint}")
        return None
    return model


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
    with session.vault() as vault:
        question = ask(vault, arguments.query, embedder(vault))
        return _answer(recalled(vault, question, _filters(vault, arguments), limit=arguments.limit))


def search(session: Session, arguments: argparse.Namespace) -> Answer:
    """Like recall, for something certain."""
    with session.vault() as vault:
        question = ask(vault, arguments.query, embedder(vault))
        return _answer(searched(vault, question, _filters(vault, arguments), limit=arguments.limit))


def _asking(commands: "Commands", name: str, summary: str) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=summary)
    command.add_argument("query", metavar="QUERY")
    command.add_argument("--engram", metavar="E", help=_("only what is filed in this engram"))
    command.add_argument("--only", choices=("skill", "memory"), help=_("only one kind"))
    command.add_argument("--tag", metavar="T", default="", help=_("only what has this tag"))
    command.add_argument(
        "--limit", type=_count, default=LIMIT, metavar="N", help=_("at most so many answers")
    )
    return command


def _count(typed: str) -> int:
    if not (typed.isascii() and typed.isdigit() and 1 <= int(typed) <= 1000):
        raise argparse.ArgumentTypeError(
            _("“{typed}” is not a number from 1 to 1000").format(typed=typed)
        )
    return int(typed)


def _filters(vault: Vault, arguments: argparse.Namespace) -> Filters:
    engram = engrams.named(vault, arguments.engram).id if arguments.engram else None
    return Filters(what=arguments.only, engram=engram, tag=arguments.tag)


def _answer(hits: tuple[Hit, ...]) -> Answer:
    text = "\n".join(map(_line, hits)) if hits else _("Nothing is known about that.")
    return Answer([_about(hit) for hit in hits], text)


def _line(hit: Hit) -> str:
    shown = " ".join(hit.text.split())
    shown = shown if len(shown) <= _SHOWN else shown[:_SHOWN].rstrip() + " …"
    where = hit.engram + (f" · {hit.source}" if hit.source else "")
    why = "; ".join(hit.why)
    return f"{hit.score:.2f}  {hit.title}  ({where})\n      {shown}\n      {why}"


def _about(hit: Hit) -> dict[str, Any]:
    return {
        "kind": hit.what,
        "id": hit.id,
        "title": hit.title,
        "text": hit.text,
        "engram": hit.engram,
        "source": hit.source,
        "score": round(hit.score, 4),
        "cosine": round(hit.cosine, 4),
        "why": list(hit.why),
    }
