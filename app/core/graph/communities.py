"""Groups of skills that hang together, and the tags that follow from them. Pure.

Louvain (Blondel et al. 2008) without chance: nodes are visited in the order of their ids, later
only those whose neighbours moved, so that the same graph always falls into the same groups.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Weights = dict[int, dict[int, float]]

_ROUNDS = 20
"""A graph that still swings between two states after so many is left in one of them."""
_GAIN = 1e-9
"""What rounding may make of two equal gains: nothing moves for less, or it might never stop."""


def communities(
    nodes: Iterable[int], pairs: Iterable[tuple[int, int, float]]
) -> tuple[frozenset[int], ...]:
    """The groups, biggest first; each node is in exactly one, alone if nothing binds it.

    `pairs` are undirected with a positive weight; several of one pair add up.
    """
    graph = _graph(sorted(set(nodes)), pairs)
    members: dict[int, set[int]] = {node: {node} for node in graph}
    while True:
        home = _moved(graph)
        if len(set(home.values())) == len(graph):
            break
        merged: dict[int, set[int]] = defaultdict(set)
        for node, group in home.items():
            merged[group] |= members[node]
        members, graph = dict(merged), _merged(graph, home)
    return tuple(sorted(map(frozenset, members.values()), key=lambda g: (-len(g), min(g))))


def _graph(nodes: list[int], pairs: Iterable[tuple[int, int, float]]) -> Weights:
    graph: Weights = {node: {} for node in nodes}
    for one, other, weight in pairs:
        if one in graph and other in graph and one != other and weight > 0:
            graph[one][other] = graph[one].get(other, 0.0) + weight
            graph[other][one] = graph[other].get(one, 0.0) + weight
    return graph


def _moved(graph: Weights) -> dict[int, int]:
    """Where each node goes when every one in turn joins the group that gains most by it."""
    degree = {node: sum(edges.values()) for node, edges in graph.items()}
    total = sum(degree.values()) or 1.0
    home = {node: node for node in graph}
    weight = dict(degree)
    restless = list(graph)
    for _round in range(_ROUNDS):
        disturbed: set[int] = set()
        for node in restless:
            here, own = home[node], degree[node]
            weight[here] -= own
            bound = {here: 0.0}
            for other, strength in graph[node].items():
                if other != node:
                    group = home[other]
                    bound[group] = bound.get(group, 0.0) + strength
            best, most = here, bound[here] - own * weight[here] / total + _GAIN
            for group, strength in bound.items():
                # What binds it to the group, less what chance would: `total` is twice all weights.
                gain = strength - own * weight[group] / total
                if gain > most or (gain == most and group < best):
                    best, most = group, gain
            weight[best] += own
            home[node] = best
            if best != here:
                disturbed.update(other for other in graph[node] if home[other] != best)
        if not disturbed:
            break
        restless = sorted(disturbed)
    return home


def _merged(graph: Weights, home: Mapping[int, int]) -> Weights:
    """The graph of the groups; what was inside a group is a loop that counts for its degree."""
    merged: Weights = {group: {} for group in sorted(set(home.values()))}
    for node, edges in graph.items():
        row = merged[home[node]]
        for other, weight in edges.items():
            row[home[other]] = row.get(home[other], 0.0) + weight
    return merged


@dataclass(frozen=True, slots=True)
class TagSuggestion:
    """A tag that `having` of the `size` skills of a group have and `skill` does not."""

    skill: int
    tag: str
    having: int
    size: int


def tag_suggestions(
    groups: Iterable[frozenset[int]], tags: Mapping[int, Iterable[str]]
) -> tuple[TagSuggestion, ...]:
    """Tags carried by at least half of a group, and by two, for the members without them.

    Tags are compared without regard to case and suggested in their commonest spelling.
    """
    found: list[TagSuggestion] = []
    for group in groups:
        mine = {skill: {t.casefold(): t for t in tags.get(skill, ())} for skill in sorted(group)}
        counts = Counter(key for own in mine.values() for key in own)
        spelled = Counter(tag for own in mine.values() for tag in own.values())
        for key, having in sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])):
            if having < 2 or having * 2 < len(group):
                continue
            spellings = [tag for tag in spelled if tag.casefold() == key]
            tag = min(spellings, key=lambda t: (-spelled[t], t))
            found += [
                TagSuggestion(skill, tag, having, len(group))
                for skill, own in mine.items()
                if key not in own
            ]
    return tuple(found)
