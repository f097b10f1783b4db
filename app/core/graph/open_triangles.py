"""How closely two skills that share memories belong together: arithmetic of open triangles. Pure.

Seed 000, section 7.5, says from when on (three shared memories); how strong it is, is ours.
"""

from collections.abc import Iterable
from dataclasses import dataclass

HALF_LIFE = 30.0
"""Days after which a shared memory counts half."""
FADE = 0.95
"""What a day without a new shared memory leaves of a computed relation."""
LEAST = 0.05
"""A computed relation weaker than this has faded away."""
THRESHOLD = 3
"""Shared memories from which on two skills are related (seed 000, section 7.5)."""


@dataclass(frozen=True, slots=True)
class Affinity:
    """`strength` is `overlap · recency`; `confidence` grows with the number of shared memories."""

    shared: int
    overlap: float
    recency: float
    strength: float
    confidence: float


def affinity(mine: int, other: int, ages: Iterable[float], threshold: int = THRESHOLD) -> Affinity:
    """The affinity of two skills linked to `mine` and `other` memories, some of them to both.

    `ages` are those shared ones in days. overlap = shared / min(mine, other); recency = the mean
    of 0.5^(age/30); confidence = shared / (shared + threshold/4), 0.8 at the threshold.
    """
    halves = [0.5 ** (max(0.0, age) / HALF_LIFE) for age in ages]
    shared = len(halves)
    if not shared:
        return Affinity(0, 0.0, 0.0, 0.0, 0.0)
    overlap = shared / max(shared, min(mine, other))
    recency = sum(halves) / shared
    return Affinity(shared, overlap, recency, overlap * recency, shared / (shared + threshold / 4))


def faded(strength: float, idle_days: float) -> float:
    """What is left of a computed relation that many days after it was last reinforced."""
    return strength * float(FADE ** max(0.0, idle_days))
