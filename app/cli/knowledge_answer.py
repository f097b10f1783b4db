"""Asking the vault from the command line: what a question finds, and why."""

import argparse
from typing import Any

from app.cli.answer import Answer, tell
from app.cli.session import Session
from app.core.library import engrams
from app.core.memory import index, nodes
from app.core.memory.candidates import Filters
from app.core.memory.embed import Embedder
from app.core.memory.minilm import MiniLM, NoModel
from app.core.memory.question import ask
from app.core.memory.recall import Hit
from app.core.memory.recall import recall as recalled
from app.core.memory.recall import search as searched
from app.core.vault import Vault
from app.core.words import _

_SHOWN = 160


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
