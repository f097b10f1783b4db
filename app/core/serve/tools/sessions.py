"""Sessions that a program hands over, so that what is repeated in them can be learned."""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from app.core.agents.consent import Group
from app.core.learning import scanning
from app.core.serve.tool import Tool
from app.core.serve.tools.arguments import closed
from app.core.serve.turn import Turn
from app.core.transcripts.model import Format


@closed
class SessionsArguments(TypedDict):
    """One session or several, as their client wrote them."""

    content: Annotated[
        str,
        Field(min_length=1, max_length=4_000_000, description="JSON Lines, as in a file of it."),
    ]
    format: NotRequired[
        Annotated[
            Literal["claude", "codex", "gemini", "generic"],
            Field(description="Who wrote it; found out without it."),
        ]
    ]


class SessionsDocument(TypedDict):
    """What was read: `new` is false where the same was handed over before."""

    new: bool
    broken: int
    unknown: int


def _hand_over(turn: Turn, asked: SessionsArguments) -> SessionsDocument:
    client = Format(asked["format"]) if "format" in asked else None
    done = scanning.receive(
        turn.vault, asked["content"].encode(errors="replace"), client, turn.caller.client
    )
    return {"new": bool(done.read), "broken": done.broken, "unknown": done.unknown}


TOOLS: tuple[Tool[Any, Any], ...] = (
    Tool(
        "report_session",
        "Hand over a session",
        "Hands over what was done in a session, for Techne to learn what is repeated. Use it only"
        " if the person wants you to: Techne reads the sessions of many clients by itself.",
        Group.LEARN,
        SessionsArguments,
        SessionsDocument,
        _hand_over,
    ),
)
