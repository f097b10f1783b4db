"""Which of the author's sentences a rewritten one stands for, against all ways to pair them."""

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.training.rewriting.verify import align

WORDS = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta")
sentences = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
some = st.lists(sentences, max_size=4)


def likeness(author: str, one: str) -> float:
    """Twice for the same, else the share of common words, from a fifth on."""
    if author == one:
        return 2.0
    own, other = set(author.split()), set(one.split())
    share = len(own & other) / len(own | other)
    return share if share >= 0.2 else 0.0


def ways(authors: int, rewrites: int, least: int = 0) -> Iterator[list[int | None]]:
    """Every way to pair them in their order."""
    if not rewrites:
        yield []
        return
    for rest in ways(authors, rewrites - 1, least):
        yield [None, *rest]
    for author in range(least, authors):
        for rest in ways(authors, rewrites - 1, author + 1):
            yield [author, *rest]


def worth(pairs: Sequence[int | None], authors: Sequence[str], rewrites: Sequence[str]) -> float:
    return sum(
        likeness(authors[author], rewrites[n])
        for n, author in enumerate(pairs)
        if author is not None
    )


@given(some, some)
def test_no_other_way_has_more_in_common(authors: list[str], rewrites: list[str]) -> None:
    found = align(authors, rewrites)
    assert len(found) == len(rewrites)
    paired = [author for author in found if author is not None]
    assert paired == sorted(set(paired))
    assert all(
        likeness(authors[author], rewrites[n]) > 0
        for n, author in enumerate(found)
        if author is not None
    )
    best = max(worth(way, authors, rewrites) for way in ways(len(authors), len(rewrites)))
    assert worth(found, authors, rewrites) == pytest.approx(best)


@pytest.mark.parametrize(
    ("authors", "rewrites", "pairs"),
    [
        (["A b c."], ["A b c."], [0]),
        ([], ["A b c."], [None]),
        (["A b c."], [], []),
        (["Open it.", "Shut it."], ["Shut it.", "Open it."], [None, 0]),
        (["Open it.", "Go now.", "Shut it."], ["Open it.", "Shut it."], [0, 2]),
        (["Open it.", "Shut it."], ["Open it.", "Go now.", "Shut it."], [0, None, 1]),
        (["one two three"], ["three four five"], [0]),
        (["one two three"], ["three four five six"], [None]),
        (["one two", "three four"], ["one two five", "six seven", "three four five"], [0, None, 1]),
        (["one two five", "six seven", "three four five"], ["one two", "three four"], [0, 2]),
        (["one two", "one two three"], ["one two three"], [1]),
    ],
)
def test_pairs(authors: list[str], rewrites: list[str], pairs: list[int | None]) -> None:
    assert align(authors, rewrites) == pairs


def test_of_very_long_steps_only_equal_beginnings_and_ends_are_looked_at() -> None:
    """What is between takes up to 2 500 comparisons."""

    def middle(count: int) -> tuple[list[str], list[str]]:
        authors = [f"sentence about thing{n}" for n in range(count)]
        rewrites = [f"sentence of thing{n} there" for n in range(50)]
        return ["first", *authors, "last"], ["first", *rewrites, "last"]

    assert align(*middle(50)) == list(range(52))
    assert align(*middle(51)) == [0, *[None] * 50, 52]
