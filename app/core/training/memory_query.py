"""The memories of a vault, as training asks them."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from app.core.memory import memories
from app.core.memory.filters import Filters
from app.core.memory.retrieval.embed import Embedder, Once
from app.core.memory.retrieval.question import Question, ask, ask_all
from app.core.memory.retrieval.recall import Hit, recall
from app.core.memory.retrieval.tokenise import content
from app.core.progress import Progress, checkpoint
from app.core.training.proposal import Fragment, Query
from app.core.training.step_similarity import LONGEST, Nearness, sentences_of
from app.core.vault import Vault

_TOGETHER = 32
"""Texts that are read together; so few that nobody waits when somebody wants to stop."""
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
    """Recalls by meaning with an embedder, by words without one. A `Recall`, and its `News`.

    Nothing is recalled from the engrams that are `closed`.
    """

    def __init__(
        self,
        vault: Vault,
        embedder: Embedder | None = None,
        closed: frozenset[int] = frozenset(),
    ) -> None:
        self._among = Filters(what="memory", closed=closed)
        self._vault = vault
        self._embedder = embedder

    def fragments(self, query: str, limit: int) -> tuple[Fragment, ...]:
        """Only what answers by itself: what is merely linked to it has no place between steps."""
        question = ask(self._vault, query, self._embedder)
        hits = recall(self._vault, question, self._among, limit=limit, hop=False, capped=False)
        return tuple(map(_fragment, hits))

    def near(
        self, skill: int, queries: Sequence[Query], known: Sequence[Fragment], progress: Progress
    ) -> Mapping[Fragment, tuple[float, ...]] | None:
        """Asked both ways; None without an embedder. Raises `Cancelled`."""
        if self._embedder is None:
            return None
        embedder, done = Once(self._embedder), len(queries)
        said = [sentences_of(query.text) for query in queries]
        asked = self._read((text for texts in said for text in texts), embedder, progress)
        wholes = (query.text for query, texts in zip(queries, said, strict=True) if len(texts) > 1)
        asked |= self._read(wholes, embedder, progress)
        found: dict[int, Fragment] = {}
        for number, (query, texts) in enumerate(zip(queries, said, strict=True)):
            checkpoint(progress)
            progress.report(number / (done + LOOKED_AT), query.text.split("\n", 1)[0])
            if texts:
                self._look(asked[texts[0] if len(texts) == 1 else query.text], found)
        best = sorted(found.values(), key=lambda one: (-one.relevance, one.id))[:LOOKED_AT]
        looked_at = {one.id: one for one in (*known, *best)}.values()
        told = self._read((one.text[:LONGEST] for one in looked_at), embedder, progress)
        steps = [texts for query, texts in zip(queries, said, strict=True) if query.position]
        nearness = Nearness(
            self._vault, embedder, skill, [[asked[text] for text in texts] for texts in steps]
        )
        near: dict[Fragment, tuple[float, ...]] = {}
        for number, one in enumerate(looked_at):
            checkpoint(progress)
            progress.report(min((done + number) / (done + LOOKED_AT), 1.0))
            near[one] = nearness.to(told[one.text[:LONGEST]])
        return near

    def _read(
        self, texts: Iterable[str], embedder: Embedder, progress: Progress
    ) -> dict[str, Question]:
        """The texts as questions, each read once and many together."""
        new = list(dict.fromkeys(texts))
        embedder.embed([word for text in new for word in content(text)])
        read: dict[str, Question] = {}
        for start in range(0, len(new), _TOGETHER):
            checkpoint(progress)
            some = new[start : start + _TOGETHER]
            read |= zip(some, ask_all(self._vault, some, embedder), strict=True)
        return read

    def _look(self, question: Question, found: dict[int, Fragment]) -> None:
        """Note what may answer a question, however little it has to do with it."""
        for hit in recall(
            self._vault,
            question,
            self._among,
            limit=LOOKED_AT,
            at_least=0.0,
            hop=False,
            capped=False,
        ):
            if hit.id not in found or hit.score > found[hit.id].relevance:
                found[hit.id] = _fragment(hit)

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
