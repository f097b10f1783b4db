"""Skills put somewhere else, under other tags, or among the favourites."""

from collections.abc import Sequence

from app.core.actor import Actor
from app.core.api import naming
from app.core.api.documents import SkillDocument, skill_document
from app.core.api.lookup import find
from app.core.library import catalogue, favourites, skill_actions
from app.core.lifecycle import tagging
from app.core.progress import SILENT, Progress
from app.core.vault import Vault


class MovedDocument(SkillDocument):
    """A skill where it is now, those that called it, and those whose calls can mean another now."""

    calledBy: list[SkillDocument]  # noqa: N815
    lost: list[SkillDocument]


class TaggedDocument(SkillDocument):
    """A skill and its tags."""

    tags: list[str]


class FavouriteDocument(SkillDocument):
    """A skill, and whether it is a favourite."""

    favourite: bool


def move(
    vault: Vault, names: Sequence[str], engram: str, *, actor: Actor, progress: Progress = SILENT
) -> list[MovedDocument]:
    """File skills in an engram, which is made if there is none yet.

    Raises `NotFound`, `Ambiguous`, and `AppError` for a name an engram cannot have.
    """
    skills = _found(vault, names)
    called_by = naming.callers(vault, skills)
    before = _certain(vault, skills)
    skill_actions.move(vault, engram, *skills, actor=actor, progress=progress)
    after = _certain(vault, skills)
    return [
        {
            **skill_document(row),
            "calledBy": called_by[row.id],
            "lost": naming.skills_of(vault, before[row.id] - after[row.id]),
        }
        for row in catalogue.some(vault, skills).values()
    ]


def tag(
    vault: Vault,
    names: Sequence[str],
    *,
    add: Sequence[str] = (),
    remove: Sequence[str] = (),
    actor: Actor,
    progress: Progress = SILENT,
) -> list[TaggedDocument]:
    """Add tags to skills and take others off; the skills with the tags they have then.

    Raises `NotFound`, `Ambiguous`, and `AppError` for what cannot be a tag.
    """
    skills = _found(vault, names)
    tagging.retag(vault, skills, add=add, remove=remove, actor=actor, progress=progress)
    return [
        {**skill_document(row), "tags": list(tagging.tags_of(vault, row.id))}
        for row in catalogue.some(vault, skills).values()
    ]


def star(vault: Vault, names: Sequence[str], *, on: bool, actor: Actor) -> list[FavouriteDocument]:
    """Make skills favourites, or no longer; raises `NotFound` and `Ambiguous`."""
    skills = _found(vault, names)
    favourites.star(vault, skills, on, actor=actor)
    return [
        {**skill_document(row), "favourite": row.favourite}
        for row in catalogue.some(vault, skills).values()
    ]


def _found(vault: Vault, names: Sequence[str]) -> list[int]:
    return list(dict.fromkeys(find(vault, name).id for name in names))


def _certain(vault: Vault, skills: Sequence[int]) -> dict[int, set[int]]:
    """Those that call each of them and can mean no other."""
    calls = catalogue.callers_of(vault, skills, certain=True)
    return {skill: set(calls.get(skill, ())) for skill in skills}
