"""The memories of a vault, as training asks them."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from app.core.memory import memories
from app.core.memory.filters import Filters
from app.core.memory.retrieval.embed import Embedder, Once
from app.core.memory.retrieval.question import Question, ask
from app.core.memory.retrieval.recall import Hit, recall
from app.core.memory.retrieval.wording import content
from app.core.progress import Progress, checkpoint
from app.core.training.nearness import LONGEST, Nearness, parts_of
from app.core.training.proposal import Fragment, Query
from app.core.vault import Vault

_ONLY_MEMORIES = Filters(what="memory")
LOOKED_AT = 40
"""Memories that are asked in return: those that answer best. More are seldom about the skill."""
_CHANGED = (
    "with recursive line (first, id) as ("
    " select id, id from memory where id in (select value from json_each(?1)) union"
    " select line.first, m.replaced_by from line join memory m on m.id = line.id"
    " where m.replaced_by is not null)"
    " select distinct line.first from line join memory m on m.id = line.id"
    " where m.forgotten > ?2 or (m.id <> line.first and m.added > ?2)"
)


class Memories:
    """Recalls by meaning with an embedder, by words without one. A `Recall`, and its `News`."""

    def __init__(self, vault: Vault, embedder: Embedder | None = None) -> None:
        self._vault = vault
        self._embedder = embedder

    def fragments(self, query: str, limit: int) -> tuple[Fragment, ...]:
        """Only what answers by itself: what is merely linked to it has no place between steps."""
        question = ask(self._vault, query, self._embedder)
        hits = recall(self._vault, question, _ONLY_MEMORIES, limit=limit, hop=False)
        return tuple(map(_fragment, hits))

    def near(
        self, skill: int, queries: Sequence[Query], known: Sequence[Fragment], progress: Progress
    ) -> Mapping[Fragment, tuple[float, ...]] | None:
        """Asked both ways; None without an embedder. Raises `Cancelled`."""
        if self._embedder is None:
            return None
        embedder = Once(self._embedder)
        steps, found = list[Sequence[Question]](), dict[int, Fragment]()
        of = len(queries) + LOOKED_AT
        embedder.embed([word for query in queries for word in content(query.text[:LONGEST])])
        for number, query in enumerate(queries):
            checkpoint(progress)
            progress.report(number / of, query.text.split("\n", 1)[0])
            parts = parts_of(self._vault, embedder, query.text)
            if query.position:
                steps.append(parts)
            if not parts:
                continue
            whole = parts[0] if len(parts) == 1 else ask(self._vault, query.text, embedder)
            for hit in recall(
                self._vault, whole, _ONLY_MEMORIES, limit=LOOKED_AT, at_least=0.0, hop=False
            ):
                if hit.id not in found or hit.score > found[hit.id].relevance:
                    found[hit.id] = _fragment(hit)
        best = sorted(found.values(), key=lambda one: (-one.relevance, one.id))[:LOOKED_AT]
        asked = {one.id: one for one in (*known, *best)}.values()
        embedder.embed([word for one in asked for word in content(one.text[:LONGEST])])
        nearness = Nearness(self._vault, embedder, skill, steps)
        near: dict[Fragment, tuple[float, ...]] = {}
        for number, one in enumerate(asked):
            checkpoint(progress)
            progress.report(min((len(queries) + number) / of, 1.0))
            near[one] = nearness.to(one.text)
        return near

    def changed_since(self, fragments: Collection[int], at: datetime) -> frozenset[int]:
        """Those that were forgotten or replaced after that moment, or what replaced them was."""
        found = self._vault.rows(_CHANGED, json.dumps(list(fragments)), at.isoformat())
        return frozenset(number for (number,) in found)


def _fragment(hit: Hit) -> Fragment:
    return Fragment(hit.id, hit.text, hit.source, hit.score, hit.cosine)


def as_it_is_now(vault: Vault, fragment: Fragment) -> Fragment | None:
    """The memory that took the place of this one, if one did; None if it was forgotten."""
    found = memory = memories.memory(vault, fragment.id)
    while memory is not None and memory.replaced_by is not None:
        found = memory = memories.memory(vault, memory.replaced_by)
    if found is None or found.id == fragment.id:
        return None if found is not None and found.forgotten else fragment
    if found.forgotten:
        return None
    return replace(fragment, id=found.id, text=found.text, source=found.source.name)
