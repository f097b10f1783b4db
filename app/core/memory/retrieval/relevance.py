"""How much an item has to do with a question. Pure arithmetic; `docs/retrieval.md` has figures.

Closeness is a cosine; what an item is close to anyway (everyday talk) is taken off by half, and
how everyday the question is; a question about work is given a little. Words add what meaning
alone misses.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.core.memory.retrieval.embed import Vectors, cosines, unit
from app.core.memory.retrieval.item import Item
from app.core.memory.retrieval.passages import HEAD, Kind
from app.core.memory.retrieval.question import Meaning, Question
from app.core.memory.retrieval.thesaurus import share
from app.core.memory.retrieval.tokenise import stem

Rows = NDArray[np.intp]
Mask = NDArray[np.bool_]

_BEST = 5
"""Passages of an item that answer a question together."""
_BEST_OF_HEAD = 3
"""Of those that say what it is for, of which there are fewer."""
_WORDS = 0.12
_SENSES = 0.12
"""What the words of a question add at most, said as they are or alike, and as other names of
what they mean; half as much does nearly the same."""
ANYWAY = 0.5
"""The part of what an item is close to anyway that is taken off."""
_WORK = 0.4
"""Of how close a question is to talk about work, which speaks for a skill."""
_OFF_MEMORY = 0.7
"""Of how everyday a question is: memories are of anything, so there work counts for nothing."""
_UNRELATED = 0.25
"""Two words closer than this have something to do with each other."""
_ALIKE = 0.6
"""Two words this close mean nearly the same."""
_MIDDLE = 0.18
"""The closeness that is worth 0.5."""
_STEEP, _GENTLE = 0.05, 0.15
"""How slowly worth rises: steeply up to the middle, where it is decided what is an answer at all,
gently beyond, so that good answers and better ones do not all look perfect."""


@dataclass(frozen=True, slots=True)
class Said:
    """What some items say, passage by passage, those of an item one after the other.

    `has` says which words of the question an item has literally; `stems` are those of all words
    of a memory. `starts` are the rows in which an item begins, `means` says for each row which of
    the vectors it is. `uses` counts for each vector the items that say it.
    """

    items: Sequence[Item]
    has: Sequence[frozenset[str]]
    stems: Sequence[frozenset[str]]
    starts: Rows
    kinds: Sequence[str]
    texts: Sequence[str]
    means: Rows
    vectors: Vectors
    uses: Sequence[int]

    def of(self, item: int) -> range:
        """The rows of the item at that place."""
        ends = self.starts[item + 1] if item + 1 < len(self.starts) else len(self.kinds)
        return range(self.starts[item], ends)


@dataclass(frozen=True, slots=True)
class Relevance:
    """`score` is between 0 and 1 and can be compared between questions; `cosine` is the best.

    `passage` is the one that answers best; `words` are those of the question
    the item has, `alike` those it says in other words.
    """

    item: Item
    score: float
    cosine: float
    passage: str
    words: tuple[str, ...]
    alike: tuple[tuple[str, str], ...]


def score(closeness: float) -> float:
    """From closeness to a number that a threshold can be set on."""
    spread = _STEEP if closeness < _MIDDLE else _GENTLE
    return 1 / (1 + math.exp(-(closeness - _MIDDLE) / spread))


def closeness(worth: float) -> float:
    """Back again, from a score above 0 and below 1."""
    spread = _STEEP if worth < score(_MIDDLE) else _GENTLE
    return _MIDDLE + spread * math.log(worth / (1 - worth))


def relevances(question: Question, said: Said, weights: Sequence[float]) -> list[Relevance]:
    """The relevance of each item; `weights` say how telling each word of the question is."""
    meaning = question.meaning
    assert meaning is not None, "this question was not read by an embedder"
    asked = np.vstack([meaning.whole, meaning.telling, meaning.talk, meaning.views])
    near = cosines(asked, said.vectors)[:, said.means]
    words = np.array([kind == Kind.WORD for kind in said.kinds], bool)
    meant = _closeness(said, ~words, near, asked)
    near_words = _near_words(question, said, words)
    shares, alike = _words_said(question, said, near_words, weights)
    shown = ~words & np.array([kind != Kind.PROCEDURE for kind in said.kinds], bool)
    whole = np.where(shown, near[_WHOLE], -1)
    found = []
    for n, item in enumerate(said.items):
        rows = said.of(n)
        called = {stem(said.texts[row]): row for row in rows if words[row]}
        has = tuple(w for w in question.words if w in said.has[n] or stem(w) in called)
        other = tuple(pair for pair in alike.get(n, ()) if pair[0] not in has)
        best = max(rows, key=whole.__getitem__)
        by_words = _WORDS * shares[n] + _SENSES * share(
            question.senses, said.stems[n] or frozenset(called)
        )
        found.append(
            Relevance(
                item,
                score(float(meant[n] + by_words) - _allowance(said.kinds[best], meaning)),
                float(whole[best]),
                said.texts[best],
                has,
                other + _called(question, said, called, near_words, {*has, *dict(other)}),
            )
        )
    return found


def _allowance(kind: str, meaning: Meaning) -> float:
    """How little it says that something is close to this question."""
    if kind == Kind.MEMORY:
        return _OFF_MEMORY * meaning.everyday
    return meaning.everyday - _WORK * meaning.work


_WHOLE, _TELLING, _TALK, _VIEWS = 0, 1, 2, slice(3, None)
"""The rows of a question in what is near."""


def _closeness(said: Said, passages: Mask, near: Vectors, asked: Vectors) -> Vectors:
    """Of the gist, of the best passages for the question and each clause, of what it is for."""
    rows = np.flatnonzero(passages)
    # What many items say tells little about any one of them.
    shared = (said.vectors / np.array(said.uses, np.float32)[:, None])[said.means[rows]]
    gist = asked @ unit(np.add.reduceat(shared, np.searchsorted(rows, said.starts))).T
    best, _count = _mean_of_best(said, near, passages, _BEST)
    heads = np.array([kind in HEAD for kind in said.kinds], bool)
    heading, count = _mean_of_best(said, near, heads, _BEST_OF_HEAD)
    heading = np.where(count > 0, heading, best)
    close = gist[_TELLING] + best[_VIEWS].mean(axis=0) + heading[_TELLING]
    anyway = gist[_TALK] + best[_TALK] + heading[_TALK]
    return np.asarray((close - ANYWAY * anyway) / 3, np.float32)


def _mean_of_best(said: Said, near: Vectors, among: Mask, number: int) -> tuple[Vectors, Rows]:
    """For each item the mean of the few nearest of its rows, and how many rows it has."""
    owner = (np.cumsum(np.bincount(said.starts, minlength=len(among))) - 1)[among]
    count = np.bincount(owner, minlength=len(said.items))
    place = np.arange(len(owner)) - np.repeat(np.cumsum(count) - count, count)
    table = np.full((len(near), len(count), max(number, *count)), -np.inf, np.float32)
    table[:, owner, place] = near[:, among]
    best = np.partition(table, -number, axis=2)[:, :, -number:]
    total = np.where(np.isfinite(best), best, 0).sum(axis=2)
    mean: Vectors = total / np.clip(count, 1, number)
    return mean, count


def _near_words(question: Question, said: Said, words: Mask) -> Vectors:
    """How near each word of the question is to each that is said; -1 to what is no word."""
    assert question.meaning is not None
    return np.where(words, cosines(question.meaning.words, said.vectors)[:, said.means], -1)


def _words_said(
    question: Question, said: Said, near: Vectors, weights: Sequence[float]
) -> tuple[Vectors, dict[int, tuple[tuple[str, str], ...]]]:
    """The share of the question's words that each item says, or says in other words."""
    other = np.maximum.reduceat(near, said.starts, axis=1)
    literal = np.array([[word in has for has in said.has] for word in question.words], bool)
    literal = literal.reshape(other.shape)  # also where there are no words
    # A word that is there counts whole, another as far as it is nearer than any two words are.
    part = np.maximum(literal, (other - _UNRELATED) / (1 - _UNRELATED))
    shares = np.array(weights) @ np.clip(part, 0, 1) / (sum(weights) or 1)
    alike: dict[int, tuple[tuple[str, str], ...]] = {}
    for word, item in np.argwhere((other > _ALIKE) & ~literal):
        rows = said.of(item)
        nearest = max(rows, key=near[word].__getitem__)
        alike[item] = (*alike.get(item, ()), (question.words[word], said.texts[nearest]))
    return shares, alike


def _called(
    question: Question, said: Said, called: Mapping[str, int], near: Vectors, known: set[str]
) -> tuple[tuple[str, str], ...]:
    """What an item calls the things of the question, other than what is `known`.

    Not all words that are used for the same work mean the same: of two that have nothing to do with
    each other by themselves, as a drum and a release have not, neither stands for the other.
    """
    found: dict[str, str] = {}
    for sense in question.senses:
        if sense.word in known or stem(sense.word) in called:
            continue
        rows = [row for key, row in called.items() if key in sense.stems]
        if sense.word in question.words:
            asked = near[question.words.index(sense.word)]
            rows = [row for row in rows if asked[row] >= _UNRELATED]
            rows.sort(key=asked.__getitem__, reverse=True)
        if rows:
            found.setdefault(sense.word, said.texts[rows[0]])
    return tuple(found.items())
