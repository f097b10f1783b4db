"""Asking the vault from the command line: what a question finds, and why."""

import argparse
import math
from dataclasses import replace
from datetime import timedelta
from difflib import get_close_matches
from typing import Any

from app.cli.answer import Answer, tell
from app.cli.knowing import knowing
from app.cli.progress import shown
from app.cli.session import Session
from app.core.errors import AppError, Cancelled, NotFound
from app.core.library import engrams
from app.core.lifecycle import suggest as suggesting
from app.core.lifecycle.suggest import Suggestion
from app.core.llm.model import ModelTrouble
from app.core.llm.shelf import Shelf
from app.core.memory import shelf
from app.core.memory.filters import Filters
from app.core.memory.retrieval import chosen, index
from app.core.memory.retrieval.embed import Embedder
from app.core.memory.retrieval.minilm import NoModel
from app.core.memory.retrieval.question import Question, ask
from app.core.memory.retrieval.recall import Hit, similar_skills
from app.core.memory.retrieval.recall import recall as recalled
from app.core.memory.retrieval.recall import search as searched
from app.core.vault import Vault
from app.core.walk.plan import source_id
from app.core.words import _, ngettext

PATIENCE = 20.0
"""Seconds in which what is new is read while somebody waits for an answer."""
_SHOWN = 160


def embedder(vault: Vault, patience: float = math.inf) -> Embedder | None:
    """The embedding model, after it read what is new; None, with the reason told, without one.

    After `patience` seconds the rest is left for the next time.
    """
    try:
        model, _process = chosen.embedder(Shelf(vault.home.models))
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
            "{count} text is not read yet, and found by its words only. The next question goes on.",
            "{count} texts are not read yet, and found by their words only."
            " The next question goes on.",
            left,
        )
        tell(said.format(count=left))


def asked(vault: Vault, text: str) -> Question:
    """The question, by meaning if there is a model for it, else by its words."""
    model = embedder(vault, PATIENCE)
    try:
        return ask(vault, text, model)
    except ModelTrouble as error:
        _tell_words_have_to_do(error)
        return ask(vault, text)


def _tell_words_have_to_do(error: AppError) -> None:
    tell(f"{error} {error.hint}".strip())
    tell(_("Words are searched for instead."))


def recall(session: Session, arguments: argparse.Namespace) -> Answer:
    """The best answers with the reasons; none rather than something irrelevant."""
    with session.vault() as vault:
        knowing(vault)
        question = asked(vault, arguments.query)
        return _answer(recalled(vault, question, _among(vault, arguments), limit=arguments.limit))


def search(session: Session, arguments: argparse.Namespace) -> Answer:
    """Like recall, for something certain."""
    with session.vault() as vault:
        knowing(vault)
        question = asked(vault, arguments.query)
        return _answer(searched(vault, question, _among(vault, arguments), limit=arguments.limit))


def suggest(session: Session, arguments: argparse.Namespace) -> Answer:
    """The skills to bring forward, with every factor of their score."""
    with session.vault() as vault:
        settings = knowing(vault)
        question = asked(vault, arguments.context)
        similar = similar_skills(vault, question)
        found = suggesting.suggest(vault, similar, settings, arguments.limit)
    if not settings.enabled:
        return Answer([], _("Nothing is suggested while “enabled” is false in knowledge.yaml."))
    text = "\n".join(line for one in found for line in _suggestion(one))
    return Answer([_suggested(one) for one in found], text or _("No skill fits that."))


def _suggestion(one: Suggestion) -> list[str]:
    keep = [" ".join(constraint.split()) for constraint in one.constraints]
    warn = [_("Warning: {what}").format(what=warning) for warning in one.warnings]
    lines = [one.reason, *keep, *warn]
    head = f"{one.score:.2f}  {one.skill.title}  ({one.skill.engram_name})"
    return [head, *(f"      {line}" for line in lines)]


def _suggested(one: Suggestion) -> dict[str, Any]:
    return {
        "id": source_id(one.skill.id),
        "title": one.skill.title,
        "engram": one.skill.engram_name,
        "score": round(one.score, 4),
        "similarity": round(one.similarity, 4),
        "importance": round(one.importance.value, 4),
        "recency": round(one.recency, 4),
        "reason": one.reason,
        "constraints": list(one.constraints),
        "warnings": list(one.warnings),
    }


def _among(vault: Vault, arguments: argparse.Namespace) -> Filters:
    return replace(filters(vault, arguments), what=arguments.only, role=arguments.role)


def filters(vault: Vault, arguments: argparse.Namespace) -> Filters:
    """The memories, and skills, that a command looks among."""
    engram = engrams.named(vault, arguments.engram).id if arguments.engram else None
    return Filters(
        engram=engram,
        source=_source(vault, arguments.source) if arguments.source else None,
        tag=arguments.tag,
        since=arguments.since,
        until=arguments.until + timedelta(days=1) if arguments.until else None,
    )


def _source(vault: Vault, name: str) -> int:
    """A source by its name; raises `NotFound`, naming the nearest one."""
    known = {source.name: source.id for source in shelf.sources(vault)}
    if name in known:
        return known[name]
    near = get_close_matches(name, known, 1)
    hint = _("Did you mean “{name}”?").format(name=near[0]) if near else ""
    raise NotFound(_("There is no source called “{name}”.").format(name=name), hint)


def _answer(hits: tuple[Hit, ...]) -> Answer:
    text = "\n".join(map(_line, hits)) if hits else _("Nothing is known about that.")
    return Answer([_about(hit) for hit in hits], text)


def _line(hit: Hit) -> str:
    shown = " ".join(hit.text.split())
    shown = shown if len(shown) <= _SHOWN else shown[:_SHOWN].rstrip() + " …"
    where = hit.engram + (f" · {hit.source}" if hit.source else "")
    why = "; ".join(hit.why)
    number = f"  memory:{hit.id}" if hit.what == "memory" else ""
    return f"{hit.score:.2f}  {hit.title}  ({where}){number}\n      {shown}\n      {why}"


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
