"""The bin: skills that are out of the library, bringing them back, deleting them for good."""

from collections.abc import Sequence

from typing_extensions import TypedDict

from app.core.actor import Actor
from app.core.library import deleted
from app.core.library.deleted import Deleted
from app.core.memory import emptying
from app.core.progress import SILENT, Progress
from app.core.vault import Vault
from app.core.walk.plan import source_id


class DeletedSkillDocument(TypedDict):
    """A skill in the bin; `undone` when undoing or redoing something else put it there."""

    id: str
    title: str
    engram: str
    deleted: str
    actor: str
    undone: bool


class RestoredSkillDocument(TypedDict):
    """A skill that is back; `was` is its title before, where another skill has that now."""

    id: str
    title: str
    was: str | None


class EmptiedDocument(TypedDict):
    """What was deleted for good."""

    emptied: list[DeletedSkillDocument]


def listed(vault: Vault) -> list[DeletedSkillDocument]:
    """What is in the bin; what left last comes first."""
    return [_document(one) for one in deleted.in_bin(vault)]


def named(vault: Vault, names: Sequence[str]) -> list[DeletedSkillDocument]:
    """The skills in the bin called so, or all that are there; raises `NotFound`, `Ambiguous`."""
    return [_document(one) for one in _found(vault, names)]


def restore(
    vault: Vault, names: Sequence[str], *, actor: Actor, progress: Progress = SILENT
) -> list[RestoredSkillDocument]:
    """Bring back the skills called so, or all, in one undo; raises `NotFound`, `Ambiguous`."""
    skills = [one.id for one in _found(vault, names)]
    back = deleted.restore(vault, skills, actor=actor, progress=progress)
    return [
        {"id": source_id(one.saved.skill), "title": one.title, "was": one.was or None}
        for one in back
    ]


def empty(
    vault: Vault, names: Sequence[str], *, actor: Actor, progress: Progress = SILENT
) -> EmptiedDocument:
    """Delete the skills called so for good, or all; raises `NotFound`, `Ambiguous`, `PersonOnly`.

    It cannot be undone.
    """
    found = _found(vault, names)
    which = {one.id for one in found} if names else None
    emptying.empty(vault, which, actor=actor, progress=progress)
    return {"emptied": [_document(one) for one in found]}


def _found(vault: Vault, names: Sequence[str]) -> Sequence[Deleted]:
    if not names:
        return deleted.in_bin(vault)
    return [deleted.find(vault, name) for name in names]


def _document(one: Deleted) -> DeletedSkillDocument:
    return {
        "id": source_id(one.id),
        "title": one.title,
        "engram": one.engram_name,
        "deleted": one.at.isoformat(),
        "actor": one.actor.who,
        "undone": one.undone,
    }
