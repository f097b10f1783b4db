"""Asking the vault: the skills for a task, skills that say something, what is known."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from app.core.agents.consent import Group
from app.core.api import knowledge
from app.core.api.filters import NamedFilters
from app.core.api.knowledge import HitDocument, SuggestionDocument
from app.core.lifecycle.seen import Stage
from app.core.memory.retrieval.question import Question
from app.core.serve.pages import Paged, followed, page
from app.core.serve.tool import Tool
from app.core.serve.tools.arguments import Cursor, Engram, closed
from app.core.serve.turn import Turn, memory_id
from app.core.walk.plan import number_of, source_id

_MOST = 50
_NEXT = 5
"""Skills behind the suggested ones whose constraints are told."""
Limit = Annotated[int, Field(ge=1, le=_MOST, description="At most so many.")]


@closed
class SuggestArguments(TypedDict):
    """What is being done."""

    context: Annotated[
        str, Field(description="The task at hand, in a sentence or two of the person's words.")
    ]
    limit: NotRequired[Limit]


class KeptInMindDocument(TypedDict):
    """What holds for a skill that is not among the best, but may be followed all the same."""

    id: str
    title: str
    constraints: list[str]


class SuggestionsDocument(TypedDict):
    """The skills to bring forward, the best first; `trouble` says why only words were compared.

    `keepInMind` are the constraints of the next ones, which hold whenever they are followed.
    """

    suggestions: list[SuggestionDocument]
    keepInMind: list[KeptInMindDocument]
    trouble: str


def _suggest(turn: Turn, asked: SuggestArguments) -> SuggestionsDocument:
    question, trouble = _question(turn, asked["context"])
    limit = asked.get("limit", turn.settings.suggestion_limit)
    found = knowledge.suggest(
        turn.vault, turn.settings, question, limit + _NEXT, turn.scope.closed, turn.counted
    )
    shown = page(found[:limit], size=_MOST)[0]
    mind: list[KeptInMindDocument] = [
        {"id": one["id"], "title": one["title"], "constraints": one["constraints"]}
        for one in found[limit:]
        if one["constraints"]
    ]
    turn.calls.note(Stage.SURFACED, (number_of(one["id"]) for one in shown), turn.caller)
    return {"suggestions": shown, "keepInMind": mind, "trouble": trouble}


@closed
class SearchArguments(TypedDict):
    """What to look for."""

    query: Annotated[str, Field(description="What the skill says or is about.")]
    engram: NotRequired[Engram]
    limit: NotRequired[Limit]
    cursor: NotRequired[Cursor]


@closed
class RecallArguments(SearchArguments):
    """What to look for, and what among."""

    only: NotRequired[
        Annotated[Literal["skill", "memory"], Field(description="Both kinds without it.")]
    ]
    tag: NotRequired[Annotated[str, Field(description="Only memories with this tag.")]]


class FoundDocument(TypedDict):
    """A skill or memory that answers; `id` is `skill:12` or `memory:12`, `text` what fits."""

    kind: Literal["skill", "memory"]
    id: str
    title: str
    text: str
    engram: str
    source: str
    score: float
    why: list[str]


class AnswersDocument(Paged):
    """The best answers; none rather than something irrelevant.

    `trouble` says why only words were compared.
    """

    answers: list[FoundDocument]
    trouble: str


def _search(turn: Turn, asked: SearchArguments) -> AnswersDocument:
    among = NamedFilters(asked.get("engram"), only="skill", closed=turn.scope.closed)
    question, trouble = _question(turn, asked["query"])
    found = knowledge.search(turn.vault, question, among, limit=asked.get("limit", 10))
    return _answers(found, trouble, asked.get("cursor"))


def _recall(turn: Turn, asked: RecallArguments) -> AnswersDocument:
    among = NamedFilters(
        asked.get("engram"),
        tag=asked.get("tag", ""),
        only=asked.get("only"),
        closed=turn.scope.closed,
    )
    question, trouble = _question(turn, asked["query"])
    found = knowledge.recall(turn.vault, question, among, limit=asked.get("limit", 10))
    return _answers(found, trouble, asked.get("cursor"))


def _question(turn: Turn, text: str) -> tuple[Question, str]:
    question, trouble = knowledge.question(turn.vault, turn.settings, text, turn.embedder())
    return question, f"{trouble} {trouble.hint}" if trouble is not None else ""


def _answers(found: Sequence[HitDocument], trouble: str, cursor: str | None) -> AnswersDocument:
    shown, following = page([_found(one) for one in found], cursor)
    return followed({"answers": shown, "trouble": trouble}, following, AnswersDocument)


def _found(hit: HitDocument) -> FoundDocument:
    named = source_id if hit["kind"] == "skill" else memory_id
    return {
        "kind": hit["kind"],
        "id": named(hit["id"]),
        "title": hit["title"],
        "text": hit["text"],
        "engram": hit["engram"],
        "source": hit["source"],
        "score": hit["score"],
        "why": hit["why"],
    }


TOOLS: tuple[Tool[Any, Any], ...] = (
    Tool(
        "suggest_skills",
        "Suggest skills for a task",
        "Suggests the skills for what is being done, with the reasons and the constraints that"
        " hold. Use it first, at the start of every task; then follow the skill that fits with"
        " walk_skill_structured.",
        Group.READ,
        SuggestArguments,
        SuggestionsDocument,
        _suggest,
    ),
    Tool(
        "search_skills",
        "Search skills",
        "Searches skills by what they say and mean. Use it when you look for a certain skill.",
        Group.READ,
        SearchArguments,
        AnswersDocument,
        _search,
    ),
    Tool(
        "recall",
        "Recall what is known",
        "Recalls memories and skills that answer a question, the best first, with the reasons."
        " Use it before you ask the person something they may have told before.",
        Group.READ,
        RecallArguments,
        AnswersDocument,
        _recall,
    ),
)
