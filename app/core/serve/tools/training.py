"""Training: what is remembered goes between the steps of a skill."""

from typing import Annotated, Any, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from app.core.agents.consent import Group
from app.core.api import training
from app.core.api.training import Trained, TrainedDocument
from app.core.memory import memories
from app.core.serve.pages import page
from app.core.serve.tool import Tool
from app.core.serve.tools.arguments import Engram, Name, closed
from app.core.serve.turn import Turn, id_of
from app.core.training import inbox
from app.core.training.proposal import Cause

_ROOM = 12_000
"""Characters for each of the lists of memories."""


@closed
class TrainArguments(TypedDict):
    """Which skill."""

    skill: Name
    engram: NotRequired[Engram]
    propose: NotRequired[
        Annotated[bool, Field(description="Leave it to the person to review, and save nothing.")]
    ]


class TrainingDocument(TrainedDocument):
    """What a training found; `proposed` says that it waits for the person."""

    proposed: bool


def _train(turn: Turn, asked: TrainArguments) -> TrainingDocument:
    row = turn.find(asked["skill"], asked.get("engram"))
    given = (turn.vault, turn.settings, turn.embedder, id_of(row))
    closed_ones = turn.scope.closed
    if not asked.get("propose"):
        done = training.train(*given, closed=closed_ones, actor=turn.caller.actor)
        return _said(turn, done, proposed=False)
    _row, proposal = training.propose(*given, closed=closed_ones)
    if proposal.says_something:
        inbox.keep(turn.vault, proposal, Cause.ASKED)
    found = Trained(proposal, row.number, saved=False)
    return _said(turn, found, proposed=proposal.says_something)


def _said(turn: Turn, trained: Trained, *, proposed: bool) -> TrainingDocument:
    """Without the words of memories that the caller does not see, and short enough."""
    said = trained.document
    numbers = [one["memory"] for key in ("takenOut", "leftOut") for one in said[key]]
    known = memories.memories(turn.vault, numbers)
    seen = {n for n, memory in known.items() if memory.engram not in turn.scope.closed}
    return {
        **said,
        "memories": page(said["memories"], room=_ROOM)[0],
        "takenOut": page([one for one in said["takenOut"] if one["memory"] in seen], room=_ROOM)[0],
        "leftOut": page([o for o in said["leftOut"] if o["memory"] in seen], room=_ROOM)[0],
        "proposed": proposed,
    }


TOOLS: tuple[Tool[Any, Any], ...] = (
    Tool(
        "train_skill",
        "Train a skill",
        "Places what is remembered between the steps of a skill where it fits, word for word and"
        " with its source; the text of the author stays. Use it when memories say something that"
        " the skill should know, or when skill_vitality is low.",
        Group.LEARN,
        TrainArguments,
        TrainingDocument,
        _train,
    ),
)
