"""How near a memory is to each step of a skill, asked both ways; `docs/training.md` has figures.

A step is asked for memories, and a memory for skills: what somebody wrote down after an incident
finds the procedure more surely than a sentence of the procedure finds the incident, and what has
more to do with another skill is seen by it, as is what a step of another skill says in the same
words. Between steps, words decide more than meaning does.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from app.core.memory.filters import Filters
from app.core.memory.retrieval.candidates import Candidates, candidates
from app.core.memory.retrieval.embed import Embedder, Vectors, cosines
from app.core.memory.retrieval.item import SKILL, Item
from app.core.memory.retrieval.passages import Kind
from app.core.memory.retrieval.question import Question
from app.core.memory.retrieval.recall import judge
from app.core.memory.retrieval.relevance import closeness
from app.core.memory.retrieval.stored_passages import said_of
from app.core.memory.retrieval.tokenise import stem, words
from app.core.training.sentences import sentences
from app.core.vault import Vault

LONGEST = 1_000
"""Characters of a step or a memory that are read."""
_SENTENCES = 8
"""Of a step; what has more is a chapter."""
_UNRELATED = 0.25
"""Two words closer than this have something to do with each other."""
MIDDLE, SPREAD = 0.22, 0.07
"""The nearness that is worth 0.5, and how fast it rises: of most memories it stays below 0.9."""
_SHARED = 0.06
"""How much nearer it may be to another skill: many a memory is about two."""
_FOREIGN, _NATIVE = 0.33, 0.5
"""The share of known words up to which a text is in a language that the embedder only spells, and
from which on it is in one that it reads."""
_SPELLED_ALIKE = 0.6
"""Two words it only spells that are closer than this are forms of one."""
_BY_SPELLING = 2
"""How much the words count that agree where nothing else can be compared."""
_ONLY_SKILLS = Filters(what="skill")


@dataclass(frozen=True, slots=True)
class _Read:
    """The parts of a text, each less what is said everywhere; its telling words.

    No vectors of one in which the embedder only spells the words, as a Chinese one.
    """

    parts: Vectors
    talk: Vectors
    words: Vectors
    stems: frozenset[str]


class Nearness:
    """The steps of one skill, read once for any number of memories."""

    def __init__(
        self, vault: Vault, embedder: Embedder, skill: int, steps: Sequence[Sequence[Question]]
    ) -> None:
        self._vault = vault
        self._embedder = embedder
        self._item = Item(SKILL, skill)
        self._steps = [_read(questions) if questions else None for questions in steps]
        self._known: dict[Item, list[frozenset[str]]] = {}
        said = [word for questions in steps for question in questions for word in question.words]
        self._readable = embedder.known(said)

    def to(self, question: Question) -> tuple[float, ...]:
        """How near a memory is to each step, 0 to 1; 0 to a step without words.

        `question` is the memory's text, not more than `LONGEST` of it.
        """
        looked_at = candidates(self._vault, question, _ONLY_SKILLS)
        weights = np.array(looked_at.weights, np.float32)
        own = _read([question])
        close, closer = self._closeness(question, looked_at)
        trust = self._trust(question)
        held_back = 0.0
        if closer:  # what no skill is nearer to is this one's, whoever else says its words
            elsewhere = (trust * closer + self._said_elsewhere(question, looked_at)) / 2
            held_back = max(0.0, elsewhere - _SHARED)

        def near(step: _Read) -> float:
            if not len(own.parts) or not len(step.parts):
                return worth(_BY_SPELLING * _shared(question, step, weights) - held_back)
            alike = _said(question, step, weights, _UNRELATED)
            # The skill as a whole counts half as much as the step does by either reading.
            by_meaning = (_meant(own, step) + alike) / 2 + close / 4
            if trust == 1:
                return worth(by_meaning - held_back)
            by_spelling = _BY_SPELLING * _said(question, step, weights, _SPELLED_ALIKE)
            return worth(trust * by_meaning + (1 - trust) * by_spelling - held_back)

        return tuple(0.0 if step is None else near(step) for step in self._steps)

    def _trust(self, question: Question) -> float:
        """How far meaning is to be trusted, 0 to 1: not where words are only spelled."""
        known = min(self._readable, self._embedder.known(question.words))
        return min(1.0, max(0.0, (known - _FOREIGN) / (_NATIVE - _FOREIGN)))

    def _closeness(self, question: Question, looked_at: Candidates) -> tuple[float, float]:
        """How close the skill is to the memory, and how much closer another one is."""
        items = tuple({*looked_at.items, self._item})
        judged = judge(self._vault, question, replace(looked_at, items=items))
        close = {one.item: closeness(_certain(one.score)) for one in judged if one.cosine}
        if (own := close.pop(self._item, None)) is None:
            return 0.0, 0.0
        return own, max(0.0, max(close.values(), default=own) - own)

    def _said_elsewhere(self, question: Question, looked_at: Candidates) -> float:
        """How many more of the telling words a step of another skill says: as a share of all."""
        weight = dict(zip(question.words, looked_at.weights, strict=True))
        stems = {word: stem(word) for word in weight}
        total = sum(weight.values()) or 1.0

        def share(said: frozenset[str]) -> float:
            return sum(weight[word] for word in weight if stems[word] in said) / total

        own = most = max((share(step.stems) for step in self._steps if step), default=0.0)
        has = {
            item: sum(map(weight.__getitem__, said)) / total
            for item, said in looked_at.has.items()
            if item != self._item
        }
        for item in sorted(has, key=has.__getitem__, reverse=True):
            if has[item] <= most:
                break  # a step says no more than its skill does
            most = max(most, *map(share, self._steps_of(item)))
        return most - own

    def _steps_of(self, item: Item) -> list[frozenset[str]]:
        """The stems of what each step of another skill says."""
        if item not in self._known:
            said = said_of(self._vault, item, Kind.STEP)
            self._known[item] = [frozenset(map(stem, words(step))) for step in said]
        return self._known[item]


def sentences_of(step: str) -> list[str]:
    """What of a step is compared, sentence by sentence."""
    return [said for said in sentences(step[:LONGEST]) if said.strip()][:_SENTENCES]


def worth(near: float) -> float:
    """From nearness to a number that a threshold can be set on."""
    return 1 / (1 + math.exp(-(near - MIDDLE) / SPREAD))


def nearness(worth: float) -> float:
    """Back again, at least 0: what is very near is worth nearly the same, but is not as near."""
    certain = _certain(worth)
    return max(0.0, MIDDLE + SPREAD * math.log(certain / (1 - certain)))


def _read(questions: Sequence[Question]) -> _Read:
    stems = frozenset(stem(word) for question in questions for word in question.words)
    meanings = [question.meaning for question in questions]
    read = [meaning for meaning in meanings if meaning is not None]
    if not read:
        nothing = np.zeros((0, 0), np.float32)
        return _Read(nothing, nothing, nothing, stems)
    parts = np.vstack([meaning.views for meaning in read])
    return _Read(parts, parts @ read[0].talk, np.vstack([m.words for m in read]), stems)


def _meant(own: _Read, step: _Read) -> float:
    """How close the two come in any of their parts, beyond what these are close to anyway."""
    near = cosines(own.parts, step.parts) - own.talk[:, None] - step.talk[None]
    return float(near.max())


def _shared(question: Question, step: _Read, weights: Vectors) -> float:
    """The share of the memory's telling words that the step says in the same words."""
    said = [stem(word) in step.stems for word in question.words]
    return float(weights[said].sum() / weights.sum()) if weights.sum() else 0.0


def _said(question: Question, step: _Read, weights: Vectors, unrelated: float) -> float:
    """The share of the memory's telling words that the step says, or nearly says.

    Words no closer than `unrelated` have nothing to do with each other.
    """
    assert question.meaning is not None
    if not len(step.words) or not weights.sum():
        return 0.0
    near = cosines(question.meaning.words, step.words).max(axis=1)
    said = np.clip((near - unrelated) / (1 - unrelated), 0, 1)
    said[[stem(word) in step.stems for word in question.words]] = 1
    return float(said @ weights / weights.sum())


def _certain(score: float) -> float:
    """Never quite 0 or 1, for which nothing is far or near enough."""
    return min(max(score, 1e-9), 1 - 1e-9)
