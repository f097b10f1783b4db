"""When skills are trained by themselves, and what waits of it to be reviewed."""

from collections.abc import Mapping

from typing_extensions import TypedDict

from app.core.api.lookup import find
from app.core.api.training import Ready
from app.core.library import catalogue
from app.core.lifecycle.config import Procedural
from app.core.llm.model import Model
from app.core.progress import SILENT, Progress
from app.core.training import inbox, schedule
from app.core.training.inbox import Waiting
from app.core.training.memory_query import Memories
from app.core.training.proposal import Cause
from app.core.training.rewriting.saving import summary as reworded
from app.core.training.schedule import Plan
from app.core.training.train import summary
from app.core.upkeep.ready import know_skills
from app.core.vault import Vault
from app.core.walk.plan import source_id
from app.core.words import ngettext

NOTHING: Mapping[int, Cause] = {}


class TrainingPlanDocument(TypedDict):
    """When a skill is trained automatically, and how."""

    everyDays: int | None
    whenMemoriesChange: bool
    rewrite: bool
    automatic: bool


class WaitingDocument(TypedDict):
    """A training that waits to be reviewed."""

    at: str
    cause: Cause
    summary: str
    rewritten: bool
    trouble: str


class PlannedDocument(TypedDict):
    """A skill with a plan, or of which something waits; `trained` is why it was trained now."""

    id: str
    title: str
    engram: str
    plan: TrainingPlanDocument | None
    trained: Cause | None
    waiting: WaitingDocument | None


def plans(
    vault: Vault,
    name: str | None = None,
    engram: str | None = None,
    *,
    trained: Mapping[int, Cause] = NOTHING,
) -> list[PlannedDocument]:
    """Of one skill, or of all with a plan or something waiting; raises `NotFound`."""
    found = schedule.plans(vault)
    waits = {one.skill: one for one in inbox.waiting(vault, put_off=True)}
    only = [find(vault, name, engram).id] if name else list(dict.fromkeys([*found, *waits]))
    rows = catalogue.some(vault, only)
    return [
        {
            "id": source_id(skill),
            "title": row.title,
            "engram": row.engram_name,
            "plan": _plan(found[skill]) if skill in found else None,
            "trained": trained.get(skill),
            "waiting": _waiting(waits[skill]) if skill in waits else None,
        }
        for skill, row in rows.items()
    ]


def set_plan(vault: Vault, name: str, plan: Plan | None, engram: str | None = None) -> None:
    """Train a skill automatically, or with None only by hand; raises `NotFound`, `AppError`."""
    schedule.set_plan(vault, find(vault, name, engram).id, plan)


def train_due(
    vault: Vault,
    settings: Procedural,
    ready: Ready,
    model: Model | None = None,
    progress: Progress = SILENT,
) -> dict[int, Cause]:
    """Train every skill that is due; which ones, and why. Raises `Cancelled`."""
    know_skills(vault, settings)
    known = Memories(vault, ready())
    return dict(schedule.tend(vault, known, known, progress, model=model))


def _plan(plan: Plan) -> TrainingPlanDocument:
    return {
        "everyDays": plan.every_days,
        "whenMemoriesChange": plan.when_memories_change,
        "rewrite": plan.rewrite,
        "automatic": plan.automatic,
    }


def _waiting(one: Waiting) -> WaitingDocument:
    rewrite = one.rewrite
    return {
        "at": one.at.isoformat(),
        "cause": one.cause,
        "summary": _summary(one),
        "rewritten": rewrite is not None and rewrite.says_something,
        "trouble": rewrite.trouble if rewrite is not None else "",
    }


def _summary(one: Waiting) -> str:
    if one.rewrite is not None and one.rewrite.says_something:
        return reworded(one.rewrite)
    new = sum(not item.since for item in one.proposal.items)
    words = ngettext("{count} memory to place", "{count} memories to place", new)
    return words.format(count=new) if new else summary(one.proposal)
