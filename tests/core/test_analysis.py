"""What the connections of a library tell."""

from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import Cancelled
from app.core.graph.analysis import analyse, path, reached
from app.core.graph.betweenness import betweenness

arcs = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 9), st.floats(0.05, 1)).filter(
        lambda arc: arc[0] != arc[1]
    ),
    max_size=25,
)
TWO_GROUPS = [(0, 1, 0.9), (1, 2, 0.9), (2, 0, 0.9), (3, 4, 0.9), (4, 5, 0.9), (5, 3, 0.9)]
HOME = {0: 1, 1: 1, 2: 1, 3: 2, 4: 2, 5: 2}


def test_a_bridge_is_what_two_clusters_touch_through() -> None:
    told = analyse(range(9), [*TWO_GROUPS, (2, 6, 0.5), (6, 3, 0.5)], [], HOME)
    assert {(bridge.star, bridge.clusters) for bridge in told.bridges} == {
        (2, (1, 2)), (3, (1, 2)), (6, (1, 2)),
    }  # fmt: skip
    assert told.bridges[0].star in (2, 3, 6)
    assert told.orphans == (7, 8) and told.components == 3


def test_who_hangs_on_one_cluster_alone_is_no_bridge() -> None:
    told = analyse(range(7), [*TWO_GROUPS, (2, 6, 0.5)], [], HOME)
    assert told.bridges == ()


def test_a_skill_that_only_its_own_tail_hangs_on_is_no_bridge() -> None:
    """The clusters stay connected without it, though one skill of theirs falls off."""
    touching = [*TWO_GROUPS, (2, 4, 0.5), (0, 5, 0.5)]
    told = analyse(range(7), [*touching, (3, 6, 0.5)], [], {**HOME, 6: 2})
    assert told.bridges == ()
    tail = [(3, 6, 0.5), (6, 7, 0.5)]
    told = analyse(range(8), [*touching, *tail], [], {**HOME, 6: 2, 7: 2})
    assert told.bridges == (), "what falls off is still in touch with its cluster elsewhere"


def test_a_hub_whose_cluster_falls_apart_without_it_is_a_bridge() -> None:
    """Of two stars whose hubs 1 and 11 call each other, and of those that only 21 joins."""
    one, other = dict.fromkeys((1, 2, 3, 4), 1), dict.fromkeys((11, 12, 13), 2)
    rays = [(1, n, 0.9) for n in (2, 3, 4)] + [(11, n, 0.9) for n in (12, 13)]
    for home, joined in (
        (one | other, [(1, 11, 0.9)]),
        (one | other | {21: 1}, [(21, 1, 0.9), (21, 11, 0.9)]),
    ):
        told = analyse(list(home), [*rays, *joined], [], home)
        assert {(bridge.star, bridge.clusters) for bridge in told.bridges} == {
            (star, (1, 2)) for star in {end for a, b, _s in joined for end in (a, b)}
        }
    told = analyse(list(one), [line for line in rays if line[0] == 1], [], one)
    assert told.bridges == (), "a cluster alone is disconnected from no other"


def test_a_bridge_far_from_most_others_is_found() -> None:
    """However many skills more paths lead through, none of which is a bridge."""
    hubs = 150
    rays = [(hub, 1_000 + 3 * hub + n, 0.9) for hub in range(hubs) for n in range(3)]
    ring = [(hub, (hub + 1) % hubs, 0.9) for hub in range(hubs)]
    home = dict.fromkeys((end for a, b, _s in (*rays, *ring) for end in (a, b)), 1)
    away = [(5_000 + a, 5_000 + b, s) for a, b, s in (*TWO_GROUPS, (2, 6, 0.5), (6, 3, 0.5))]
    home |= {5_000 + n: 1 + number for n, number in HOME.items()}
    told = analyse([*home, 5_006], [*ring, *rays, *away], [], home)
    assert {bridge.star for bridge in told.bridges} == {5_002, 5_003, 5_006}


@given(arcs, st.lists(st.integers(0, 3), min_size=10, max_size=10))
def test_a_bridge_parts_what_hangs_together(
    some: list[tuple[int, int, float]], numbers: list[int]
) -> None:
    home = {star: number for star, number in enumerate(numbers) if number}
    graph: nx.Graph[int] = nx.Graph([(a, b) for a, b, _s in some])
    narrow = set(nx.articulation_points(graph))
    for bridge in analyse(range(10), some, [], home).bridges:
        around = nx.node_connected_component(graph, bridge.star) - {bridge.star}
        near = [home[star] for star in around if star in home]
        assert bridge.star in narrow and len(bridge.clusters) > 1
        assert all(near.count(cluster) > 1 for cluster in bridge.clusters)


