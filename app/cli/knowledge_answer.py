"""Asking the vault from the command line: what a question finds, and why."""

import argparse
import math

from app.cli.answer import Answer, tell
from app.cli.filters import filters
from app.cli.knowing import knowing
from app.cli.progress import shown
from app.cli.session import Session
from app.core.api import knowledge
from app.core.api.knowledge import HitDocument, SuggestionDocument
from app.core.errors import AppError, Cancelled
from app.core.gist import gist
from app.core.lifecycle.config import Procedural
from app.core.llm.model import ModelTrouble
from app.core.llm.model_store import ModelStore
from app.core.memory.retrieval import chosen, index
from app.core.memory.retrieval.embed import Embedder
from app.core.memory.retrieval.minilm import NoModel
from app.core.memory.retrieval.question import Question
from app.core.vault import Vault
from app.core.words import _, ngettext

PATIENCE = 20.0
"""Seconds in which what is new is read while somebody waits for an answer."""
_SHOWN = 160


def embedder(vault: Vault, patience: float = math.inf) -> Embedder | None:
    """The embedding model, after it read what is new; None, with the reason told, without one.

    After `patience` seconds the rest is left for the next time.
    """
    try:
        model, _process = chosen.embedder(ModelStore(vault.home.models))
        _catch_up(vault, model, patience)
    except (NoModel, ModelTrouble) as error:
        _tell_words_have_to_do(error)
        return None
    return model


def _catch_up(vault: Vault, model: Embedder, patience: float) -> None:
    try:
        with shown(_("Indexing"), patience) as progress:
            index.update(vault, model, progress)
    except Cancelled:
        if progress.stopped:
            raise
        left = len(index.waiting(vault, model.model))
        said = ngettext(
            "{count} text is not indexed: only its words are found. Ask again to continue.",
            "{count} texts are not indexed: only their words are found. Ask again to continue.",
            left,
        )
        tell(said.format(count=left))


def asked(vault: Vault, settings: Procedural, text: str) -> Question:
    """The question, by meaning if there is a model for it, else by its words."""
    found, trouble = knowledge.question(vault, settings, text, embedder(vault, PATIENCE))
    if trouble is not None:
        _tell_words_have_to_do(trouble)
    return found


def _tell_words_have_to_do(error: AppError) -> None:
    tell(f"{error} {error.hint}".strip())
    tell(_("Searching by words instead."))


def recall(session: Session, arguments: argparse.Namespace) -> Answer:
    """The best answers with the reasons; none rather than something irrelevant."""
    with session.vault() as vault:
        question = asked(vault, knowing(vault), arguments.query)
        found = knowledge.recall(vault, question, filters(arguments), limit=arguments.limit)
    return _answer(found)


def search(session: Session, arguments: argparse.Namespace) -> Answer:
    """Like recall, for something certain."""
    with session.vault() as vault:
        question = asked(vault, knowing(vault), arguments.query)
        found = knowledge.search(vault, question, filters(arguments), limit=arguments.limit)
    return _answer(found)


def suggest(session: Session, arguments: argparse.Namespace) -> Answer:
    """The skills to bring forward, with every factor of their score."""
    with session.vault() as vault:
        settings = knowing(vault)
        question = asked(vault, settings, arguments.context)
        found = knowledge.suggest(vault, settings, question, arguments.limit)
    if not settings.enabled:
        return Answer(found, _("Suggestions are off: “enabled” is false in knowledge.yaml."))
    text = "\n".join(line for one in found for line in _suggestion(one))
    return Answer(found, text or _("No skill matches."))


def _suggestion(one: SuggestionDocument) -> list[str]:
    keep = [" ".join(constraint.split()) for constraint in one["constraints"]]
    warn = [_("Warning: {what}").format(what=warning) for warning in one["warnings"]]
    lines = [one["reason"], *keep, *warn]
    head = f"{one['score']:.2f}  {one['title']}  ({one['engram']})"
    return [head, *(f"      {line}" for line in lines)]


def _answer(hits: list[HitDocument]) -> Answer:
    return Answer(hits, "\n".join(map(_line, hits)) or _("No answers found."))


def _line(hit: HitDocument) -> str:
    shown = gist(hit["text"], _SHOWN)
    where = hit["engram"] + (f" · {hit['source']}" if hit["source"] else "")
    why = "; ".join(hit["why"])
    number = f"  memory:{hit['id']}" if hit["kind"] == "memory" else ""
    return f"{hit['score']:.2f}  {hit['title']}  ({where}){number}\n      {shown}\n      {why}"
