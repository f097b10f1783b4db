"""The constellation's layout: repeatable, roomy, and still where it was."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.constellation.layers import Layer
from app.core.constellation.sky import sky, tidy
from app.core.errors import Cancelled
from app.core.graph.layout import SPACING, Graph, arrange
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
