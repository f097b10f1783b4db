"""The rooms of the vault: what is in them, their names, their tiers and their caps."""

from dataclasses import dataclass

from typing_extensions import TypedDict

from app.core.actor import Actor
from app.core.library import engrams
from app.core.library.engrams import Cap, Engram, Kind, Tier
from app.core.memory import engram_changes
from app.core.memory.engram_changes import Contents
from app.core.progress import SILENT, Progress
from app.core.vault import Vault


class EngramDocument(TypedDict):
    """An engram, what is in it, and how much of it one recall gives away."""

    name: str
    kind: Kind
    skills: int
    memories: int
    tier: Tier
    tokens: int
    answers: int
    usualCap: bool


@dataclass(frozen=True, slots=True)
class Described:
    """An engram and what is in it."""

    engram: Engram
    contents: Contents

    @property
    def document(self) -> EngramDocument:
        return {
            "name": self.engram.name,
            "kind": self.engram.kind,
            "skills": self.contents.skills,
            "memories": self.contents.memories,
            "tier": self.engram.tier,
            "tokens": self.engram.cap.tokens,
            "answers": self.engram.cap.nodes,
            "usualCap": self.engram.own_cap is None,
        }


def listed(vault: Vault) -> tuple[Described, ...]:
    return tuple(_described(vault, one) for one in engrams.engrams(vault))


def named(vault: Vault, name: str) -> Described:
    """Raises `NotFound`."""
    return _described(vault, engrams.named(vault, name))


def change(
    vault: Vault,
    name: str,
    *,
    rename: str | None = None,
    tier: Tier | None = None,
    cap: Cap | None = None,
    usual_cap: bool = False,
    actor: Actor,
) -> Described:
    """Change what is given of an engram; raises `NotFound`, `AppError`."""
    engram = engrams.named(vault, name)
    engrams.change(
        vault,
        engram.id,
        name=engram.name if rename is None else rename,
        tier=tier or engram.tier,
        cap=None if usual_cap else cap or engram.own_cap,
        actor=actor,
    )
    return next(one for one in listed(vault) if one.engram.id == engram.id)


def merge(
    vault: Vault, name: str, into: str, *, actor: Actor, progress: Progress = SILENT
) -> Described:
    """Put all that is in an engram into another; what there was. Raises `NotFound`."""
    there, other = named(vault, name), engrams.named(vault, into)
    engram_changes.merge(vault, there.engram.id, other.id, actor=actor, progress=progress)
    return there


def delete(vault: Vault, name: str, *, actor: Actor, progress: Progress = SILENT) -> Described:
    """Delete an engram with all that is in it; what there was. Raises `NotFound`."""
    there = named(vault, name)
    engram_changes.delete(vault, there.engram.id, actor=actor, progress=progress)
    return there


def _described(vault: Vault, engram: Engram) -> Described:
    return Described(engram, engram_changes.contents(vault, engram.id))
