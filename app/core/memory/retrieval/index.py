"""The index of meanings: what is missing from it, and adding that in the background.

Nothing is told to this module: what is stale is seen by comparing what was indexed with what is
there, so a crash, another process and a restored backup are all the same to it.
"""

import json
import secrets
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

import numpy as np

from app.core.actor import INDEX
from app.core.changes import Part
from app.core.garbage import give_back
from app.core.library.slices import Slices
from app.core.memory import linking
from app.core.memory.retrieval import discovery_vector
from app.core.memory.retrieval.embed import Embedder, Vectors, from_bytes, to_bits, to_bytes, unit
from app.core.memory.retrieval.item import (
    ID,
    MEMORY,
    SKILL,
    TALK,
    Item,
    is_a,
    stored_as,
)
from app.core.memory.retrieval.passages import Kind, PackNote, Passage, of_memory, of_skill
from app.core.memory.retrieval.stored_passages import digest, values_of
from app.core.progress import SILENT, Progress, checkpoint
from app.core.skills.reading.grammar import parse
from app.core.vault import Row, Vault, Write
from app.core.words import _

T = TypeVar("T")

_FORM_OF_SKILLS, _FORM_OF_MEMORIES = "5", "3"
"""Of their passages; another one has them all indexed again."""
_SKILLS_AT_ONCE = 4
_MEMORIES_AT_ONCE = 32
"""Read together; so few that one is read in a blink when somebody wants to stop."""
_GONE_AT_ONCE = 32
_FILES = Path(__file__).resolve().parents[4] / "resources" / "embedder"


@dataclass(frozen=True, slots=True)
class Waiting:
    """The items that are not indexed as they are now (with what they are), and those that left."""

    skills: tuple[tuple[Item, str], ...]
    memories: tuple[tuple[Item, str], ...]
    gone: tuple[Item, ...]

    def __len__(self) -> int:
        return len(self.skills) + len(self.memories) + len(self.gone)


def waiting(vault: Vault, model: str, only: Collection[int] | None = None) -> Waiting:
    """What is to be done before everything is indexed with that model, or `only` these skills."""
    among = None if only is None else json.dumps(list(only))
    skills = vault.rows(
        f"select t.id, t.state from (select s.id, {stored_as(SKILL, 's.id')} as item,"
        " v.digest || '/' || coalesce((select max(p.id) from pack p"
        " where p.uid = json_extract(v.meta, '$.origin.pack')), 0)"
        f" || '/{_FORM_OF_SKILLS}' as state from skill s join version v on v.id = s.current"
        " where ?1 is null or s.id in (select value from json_each(?1))) t"
        " left join indexed i on i.item = t.item where i.state is not t.state or i.model <> ?2",
        among,
        model,
    )
    if among is not None:
        left = vault.rows(
            f"select item from indexed where item in (select {stored_as(SKILL, 'value')}"
            f" from json_each(?)) and not exists (select 1 from skill s where s.id = {ID}"
            " and s.current is not null)",
            among,
        )
        return Waiting(_states(SKILL, skills), (), _items(left))
    memories = vault.rows(
        f"select m.id, '{_FORM_OF_MEMORIES}' from memory m"
        f" left join indexed i on i.item = {stored_as(MEMORY, 'm.id')}"
        " where m.replaced_by is null and m.forgotten is null"
        f" and (i.state is not '{_FORM_OF_MEMORIES}' or i.model <> ?)",
        model,
    )
    gone = vault.rows(
        f"select item from indexed where {is_a(SKILL)} and item <> ? and not exists"
        f" (select 1 from skill s where s.id = {ID} and s.current is not null) union all"
        f" select item from indexed where {is_a(MEMORY)} and not exists (select 1 from memory m"
        f" where m.id = {ID} and m.replaced_by is null and m.forgotten is null)",
        TALK.stored,
    )
    return Waiting(_states(SKILL, skills), _states(MEMORY, memories), _items(gone))


