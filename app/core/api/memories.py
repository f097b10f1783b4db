"""Memories as they are: listing, correcting, filing and forgetting them, and the terms in them."""

from collections.abc import Sequence
from dataclasses import dataclass

from typing_extensions import TypedDict

from app.core.actor import Actor
from app.core.api.filters import EVERYTHING, NamedFilters
from app.core.errors import AppError, NotFound
from app.core.library.entry import Entry
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.importance import Importance
from app.core.lifecycle.memory_importance import importances
from app.core.memory import listing, refiling
from app.core.memory import memories as remembered
from app.core.memory import terms as known_terms
from app.core.memory.memories import Memory
from app.core.memory.sources import SourceKind
from app.core.progress import SILENT, Progress
from app.core.upkeep.ready import know_skills
from app.core.vault import Vault
from app.core.words import _


class MemoryDocument(TypedDict):
    """A memory; `skills` is how many it mentions."""

    id: int
    title: str
    text: str
    engram: str
    source: str
    tags: list[str]
    at: str
    added: str
    importance: float
    arithmetic: str
    skills: int


class SourceDocument(TypedDict):
    """Where memories come from, and how many."""

    source: str
    kind: SourceKind
    memories: int


class CorrectedDocument(TypedDict):
    """The memory that stands in the place of `corrected`."""

    memory: int
    corrected: int
    text: str


class FiledDocument(TypedDict):
    """Where a memory is filed; it stays there for `same`, which says it elsewhere already."""

    memory: int
    engram: str
    tags: list[str]
    same: int | None


class ForgottenDocument(TypedDict):
    """Whether a memory is forgotten."""

    memory: int
    forgotten: bool


class TermDocument(TypedDict):
    """What texts are searched for, and how many memories mention it."""

    term: str
    memories: int


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Memories that were forgotten, or brought back, as they are now."""

    memories: tuple[Memory, ...]

    @property
    def document(self) -> list[ForgottenDocument]:
        return [{"memory": one.id, "forgotten": one.forgotten} for one in self.memories]


def memories(
    vault: Vault, settings: Procedural, among: NamedFilters = EVERYTHING, *, limit: int
) -> list[MemoryDocument]:
    """The newest first, each with its importance."""
    know_skills(vault, settings)
    found = listing.listed(vault, among.filters(vault), limit=limit)
    numbers = [one.id for one in found]
    values = importances(vault, numbers, settings.memories)
    skills = listing.mentions(vault, numbers)
    return [_about(one, values[one.id], skills.get(one.id, 0)) for one in found]


def sources(vault: Vault, among: NamedFilters = EVERYTHING) -> list[SourceDocument]:
    """Where the memories of an engram, or all of them, come from, the newest first."""
    return [_source(one) for one in listing.sources(vault, among.filters(vault).engram)]


def correct(vault: Vault, number: int, text: str, *, actor: Actor) -> CorrectedDocument:
    """A better text takes the place of a memory, which is kept; raises `NotFound`, `AppError`."""
    memory(vault, number)
    new = remembered.correct(vault, number, text, actor=actor)
    return {"memory": new, "corrected": number, "text": memory(vault, new).text}


def refile(
    vault: Vault,
    numbers: Sequence[int],
    engram: str | None = None,
    *,
    add: Sequence[str] = (),
    remove: Sequence[str] = (),
    actor: Actor,
) -> list[FiledDocument]:
    """Other tags, another engram; all of it or nothing. Raises `NotFound`, `AppError`."""
    for number in numbers:  # one that never was is told apart from one that is gone
        memory(vault, number)
    entry = Entry(vault, _("Refile memories"), actor)
    tagged = refiling.tag(vault, numbers, add, remove, actor=actor, entry=entry)
    moved = refiling.Moved(())
    if engram:
        try:
            moved = refiling.move(vault, numbers, engram, actor=actor, entry=entry)
        except AppError:
            refiling.put_back(vault, tagged, actor=actor)
            raise
    known = dict(moved.known)
    return [
        {"memory": m.id, "engram": m.engram_name, "tags": list(m.tags), "same": known.get(m.id)}
        for m in (memory(vault, number) for number in numbers)
    ]


def forget(vault: Vault, numbers: Sequence[int], *, undo: bool = False, actor: Actor) -> Forgotten:
    """Leave tombstones, or with `undo` take them away again; raises `NotFound`."""
    for number in numbers:  # all are looked up first: a wrong one changes nothing
        memory(vault, number)
    change = remembered.bring_back if undo else remembered.forget
    change(vault, *numbers, actor=actor)
    return Forgotten(tuple(memory(vault, number) for number in numbers))


def forget_all(
    vault: Vault, among: NamedFilters, *, actor: Actor, progress: Progress = SILENT
) -> list[ForgottenDocument]:
    """Forget whatever is not narrowed out; raises `NotFound`, `Cancelled`."""
    numbers = listing.numbers(vault, among.filters(vault))
    remembered.forget(vault, *numbers, actor=actor, progress=progress)
    return [{"memory": number, "forgotten": True} for number in numbers]


def terms(
    vault: Vault, settings: Procedural, *, add: Sequence[str] = (), remove: Sequence[str] = ()
) -> list[TermDocument]:
    """The terms, once they are what they should be; raises `AppError`, `NotFound`."""
    know_skills(vault, settings)
    for name in add:
        known_terms.add(vault, name)
    for name in remove:
        known_terms.remove(vault, name)
    return [{"term": one.name, "memories": one.mentions} for one in known_terms.terms(vault)]


def memory(vault: Vault, number: int) -> Memory:
    """Also one that is forgotten or was corrected; raises `NotFound`."""
    found = remembered.memory(vault, number)
    if found is None:
        raise NotFound(
            _("There is no memory with the number {number}.").format(number=number),
            _("Choose one from the list of memories."),
        )
    return found


def _source(one: listing.MemoryGroup) -> SourceDocument:
    assert one.kind is not None
    return {"source": one.name, "kind": one.kind, "memories": one.count}


def _about(one: Memory, importance: Importance, skills: int) -> MemoryDocument:
    return {
        "id": one.id,
        "title": one.title,
        "text": one.text,
        "engram": one.engram_name,
        "source": one.source.name,
        "tags": list(one.tags),
        "at": one.at.isoformat(),
        "added": one.added.isoformat(),
        "importance": round(importance.value, 4),
        "arithmetic": importance.sentence(),
        "skills": skills,
    }
