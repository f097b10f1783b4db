"""Asking the vault: what a question finds and why, and the skills for what is being done."""

from typing_extensions import TypedDict

from app.core.api.filters import EVERYTHING, NamedFilters
from app.core.lifecycle import suggest as suggesting
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.counted import EVERYONE, Counted
from app.core.lifecycle.suggest import Suggestion
from app.core.llm.model import ModelTrouble
from app.core.memory.filters import What
from app.core.memory.retrieval import recall as retrieval
from app.core.memory.retrieval.embed import Embedder
from app.core.memory.retrieval.question import Question, ask
from app.core.memory.retrieval.recall import LIMIT, Hit
from app.core.upkeep.ready import know_skills
from app.core.vault import Vault
from app.core.walk.plan import source_id


class HitDocument(TypedDict):
    """A skill or memory that answers; `id` is its number."""

    kind: What
    id: int
    title: str
    text: str
    engram: str
    source: str
    score: float
    cosine: float
    why: list[str]


class SuggestionDocument(TypedDict):
    """A skill to bring forward, with every factor of its score; `track_record` is null
    where it is not used."""

    id: str
    title: str
    engram: str
    score: float
    similarity: float
    importance: float
    recency: float
    track_record: float | None
    reason: str
    constraints: list[str]
    warnings: list[str]


def question(
    vault: Vault, settings: Procedural, text: str, embedder: Embedder | None
) -> tuple[Question, ModelTrouble | None]:
    """What is asked, by its meaning; without an embedder, or where it fails, by its words.

    With why it failed.
    """
    know_skills(vault, settings)
    try:
        return ask(vault, text, embedder), None
    except ModelTrouble as trouble:
        return ask(vault, text), trouble


def recall(
    vault: Vault, question: Question, among: NamedFilters = EVERYTHING, *, limit: int = LIMIT
) -> list[HitDocument]:
    """The best answers with the reasons; none rather than something irrelevant."""
    found = retrieval.recall(vault, question, among.filters(vault), limit=limit)
    return [_hit(one) for one in found]


def search(
    vault: Vault, question: Question, among: NamedFilters = EVERYTHING, *, limit: int = LIMIT
) -> list[HitDocument]:
    """Like `recall`, for something certain."""
    found = retrieval.search(vault, question, among.filters(vault), limit=limit)
    return [_hit(one) for one in found]


def suggest(
    vault: Vault,
    settings: Procedural,
    context: Question,
    limit: int | None = None,
    closed: frozenset[int] = frozenset(),
    counted: Counted = EVERYONE,
) -> list[SuggestionDocument]:
    """The skills to bring forward; by default as many as the settings say, and none of the engrams
    that are `closed`. Uses and outcomes are those of whoever is `counted`."""
    similar = retrieval.similar_skills(vault, context, closed)
    found = suggesting.suggest(vault, similar, settings, limit, closed, counted)
    return [_suggestion(one) for one in found]


def _hit(hit: Hit) -> HitDocument:
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


def _suggestion(one: Suggestion) -> SuggestionDocument:
    return {
        "id": source_id(one.skill.id),
        "title": one.skill.title,
        "engram": one.skill.engram_name,
        "score": round(one.score, 4),
        "similarity": round(one.similarity, 4),
        "importance": round(one.importance.value, 4),
        "recency": round(one.recency, 4),
        "track_record": None if one.track_record is None else round(one.track_record, 4),
        "reason": one.reason,
        "constraints": list(one.constraints),
        "warnings": list(one.warnings),
    }
