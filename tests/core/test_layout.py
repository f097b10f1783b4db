"""The constellation's layout: repeatable, roomy, and still where it was."""

from itertools import combinations
from math import dist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.constellation.layers import Layer
from app.core.constellation.sky import first_look, renewed, sky, tidy
from app.core.errors import Cancelled
from app.core.graph.communities import communities
from app.core.graph.free_places import SPACING
from app.core.graph.layout import Graph, arrange, coarse
from app.core.library import library
from app.core.lifecycle.config import Procedural
from app.core.vault import Vault

graphs = st.integers(1, 40).flatmap(
    lambda n: st.builds(
        Graph,
        st.just(list(range(n))),
        st.lists(st.integers(0, 3), min_size=n, max_size=n).map(lambda g: dict(enumerate(g))),
        st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=60),
    )
)


@given(graphs)
def test_every_star_has_its_own_finite_place_and_always_the_same(graph: Graph) -> None:
    places = arrange(graph)
    assert list(places) == list(graph.stars)
    assert np.isfinite(list(places.values())).all()
    assert len(set(places.values())) == len(places)
    assert arrange(graph) == places


@given(graphs, st.integers(0, 39))
def test_known_stars_do_not_move(graph: Graph, hidden: int) -> None:
    places = arrange(graph)
    known = {star: at for star, at in places.items() if star != hidden}
    again = arrange(graph, known or {999: (0.0, 0.0)})
    assert all(again[star] == at for star, at in known.items())


def test_a_new_star_stands_beside_the_one_it_calls() -> None:
    graph = Graph([1, 2, 3, 4], {1: 0, 2: 0, 3: 1, 4: 1}, [(1, 2), (3, 4)])
    known = {1: (0.0, 0.0), 2: (SPACING, 0.0), 3: (900.0, 900.0)}
    x, y = arrange(graph, known)[4]
    assert np.hypot(x - 900, y - 900) < 2 * SPACING


def test_stars_keep_their_distance() -> None:
    graph = Graph(list(range(200)), dict.fromkeys(range(200), 0), [(n, n + 1) for n in range(199)])
    at = np.array(list(arrange(graph).values()))
    gaps = np.linalg.norm(at[:, None] - at[None], axis=2) + np.eye(200) * 1e9
    assert np.median(gaps.min(axis=1)) > SPACING / 3


def grouped(pairs: list[tuple[int, int]], count: int) -> Graph:
    groups = communities(range(count), [(a, b, 1.0) for a, b in pairs])
    home = {star: n for n, group in enumerate(groups) for star in group}
    loose = frozenset(star for group in groups if len(group) < 3 for star in group)
    return Graph(range(count), home, pairs, loose)


ODD = {
    "nothing connected": grouped([], 700),
    "one called by all": grouped([(n, 0) for n in range(1, 900)], 900),
    "a chain": grouped([(n, n + 1) for n in range(499)], 500),
    "each with each": grouped([(a, b) for a in range(70) for b in range(a)], 70),
    "pairs": grouped([(n, n + 1) for n in range(0, 200, 2)], 200),
    "a skill and itself": grouped([(3, 3)], 5),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_libraries_have_room_for_every_star(name: str) -> None:
    at = np.array(list(arrange(ODD[name]).values()))
    gaps = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1)) + np.eye(len(at)) * 1e9
    assert gaps.min() > 1
    assert np.median(gaps.min(axis=1)) > SPACING / 4
    wide, high = np.ptp(at, axis=0) + SPACING
    assert 1 / 12 < high / wide < 12


