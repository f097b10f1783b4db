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

from app.core.memory.embed import Vectors, cosines, unit
from app.core.memory.passages import HEAD, Kind
from app.core.memory.question import Question
from app.core.memory.thesaurus import share
from app.core.memory.wording import stem

Places = NDArray[np.intp]

_BEST = 5
"""Passages of an item that answer a question together."""
_BEST_OF_HEAD = 3
_WORDS = 0.12
_SENSES = 0.12
ANYWAY = 0.5
_WORK = 0.4
_OFF_MEMORY = 0.7
"""Of how everyday a question is: memories are of anything, so there work counts for nothing."""
_UNRELATED = 0.25
"""Two words closer than this have something to do with each other."""
_ALIKE = 0.6
"""Two words this close mean nearly the same."""
_MIDDLE, _SPREAD = 0.18, 0.05
"""The closeness that is worth 0.5, and how fast it rises."""


@dataclass(frozen=True, slots=True)
class Said:
    """The passages of one item, and which rows of the vectors they are.

    `uses` counts the items that say the same. `stems` are those of the words of a memory.
    """

    item: int
    rows: slice
    kinds: tuple[str, ...]
    texts: tuple[str, ...]
    uses: tuple[int, ...]
    stems: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Relevance:
    """`score` is between 0 and 1 and can be compared between questions; `cosine` is the best.

    `passage` is the one that answers best; `words` are those of the question
    the item has, `alike` those it says in other words.
    """

    item: int
    score: float
    cosine: float
    passage: str
    words: tuple[str, ...]
    alike: tuple[tuple[str, str], ...]


def score(closeness: float) -> float:
    """From closeness to a number that a threshold can be set on."""
    return 1 / (1 + math.exp(-(closeness - _MIDDLE) / _SPREAD))


def closeness(worth: float) -> float:
    """Back again: what is far above the threshold scores nearly the same, but is not as close."""
    return _MIDDLE + _SPREAD * math.log(worth / (1 - worth))


def relevances(
    question: Question,
    items: Sequence[Said],
    vectors: Vectors,
    has: Sequence[frozenset[str]],
    weights: Sequence[float],
) -> list[Relevance]:
    """The relevance of each item; `has` says which words of the question it has literally."""
    meaning = question.meaning
    assert meaning is not None, "this question was not read by an embedder"
    asked = np.vstack([meaning.whole, meaning.telling, meaning.talk, meaning.views])
    near = cosines(asked, vectors)
    near_views = near[_VIEWS].mean(axis=0)
    alike = cosines(meaning.words, vectors)
    allowance = meaning.everyday - _WORK * meaning.work
    found = []
    for item, literal in zip(items, has, strict=True):
        if len(item.kinds) == 1:
            found.append(_of_one(question, item, near, near_views, literal, weights))
            continue
        words = np.array([kind == Kind.WORD for kind in item.kinds], bool)
        passages = np.flatnonzero(~words)
        own = near[:, item.rows][:, passages]
        meant = _closeness(item, passages, own, asked, vectors[item.rows])
        said, other = _said(
            question, item, np.flatnonzero(words), alike[:, item.rows], literal, weights
        )
        called = {stem(item.texts[n]): item.texts[n] for n in np.flatnonzero(words)}
        has_words = tuple(w for w in question.words if w in literal or stem(w) in called)
        other = tuple(pair for pair in other if pair[0] not in has_words)
        by_sense = _SENSES * share(question.senses, frozenset(called))
        found.append(
            Relevance(
                item.item,
                score(meant + _WORDS * said + by_sense - allowance),
                float(own[0].max()),
                item.texts[passages[own[0].argmax()]],
                has_words,
                other + _called(question, called, {*has_words, *(word for word, _ in other)}),
            )
        )
    return found


def _of_one(
    question: Question,
    item: Said,
    near: Vectors,
    near_views: Vectors,
    literal: frozenset[str],
    weights: Sequence[float],
) -> Relevance:
    """The same for an item with one passage, such as a memory, where all parts are equal."""
    assert question.meaning is not None
    place = item.rows.start
    whole, telling, talk = (float(near[row, place]) for row in (_WHOLE, _TELLING, _TALK))
    meant = (3 * telling + whole + float(near_views[place])) / 5 - ANYWAY * talk
    total = sum(weights)
    own = [n for n, word in enumerate(question.words) if word in literal]
    said = sum(weights[n] for n in own) / total if total else 0.0
    by_sense = _SENSES * share(question.senses, item.stems)
    return Relevance(
        item.item,
        score(meant + _WORDS * said + by_sense - _OFF_MEMORY * question.meaning.everyday),
        whole,
        item.texts[0],
        tuple(question.words[n] for n in own),
        (),
    )


_WHOLE, _TELLING, _TALK, _VIEWS = 0, 1, 2, slice(3, None)
"""The rows of a question in what is near."""


def _closeness(
    item: Said, passages: Places, near: Vectors, asked: Vectors, vectors: Vectors
) -> float:
    """Of the gist, of the best passages for the question and each clause, of what it is for."""
    shared: Vectors = np.float32(1) / np.array(item.uses, np.float32)[passages]
    gist = asked @ unit((shared[:, None] * vectors[passages]).sum(axis=0))
    best = _mean_of_best(near, _BEST)
    head = [n for n, p in enumerate(passages) if item.kinds[p] in HEAD]
    heading = _mean_of_best(near[:, head], _BEST_OF_HEAD) if head else best
    close = gist[_TELLING] + best[_VIEWS].mean() + heading[_TELLING]
    anyway = gist[_TALK] + best[_TALK] + heading[_TALK]
    return float(close - ANYWAY * anyway) / 3


def _mean_of_best(near: Vectors, number: int) -> Vectors:
    if near.shape[1] > number:
        near = np.partition(near, -number, axis=1)[:, -number:]
    mean: Vectors = near.mean(axis=1)
    return mean


def _said(
    question: Question,
    item: Said,
    words: Places,
    near: Vectors,
    literal: frozenset[str],
    weights: Sequence[float],
) -> tuple[float, tuple[tuple[str, str], ...]]:
    """The share of the question's words that an item says, or says in other words."""
    said = np.array([float(word in literal) for word in question.words])
    alike: list[tuple[str, str]] = []
    if len(words):
        near = near[:, words]
        other = near.max(axis=1)
        for n, word in enumerate(question.words):
            if other[n] > _ALIKE and word not in literal:
                alike.append((word, item.texts[words[near[n].argmax()]]))
        said = np.maximum(said, (other - _UNRELATED) / (1 - _UNRELATED))
    total = sum(weights)
    part = float(np.clip(said, 0, 1) @ np.array(weights)) / total if total else 0.0
    return part, tuple(alike)


def _called(
    question: Question, called: Mapping[str, str], known: set[str]
) -> tuple[tuple[str, str], ...]:
    """What an item calls the things of the question, other than what is `known`."""
    found: dict[str, str] = {}
    for sense in question.senses:
        said = next((word for key, word in called.items() if key in sense.stems), "")
        if said and sense.word not in known and stem(sense.word) not in called:
            found.setdefault(sense.word, said)
    return tuple(found.items())
