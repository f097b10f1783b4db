"""How the memories are filed: by engram, source, tag and day, and how many there are of each."""

import json
from dataclasses import dataclass

from app.core.memory import memories
from app.core.memory.filters import ALIKE, Filters
from app.core.memory.memories import Memory
from app.core.memory.sources import SourceKind
from app.core.vault import Vault

_LIVE = "m.replaced_by is null and m.forgotten is null"


@dataclass(frozen=True, slots=True)
class MemoryGroup:
    """An engram, a source or a tag that holds memories now. A tag has the id 0 and no kind."""

    id: int
    name: str
    count: int
    kind: SourceKind | None = None


def listed(
    vault: Vault, wanted: Filters, *, limit: int = 200, before: int | None = None
) -> tuple[Memory, ...]:
    """The newest that are wanted, of those older than the memory with the number `before`."""
    where, values = _wanted(wanted)
    if before is not None:
        where, values = f"{where} and m.id < ?", [*values, before]
    found = vault.rows(
        f"select m.id from memory m where {where} order by m.id desc limit ?", *values, limit
    )
    numbers = [number for (number,) in found]
    known = memories.memories(vault, numbers)
    return tuple(known[number] for number in numbers if number in known)


def numbers(vault: Vault, wanted: Filters) -> tuple[int, ...]:
    """All that are wanted, however many there are."""
    where, values = _wanted(wanted)
    return tuple(n for (n,) in vault.rows(f"select m.id from memory m where {where}", *values))


def _wanted(wanted: Filters) -> tuple[str, list[object]]:
    where, values = [_LIVE], list[object]()
    for condition, value in (
        ("m.engram = ?", wanted.engram),
        (f"m.source in ({ALIKE})", wanted.source),
        (
            "exists (select 1 from json_each(m.tags) where value = ? collate nocase)",
            wanted.tag or None,
        ),
        ("m.at >= ?", wanted.since.isoformat() if wanted.since else None),
        ("m.at <= ?", wanted.until.isoformat() if wanted.until else None),
    ):
        if value is not None:
            where.append(condition)
            values.append(value)
    return " and ".join(where), values


def engrams(vault: Vault) -> tuple[MemoryGroup, ...]:
    """The engrams with memories in them, by name."""
    found = vault.rows(
        "select e.id, e.name, held.count from (select m.engram, count(*) as count from memory m"
        f" where {_LIVE} group by m.engram) held join engram e on e.id = held.engram"
        " order by e.name collate nocase"
    )
    return tuple(MemoryGroup(*row) for row in found)


def sources(vault: Vault, engram: int | None = None) -> tuple[MemoryGroup, ...]:
    """The sources of memories, of those in one engram if it is given, the newest first.

    Those of the same name and kind are one.
    """
    found = vault.rows(
        "with alike as (select min(id) as id, name, kind from memory_source group by name, kind)"
        " select a.id, a.name, sum(held.count), a.kind from (select m.source, count(*) as count,"
        f" max(m.id) as newest from memory m where {_LIVE} and (?1 is null or m.engram = ?1)"
        " group by m.source) held join memory_source s on s.id = held.source"
        " join alike a on (a.name, a.kind) = (s.name, s.kind)"
        " group by a.id order by max(held.newest) desc",
        engram,
    )
    return tuple(MemoryGroup(i, name, count, SourceKind(kind)) for i, name, count, kind in found)


def source_of(vault: Vault, memory: int) -> int | None:
    """The id under which the source of a memory is among the sources."""
    found = vault.row(
        "select min(a.id) from memory m join memory_source s on s.id = m.source"
        " join memory_source a on (a.name, a.kind) = (s.name, s.kind) where m.id = ?",
        memory,
    )
    return found[0] if found else None


def tags(vault: Vault) -> tuple[MemoryGroup, ...]:
    """The tags of memories, the most used first."""
    found = vault.rows(
        "select t.value, sum(held.count) as count from (select m.tags, count(*) as count"
        f" from memory m where {_LIVE} and m.tags <> '[]' group by m.tags) held,"
        " json_each(held.tags) t group by t.value order by count desc, t.value"
    )
    return tuple(MemoryGroup(0, tag, count) for tag, count in found)


def earlier(vault: Vault, memory: int) -> tuple[Memory, ...]:
    """What a memory corrects, the latest wording first."""
    found = vault.rows(
        "with recursive older(id) as (select id from memory where replaced_by = ? union"
        " select m.id from memory m join older o on m.replaced_by = o.id)"
        " select id from older order by id desc",
        memory,
    )
    numbers = [number for (number,) in found]
    known = memories.memories(vault, numbers)
    return tuple(known[number] for number in numbers if number in known)


def mentions(vault: Vault, numbers: list[int]) -> dict[int, int]:
    """How many skills each of these memories mentions."""
    found = vault.rows(
        "select m.memory, count(*) from mention m join entity e on e.id = m.entity"
        " join skill s on s.id = e.skill where s.current is not null"
        " and m.memory in (select value from json_each(?)) group by m.memory",
        json.dumps(numbers),
    )
    return dict(found)
