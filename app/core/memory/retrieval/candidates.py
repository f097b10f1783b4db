"""Which items are worth a closer look: the nearest by gist, and those with telling words."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from app.core.library.derive import WITH_WORDS
from app.core.library.record import Status
from app.core.matching.pairs import is_spaceless
from app.core.memory.filters import ALIKE, Filters
from app.core.memory.retrieval import discovery_vector, index
from app.core.memory.retrieval.embed import Embedder, Vectors, cosines, from_bytes, to_bits
from app.core.memory.retrieval.item import MEMORY, SKILL, Item, stored_as
from app.core.memory.retrieval.question import Question, rarity
from app.core.memory.retrieval.relevance import ANYWAY
from app.core.memory.retrieval.tokenise import content, stem, words
from app.core.vault import Vault

_KINDS = {SKILL: "skill", MEMORY: "memory"}
_BY_GIST = {SKILL: 100, MEMORY: 60}
_BY_DISCOVERY, _TO_DISCOVER = 30, 6
"""Skills by the signs of their discovery vectors, and those of them nearest by the vectors."""
_BY_WORDS = {SKILL: 10, MEMORY: 10}
"""How many are looked at first: the nearest by the signs of their gist, the best by their words."""
_CLOSER = {SKILL: 24, MEMORY: 12}
"""Items whose passages are all compared."""
_FITTING = {
    SKILL: f"select s.id, bm25(version_words, 10, 5, 3, 1) as fit {WITH_WORDS}",
    MEMORY: "select rowid, rank as fit from memory_words(?)",
}
"""A skill is known by its name, then by what it is for, its goals and its body."""
_MOST_ASKED = 6
"""Words that memories are searched for, the rarest; each more makes it slower and finds less."""
_COMMON = 400
"""A word that more memories have is not searched for, and never tells much."""


_MOST_STRANGE = 12
"""Words of a question that are looked at for slips; a longer one is prose that was pasted."""
_NO_WORD = "qxzvkj"
"""An embedder that knows this one takes anything for a word, so it cannot tell a slip."""
_SHORTEST_STRANGE = 5
"""Letters of such a word: shorter ones are like too many others."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """`has` says which words of the question an item has; `weights` how telling each word is.

    `stems` are those of all words of each memory; `fit` is the BM25 of those that were found by
    their words, compared with that of the best.
    """

    items: tuple[Item, ...]
    has: Mapping[Item, frozenset[str]] = field(default_factory=dict)
    weights: tuple[float, ...] = ()
    stems: Mapping[Item, frozenset[str]] = field(default_factory=dict)
    fit: Mapping[Item, float] = field(default_factory=dict)


def candidates(vault: Vault, question: Question, filters: Filters) -> Candidates:
    """The items that may be relevant, in no order; with filters only what passes them.

    A question without a word, such as an emoji, has none.
    """
    if not question.words:
        return Candidates(())
    holders = {word: _holders(vault, word) for word in question.words}
    total = _total(vault)
    weights = tuple(
        rarity(min(len(skills) + memories, total), total) for skills, memories in holders.values()
    )
    found: set[Item] = set()
    fit: dict[Item, float] = {}
    for kind in (SKILL, MEMORY):
        if filters.what in (None, _KINDS[kind]):
            near = allowed(vault, kind, _by_gist(vault, question, kind, filters), filters)
            found |= _nearest(vault, question, kind, near)
            fit |= _by_words(vault, holders, kind)
            further = [item for item in fit if item.kind == kind]
            further += _to_discover(vault, question, filters) if kind == SKILL else ()
            found |= allowed(vault, kind, further, filters)
    has = {item: set[str]() for item in found}
    for word, (skills, _memories) in holders.items():
        for item in found & skills:
            has[item].add(word)
    stems = memory_stems(vault, found)
    for item, its_words in stems.items():
        has[item] |= {word for word in question.words if stem(word) in its_words}
    said = {item: frozenset(its_words) for item, its_words in has.items()}
    return Candidates(tuple(found), said, weights, stems, fit)


def strange_words(vault: Vault, text: str, embedder: Embedder | None = None) -> list[str]:
    """The telling words of a question that nothing has and that the embedder does not know."""
    can_tell = embedder is not None and not embedder.known([_NO_WORD])
    return [
        word
        for word in content(text)[:_MOST_STRANGE]
        if len(word) >= _SHORTEST_STRANGE
        and word.isalpha()
        and not is_spaceless(word)
        and not (embedder is not None and can_tell and embedder.known([word]))
        and _holders(vault, word) == (set(), 0)
    ]


def allowed(vault: Vault, kind: int, items: Sequence[Item], filters: Filters) -> set[Item]:
    """Those of the items that are there, are not in quarantine and pass the filters."""
    if not items:
        return set()
    where, values = _condition(kind, filters)
    table = "skill t" if kind == SKILL else "memory t"
    rows = vault.rows(
        f"select t.id from {table} where t.id in (select value from json_each(?)) and {where}",
        json.dumps([item.id for item in items]),
        *values,
    )
    return {Item(kind, number) for (number,) in rows}


def memory_stems(vault: Vault, items: set[Item]) -> dict[Item, frozenset[str]]:
    """The stems of the words of those items that are memories."""
    rows = vault.rows(
        "select id, title, text, tags from memory where id in (select value from json_each(?))",
        json.dumps([item.id for item in items if item.kind == MEMORY]),
    )
    return {
        Item(MEMORY, number): frozenset(map(stem, words(f"{title} {text} {tags}")))
        for number, title, text, tags in rows
    }


def _by_gist(vault: Vault, question: Question, kind: int, filters: Filters) -> list[Item]:
    meaning = question.meaning
    if meaning is None or not index.has_room(vault, len(meaning.telling)):
        return []
    narrow, values = "", list[object]()
    if filters:
        where, values = _condition(kind, filters)
        table = "skill t" if kind == SKILL else "memory t"
        narrow = f" and rowid in (select {stored_as(kind, 't.id')} from {table} where {where})"
    rows = vault.rows(
        f"select rowid from gist where bits match vec_bit(?) and kind = ? and k = ?{narrow}",
        to_bits(meaning.telling),
        kind,
        _BY_GIST[kind],
        *values,
    )
    return [Item.read(item) for (item,) in rows]


def _to_discover(vault: Vault, question: Question, filters: Filters) -> list[Item]:
    """The skills nearest by what they are to be discovered by."""
    meaning = question.meaning
    if meaning is None:
        return []
    narrow, values = "", list[object]()
    if filters:
        where, values = _condition(SKILL, filters)
        narrow = f"select t.id from skill t where {where}"
    asked = np.stack([meaning.telling, meaning.talk])
    found = discovery_vector.nearest(vault, meaning.telling, _BY_DISCOVERY, narrow, values)
    close = _beyond_talk(asked, [vector for _skill, vector in found])
    return [Item(SKILL, found[n][0]) for n in np.argsort(-close)[:_TO_DISCOVER]]


def _nearest(vault: Vault, question: Question, kind: int, items: set[Item]) -> set[Item]:
    """Those whose gist is closest, beyond what it is close to anyway."""
    meaning = question.meaning
    if meaning is None or len(items) <= _CLOSER[kind]:
        return items
    rows = vault.rows(
        "select item, gist from indexed where model = ? and item in"
        " (select value from json_each(?))",
        meaning.model,
        json.dumps([item.stored for item in items]),
    )
    asked = np.stack([meaning.telling, meaning.talk])
    close = _beyond_talk(asked, [gist for _item, gist in rows])
    return {Item.read(rows[n][0]) for n in np.argsort(-close)[: _CLOSER[kind]]}


def _beyond_talk(asked: Vectors, stored: Sequence[bytes]) -> Vectors:
    """How close each is to the question, beyond what it is close to anyway."""
    vectors = from_bytes(stored, asked.shape[1])
    close: Vectors = np.array([1, -ANYWAY], np.float32) @ cosines(asked, vectors)
    return close


def _by_words(
    vault: Vault, holders: Mapping[str, tuple[set[Item], int]], kind: int
) -> dict[Item, float]:
    """The items that fit best by their words, each with its BM25 as a part of the best one's."""
    if kind == SKILL:
        asked = [word for word, (skills, _m) in holders.items() if skills]
    else:
        rare = {w: m for w, (_s, m) in holders.items() if 0 < m <= _COMMON}
        asked = sorted(rare, key=lambda word: rare[word])[:_MOST_ASKED]
    if not asked:
        return {}
    rows = vault.rows(
        f"{_FITTING[kind]} order by fit limit ?",
        " OR ".join(_term(word, kind) for word in asked),
        _BY_WORDS[kind],
    )
    return {Item(kind, number): fit / rows[0][1] for number, fit in rows}


