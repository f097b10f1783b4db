"""The answer to a question: skills and memories in one list, each with the reasons."""

import json
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

import numpy as np

from app.core.gist import gist
from app.core.library import catalogue, engrams
from app.core.memory import memories
from app.core.memory.filters import Filters, What
from app.core.memory.retrieval import caps, discovery_vector, reasons
from app.core.memory.retrieval.candidates import Candidates, allowed, candidates, memory_stems
from app.core.memory.retrieval.embed import from_bytes
from app.core.memory.retrieval.item import MEMORY, SKILL, Item
from app.core.memory.retrieval.neighbours import Link, neighbours
from app.core.memory.retrieval.passages import Kind
from app.core.memory.retrieval.question import Question
from app.core.memory.retrieval.relevance import Relevance, Said, closeness, relevances
from app.core.memory.retrieval.stored_passages import passages_of, vectors_of
from app.core.memory.retrieval.tokenise import stem
from app.core.vault import Vault

RECALL = 0.3
SEARCH = 0.5
"""What an answer must be worth to be given: when recalling, and when searching (seed 003)."""
LIMIT = 10
_GIST = 80
"""Letters of a memory that stand for its title."""
_HOP = 0.8
"""What is left of a score one link further on."""
_SEEDS = 5
"""Answers whose links are followed; what hangs on a poor answer is no better."""
_WORDS_ALONE = 0.9
"""At most, where nothing is known about meaning."""
_FURTHER = 5
"""How far behind the limit answers are looked for in the place of those that a cap keeps back."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One answer. `id` is the number of the skill or memory; `cosine` is the raw closeness of its
    best passage, `text` that passage; `why` are sentences."""

    what: What
    id: int
    title: str
    text: str
    engram: str
    source: str
    score: float
    cosine: float
    why: tuple[str, ...]


def recall(
    vault: Vault,
    question: Question,
    filters: Filters = Filters(),  # noqa: B008  it cannot change
    *,
    limit: int = LIMIT,
    at_least: float = RECALL,
    hop: bool = True,
    capped: bool = True,
) -> tuple[Hit, ...]:
    """The best answers first; none if nothing is relevant enough.

    With `hop`, what is linked to a good answer (calls, relations, mentions) is looked at as well,
    and is worth the mean of its own relevance and 0.8 of that answer's, if that is more. Unless
    `capped` is false, no engram gives more away than its cap allows.
    """
    looked_at = candidates(vault, question, filters)
    judged = {one.item: one for one in judge(vault, question, looked_at)}
    links: dict[Item, Link] = {}
    if hop:
        links = _follow(vault, question, filters, looked_at, judged, at_least, _beside)
    best = sorted(
        (one for one in judged.values() if one.score >= at_least),
        key=lambda one: (-one.score, one.item.stored),
    )
    return _given(vault, best, limit, links) if capped else _hits(vault, best, limit, links)


def search(
    vault: Vault,
    question: Question,
    filters: Filters = Filters(),  # noqa: B008
    *,
    limit: int = LIMIT,
) -> tuple[Hit, ...]:
    """Like `recall` for a person who looks for something certain: a higher threshold, and what
    has every word of the question is always found.

    What is linked to a good answer is worth 0.8 of it (seed 003: breadth first, one hop), and
    found if that is still enough, whatever it says itself.
    """
    looked_at = candidates(vault, question, filters)
    judged = {
        one.item: replace(one, score=max(one.score, SEARCH))
        if len(one.words) == len(question.words)
        else one
        for one in judge(vault, question, looked_at)
    }
    links = _follow(vault, question, filters, looked_at, judged, SEARCH, _through)
    best = sorted(
        (one for one in judged.values() if one.score >= SEARCH),
        key=lambda one: (-one.score, one.item.stored),
    )
    return _given(vault, best, limit, links)


def similar_skills(
    vault: Vault, question: Question, closed: frozenset[int] = frozenset()
) -> dict[int, float]:
    """How close skills are, from 0 to 1, for suggestions; the irrelevant ones are left out, and
    those in the engrams that are `closed`.
    """
    looked_at = candidates(vault, question, Filters(what="skill", closed=closed))
    found = judge(vault, question, looked_at)
    return {
        one.item.id: min(max(closeness(one.score), 0.0), 1.0)
        for one in found
        if one.score >= RECALL
    }


def judge(vault: Vault, question: Question, looked_at: Candidates) -> list[Relevance]:
    """The relevance of each candidate, by meaning where it is indexed, else by its words."""
    said = _said(vault, question, looked_at)
    judged = relevances(question, said, looked_at.weights) if said else []
    known = {one.item for one in judged}
    return judged + [
        _by_words(question, looked_at, item) for item in looked_at.items if item not in known
    ]


def _by_words(question: Question, looked_at: Candidates, item: Item) -> Relevance:
    """What is not indexed is worth the words it has, less if others fit them better."""
    literal = looked_at.has.get(item, frozenset())
    words = tuple(word for word in question.words if word in literal)
    weight = dict(zip(question.words, looked_at.weights, strict=True))
    share = sum(map(weight.__getitem__, words)) / (sum(weight.values()) or 1.0)
    # The root, because BM25 falls steeply behind the best: half of it is still a good fit.
    fit = math.sqrt(looked_at.fit.get(item, 1.0))
    return Relevance(item, _WORDS_ALONE * share * fit, 0.0, "", words, ())