def _states(kind: int, rows: Sequence[Row]) -> tuple[tuple[Item, str], ...]:
    return tuple((Item(kind, number), state) for number, state in rows)


def _items(rows: Sequence[Row]) -> tuple[Item, ...]:
    return tuple(Item.read(item) for (item,) in rows)


def update(
    vault: Vault,
    embedder: Embedder,
    progress: Progress = SILENT,
    only: Collection[int] | None = None,
) -> int:
    """Index what is waiting; returns how many items. Takes a while: a job.

    `only` these skills are looked at by somebody who knows that nothing else changed. Every batch
    is stored as it is done, so stopping it, also with a kill, loses one batch. Raises `Cancelled`.
    """
    if only is None:
        linking.catch_up(vault, progress)
    _prepare(vault, embedder)
    todo = waiting(vault, embedder.model, only)
    total, done = len(todo), 0
    slices = Slices(_MEMORIES_AT_ONCE)
    for some in _runs(todo.gone, _GONE_AT_ONCE):
        checkpoint(progress)
        _leave(vault, some)
        done += len(some)
    for batch in _batches(todo):
        checkpoint(progress)
        progress.report(done / total, _("Indexing"))
        if left := _left(vault, embedder, batch):
            _index(vault, embedder, left, slices, progress)
        done += len(batch)
    if total:
        clean(vault, progress)
        give_back()
    return total


def _batches(todo: Waiting) -> list[Sequence[tuple[Item, str]]]:
    """Memories from anywhere on, so that two processes do not read the same at the same time."""
    memories = list(_runs(todo.memories, _MEMORIES_AT_ONCE))
    first = secrets.randbelow(len(memories) or 1)
    return [*_runs(todo.skills, _SKILLS_AT_ONCE), *memories[first:], *memories[:first]]


def _runs(items: Sequence[T], length: int) -> Iterator[Sequence[T]]:
    for start in range(0, len(items), length):
        yield items[start : start + length]


def _left(
    vault: Vault, embedder: Embedder, batch: Sequence[tuple[Item, str]]
) -> list[tuple[Item, str]]:
    """What another process has not indexed meanwhile."""
    found = vault.rows(
        "select item, state from indexed where model = ? and item in"
        " (select value from json_each(?))",
        embedder.model,
        json.dumps([item.stored for item, _state in batch]),
    )
    done = {(Item.read(item), state) for item, state in found}
    return [one for one in batch if one not in done]


def _leave(vault: Vault, items: Sequence[Item]) -> None:
    with vault.write(None, INDEX) as write:
        leave(write, items)


def leave(write: Write, items: Sequence[Item]) -> None:
    """Remove an item that no longer exists from the index."""
    known = write.rows(
        "select item from indexed where item in (select value from json_each(?))",
        json.dumps([item.stored for item in items]),
    )
    _drop(write, _items(known))
    for item in _items(known):
        if item.kind == SKILL:
            discovery_vector.drop(write, item.id)


def clean(vault: Vault, progress: Progress) -> None:
    """Delete the texts that no item uses any longer."""
    unused = vault.rows("select id from vector where uses <= 0")
    slices, done = Slices(200), 0
    while done < len(unused):
        checkpoint(progress)
        some = unused[done : done + slices.size]
        with slices.write(vault, len(some), INDEX) as write:
            write.db.executemany("delete from vector where id = ? and uses <= 0", some)
            write.touch(Part.MEMORIES)
        done += len(some)