def _holders(vault: Vault, word: str) -> tuple[set[Item], int]:
    """The skills that have a word as items, and how many memories, counted up to a limit."""
    skills = vault.rows(f"select s.id {WITH_WORDS}", _term(word, SKILL))
    memories = vault.row(
        "select count(*) from (select 1 from memory_words(?) limit ?)",
        _term(word, MEMORY),
        _COMMON + 1,
    )
    return {Item(SKILL, number) for (number,) in skills}, memories[0] if memories else 0


def _term(word: str, kind: int) -> str:
    """A word for FTS5: of skills whatever begins with its stem; memories are stored as stems.

    What is left of a short word may begin anything, so only its forms are looked for.
    """
    plain = re.sub(r"\W+", " ", word).strip() or word
    root = stem(plain)
    if kind == MEMORY or root == plain:
        return f'"{plain}" *' if kind == SKILL and len(plain) > 3 else f'"{plain}"'
    return f'"{root}" *' if len(root) > 3 else f'"{plain}" OR "{root}e"'


def _total(vault: Vault) -> int:
    """About how many items there are."""
    row = vault.row(
        "select (select count(*) from skill where current is not null)"
        " + (select coalesce(max(id), 0) from memory)"
    )
    return max(1, int(row[0])) if row else 1


def _condition(kind: int, filters: Filters) -> tuple[str, list[object]]:
    if kind == SKILL:
        where = ["t.current is not null", "t.status <> ?"]
        values: list[object] = [Status.QUARANTINED]
        conditions = [("t.engram = ?", filters.engram), ("t.role = ?", filters.role or None)]
        conditions.append(
            (
                "exists (select 1 from version v, json_each(v.meta, '$.tags') g"
                " where v.id = t.current and g.value = ? collate nocase)",
                filters.tag or None,
            )
        )
        if filters.source is not None or filters.since or filters.until:
            where.append("0")
    else:
        where, values = ["t.replaced_by is null", "t.forgotten is null"], []
        conditions = [
            ("t.engram = ?", filters.engram),
            (f"t.source in ({ALIKE})", filters.source),
            (
                "exists (select 1 from json_each(t.tags) g where g.value = ? collate nocase)",
                filters.tag or None,
            ),
            ("t.at >= ?", filters.since.isoformat() if filters.since else None),
            ("t.at <= ?", filters.until.isoformat() if filters.until else None),
        ]
        if filters.role:
            where.append("0")
    if filters.closed:
        closed = json.dumps(sorted(filters.closed))
        conditions.append(("t.engram not in (select value from json_each(?))", closed))
    for condition, value in conditions:
        if value is not None:
            where.append(condition)
            values.append(value)
    return " and ".join(where), values
