"""The skills through which alone clusters are in touch, found in one walk over the graph. Pure.

Public names: `Bridge`, `bridges`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import networkx as nx

from app.core.progress import SILENT, Progress, checkpoint

_MOST = 100
_HELD = 2
"""Skills of a cluster from which on a part of the sky is in touch with it."""
_OFTEN = 1_000
"""Blocks between two moments at which one may cancel."""

Clusters = Counter[int]
"""How many skills there are of each cluster."""


@dataclass(frozen=True, slots=True)
class Bridge:
    """A skill without which `clusters`, two or more of them, lose touch with each other."""

    star: int
    clusters: tuple[int, ...]
    betweenness: float


def bridges(
    whole: "nx.Graph[int]",
    home: Mapping[int, int],
    between: Mapping[int, float],
    progress: Progress = SILENT,
) -> tuple[Bridge, ...]:
    """The most important first; `home` has the clusters. Raises `Cancelled`."""
    found = []
    for star, parts in _parted(whole, home, progress):
        apart = _apart(parts)
        clusters = tuple(
            sorted(
                one for one in apart if any(apart[one].isdisjoint(held) for held in apart.values())
            )
        )
        if len(clusters) > 1:
            found.append(Bridge(star, clusters, between.get(star, 0.0)))
    return tuple(sorted(found, key=lambda one: (-one.betweenness, one.star))[:_MOST])


def _parted(
    whole: "nx.Graph[int]", home: Mapping[int, int], progress: Progress
) -> Iterator[tuple[int, list[Clusters]]]:
    """Each skill without which its surroundings fall apart, and what the parts are then.

    Blocks are what no single skill takes apart; with the skills between them they are a tree.
    """
    blocks = [frozenset(block) for block in nx.biconnected_components(whole)]
    of: dict[int, list[int]] = {}
    for n, block in enumerate(blocks):
        for star in block:
            of.setdefault(star, []).append(n)
    seen: set[int] = set()
    for root in range(len(blocks)):
        if root not in seen:
            order = _walked(blocks, of, root)
            seen.update(n for n, _upwards in order)
            yield from _parts(blocks, of, home, order, progress)


def _walked(
    blocks: Sequence[AbstractSet[int]], of: Mapping[int, Sequence[int]], root: int
) -> list[tuple[int, int | None]]:
    """The blocks that hang together, each after the one it hangs on, and by which skill it does."""
    order: list[tuple[int, int | None]] = [(root, None)]
    for n, upwards in order:
        for star in blocks[n]:
            if star != upwards:
                order.extend((other, star) for other in of[star] if other != n)
    return order


def _parts(
    blocks: Sequence[AbstractSet[int]],
    of: Mapping[int, Sequence[int]],
    home: Mapping[int, int],
    order: Sequence[tuple[int, int | None]],
    progress: Progress,
) -> Iterator[tuple[int, list[Clusters]]]:
    every = {star for n, _upwards in order for star in blocks[n]}
    total = Counter(home[star] for star in every if star in home)
    hanging: dict[int, list[Clusters]] = {}
    """What hangs on a skill, away from the root."""
    for count, (n, upwards) in enumerate(reversed(order)):
        if count % _OFTEN == 0:
            checkpoint(progress)
        below: Clusters = Counter()
        for star in blocks[n]:
            if star == upwards:
                continue
            own = Counter([home[star]]) if star in home else Counter()
            parts = hanging.pop(star, [])
            for part in (own, *parts):
                below.update(part)
            if len(of[star]) > 1:
                rest = total.copy()
                for part in (own, *parts):
                    rest.subtract(part)
                yield star, [rest, *parts]
        if upwards is not None:
            hanging.setdefault(upwards, []).append(below)
    for star, parts in hanging.items():
        yield star, parts


def _apart(parts: Sequence[Clusters]) -> dict[int, set[int]]:
    """The main cluster of each part, and all parts that hold enough of it to be in touch with it.

    A single skill that falls off takes its cluster nowhere, unless all of the cluster do.
    """
    total: Clusters = Counter()
    for part in parts:
        total.update(part)
    whole = {number for part in parts for number, count in part.items() if count >= _HELD}
    fallen = {number for number, count in total.items() if count >= _HELD} - whole
    holding: dict[int, set[int]] = {}
    mainly: set[int] = set()
    for n, part in enumerate(parts):
        held = {number: count for number, count in part.items() if count >= _HELD}
        held = held or {
            number: count for number, count in part.items() if count and number in fallen
        }
        for number in held:
            holding.setdefault(number, set()).add(n)
        if held:
            mainly.add(min(held, key=lambda one: (-held[one], one)))
    return {number: holding[number] for number in mainly}
