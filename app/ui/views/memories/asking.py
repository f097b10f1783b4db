"""What the list of memories shows: the newest ones, or the answers to a question."""

import re
from dataclasses import dataclass

from app.core.library import catalogue
from app.core.library.search import SkillSearch
from app.core.matching.query import Query, fit, spaced
from app.core.memory import listing, spelling
from app.core.memory.filters import Filters
from app.core.memory.listing import MemoryGroup
from app.core.memory.memories import Memory
from app.core.memory.retrieval import recall
from app.core.memory.retrieval.candidates import strange_words
from app.core.memory.retrieval.question import ask
from app.core.memory.retrieval.recall import Hit
from app.core.progress import Progress
from app.core.vault import Vault
from app.core.words import _, ngettext
from app.ui.embedder_service import EmbedderService
from app.ui.models.memory_list import Found
from app.ui.widgets.moments import moment

PAGE = 100
ANSWERS = 30


@dataclass(frozen=True, slots=True)
class MemoryGroups:
    """How all memories are filed; `sources` are those of one engram, if it is chosen."""

    engrams: tuple[MemoryGroup, ...]
    sources: tuple[MemoryGroup, ...]
    tags: tuple[str, ...]


def groups(vault: Vault, engram: int | None) -> MemoryGroups:
    """Every memory is counted: a job."""
    tags = tuple(one.name for one in listing.tags(vault))
    return MemoryGroups(listing.engrams(vault), listing.sources(vault, engram), tags)


def newest(vault: Vault, filters: Filters, last: Found | None = None) -> tuple[Found, ...]:
    """The memories behind the `last` one that is shown."""
    before = last.id if last is not None else None
    found = listing.listed(vault, filters, limit=PAGE, before=before)
    counts = listing.mentions(vault, [memory.id for memory in found])
    return tuple(_row(vault, memory, counts.get(memory.id, 0)) for memory in found)


def answers(
    vault: Vault, text: str, filters: Filters, embedding: EmbedderService
) -> tuple[Found, ...]:
    """Memories and skills that answer, the best first, with their reasons. A job."""
    question = ask(vault, text, embedding.at_hand)
    # a cap is about what is handed out; a person who looks may see all
    found = recall.recall(vault, question, filters, limit=ANSWERS, capped=False)
    return tuple(map(_answer, found))


def with_words(vault: Vault, query: Query) -> tuple[Found, ...]:
    """Memories that have all the words, the best answer first. A job."""
    question = ask(vault, query.typed)
    filters = Filters(what="memory")
    found = recall.recall(vault, question, filters, limit=ANSWERS, hop=False, capped=False)
    return tuple(_answer(hit) for hit in found if fit(query, spaced(hit.text)) is not None)


def named(
    vault: Vault, search: SkillSearch, query: Query, filters: Filters, progress: Progress
) -> tuple[Found, ...]:
    """The skills whose names have all the words, the best first, as the library finds them."""
    if filters.source is not None or filters.since is not None:
        return ()  # those are of memories
    among = catalogue.ids(vault, engram=filters.engram, tag=filters.tag)
    hits = catalogue.some(vault, search.find(query, among, progress)[:ANSWERS])
    return tuple(
        Found(
            "skill", row.id, row.title, _("skill in {engram}").format(engram=row.engram_name),
            _("matches its name"),
        )
        for row in hits.values()
        if fit(query, spaced(row.title)) is not None
    )  # fmt: skip


def found(
    vault: Vault,
    search: SkillSearch,
    text: str,
    filters: Filters,
    embedding: EmbedderService,
    progress: Progress,
) -> tuple[Found, ...]:
    """What is called so, then what answers; each once. A job."""
    first = named(vault, search, Query(text), filters, progress)
    known = {(one.what, one.id) for one in first}
    rest = answers(vault, text, filters, embedding)
    return (*first, *(one for one in rest if (one.what, one.id) not in known))


def meant(vault: Vault, search: SkillSearch, text: str, progress: Progress) -> str | None:
    """What was perhaps meant by what nothing answers. A job."""
    query = Query(text)
    return spelling.meant(vault, query, progress) or search.meant(
        query, catalogue.ids(vault), progress
    )


def respelled(
    vault: Vault,
    search: SkillSearch,
    text: str,
    embedding: EmbedderService,
    progress: Progress,
) -> str | None:
    """A question with the nearest known word for each that nothing has; None without one.

    It is for what was answered all the same, with something else. A job.
    """
    said = text
    for word in strange_words(vault, text, embedding.at_hand):
        if (close := meant(vault, search, word, progress)) is not None:
            said = re.sub(rf"\b{re.escape(word)}\b", lambda _at: close, said, flags=re.IGNORECASE)
    return said if said != text else None


def _row(vault: Vault, memory: Memory, mentions: int) -> Found:
    parts = [memory.source.name, memory.engram_name, moment(memory.added, vault.now())]
    if memory.title:
        parts.insert(0, memory.title)
    if mentions:
        said = ngettext("mentions {count} skill", "mentions {count} skills", mentions)
        parts.append(said.format(count=mentions))
    return Found("memory", memory.id, memory.text, " · ".join(parts))


def _answer(hit: Hit) -> Found:
    why = f"{hit.score:.2f}  {'; '.join(hit.why)}"
    if hit.what == "skill":
        caption = _("skill in {engram}").format(engram=hit.engram)
        return Found("skill", hit.id, hit.title, caption, why)
    return Found("memory", hit.id, hit.text, f"{hit.source} · {hit.engram}", why)
