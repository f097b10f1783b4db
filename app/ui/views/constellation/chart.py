"""A constellation as arrays, ready to be painted and searched. Positions are in scene units."""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.core.constellation.layers import Layer
from app.core.constellation.sky import Sky, Star
from app.core.library.record import Status

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Flags = NDArray[np.bool_]

NO_CLUSTER = -1


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of one layer, the strongest first: pairs of indices of stars."""

    layer: Layer
    ends: Indices
    strength: Floats
    inside: Flags
    """Both ends are in the same cluster."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """`colour` numbers the colours of the theme; `count` is how many stars it has."""

    number: int
    name: str
    count: int


class Neighbour(NamedTuple):
    """A star at the other end of a line; `outwards` where the line leads to it."""

    star: int
    layer: Layer
    outwards: bool
    strength: float


@dataclass(frozen=True, slots=True)
class Chart:
    """Stars in the order of `Sky.stars`; all else refers to them by their index.

    `cluster` is the index of a star's cluster among `clusters`, the largest first, or
    `NO_CLUSTER`.
    """

    stars: tuple[Star, ...]
    at: Floats
    cluster: Indices
    clusters: tuple[Cluster, ...]
    lines: tuple[Lines, ...]
    hollow: Flags
    pinned: Flags
    index: dict[int, int]
    connections: Indices = field(init=False)
    """How many lines each star has."""

    def __post_init__(self) -> None:
        found = np.zeros(len(self.stars), dtype=np.intp)
        for lines in self.lines:
            found += np.bincount(lines.ends.ravel(), minlength=len(found))
        object.__setattr__(self, "connections", found)

    @classmethod
    def of(cls, sky: Sky) -> "Chart":
        index = {star.id: n for n, star in enumerate(sky.stars)}
        home = np.array([sky.clusters.home.get(star.id, 0) for star in sky.stars], dtype=np.intp)
        numbers, counts = np.unique(home[home > 0], return_counts=True)
        order = np.lexsort((numbers, -counts))
        clusters = tuple(
            Cluster(int(numbers[n]), sky.clusters.names.get(int(numbers[n]), ""), int(counts[n]))
            for n in order
        )
        place = {cluster.number: n for n, cluster in enumerate(clusters)}
        cluster = np.array([place.get(int(h), NO_CLUSTER) for h in home], dtype=np.intp)
        return cls(
            sky.stars,
            np.array([sky.places[star.id] for star in sky.stars], dtype=float).reshape(-1, 2),
            cluster,
            clusters,
            tuple(_lines(sky, index, cluster)),
            np.array([star.row.status is not Status.ACTIVE for star in sky.stars], dtype=bool),
            np.array([star.id in sky.pinned for star in sky.stars], dtype=bool),
            index,
        )

    def looks_like(self, other: "Chart | None") -> bool:
        """Whether the same picture shows both: what only counts versions makes no difference."""
        return (
            other is not None
            and self.stands_like(other)
            and [_shown(star) for star in self.stars] == [_shown(star) for star in other.stars]
            and np.array_equal(self.pinned, other.pinned)
            and len(self.lines) == len(other.lines)
            and all(
                mine.layer is theirs.layer and np.array_equal(mine.ends, theirs.ends)
                for mine, theirs in zip(self.lines, other.lines, strict=True)
            )
        )

    def stands_like(self, other: "Chart") -> bool:
        """Whether the stars stand at the same places, in the same clusters."""
        return (
            self.clusters == other.clusters
            and np.array_equal(self.at, other.at)
            and np.array_equal(self.cluster, other.cluster)
        )

    def same(self, stars: Iterable[int], other: "Chart") -> frozenset[int]:
        """What the stars of another chart are here, of those that are here."""
        skills = (other.stars[star].id for star in stars)
        return frozenset(self.index[skill] for skill in skills if skill in self.index)

    def neighbours(self, star: int) -> Iterator[Neighbour]:
        """Everything one line away, layer by layer, the strongest first."""
        for lines in self.lines:
            for n in np.flatnonzero((lines.ends == star).any(axis=1)).tolist():
                one, other = lines.ends[n].tolist()
                outwards = one == star
                yield Neighbour(
                    other if outwards else one, lines.layer, outwards, float(lines.strength[n])
                )

    def around(self, star: int, layers: frozenset[Layer] = frozenset(Layer)) -> set[int]:
        """The star and everything one line away."""
        return {star, *(n.star for n in self.neighbours(star) if n.layer in layers)}

    def within(
        self, stars: set[int], depth: int, layers: frozenset[Layer] = frozenset(Layer)
    ) -> set[int]:
        """Everything at most `depth` lines away from one of these."""
        found = np.zeros(len(self.stars), dtype=bool)
        found[list(stars)] = True
        for _step in range(depth):
            before = found.copy()  # a line of one layer leads no farther over one of the next
            for lines in self.lines:
                if lines.layer in layers and len(lines.ends):
                    met = before[lines.ends].any(axis=1)
                    found[lines.ends[met].ravel()] = True
            if (found == before).all():
                break
        return set(np.flatnonzero(found).tolist())

    def towards(
        self, star: int, dx: float, dy: float, among: AbstractSet[int] | None = None
    ) -> int | None:
        """The nearest star in the half plane that an arrow key points to, scene y upwards; one
        `among` these, if that is asked for."""
        gap = self.at - self.at[star]
        along = gap @ np.array([dx, dy])
        across = np.abs(gap @ np.array([-dy, dx]))
        cost = np.where(along > 1e-9, along + 2 * across, np.inf)
        if among is not None:
            cost[np.isin(np.arange(len(cost)), list(among), invert=True)] = np.inf
        best = int(np.argmin(cost)) if len(cost) else star
        return best if np.isfinite(cost[best]) else None


def _lines(sky: Sky, index: dict[int, int], cluster: Indices) -> Iterator[Lines]:
    found: dict[Layer, list[tuple[int, int, float]]] = {}
    for tie in sky.ties:
        row = index[tie.source], index[tie.target], tie.strength
        found.setdefault(tie.layer, []).append(row)
    for layer in Layer:
        if layer in found:
            ends = np.array([row[:2] for row in found[layer]], dtype=np.intp)
            strength = np.array([row[2] for row in found[layer]])
            own = cluster[ends]
            inside = (own[:, 0] == own[:, 1]) & (own[:, 0] != NO_CLUSTER)
            yield Lines(layer, ends, strength, inside)


def _shown(star: Star) -> tuple[object, ...]:
    """What is seen of a star, in the sky and in the table."""
    row = star.row
    return (
        star.id, row.title, row.engram, row.engram_name, row.role, row.status, row.tags,
        round(star.importance, 2), star.uses, star.signer,
    )  # fmt: skip
