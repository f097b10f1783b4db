"""What the list of memories shows: the newest ones, or the answers to a question."""

from dataclasses import dataclass

from app.core.memory import listing
from app.core.memory.filters import Filters
from app.core.memory.listing import MemoryGroup
from app.core.memory.memories import Memory
from app.core.memory.retrieval import recall
from app.core.memory.retrieval.question import ask
from app.core.memory.retrieval.recall import Hit
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
