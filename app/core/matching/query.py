"""What somebody typed to find something, and how well a text fits it."""

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from app.core.matching.folding import folded, folded_with_places

Span = tuple[int, int]


class Fit(IntEnum):
    """How one typed word is found in a text."""

    WHOLE = 0
    BEGINS = 1
    INSIDE = 2


_FITS = len(Fit)

Key = tuple[int, ...]
"""Sorts what fits better before what fits less."""


@dataclass(frozen=True)
class Query:
    """`typed` as it was. Every word of it must be found; a part of a word will do."""

    typed: str

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Folded; what is typed without a space stays together, as `smoke test` for smoke-test."""
        return tuple(dict.fromkeys(filter(None, map(folded, self.typed.split()))))

    @cached_property
    def phrase(self) -> str:
        """All of it, folded."""
        return folded(self.typed)

    def __bool__(self) -> bool:
        """Whether anything was typed, be it only a comma."""
        return bool(self.typed.strip())


def spaced(text: str) -> str:
    """`text` as `fit` compares it: folded, with a space at both ends."""
    return f" {folded(text)} "


def fit(query: Query, name: str, *texts: str) -> Key | None:
    """How well something with that name fits; None for what lacks a word of the query.

    `name` and `texts` are `spaced`, the more telling texts first. The name itself is best; whole
    words come before beginnings, those before parts, and the name before every text.
    """
    phrase, fields = query.phrase, (name, *texts)
    if not phrase:
        return None
    ranks = [_rank(word, fields) for word in query.words]
    found = [rank for rank in ranks if rank is not None]
    if len(found) < len(ranks):
        return None
    together = next((n for n, said in enumerate(fields) if f" {phrase}" in said), len(fields))
    return (
        name != f" {phrase} ",
        max(found),
        sum(found),
        together,
        not name.startswith(f" {phrase}"),
    )


def _rank(word: str, fields: tuple[str, ...]) -> int | None:
    """The best place for one word."""
    return min(
        (
            number * _FITS + how
            for number, said in enumerate(fields)
            if (how := fit_of(word, said)) is not None
        ),
        default=None,
    )


def fit_of(word: str, said: str) -> Fit | None:
    """How a folded word is found in what is `spaced`."""
    if word not in said:
        return None
    if f" {word} " in said:
        return Fit.WHOLE
    return Fit.BEGINS if f" {word}" in said else Fit.INSIDE


def spans(query: Query, text: str) -> list[Span]:
    """Start and length of every place where `text` says a word of the query, from left to right.

    Of a word that is found whole, its parts elsewhere are not shown.
    """
    said, places = folded_with_places(text)
    found: set[Span] = set()
    for word in query.words:
        how = fit_of(word, said)
        if how is None:
            continue
        before, behind = " " * (how < Fit.INSIDE), " " * (how is Fit.WHOLE)
        needle = before + word + behind
        at = said.find(needle)
        while at >= 0:
            start = at + len(before)
            end = start + len(word)
            first = places[start]
            found.add((first, places[end - 1] + 1 - first))
            at = said.find(needle, end)
    return _apart(sorted(found))


def _apart(found: list[Span]) -> list[Span]:
    """Those that overlap are one."""
    apart: list[Span] = []
    for start, length in found:
        if apart and start < sum(apart[-1]):
            first = apart[-1][0]
            apart[-1] = (first, max(sum(apart[-1]), start + length) - first)
        else:
            apart.append((start, length))
    return apart