def test_groups_do_not_reach_into_each_other() -> None:
    pairs = [(a, b) for n in range(40) for a in range(9 * n, 9 * n + 9) for b in range(9 * n, a)]
    across = [(9 * n, 9 * (n * 7 % 40)) for n in range(40)]
    places = arrange(Graph(range(360), {s: s // 9 for s in range(360)}, pairs + across))
    at = np.array([places[star] for star in range(360)]).reshape(40, 9, 2)
    middle = at.mean(axis=1)
    reach = np.hypot(*(at - middle[:, None]).transpose(2, 0, 1)).max(axis=1)
    gaps = np.hypot(*(middle[:, None] - middle[None]).transpose(2, 0, 1)) + np.eye(40) * 1e9
    assert (gaps > (reach[:, None] + reach[None]) * 0.9).all()


def test_unconnected_newcomers_stand_in_rows_below_the_others() -> None:
    kept = {star: (star * SPACING, 0.0) for star in range(10)}
    new = frozenset(range(10, 60))
    places = arrange(Graph(range(60), dict.fromkeys(range(60), 0), [], new), kept)
    at = np.array([places[star] for star in sorted(new)])
    assert (at[:, 1] < 0).all()
    assert np.ptp(at[:, 0]) > np.ptp(at[:, 1]) > 0


def test_new_groups_stand_around_the_others_and_not_in_a_row() -> None:
    groups = {n: n // 6 for n in range(60)}
    pairs = [(n, n + 1) for n in range(59) if groups[n] == groups[n + 1]]
    before = arrange(Graph(list(range(6)), dict.fromkeys(range(6), 0), pairs[:5]))
    at = arrange(Graph(list(groups), groups, pairs), before)
    wide, high = np.ptp(list(at.values()), axis=0)
    assert 0.5 < wide / high < 2.5
    homes = {n: np.array([at[star] for star in groups if groups[star] == n]) for n in range(10)}
    for one, other in combinations(homes.values(), 2):
        low, high = (
            np.maximum(one.min(axis=0), other.min(axis=0)),
            np.minimum(one.max(axis=0), other.max(axis=0)),
        )
        assert (low > high).any(), "the boxes of two groups overlap"


def test_a_thousand_join_and_nobody_moves() -> None:
    some = {star: (star % 40 * SPACING, star // 40 * SPACING) for star in range(1_600)}
    pairs = [(star, star - 1_600) for star in range(1_600, 2_400)]
    everybody = range(2_600)
    graph = Graph(everybody, dict.fromkeys(everybody, 0), pairs, frozenset(range(2_400, 2_600)))
    places = arrange(graph, some)
    assert {star: places[star] for star in some} == some
    at = np.array(list(places.values()))
    assert len(np.unique(at.round(3), axis=0)) == len(at)
    near = [np.hypot(*np.subtract(places[a], places[b])) for a, b in pairs]
    assert np.median(near) < 25 * SPACING


def test_an_empty_sky_is_empty() -> None:
    assert arrange(Graph([], {}, [])) == {}


class Stopped:
    cancelled = True

    def report(self, fraction: float, text: str = "") -> None:
        pass


def test_the_layout_can_be_stopped() -> None:
    with pytest.raises(Cancelled):
        arrange(Graph([1], {1: 0}, []), progress=Stopped())


def test_the_sky_of_a_vault_stays_where_it_is(vault: Vault) -> None:
    b = library.save(vault, None, "# b\n\n1. x\n").skill
    a = library.save(vault, None, "# a\n\n1. @skill: b\n2. @skill: nobody\n").skill
    first = sky(vault, Procedural())
    assert [(tie.source, tie.target, tie.layer) for tie in first.ties] == [(a, b, Layer.CALLS)]
    assert [star.row.title for star in first.stars] == ["a", "b"]
    c = library.save(vault, None, "# c\n\n1. @skill: a\n").skill
    second = sky(vault, Procedural())
    assert {star: at for star, at in second.places.items() if star != c} == first.places
    assert sky(vault, Procedural()).places == second.places
    assert set(tidy(vault, Procedural()).places) == {a, b, c}


def test_two_loose_stars_that_are_connected_stand_side_by_side() -> None:
    stars = range(1, 9)
    groups = dict.fromkeys(stars, 0)
    at = arrange(Graph(stars, groups, [(1, 8)], frozenset(stars)))
    near = {b for b in stars if b != 1 and dist(at[1], at[b]) < 1.6 * SPACING}
    assert 8 in near


def test_until_the_sky_is_laid_out_connected_stars_are_near_each_other() -> None:
    chain = [(n, n + 1) for n in range(1, 300)]
    at = coarse(range(1, 301), chain)
    assert len(set(at.values())) == 300
    far = sum(dist(at[a], at[b]) for a, b in chain) / len(chain)
    others = sum(dist(at[n], at[(n + 150) % 300 + 1]) for n in at) / len(at)
    assert far < others


def test_the_first_look_has_kept_places_or_coarse_ones_and_writes_nothing(vault: Vault) -> None:
    b = library.save(vault, None, "# b\n\n1. x\n").skill
    a = library.save(vault, None, "# a\n\n1. @skill: b\n").skill
    seen = first_look(vault, Procedural())
    assert {star.id for star in seen.stars} == {a, b} == seen.places.keys() and not seen.ties
    assert vault.rows("select * from place") == []
    whole = sky(vault, Procedural())
    library.save(vault, None, "# c\n\n1. x\n")
    again = first_look(vault, Procedural())
    assert again.places == whole.places and {star.id for star in again.stars} == {a, b}


def test_what_is_new_of_one_skill_is_told_without_the_others(vault: Vault) -> None:
    b = library.save(vault, None, "# b\n\n1. x\n").skill
    a = library.save(vault, None, "# a\n\n1. @skill: b\n").skill
    before = sky(vault, Procedural())
    library.save(vault, b, "# b\n\n1. @skill: a\n")
    after = renewed(vault, before, {b})
    assert after == sky(vault, Procedural()) and len(after.ties) == 2
    library.save(vault, a, "# a\n\n1. x\n")
    assert renewed(vault, after, {a}) == sky(vault, Procedural())
    c = library.save(vault, None, "# c\n\n1. x\n").skill
    assert renewed(vault, after, {c}) is None
    library.save(vault, b, "# bb\n\n1. x\n")
    assert renewed(vault, after, {b}) is None
    library.delete(vault, a)
    assert renewed(vault, after, {a}) is None