def _index(
    vault: Vault, embedder: Embedder, batch: Sequence[tuple[Item, str]], slices: Slices,
    progress: Progress,
) -> None:  # fmt: skip
    read: dict[Item, tuple[list[Passage], str | None]] = {}
    for item, _state in batch:
        checkpoint(progress)  # one of them may be a megabyte
        read[item] = _read(vault, embedder.model, item)
    said = {item: passages for item, (passages, _about) in read.items()}
    texts = list(dict.fromkeys(text for one in read.values() for text in _texts(*one)))
    vectors = _vectors(vault, embedder, texts)
    while batch:
        some, batch = batch[: slices.size], batch[slices.size :]
        own = {p.text: vectors[p.text] for item, _state in some for p in said[item]}
        with slices.write(vault, len(some), INDEX) as write:
            _drop(write, [item for item, _state in some])
            numbers = _store(write, embedder, own)
            for item, state in some:
                _put(write, embedder, item, state, said[item], own, numbers)
                if (about := read[item][1]) is not None:
                    vector = _direction(vectors[about])
                    discovery_vector.put(write, embedder, item.id, about, vector)
            write.touch(Part.MEMORIES)


def _read(vault: Vault, model: str, item: Item) -> tuple[list[Passage], str | None]:
    """The current passages of an item; nothing if it has been deleted.

    Beside the passages of a skill what it is to be discovered by, if that is not stored yet.
    """
    if item.kind == MEMORY:
        row = vault.row("select title, text from memory where id = ?", item.id)
        return (of_memory(row[0], row[1]) if row else []), None
    row = vault.row(
        "select v.text, v.meta from skill s join version v on v.id = s.current where s.id = ?",
        item.id,
    )
    if row is None:
        return [], None
    meta = json.loads(row[1])
    said = of_skill(parse(row[0]), meta["extra"].get("description", ""), _pack(vault, meta))
    passages = [passage for passage in said if passage.kind is not Kind.ABOUT]
    about = next((passage.text for passage in said if passage.kind is Kind.ABOUT), "")
    is_known = discovery_vector.is_current(vault, model, item.id, about)
    return passages, None if is_known else about


def _texts(passages: Sequence[Passage], about: str | None) -> list[str]:
    return [*(passage.text for passage in passages), *([] if about is None else [about])]


def _pack(vault: Vault, meta: dict[str, dict[str, str] | None]) -> PackNote | None:
    origin = meta["origin"]
    row = origin and vault.row(
        "select about from pack where uid = ? order by id desc limit 1", origin["pack"]
    )
    if not row:
        return None
    about = json.loads(row[0])
    return PackNote(about["name"], about["description"])


def _vectors(vault: Vault, embedder: Embedder, texts: Sequence[str]) -> dict[str, bytes | Vectors]:
    """A vector for each text: as stored if the text was read before, else newly read."""
    stored = values_of(vault, embedder.model, texts)
    new = [text for text in texts if digest(text) not in stored]
    read = dict(zip(new, embedder.embed(new), strict=True)) if new else {}
    return {text: read[text] if text in read else stored[digest(text)] for text in texts}


def _store(write: Write, embedder: Embedder, vectors: dict[str, bytes | Vectors]) -> dict[str, int]:
    """Keep the vectors; returns their numbers."""
    texts = {digest(text): text for text in vectors}
    write.db.executemany(
        "insert into vector (model, dimensions, digest, value) values (?, ?, ?, ?)"
        " on conflict do nothing",
        [
            (embedder.model, embedder.dimensions, key, _stored(vectors[text]))
            for key, text in texts.items()
        ],
    )
    found = write.db.execute(
        "select digest, id from vector where model = ? and digest in"
        f" ({', '.join('?' * len(texts))})",
        (embedder.model, *texts),
    )
    return {texts[bytes(key)]: int(number) for key, number in found}


def _stored(vector: bytes | Vectors) -> bytes:
    return vector if isinstance(vector, bytes) else to_bytes(vector)


