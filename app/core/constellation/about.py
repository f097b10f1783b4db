"""What the panel beside the sky tells of one skill: its importance over time, memories, steps."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app.core.constellation.sequence import Stage, sequence
from app.core.lifecycle import importance_history
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.importance import Importance
from app.core.lifecycle.importance_history import Point
from app.core.memory import entities, memories
from app.core.vault import Vault

DAYS = 60
"""How far the trend goes back."""
_LENGTH = 160
"""Characters of a memory that are enough to tell it from others."""


@dataclass(frozen=True, slots=True)
class LinkedMemory:
    """A memory by its first line; `at` is when it is from."""

    id: int
    line: str
    at: datetime


@dataclass(frozen=True, slots=True)
class About:
    """`points` are the importance of the last days, `now` what today's was computed from.

    `memories` has every linked memory, the newest first; `steps` what is done in which order.
    """

    skill: int
    points: Sequence[Point]
    now: Importance
    memories: tuple[LinkedMemory, ...]
    steps: tuple[Stage, ...]


def about(vault: Vault, skill: int, settings: Procedural) -> About | None:
    """None if the skill is not in the library. Keeps days that are over, so not for the GUI."""
    trend = importance_history.trend(vault, skill, settings.skills)
    if trend is None:
        return None
    return About(
        skill,
        trend.points[-DAYS:],
        trend.now,
        linked_memories(vault, skill),
        sequence(vault, skill),
    )


def linked_memories(vault: Vault, skill: int) -> tuple[LinkedMemory, ...]:
    """The memories that mention a skill, or that a person linked to it, the newest first."""
    found = vault.rows(
        f"select distinct l.memory from ({entities.linked()}) l join entity e on e.id = l.node"
        " where e.skill = ?",
        skill,
    )
    live = memories.memories(vault, [memory for (memory,) in found])
    linked = [
        LinkedMemory(one.id, _first_line(one.text), one.at)
        for one in live.values()
        if one.replaced_by is None and not one.forgotten
    ]
    return tuple(sorted(linked, key=lambda one: (one.at, one.id), reverse=True))


def _first_line(text: str) -> str:
    line = next((line for line in text.splitlines() if line.strip()), "")
    return line.strip().lstrip("#").strip()[:_LENGTH]