def test_cycles_are_those_of_calls_each_once_from_its_smallest_number() -> None:
    calls = [(5, 3), (3, 4), (4, 5), (1, 2), (2, 1), (6, 1)]
    told = analyse(range(7), [(a, b, 1.0) for a, b in calls], calls, {})
    assert told.cycles == ((1, 2), (3, 4, 5))
    assert told.uncalled == (6,)
    assert told.orphans == (0,)


@given(arcs)
def test_the_rank_is_that_of_pagerank(some: list[tuple[int, int, float]]) -> None:
    told = analyse(range(10), some, [], {})
    assert sum(told.rank.values()) == pytest.approx(1)
    assert set(told.rank) == set(range(10))
    uncalled = {n for n in range(10) if not any(other == n for _one, other, _s in some)}
    least = min(told.rank.values())
    assert all(told.rank[n] == pytest.approx(least, abs=1e-6) for n in uncalled)


def test_who_is_called_most_ranks_first() -> None:
    told = analyse(range(5), [(1, 0, 1.0), (2, 0, 1.0), (3, 0, 1.0), (0, 4, 0.1)], [], {})
    ranked = sorted(told.rank, key=lambda star: -told.rank[star])
    assert set(ranked[:2]) == {0, 4}
    assert told.betweenness[0] == max(told.betweenness.values())


@given(arcs)
def test_the_betweenness_is_that_of_networkx(some: list[tuple[int, int, float]]) -> None:
    pairs = [(one, other) for one, other, _strength in some]
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(10))
    graph.add_edges_from(pair for pair in pairs if pair[0] != pair[1])
    assert betweenness(range(10), pairs) == pytest.approx(nx.betweenness_centrality(graph))
    assert betweenness([7, 3], [(3, 7)]) == {3: 0.0, 7: 0.0} and betweenness([], []) == {}


def test_the_betweenness_of_a_long_chain_can_be_stopped_on_its_way() -> None:
    class Impatient:
        said = 0

        def report(self, fraction: float, text: str = "") -> None: ...

        @property
        def cancelled(self) -> bool:
            self.said += 1
            return self.said > 100

    chain = [(n, n + 1) for n in range(1_999)]
    with pytest.raises(Cancelled):
        betweenness(range(2_000), chain, Impatient())


@given(arcs, st.integers(0, 9), st.integers(0, 9))
def test_a_path_is_as_short_as_can_be(
    some: list[tuple[int, int, float]], start: int, end: int
) -> None:
    found = path(range(10), some, start, end)
    graph = nx.Graph([(one, other) for one, other, _strength in some])
    graph.add_nodes_from(range(10))
    if nx.has_path(graph, start, end):
        assert found[0] == start and found[-1] == end
        assert len(found) == nx.shortest_path_length(graph, start, end) + 1
        assert all(graph.has_edge(a, b) for a, b in pairwise(found))
    else:
        assert found == ()


def test_of_two_ways_of_the_same_length_the_stronger_one() -> None:
    weak, strong = [(0, 1, 0.1), (1, 3, 0.1)], [(0, 2, 0.9), (2, 3, 0.9)]
    assert path(range(4), weak + strong, 0, 3) == (0, 2, 3)
    assert path(range(4), weak, 0, 9) == ()


def test_who_calls_and_is_called_directly_or_not() -> None:
    calls = [(1, 2), (2, 3), (4, 2)]
    assert reached(calls, 1) == {2, 3}
    assert reached(calls, 3, backwards=True) == {1, 2, 4}
    assert reached(calls, 9) == set()


def test_nothing_tells_nothing() -> None:
    told = analyse([], [], [], {})
    assert (told.bridges, told.cycles, told.orphans, told.components) == ((), (), (), 0)


class Stopped:
    cancelled = True

    def report(self, fraction: float, text: str = "") -> None:
        pass


def test_it_can_be_stopped() -> None:
    with pytest.raises(Cancelled):
        analyse(range(3), [], [], {}, Stopped())
