"""What an agent tells of skills: that it used one, and how that went."""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from app.core.agents.consent import Group
from app.core.api import life, reporting
from app.core.api.reporting import OutcomeDocument
from app.core.serve.tool import Tool
from app.core.serve.tools.arguments import Engram, MemoryId, Name, Session, closed
from app.core.serve.turn import Turn, id_of


@closed
class UsageArguments(TypedDict):
    """Which skill was used."""

    skill: Name
    engram: NotRequired[Engram]
    how: NotRequired[
        Annotated[
            Literal["used", "surfaced"],
            Field(description="used (also without it): followed. surfaced: only shown."),
        ]
    ]
    session: NotRequired[Session]
    memory: NotRequired[MemoryId]
    project: NotRequired[
        Annotated[str, Field(max_length=500, description="What you are working on.")]
    ]


class UsageDocument(TypedDict):
    """What was counted; `counted` is false where the same was told before."""

    id: str
    title: str
    how: Literal["used", "surfaced"]
    counted: bool
    times: int


def _used(turn: Turn, asked: UsageArguments) -> UsageDocument:
    row = turn.find(asked["skill"], asked.get("engram"))
    session = asked.get("session", turn.caller.session)
    agent = turn.caller.client
    if asked.get("how") == "surfaced":
        shown = reporting.surfaced(turn.vault, id_of(row), session=session, agent=agent)
        counted, times = shown["counted"], shown["surfaced"]
    else:
        used = life.used(
            turn.vault,
            turn.settings,
            id_of(row),
            session=session,
            memory=turn.memory(asked["memory"]) if "memory" in asked else None,
            agent=agent,
            project=asked.get("project", ""),
        )
        counted, times = used["counted"], used["uses"]
    return {
        "id": id_of(row),
        "title": row.title,
        "how": asked.get("how", "used"),
        "counted": counted,
        "times": times,
    }


@closed
class OutcomeArguments(TypedDict):
    """How it went."""

    skill: Name
    value: Annotated[
        float, Field(ge=-1, le=1, description="1: it did what it is for; -1: it failed.")
    ]
    engram: NotRequired[Engram]
    session: NotRequired[Session]
    run: NotRequired[
        Annotated[str, Field(max_length=200, description="The attempt, to correct it later.")]
    ]
    note: NotRequired[
        Annotated[str, Field(max_length=2_000, description="What went well or wrong, and where.")]
    ]


def _outcome(turn: Turn, asked: OutcomeArguments) -> OutcomeDocument:
    row = turn.find(asked["skill"], asked.get("engram"))
    return reporting.outcome(
        turn.vault,
        id_of(row),
        asked["value"],
        session=asked.get("session", turn.caller.session),
        run=asked.get("run", ""),
        agent=turn.caller.client,
        note=asked.get("note", ""),
        usual=turn.settings.skills,
    )


TOOLS: tuple[Tool[Any, Any], ...] = (
    Tool(
        "record_usage",
        "Report a use",
        "Reports that you followed a skill, which keeps it near at hand. Use it once you begin to"
        " follow one; the same skill counts once for a session, a memory and a day.",
        Group.REPORT,
        UsageArguments,
        UsageDocument,
        _used,
    ),
    Tool(
        "record_outcome",
        "Report an outcome",
        "Reports how following a skill went, from -1 to 1, with a note. Use it when you are done"
        " with a skill, above all when it failed; with the same run you correct what you said.",
        Group.REPORT,
        OutcomeArguments,
        OutcomeDocument,
        _outcome,
        idempotent=False,
    ),
)
