"""What the connections of a library tell, by networkx. Pure; slow for large graphs, so a job.

Stars are numbers of skills, arcs lead from one to another with a strength between 0 and 1.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import networkx as nx
import numpy as np

from app.core.graph.betweenness import betweenness
from app.core.graph.bridges import Bridge, bridges
from app.core.progress import SILENT, Progress, checkpoint

Arc = tuple[int, int, float]

_DAMPING, _ROUNDS, _PRECISION = 0.85, 100, 1e-9
_MOST_CYCLES = 100
_LONGEST_CYCLE = 12
_CALM = 1e-3
"""How much further a weak connection is than a strong one never makes it no connection."""


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
        bridges(whole, home, between, progress),
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
