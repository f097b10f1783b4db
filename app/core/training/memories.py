"""The memories of a vault, as training asks them."""

import json
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from app.core.memory import memories
from app.core.memory.candidates import Filters
from app.core.memory.embed import Embedder
from app.core.memory.question import ask
from app.core.memory.recall import recall
from app.core.training.proposal import Fragment
from app.core.vault import Vault

_ONLY_MEMORIES = Filters(what="memory")
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
        return tuple(Fragment(hit.id, hit.text, hit.source, hit.score, hit.cosine) for hit in hits)

    def changed_since(self, fragments: Collection[int], at: datetime) -> frozenset[int]:
        """Those that were forgotten or replaced after that moment, or what replaced them was."""
        found = self._vault.rows(_CHANGED, json.dumps(list(fragments)), at.isoformat())
        return frozenset(number for (number,) in found)


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
