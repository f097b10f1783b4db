"""What was noticed about skills while they were followed."""

from collections.abc import Sequence

from typing_extensions import TypedDict

from app.core.api.lookup import find
from app.core.library import catalogue
from app.core.lifecycle import observations
from app.core.lifecycle.counted import EVERYONE, PERSON, Counted
from app.core.lifecycle.observations import REVIEW, Category, Observation, ObservationStatus
from app.core.vault import Vault
from app.core.walk.plan import source_id


class ObservationDocument(TypedDict):
    """Something that was noticed about a skill; `run` and `step` say where, if that is known."""

    observation: int
    id: str
    title: str
    at: str
    agent: str
    category: Category
    text: str
    status: ObservationStatus
    run: int | None
    step: str


class ObservationsDocument(TypedDict):
    """The newest first; `review` says that there are so many that somebody should go through."""

    observations: list[ObservationDocument]
    review: bool


def observe(
    vault: Vault,
    name: str,
    text: str,
    engram: str | None = None,
    *,
    category: Category = Category.FRICTION,
    agent: str = PERSON,
    run: int | None = None,
    step: str = "",
) -> ObservationDocument:
    """Note something; raises `NotFound`, `Ambiguous`, `AppError`."""
    skill = find(vault, name, engram).id
    number = observations.observe(vault, skill, text, category, agent=agent, run=run, step=step)
    found = observations.observations(vault, skill, status=None)
    return _documents(vault, [one for one in found if one.id == number])[0]


def listed(
    vault: Vault,
    name: str | None = None,
    engram: str | None = None,
    *,
    all_of_them: bool = False,
    counted: Counted = EVERYONE,
) -> ObservationsDocument:
    """Those that are pending, or all; raises `NotFound`, `Ambiguous`."""
    skill = find(vault, name, engram).id if name else None
    status = None if all_of_them else ObservationStatus.PENDING
    found = observations.observations(vault, skill, status=status, counted=counted)
    waiting = sum(one.status is ObservationStatus.PENDING for one in found)
    return {"observations": _documents(vault, found), "review": waiting > REVIEW}


def settle(vault: Vault, status: ObservationStatus, numbers: Sequence[int]) -> ObservationsDocument:
    """Say what became of them; raises `NotFound`."""
    done = observations.settle(vault, status, *numbers)
    return {"observations": _documents(vault, done), "review": False}


def _documents(vault: Vault, some: Sequence[Observation]) -> list[ObservationDocument]:
    rows = catalogue.some(vault, {one.skill for one in some})
    return [
        {
            "observation": one.id,
            "id": source_id(one.skill),
            "title": rows[one.skill].title,
            "at": one.at.isoformat(),
            "agent": one.agent,
            "category": one.category,
            "text": one.text,
            "status": one.status,
            "run": one.run,
            "step": one.step,
        }
        for one in some
        if one.skill in rows
    ]
