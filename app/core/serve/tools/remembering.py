"""Keeping what is worth knowing."""

from typing import Annotated, Any, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from app.core.agents.consent import Group
from app.core.api import life, remembering
from app.core.memory.memories import MEMORIES
from app.core.memory.sources import Source, SourceKind
from app.core.serve.pages import page
from app.core.serve.tool import Tool
from app.core.serve.tools.arguments import Into, closed
from app.core.serve.turn import Turn, memory_id

_MOST = 200_000
"""Characters of a text."""


@closed
class RememberArguments(TypedDict):
    """What to remember."""

    text: Annotated[str, Field(max_length=_MOST, description="A fact, a note or a document.")]
    engram: NotRequired[Into]
    tags: NotRequired[Annotated[list[str], Field(max_length=20, description="Words to file it by")]]
    session: NotRequired[
        Annotated[
            str,
            Field(
                max_length=200,
                description="The session that the text tells of: links it to the skills used in it",
            ),
        ]
    ]
    source: NotRequired[
        Annotated[str, Field(max_length=200, description="Who or what says so; you without it.")]
    ]


class RememberedDocument(TypedDict):
    """The ids of new memories, the first of them, and how many parts were known before."""

    added: list[str]
    count: int
    known: int
    engram: str


def _remember(turn: Turn, asked: RememberArguments) -> RememberedDocument:
    caller = turn.caller
    source = Source(asked.get("source") or caller.name or caller.client, SourceKind.AGENT)
    kept = remembering.remember(
        turn.vault,
        asked["text"],
        source,
        turn.open(asked.get("engram") or MEMORIES),
        tags=asked.get("tags", ()),
        actor=caller.actor,
    )
    if "session" in asked:
        life.link_session(turn.vault, turn.settings, asked["session"], kept["added"])
    added = [memory_id(number) for number in kept["added"]]
    return {
        "added": page(added, size=len(added))[0],
        "count": len(added),
        "known": kept["known"],
        "engram": kept["engram"],
    }


TOOLS: tuple[Tool[Any, Any], ...] = (
    Tool(
        "remember",
        "Remember",
        "Keeps a text as memories, so that it can be recalled and skills can be trained with it."
        " Use it for what holds beyond this session: decisions, facts, what went wrong and why."
        " What is known already is not kept twice.",
        Group.LEARN,
        RememberArguments,
        RememberedDocument,
        _remember,
    ),
)
