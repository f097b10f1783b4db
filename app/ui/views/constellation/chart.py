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

    @classmethod
    def of(cls, sky: Sky) -> "Chart":
        index = {star.id: n for n, star in enumerate(sky.stars)}
        calls = np.array([(index[a], index[b]) for a, b in sky.calls], dtype=np.intp)
        calls = calls.reshape(-1, 2)
        degree = np.bincount(calls.ravel(), minlength=len(index)).astype(float)
        weight = np.minimum(0.45 + 0.55 * np.log1p(degree) / np.log(12), 1.0)
        sizes = Counter(star.engram for star in sky.stars)
        order = {engram: n for n, (engram, _count) in enumerate(sizes.most_common())}
        names = {star.engram: star.engram_name for star in sky.stars}
        return cls(
            sky.stars,
            np.array([sky.places[star.id] for star in sky.stars], dtype=float).reshape(-1, 2),
            SMALLEST + SPREAD * weight**2.1,
            np.array([order[star.engram] for star in sky.stars], dtype=np.intp),
            tuple(names[engram] for engram in order),
            calls,
            index,
        )

    def calls_of(self, star: int) -> list[int]:
        """The stars (by index) that the star at that index calls."""
        return [int(n) for n in self.calls[self.calls[:, 0] == star, 1]]

    def callers_of(self, star: int) -> list[int]:
        return [int(n) for n in self.calls[self.calls[:, 1] == star, 0]]

    def around(self, star: int) -> set[int]:
        """The star and everything one call away."""
        return {star, *self.calls_of(star), *self.callers_of(star)}

    def towards(self, star: int, dx: float, dy: float) -> int | None:
        """The nearest star in the half plane that an arrow key points to, scene y upwards."""
        gap = self.at - self.at[star]
        along = gap @ np.array([dx, dy])
        across = np.abs(gap @ np.array([-dy, dx]))
        cost = np.where(along > 1e-9, along + 2 * across, np.inf)
        best = int(np.argmin(cost)) if len(cost) else star
        return best if np.isfinite(cost[best]) else None
