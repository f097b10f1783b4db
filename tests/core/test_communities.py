"""Groups of skills: everybody in one, the same every time, where the connections are."""

import random

from hypothesis import given
from hypothesis import strategies as st

from app.core.graph.communities import communities, tag_suggestions

CLIQUES = [
    (one, other, 1.0)
    for start in (0, 5)
    for one in range(start, start + 5)
    for other in range(one + 1, start + 5)
]
pairs = st.lists(
    st.tuples(st.integers(0, 12), st.integers(0, 12), st.floats(0, 5, allow_nan=False)),
    max_size=40,
)


def test_two_tight_groups_with_one_bridge_are_two_groups() -> None:
    found = communities(range(11), [*CLIQUES, (0, 5, 1.0)])
    assert found == (frozenset(range(5)), frozenset(range(5, 10)), frozenset({10}))


def test_a_strong_bridge_makes_one() -> None:
    assert communities([1, 2], [(1, 2, 1.0)]) == (frozenset({1, 2}),)
    assert communities([], []) == ()


def test_planted_groups_are_found_again() -> None:
    chance = random.Random(7)
    edges = []
    for _edge in range(3_000):
        one = chance.randrange(1_000)
        near = one // 50 * 50 + chance.randrange(50)
        edges.append((one, near if chance.random() < 0.9 else chance.randrange(1_000), 1.0))
    found = [group for group in communities(range(1_000), edges) if len(group) > 10]
    pure = sum(max(sum(n // 50 == k for n in group) for k in range(20)) for group in found)
    assert pure > 800


@given(pairs, st.randoms())
def test_everybody_is_in_one_group_whatever_the_order(
    found: list[tuple[int, int, float]], chance: random.Random
) -> None:
    groups = communities(range(10), found)
    assert sorted(n for group in groups for n in group) == list(range(10))
    other = list(range(10))
    chance.shuffle(other)
    assert communities(other, found) == groups


def test_a_tag_needs_two_who_have_it_and_half_of_the_group() -> None:
    group = frozenset({1, 2, 3, 4})
    assert tag_suggestions([group], {1: ["x"]}) == ()
    assert [s.skill for s in tag_suggestions([group], {1: ["x"], 2: ["X"]})] == [3, 4]
    assert tag_suggestions([group | {5}], {1: ["x"], 2: ["x"]}) == ()
    assert tag_suggestions([group], {}) == ()
