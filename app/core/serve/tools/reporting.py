"""What an agent tells of skills: that it used one, and how that went."""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from app.core.agents.consent import Group
from app.core.api import life, observing, reporting
from app.core.api.observing import ObservationDocument
from app.core.api.reporting import FeedbackDocument, OutcomeDocument
from app.core.lifecycle.observations import LONGEST, Category
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
        shown = reporting.surfaced(
            turn.vault, id_of(row), session=session, agent=agent, counted=turn.counted
        )
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
            counted=turn.counted,
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


@closed
class FeedbackArguments(TypedDict):
    """How useful skills were."""

    ratings: Annotated[
        dict[Name, float],
        Field(
            min_length=1,
            max_length=100,
            description="By skill: 1 if it did what it is for, -1 if it failed or misled you.",
        ),
    ]
    session: NotRequired[Session]
    target_type: NotRequired[
        Annotated[Literal["skill"], Field(description="Skills are rated, also without it.")]
    ]


def _feedback(turn: Turn, asked: FeedbackArguments) -> FeedbackDocument:
    return reporting.feedback(
        turn.vault,
        asked["ratings"],
        turn.find,
        session=asked.get("session", turn.caller.session),
        agent=turn.caller.client,
        usual=turn.settings.skills,
    )


@closed
class ObserveArguments(TypedDict):
    """What was noticed."""

    skill: Name
    text: Annotated[
        str, Field(min_length=1, max_length=LONGEST, description="What, and where in the skill.")
    ]
    category: Annotated[
        Category,
        Field(
            description="methodology: there is a better way; process: a step is missing or too"
            " many; friction: harder than need be; surprise: otherwise than it says; quality:"
            " unclear, wrong or outdated."
        ),
    ]
    engram: NotRequired[Engram]
    run: NotRequired[Annotated[int, Field(description="The run in which you noticed it.")]]
    step: NotRequired[Annotated[str, Field(max_length=500, description="The step.")]]


def _observe(turn: Turn, asked: ObserveArguments) -> ObservationDocument:
    row = turn.find(asked["skill"], asked.get("engram"))
    return observing.observe(
        turn.vault,
        id_of(row),
        asked["text"],
        category=asked["category"],
        agent=turn.caller.client,
        run=asked.get("run"),
        step=asked.get("step", ""),
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
    Tool(
        "memory_feedback",
        "Rate skills",
        "Rates the skills of a session, each from -1 to 1. Use it at the end of a task for all"
        " skills that you were shown and tried; with a note for one of them, use record_outcome.",
        Group.REPORT,
        FeedbackArguments,
        FeedbackDocument,
        _feedback,
    ),
    Tool(
        "observe_skill",
        "Note something about a skill",
        "Notes what you noticed about a skill while following it, for the person to look at: what"
        " is unclear, missing, harder than need be or otherwise than it says. Use it instead of"
        " changing the skill when you are not sure; the same said twice is noted once.",
        Group.REPORT,
        ObserveArguments,
        ObservationDocument,
        _observe,
    ),
)