def _put(
    write: Write, embedder: Embedder, item: Item, state: str, passages: Sequence[Passage],
    vectors: dict[str, bytes | Vectors], numbers: dict[str, int],
) -> None:  # fmt: skip
    memory = item.kind == MEMORY
    write.db.executemany(
        "insert into passage values (?, ?, ?, ?, ?)",
        [
            (item.stored, n, p.kind, "" if memory else p.text, numbers[p.text])
            for n, p in enumerate(passages)
        ],
    )
    write.db.executemany(
        "update vector set uses = uses + 1 where id = ?",
        [(numbers[text],) for text in {p.text for p in passages}],
    )
    gist = np.zeros(embedder.dimensions, np.float32)
    for passage in passages:
        if passage.kind is not Kind.WORD:
            gist += _direction(vectors[passage.text])
    if item != TALK and gist.any():
        write.db.execute(
            "insert into gist (rowid, kind, bits) values (?, ?, vec_bit(?))",
            (item.stored, item.kind, to_bits(gist)),
        )
    write.db.execute(
        "insert into indexed values (?, ?, ?, ?)",
        (item.stored, state, embedder.model, to_bytes(unit(gist))),
    )


def _direction(vector: bytes | Vectors) -> Vectors:
    return from_bytes([vector], len(vector))[0] if isinstance(vector, bytes) else vector


def begin_anew(vault: Vault) -> None:
    """Let every text be read again, whatever was known of its meaning. Takes a while: a job."""
    items = vault.rows("select item from indexed union select item from passage")
    slices, done = Slices(_MEMORIES_AT_ONCE), 0
    while done < len(items):
        some = [Item.read(item) for (item,) in items[done : done + slices.size]]
        with slices.write(vault, len(some), INDEX) as write:
            _drop(write, some)
        done += len(some)
    with vault.write(None, INDEX) as write:
        if write.row("select 1 from indexed") is None:  # else somebody has begun already
            for table in ("gist", "discovery"):
                write.db.execute(f"drop table if exists {table}")
        write.touch(Part.MEMORIES)
    clean(vault, SILENT)


def _drop(write: Write, items: Sequence[Item]) -> None:
    for item in items:
        write.db.execute(
            "update vector set uses = uses - 1 where id in"
            " (select vector from passage where item = ?)",
            (item.stored,),
        )
        for table, key in (("passage", "item"), ("gist", "rowid"), ("indexed", "item")):
            write.db.execute(f"delete from {table} where {key} = ?", (item.stored,))
    if items:
        write.touch(Part.MEMORIES)


def _prepare(vault: Vault, embedder: Embedder) -> None:
    """Make room for vectors of this size, and read what people ask about anyway once."""
    texts = [passage.text for passage in talk()]
    state = digest("/".join(texts)).hex()
    known = vault.row("select state, model from indexed where item = ?", TALK.stored)
    if not discovery_vector.has_room(vault, embedder.dimensions):
        with vault.write(None, INDEX) as write:
            discovery_vector.make_room(write, embedder.dimensions)
            write.touch(Part.MEMORIES)
    if has_room(vault, embedder.dimensions) and known == (state, embedder.model):
        return
    vectors: dict[str, bytes | Vectors] = dict(zip(texts, embedder.embed(texts), strict=True))
    with vault.write(None, INDEX) as write:
        if not has_room(vault, embedder.dimensions):
            _make_room(write, embedder.dimensions)
        _drop(write, [TALK])
        numbers = _store(write, embedder, vectors)
        _put(write, embedder, TALK, state, talk(), vectors, numbers)


def has_room(vault: Vault, dimensions: int) -> bool:
    """Whether the coarse index is for vectors of this size."""
    row = vault.row("select sql from sqlite_master where name = 'gist'")
    return row is not None and f"bit[{dimensions}]" in row[0]


def _make_room(write: Write, dimensions: int) -> None:
    write.db.execute("drop table if exists gist")
    write.db.execute(
        f"create virtual table gist using vec0(kind integer partition key, bits bit[{dimensions}])"
    )


@cache
def talk() -> tuple[Passage, ...]:
    """What people ask about: in everyday life, and at work whatever their trade."""
    return tuple(
        Passage(kind, text)
        for kind in (Kind.EVERYDAY, Kind.WORK)
        for text in (_FILES / f"{kind}.txt").read_text(encoding="utf-8").splitlines()
    )
