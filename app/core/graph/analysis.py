"""What the connections of a library tell, by networkx. Pure; slow for large graphs, so a job.

Stars are numbers of skills, arcs lead from one to another with a strength between 0 and 1.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import networkx as nx
import numpy as np

from app.core.graph.betweenness import betweenness
from app.core.progress import SILENT, Progress, checkpoint

Arc = tuple[int, int, float]

_DAMPING, _ROUNDS, _PRECISION = 0.85, 100, 1e-9
_MOST_CYCLES = 100
_LONGEST_CYCLE = 12
_MOST_BRIDGES = 100
_HELD = 2
"""Skills of a cluster from which on a part of the sky is in touch with it."""
_CALM = 1e-3
"""How much further a weak connection is than a strong one never makes it no connection."""


@dataclass(frozen=True, slots=True)
class Bridge:
    """A skill without which `clusters`, two or more of them, lose touch with each other."""

    star: int
    clusters: tuple[int, ...]
    betweenness: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """`cycles` are skills that call each other in their order; `uncalled` ones call, or are
    related, and nobody calls them; `orphans` have no connection at all.

    `rank` is the PageRank of each skill, `betweenness` the share of shortest paths through it.
    """

    bridges: tuple[Bridge, ...]
    cycles: tuple[tuple[int, ...], ...]
    orphans: tuple[int, ...]
    uncalled: tuple[int, ...]
    components: int
    rank: Mapping[int, float]
    betweenness: Mapping[int, float]

    def central(self, count: int) -> tuple[tuple[int, int], ...]:
        """The skills through which most shortest paths lead, each with the pairs of others these
        join; of equals, those that more depends on come first."""
        others = len(self.betweenness) - 1
        pairs = {star: round(n * others * (others - 1) / 2) for star, n in self.betweenness.items()}
        through = sorted(
            (star for star in pairs if pairs[star]), key=lambda one: (-pairs[one], -self.rank[one])
        )
        return tuple((star, pairs[star]) for star in through[:count])


def analyse(
    stars: Sequence[int],
    arcs: Sequence[Arc],
    calls: Iterable[tuple[int, int]],
    home: Mapping[int, int],
    progress: Progress = SILENT,
) -> Analysis:
    """`arcs` are all connections, `calls` those that are calls; `home` the clusters.

    Raises `Cancelled`.
    """
    calling = list(calls)
    whole = _graph(stars, arcs)
    checkpoint(progress)
    rank = _rank(stars, arcs)
    between = betweenness(stars, [(one, other) for one, other, _strength in arcs], progress)
    checkpoint(progress)
    alone = orphans(stars, arcs)
    return Analysis(
        tuple(_bridges(whole, home, between, progress)),
        cycles(calling),
        alone,
        uncalled(stars, calling, alone),
        nx.number_connected_components(whole) if len(stars) else 0,
        rank,
        between,
    )


def orphans(stars: Iterable[int], arcs: Iterable[Arc]) -> tuple[int, ...]:
    """The skills without a connection."""
    bound = {end for one, other, _strength in arcs for end in (one, other)}
    return tuple(star for star in stars if star not in bound)


def uncalled(
    stars: Iterable[int], calls: Iterable[tuple[int, int]], alone: Collection[int]
) -> tuple[int, ...]:
    """The skills that no other calls, except those that are `alone`."""
    known = {target for _caller, target in calls} | set(alone)
    return tuple(star for star in stars if star not in known)


def cycles(calls: Iterable[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """Skills that call each other, each cycle from its smallest number on, the shortest first."""
    calling = nx.DiGraph(list(calls))
    found = islice(nx.simple_cycles(calling, length_bound=_LONGEST_CYCLE), _MOST_CYCLES)
    turned = (
        tuple(cycle[cycle.index(min(cycle)) :] + cycle[: cycle.index(min(cycle))])
        for cycle in found
    )
    return tuple(sorted(turned, key=lambda cycle: (len(cycle), cycle)))


def _rank(stars: Sequence[int], arcs: Sequence[Arc]) -> dict[int, float]:
    """PageRank (Page et al. 1998) by strength; that of networkx would need SciPy."""
    count = len(stars)
    if not count:
        return {}
    index = {star: n for n, star in enumerate(stars)}
    source = np.array([index[one] for one, _other, _strength in arcs], dtype=np.intp)
    target = np.array([index[other] for _one, other, _strength in arcs], dtype=np.intp)
    weight = np.array([strength for _one, _other, strength in arcs], dtype=float)
    leaving = np.bincount(source, weight, count)
    ends = leaving == 0
    share = weight / np.maximum(leaving[source], 1e-12)
    rank = np.full(count, 1 / count)
    for _round in range(_ROUNDS):
        passed = np.bincount(target, rank[source] * share, count) + rank[ends].sum() / count
        following = (1 - _DAMPING) / count + _DAMPING * passed
        if np.abs(following - rank).sum() < _PRECISION:
            break
        rank = following
    return dict(zip(stars, rank.tolist(), strict=True))


def path(stars: Iterable[int], arcs: Iterable[Arc], start: int, end: int) -> tuple[int, ...]:
    """The shortest way from one skill to another over connections of any kind and direction.

    Of equally short ones the strongest. Empty where there is none.
    """
    graph = _graph(stars, arcs)
    try:
        return tuple(nx.shortest_path(graph, start, end, weight="far"))
    except (nx.NetworkXNoPath, nx.NodeNotFound):
        return ()


def reached(arcs: Iterable[tuple[int, int]], star: int, *, backwards: bool = False) -> set[int]:
    """Every skill that one calls, directly or not; `backwards`, every one that calls it."""
    graph = nx.DiGraph(list(arcs))
    if star not in graph:
        return set()
    return set(nx.ancestors(graph, star) if backwards else nx.descendants(graph, star))


def _graph(stars: Iterable[int], arcs: Iterable[Arc]) -> "nx.Graph[int]":
    """Of several connections between two skills the strongest, whichever way it leads."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(stars)
    for one, other, strength in arcs:
        known = graph.get_edge_data(one, other, {"weight": 0.0})["weight"]
        if strength > known:
            graph.add_edge(one, other, weight=strength, far=1 + _CALM * (1 - strength))
    return graph


