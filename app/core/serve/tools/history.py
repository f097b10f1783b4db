"""What skills were, going back, and how they are doing."""

from functools import partial
from typing import Annotated, Any, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from app.core.agents.consent import Group
from app.core.api import life, versions
from app.core.api.life import StatsDocument
from app.core.api.versions import RestoredDocument, VersionDocument
from app.core.library import history
from app.core.memory import memories
from app.core.serve.pages import ROOM, Paged, followed, page_of, shortened
from app.core.serve.tool import Tool
from app.core.serve.tools.arguments import Engram, Name, closed
from app.core.serve.tools.linking import near
from app.core.serve.tools.reading import PageArguments, SkillArguments
from app.core.serve.turn import Turn, id_of

_DAYS = 30
_VERSIONS = 20
"""On a page: it takes a while to tell what each changed."""


class HistoryDocument(Paged):
    """The versions of a skill, the newest first, a page at a time."""

    id: str
    title: str
    versions: list[VersionDocument]
    total: int


def _history(turn: Turn, asked: PageArguments) -> HistoryDocument:
    row = turn.find(asked["skill"], asked.get("engram"))
    listed = history.versions(turn.vault, row.id)
    describe = partial(versions.described, turn.vault, row.id, listed)
    shown, following = page_of(listed, describe, asked.get("cursor"), _VERSIONS)
    return followed(
        {
            "id": id_of(row),
            "title": row.title,
            "versions": [_scoped(turn, one) for one in shown],
            "total": len(listed),
        },
        following,
        HistoryDocument,
    )


def _scoped(turn: Turn, version: VersionDocument) -> VersionDocument:
    """Without the words of memories that the caller does not see."""
    training = version["training"]
    if training is None or not turn.scope.closed:
        return version
    known = memories.memories(turn.vault, [one["memory"] for one in training["takenOut"]])
    taken = [
        one
        for one in training["takenOut"]
        if one["memory"] in known and known[one["memory"]].engram not in turn.scope.closed
    ]
    return {**version, "training": {**training, "takenOut": taken}}


@closed
class RollbackArguments(TypedDict):
    """Which skill, and which of its versions."""

    skill: Name
    version: Annotated[int, Field(ge=1, description="A version that skill_history lists.")]
    engram: NotRequired[Engram]


def _rollback(turn: Turn, asked: RollbackArguments) -> RestoredDocument:
    row = turn.find(asked["skill"], asked.get("engram"))
    actor = turn.caller.actor
    return versions.restore(turn.vault, id_of(row), asked["version"], actor=actor).document


def _vitality(turn: Turn, asked: SkillArguments) -> StatsDocument:
    row = turn.find(asked["skill"], asked.get("engram"))
    stats = life.stats(
        turn.vault, turn.settings, id_of(row), days=_DAYS, closed=turn.scope.closed,
        counted=turn.counted,
    )  # fmt: skip
    document = stats.document
    document["related"] = near(turn, stats.related)
    return shortened(document, ROOM)


TOOLS: tuple[Tool[Any, Any], ...] = (
    Tool(
        "skill_history",
        "Show the versions of a skill",
        "Lists the versions of a skill, the newest first, with who changed what and why. Use it"
        " before rollback_skill, or to see how a procedure came about.",
        Group.READ,
        PageArguments,
        HistoryDocument,
        _history,
    ),
    Tool(
        "skill_vitality",
        "Show how a skill is doing",
        "Shows how fresh a skill is, how often it is used and how often that went well, how"
        " important it is and what surrounds it. Use it to judge whether a skill can be relied on;"
        " below 60 it wants training.",
        Group.READ,
        SkillArguments,
        StatsDocument,
        _vitality,
    ),
    Tool(
        "rollback_skill",
        "Go back to a version",
        "Makes an older version of a skill current again, under the name it has now; the newer ones"
        " stay in its history. Use it when the person asks for it.",
        Group.DELETE,
        RollbackArguments,
        RestoredDocument,
        _rollback,
        destructive=True,
    ),
)
