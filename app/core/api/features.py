"""What a scorer is told of skills, for programs and spreadsheets."""

import csv
from collections.abc import Iterable
from io import StringIO

from typing_extensions import TypedDict

from app.core.lifecycle.config import Procedural
from app.core.lifecycle.counted import EVERYONE, Counted
from app.core.lifecycle.features import Features, features
from app.core.upkeep.ready import know_skills
from app.core.vault import Vault
from app.core.walk.plan import source_id


# The names of the seed, which scorers know, and not those of other documents.
class FeaturesDocument(TypedDict):
    id: str
    title: str
    is_skill: bool
    role: str
    skill_age_days: float
    skill_success_rate: float | None
    outcomes_known: int
    skill_invocation_velocity: float
    skill_version: int
    is_auto_created: bool
    importance: float
    decay_rate: float
    use_count: int
    last_used_at: str | None


FeaturesDocument.__doc__ = (
    "What a scorer is told of a skill; a rate is null while nothing is known."
)


def of_skills(
    vault: Vault, settings: Procedural, counted: Counted = EVERYONE
) -> list[FeaturesDocument]:
    """Of every skill in the library."""
    know_skills(vault, settings)
    return [_document(one) for one in features(vault, settings, counted)]


def as_csv(found: Iterable[FeaturesDocument]) -> str:
    """One line a skill, below the names; what is not known is empty."""
    out = StringIO()
    writer = csv.DictWriter(out, list(FeaturesDocument.__annotations__), lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    return out.getvalue()


def _document(one: Features) -> FeaturesDocument:
    return {
        "id": source_id(one.skill.id),
        "title": one.skill.title,
        "is_skill": one.is_skill,
        "role": one.role,
        "skill_age_days": one.skill_age_days,
        "skill_success_rate": one.skill_success_rate,
        "outcomes_known": one.outcomes_known,
        "skill_invocation_velocity": one.skill_invocation_velocity,
        "skill_version": one.skill_version,
        "is_auto_created": one.is_auto_created,
        "importance": one.importance,
        "decay_rate": one.decay_rate,
        "use_count": one.use_count,
        "last_used_at": one.last_used_at.isoformat() if one.last_used_at else None,
    }
