"""A constellation as arrays, ready to be painted and searched. Positions are in scene units."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.core.library.catalogue import SkillRow
from app.core.library.constellation import Sky

SMALLEST, SPREAD = 2.6, 9.2

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Chart:
    """Stars in the order of `Sky.stars`; `calls` holds pairs of their indices.

    `radius` is in pixels and grows with how much a star is connected; `cluster` numbers the
    engrams by their size.
    """

    stars: tuple[SkillRow, ...]
    at: Floats
    radius: Floats
    cluster: Indices
    clusters: tuple[str, ...]
    calls: Indices
    index: dict[int, int]
    called: tuple[tuple[int, ...], ...]
    """Of each star: those it calls."""
    callers: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, sky: Sky) -> "Chart":
        index = {star.id: n for n, star in enumerate(sky.stars)}
        calls = np.array([(index[a], index[b]) for a, b in sky.calls], dtype=np.intp)
        calls = calls.reshape(-1, 2)
        degree = np.bincount(calls.ravel(), minlength=len(index)).astype(float)
        weight = np.minimum(0.45 + 0.55 * np.log1p(degree) / np.log(12), 1.0)
        sizes = Counter(star.engram for star in sky.stars)
        order = {engram: n for n, (engram, _count) in enumerate(sizes.most_common())}
        called: list[list[int]] = [[] for _star in sky.stars]
        callers: list[list[int]] = [[] for _star in sky.stars]
        for caller, target in calls.tolist():
            called[caller].append(target)
            callers[target].append(caller)
        names = {star.engram: star.engram_name for star in sky.stars}
        return cls(
            sky.stars,
            np.array([sky.places[star.id] for star in sky.stars], dtype=float).reshape(-1, 2),
            SMALLEST + SPREAD * weight**2.1,
            np.array([order[star.engram] for star in sky.stars], dtype=np.intp),
            tuple(names[engram] for engram in order),
            calls,
            index,
            tuple(map(tuple, called)),
            tuple(map(tuple, callers)),
        )

    def looks_like(self, other: "Chart | None") -> bool:
        """Whether the same picture shows both: what only counts versions makes no difference."""
        return (
            other is not None
            and [_shown(star) for star in self.stars] == [_shown(star) for star in other.stars]
            and np.array_equal(self.at, other.at)
            and np.array_equal(self.calls, other.calls)
        )

    def around(self, star: int) -> set[int]:
        """The star and everything one call away."""
        return {star, *self.called[star], *self.callers[star]}

    def towards(self, star: int, dx: float, dy: float) -> int | None:
        """The nearest star in the half plane that an arrow key points to, scene y upwards."""
        gap = self.at - self.at[star]
        along = gap @ np.array([dx, dy])
        across = np.abs(gap @ np.array([-dy, dx]))
        cost = np.where(along > 1e-9, along + 2 * across, np.inf)
        best = int(np.argmin(cost)) if len(cost) else star
        return best if np.isfinite(cost[best]) else None


def _shown(star: SkillRow) -> tuple[object, ...]:
    """What is seen of a star, in the sky and in the table."""
    return star.id, star.title, star.engram, star.engram_name, star.role, star.status