def _said(vault: Vault, question: Question, looked_at: Candidates) -> Said | None:
    """What the indexed ones of the items say."""
    meaning = question.meaning
    if meaning is None:
        return None
    rows = passages_of(vault, meaning.model, looked_at.items)
    known = vectors_of(vault, {row[3] for row in rows})
    rows = [row for row in rows if row[3] in known]  # another may be gone by now
    skills = [item.id for item in looked_at.items if item.kind == SKILL]
    for one in discovery_vector.of(vault, meaning.model, skills):
        number = -one.skill  # those of stored vectors are above zero
        rows.append((Item(SKILL, one.skill).stored, Kind.ABOUT, one.text, number))
        known[number] = (one.vector, 1)
    if not rows:
        return None
    rows.sort(key=itemgetter(0))
    owners, kinds, texts, numbers = zip(*rows, strict=True)
    stored, starts = np.unique(owners, return_index=True)
    items = [Item.read(item) for item in stored.tolist()]
    read, means = np.unique(numbers, return_inverse=True)
    values, uses = zip(*(known[number] for number in read.tolist()), strict=True)
    return Said(
        items,
        [looked_at.has.get(item, frozenset()) for item in items],
        [looked_at.stems.get(item, frozenset()) for item in items],
        starts,
        kinds,
        texts,
        means,
        from_bytes(values, len(meaning.whole)),
        uses,
    )


def _follow(
    vault: Vault,
    question: Question,
    filters: Filters,
    looked_at: Candidates,
    judged: dict[Item, Relevance],
    at_least: float,
    worth: Callable[[float, float], float],
) -> dict[Item, Link]:
    """Look at the neighbours of the best; returns the links that made an answer better."""
    seeds = sorted(judged.values(), key=lambda one: -one.score)[:_SEEDS]
    good = {one.item: one.score for one in seeds if one.score >= at_least}
    found = neighbours(vault, tuple(good))
    new = {link.item for link in found} - judged.keys()
    for kind, what in ((SKILL, "skill"), (MEMORY, "memory")):
        fit = filters.what in (None, what)
        mine = [item for item in new if item.kind == kind]
        new -= set(mine) - (allowed(vault, kind, mine, filters) if fit else set())
    stems = memory_stems(vault, new)
    has = {
        item: frozenset(w for w in question.words if stem(w) in stems.get(item, ())) for item in new
    }
    further = Candidates(tuple(new), has, looked_at.weights, stems)
    judged |= {one.item: one for one in judge(vault, question, further)}
    links: dict[Item, Link] = {}
    for link in found:
        own = judged.get(link.item)
        if own is not None and (linked := worth(own.score, good[link.seed])) > own.score:
            judged[link.item] = replace(own, score=linked)
            links[link.item] = link
    return links


def _beside(own: float, seed: float) -> float:
    """What recall gives a neighbour: the mean of what it is worth and what the link brings."""
    return (own + _through(own, seed)) / 2


def _through(_own: float, seed: float) -> float:
    """What search gives a neighbour."""
    return _HOP * seed


def _given(
    vault: Vault, ranked: Sequence[Relevance], limit: int, links: dict[Item, Link]
) -> tuple[Hit, ...]:
    """The best that the caps of their engrams allow; what one keeps back, others may fill."""
    limits = engrams.caps(vault)
    for looked_at in (limit, _FURTHER * limit):
        found = _hits(vault, ranked, looked_at, links)
        given = caps.within(limits, [(hit.engram, hit.text) for hit in found])
        if len(given) == len(found) or len(given) >= limit:
            break
    return tuple(found[place] for place in given[:limit])


def _hits(
    vault: Vault, ranked: Sequence[Relevance], limit: int, links: dict[Item, Link]
) -> tuple[Hit, ...]:
    """The best; what several engrams say in the same words is one of them."""
    said_by = _said_by(vault, ranked)
    best = [one for one in ranked if one.item not in said_by][:limit]
    known = memories.memories(
        vault, [o.item.id for o in best if o.item.kind == MEMORY] + [i.id for i in said_by]
    )
    elsewhere: dict[Item, list[str]] = {}
    for item, first in said_by.items():
        elsewhere.setdefault(first, []).append(known[item.id].engram_name)
    titles = _titles(
        vault,
        [o.item.id for o in best if o.item.kind == SKILL]
        + [link.seed.id for link in links.values() if link.seed.kind == SKILL],
    )
    hits = []
    for one in best:
        why = reasons.why(
            one,
            links.get(one.item),
            {n: row.title for n, row in titles.items()},
            elsewhere.get(one.item, ()),
        )
        number = one.item.id
        if one.item.kind == MEMORY and (memory := known.get(number)) is not None:
            title = memory.title or gist(memory.text.split("\n")[0], _GIST)
            hits.append(
                Hit(
                    "memory", number, title, memory.text, memory.engram_name,
                    memory.source.name, one.score, one.cosine, why,
                )
            )  # fmt: skip
        elif one.item.kind == SKILL and (row := titles.get(number)) is not None:
            hits.append(
                Hit(
                    "skill", number, row.title, one.passage, row.engram_name, "",
                    one.score, one.cosine, why,
                )
            )  # fmt: skip
    return tuple(hits)


def _said_by(vault: Vault, ranked: Sequence[Relevance]) -> dict[Item, Item]:
    """The memories that say what a better one says in the same words, each with that one."""
    found = vault.rows(
        "select id, digest from memory where id in (select value from json_each(?))",
        json.dumps([one.item.id for one in ranked if one.item.kind == MEMORY]),
    )
    digests = {Item(MEMORY, number): digest for number, digest in found}
    known = [one.item for one in ranked if one.item in digests]
    first = {digests[item]: item for item in reversed(known)}
    return {item: first[digests[item]] for item in known if first[digests[item]] != item}


def _titles(vault: Vault, skills: Iterable[int]) -> dict[int, catalogue.SkillRow]:
    found = (catalogue.row(vault, skill) for skill in set(skills))
    return {row.id: row for row in found if row is not None}