def _bridges(
    whole: "nx.Graph[int]",
    home: Mapping[int, int],
    between: Mapping[int, float],
    progress: Progress,
) -> Iterator[Bridge]:
    """The skills without which two clusters fall apart, the most important first."""
    narrow = sorted(nx.articulation_points(whole), key=lambda star: (-between.get(star, 0), star))
    for star in narrow[:_MOST_BRIDGES]:
        checkpoint(progress)
        apart = _apart(_parts(whole, star), home)
        clusters = tuple(
            sorted(
                one for one in apart if any(apart[one].isdisjoint(held) for held in apart.values())
            )
        )
        if len(clusters) > 1:
            yield Bridge(star, clusters, between.get(star, 0.0))


def _parts(whole: "nx.Graph[int]", without: int) -> list[set[int]]:
    """What still hangs together around a skill once it is gone."""
    found: list[set[int]] = []
    for other in sorted(whole[without]):
        if not any(other in part for part in found):
            found.append(_part(whole, other, without))
    return found


def _apart(parts: Sequence[set[int]], home: Mapping[int, int]) -> dict[int, set[int]]:
    """The main cluster of each part, and all parts that hold enough of it to be in touch with it.

    A single skill that falls off takes its cluster nowhere.
    """
    holding: dict[int, set[int]] = {}
    mainly: set[int] = set()
    for n, part in enumerate(parts):
        counts = Counter(home[one] for one in part if one in home)
        several = {number: count for number, count in counts.items() if count >= _HELD}
        for number in several:
            holding.setdefault(number, set()).add(n)
        if several:
            mainly.add(min(several, key=lambda number: (-several[number], number)))
    return {number: holding[number] for number in mainly}


def _part(whole: "nx.Graph[int]", start: int, without: int) -> set[int]:
    """What hangs together with `start` once `without` is gone."""
    found, waiting = {start}, [start]
    while waiting:
        for other in whole[waiting.pop()]:
            if other != without and other not in found:
                found.add(other)
                waiting.append(other)
    return found
