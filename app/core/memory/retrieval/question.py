"""A question as it is compared with what is known."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from app.core.errors import AppError
from app.core.matching.pairs import is_spaceless
from app.core.memory.reading import decoding
from app.core.memory.retrieval.embed import Embedder, Vectors, cosines, from_bytes, unit
from app.core.memory.retrieval.item import TALK
from app.core.memory.retrieval.passages import Kind
from app.core.memory.retrieval.stored_passages import digest, passages_of, values_of, vectors_of
from app.core.memory.retrieval.thesaurus import Sense, senses
from app.core.memory.retrieval.tokenise import clauses, content, content_spans
from app.core.vault import Vault
from app.core.words import _

LONGEST = 10_000
"""Characters of a question."""
_MOST_WORDS = 24
_KNOWN = 0.5
"""The share of words without spaces that a model must know as words to read a question of them."""
_TELLING = 3
"""How many of the nearest sentences say how everyday, and how much about work, a question is."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an embedder makes of a question.

    `views` are the whole question and its clauses, `words` its words, one row each; `telling` is
    the whole with the telling words counted twice. `talk` is the mean of everyday talk,
    `everyday` is how close the question is to some of it, `work` to some talk about work.
    """

    model: str
    whole: Vectors
    telling: Vectors
    views: Vectors
    words: Vectors
    talk: Vectors
    everyday: float
    work: float


@dataclass(frozen=True, slots=True)
class Question:
    """`words` are those that tell something, `senses` what else they may be called.

    Without an embedder there are only words.
    """

    text: str
    words: tuple[str, ...]
    senses: tuple[Sense, ...] = ()
    meaning: Meaning | None = None


def ask(vault: Vault, text: str, embedder: Embedder | None = None) -> Question:
    """Read a question once; raises `AppError` for an empty or endless one."""
    return ask_all(vault, [text], embedder)[0]


def ask_all(vault: Vault, texts: Sequence[str], embedder: Embedder | None = None) -> list[Question]:
    """Read questions together, which takes half the time; raises `AppError` as `ask` does."""
    said = [_sound(text) for text in texts]
    asked = [Question(one, tuple(content(one)[:_MOST_WORDS]), senses(one)) for one in said]
    readable = [one for one in asked if embedder is not None and _reads(embedder, one.words)]
    if embedder is None or not readable:
        return asked
    parts = [[content_spans(q.text), *([span] for span in clauses(q.text))] for q in readable]
    talk = _talk(vault, embedder)
    readings = [(q.text, its_parts) for q, its_parts in zip(readable, parts, strict=True)]
    meanings = {
        q: _meaning(vault, embedder, q.words, read, talk)
        for q, read in zip(readable, embedder.read(readings), strict=True)
    }
    return [replace(one, meaning=meanings.get(one)) for one in asked]


def _reads(embedder: Embedder, words: Sequence[str]) -> bool:
    """Whether it can tell what is meant: to one that only spells them, all Chinese is alike."""
    spaceless = [word for word in words if is_spaceless(word)]
    return 2 * len(spaceless) <= len(words) or embedder.known(spaceless) > _KNOWN


def _sound(text: str) -> str:
    said = " ".join(decoding.whole(text).split())
    if not said:
        raise AppError(_("The question is empty."))
    if len(said) > LONGEST:
        raise AppError(_("This question is too long."), _("Ask in a few sentences."))
    return said


def _meaning(
    vault: Vault,
    embedder: Embedder,
    words: Sequence[str],
    read: Vectors,
    talk: tuple[Vectors, Vectors],
) -> Meaning:
    """`read` is the whole, its telling words and its clauses; `talk` everyday and at work."""
    whole, (everyday, work) = read[0], talk
    return Meaning(
        model=embedder.model,
        whole=whole,
        telling=unit(whole + read[1]),
        views=np.vstack([whole[None], read[2:]]),
        words=_meanings(vault, embedder, words),
        talk=everyday.mean(axis=0) if len(everyday) else np.zeros_like(whole),
        everyday=_close(whole, everyday),
        work=_close(whole, work),
    )


def _talk(vault: Vault, embedder: Embedder) -> tuple[Vectors, Vectors]:
    """What people ask about in everyday life, and at work."""
    rows = passages_of(vault, embedder.model, [TALK])
    known = vectors_of(vault, {row[3] for row in rows})
    everyday, work = (
        [
            known[number][0]
            for _item, kind, _text, number in rows
            if kind == wanted and number in known
        ]
        for wanted in (Kind.EVERYDAY, Kind.WORK)
    )
    return from_bytes(everyday, embedder.dimensions), from_bytes(work, embedder.dimensions)


def _close(whole: Vectors, sentences: Vectors) -> float:
    """To the nearest few of the sentences."""
    if not len(sentences):
        return 0.0
    return float(np.sort(cosines(whole[None], sentences)[0])[-_TELLING:].mean())


def _meanings(vault: Vault, embedder: Embedder, words: Sequence[str]) -> Vectors:
    """The words that somebody used before are known already."""
    if not words:
        return np.zeros((0, embedder.dimensions), np.float32)
    stored = values_of(vault, embedder.model, words)
    new = [word for word in words if digest(word) not in stored]
    read = dict(zip(new, embedder.embed(new), strict=True)) if new else {}
    known = from_bytes(list(stored.values()), embedder.dimensions)
    vectors = dict(zip(stored, known, strict=True))
    return np.stack([read[w] if w in read else vectors[digest(w)] for w in words])


def rarity(holders: int, of: int) -> float:
    """How much a word tells that so many items of all have (the idf of BM25)."""
    return math.log(1 + (of - holders + 0.5) / (holders + 0.5))
