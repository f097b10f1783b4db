"""What is remembered: texts with a source, in an engram. Nothing is ever taken away for good.

A correction puts a new memory in the place of an old one; forgetting leaves a tombstone.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime

from app.core.actor import USER, Actor
from app.core.changes import Part
from app.core.errors import AppError, Cancelled, NotFound
from app.core.library import undo_rows
from app.core.library.engrams import ensure, revive_used
from app.core.library.entry import Entry
from app.core.library.undo_rows import keep_new_memory
from app.core.memory import entities
from app.core.memory.reading.split import Fragment, split
from app.core.memory.rows import (
    LIVE,
    add_source,
    digest,
    find_by_words,
    insert,
    known_as,
    known_by,
    known_sources,
    marked,
)
from app.core.memory.sources import Source, SourceKind
from app.core.memory.staging import MARK, Remembered, Staging
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Row, Vault, Write
from app.core.words import _, ngettext

MEMORIES = "Memories"
"""The engram of what a person remembers without saying where."""
LONGEST = 100_000
"""Characters of one memory; a longer text is a document and is split."""
_AT_ONCE = 50
"""Memories in one write, so that nobody waits."""


@dataclass(frozen=True, slots=True)
class Memory:
    """`at` is when it was true or said, `added` when it came into the vault."""

    id: int
    engram: int
    engram_name: str
    source: Source
    title: str
    text: str
    tags: tuple[str, ...]
    at: datetime
    added: datetime
    replaced_by: int | None
    forgotten: bool


def remember(
    vault: Vault,
    text: str,
    *,
    engram: str = MEMORIES,
    source: Source | None = None,
    tags: Sequence[str] = (),
    at: datetime | None = None,
    actor: Actor = USER,
    progress: Progress = SILENT,
) -> Remembered:
    """Remember a note or a whole document, split by its structure; raises `AppError`, `Cancelled`.

    Nothing of it can be seen before all of it is there. What the engram remembers already, in the
    same words, is not remembered twice.
    """
    fragments = split(_sound(text))
    if not fragments:
        raise AppError(_("There is nothing to remember in this text."))
    source = source or Source(_("Note"))
    return keep(vault, fragments, source, engram, tags=tags, at=at, actor=actor, progress=progress)


def keep(
    vault: Vault,
    fragments: Sequence[Fragment],
    source: Source,
    engram: str,
    *,
    tags: Sequence[str] = (),
    at: datetime | None = None,
    actor: Actor = USER,
    progress: Progress = SILENT,
) -> Remembered:
    """Remember fragments of one source, all or nothing; raises `AppError`, `Cancelled`."""
    new = _once(fragments)
    if len(new) > _AT_ONCE:
        with Staging(vault, engram, tags=tags, at=at, actor=actor) as arriving:
            arriving.add(source, _watched(new, source.name, progress))
            kept = arriving.admit(progress)
        return Remembered(kept.added, len(fragments) - len(kept.added))
    checkpoint(progress)
    with vault.write(_("Remember"), actor) as write:
        place = ensure(write, engram)
        fresh = [one for one in new if known_as(write, place, one.text) is None]
        origin = known_sources(write, place, [source]).get(source, 0)
        if fresh and not origin:
            origin = add_source(write, source)
        added = tuple(insert(write, place, origin, one, marked(tags), at) for one in fresh)
        for memory in added:
            keep_new_memory(write, memory)
        if added:
            write.touch(Part.MEMORIES)
    return Remembered(added, len(fragments) - len(added))


def _watched(fragments: Sequence[Fragment], name: str, progress: Progress) -> Iterator[Fragment]:
    for number, fragment in enumerate(fragments):
        checkpoint(progress)
        progress.report(number / len(fragments), name)
        yield fragment


def correct(vault: Vault, memory: int, text: str, *, actor: Actor = USER) -> int:
    """Put a better text in the place of a memory; returns the new one.

    Raises `NotFound`, and `AppError` for an empty or too long text.
    """
    said = _sound(text).strip()
    if not said:
        raise AppError(_("A memory cannot be empty."), _("To remove it, forget it."))
    if len(said) > LONGEST:
        raise AppError(_("This is too long for one memory."), _("Import it as a document."))
    with vault.write(_("Correct memory"), actor) as write:
        row = _live(write, memory)
        if digest(said) == row[4]:
            return memory
        engram, source, title, tags = row[0], row[1], row[2], row[3]
        new, joined = known_as(write, engram, said), None
        if new is None:
            new = insert(write, engram, source, Fragment(title, said), tags)
            keep_new_memory(write, new)
        else:  # the other is older, so only this says when the two became one
            joined = write.at.isoformat()
        undo_rows.keep(write, "memory", "t.id = ?", memory, columns=("replaced_by", "forgotten"))
        write.db.execute(
            "update memory set replaced_by = ?, forgotten = ? where id = ?", (new, joined, memory)
        )
        write.db.execute("delete from memory_words where rowid = ?", (memory,))
        _hand_over(write, memory, new)
        write.touch(Part.MEMORIES)
        return new


def forget(vault: Vault, *memories: int, actor: Actor = USER, progress: Progress = SILENT) -> None:
    """Leave tombstones; what is forgotten already stays so. Skills are not memories.

    Raises `Cancelled`; then nothing of it is forgotten.
    """
    label = ngettext("Forget memory", "Forget memories", len(memories))
    entry, done = Entry(vault, label, actor), list[int]()
    try:
        for some in _few(memories, progress):
            checkpoint(progress)
            with entry.write() as write:
                done += [memory for memory in some if _buried(write, memory)]
    except Cancelled:
        _revive(vault, done, lambda: vault.write(None, actor), SILENT)
        entry.abandon()
        raise


def _buried(write: Write, memory: int) -> bool:
    undo_rows.keep(write, "memory", f"t.id = ? and {LIVE}", memory, columns=["forgotten"])
    write.db.execute(
        f"update memory set forgotten = ? where id = ? and {LIVE}", (write.at.isoformat(), memory)
    )
    if not write.db.changes():
        return False
    write.db.execute("delete from memory_words where rowid = ?", (memory,))
    write.touch(Part.MEMORIES)
    return True


def bring_back(
    vault: Vault, *memories: int, actor: Actor = USER, progress: Progress = SILENT
) -> None:
    """Undo forgetting; a memory whose words were remembered again since stays forgotten."""
    label = ngettext("Restore memory", "Restore memories", len(memories))
    _revive(vault, memories, Entry(vault, label, actor).write, progress)


def _revive(
    vault: Vault,
    memories: Sequence[int],
    open_write: Callable[[], AbstractContextManager[Write]],
    progress: Progress,
) -> None:
    for some in _few(memories, progress):
        with open_write() as write:
            for memory in some:
                if _is_to_revive(write, memory):
                    undo_rows.keep(write, "memory", "t.id = ?", memory, columns=["forgotten"])
                    write.db.execute("update memory set forgotten = null where id = ?", (memory,))
                    find_by_words(write, memory)
                    write.touch(Part.MEMORIES)
            revive_used(write)


def _is_to_revive(write: Write, memory: int) -> bool:
    """Whether it was forgotten, and nobody has said the same since."""
    row = write.row(
        "select engram, digest from memory where id = ? and replaced_by is null"
        " and forgotten is not null and forgotten not like ?",
        memory,
        f"{MARK}%",
    )
    return row is not None and known_by(write, *row) is None


def _few(memories: Sequence[int], progress: Progress) -> Iterator[Sequence[int]]:
    for at in range(0, len(memories), _AT_ONCE):
        progress.report(at / len(memories))
        yield memories[at : at + _AT_ONCE]


_ROWS = (
    "select m.id, m.engram, e.name, s.name, s.kind, m.title, m.text, m.tags, m.at, m.added,"
    " m.replaced_by, m.forgotten from memory m join memory_source s on s.id = m.source"
    " join engram e on e.id = m.engram"
)


def memory(vault: Vault, number: int) -> Memory | None:
    """One memory, also a replaced or forgotten one."""
    found = vault.row(
        f"{_ROWS} where m.id = ? and ifnull(m.forgotten, '') not like ?", number, f"{MARK}%"
    )
    return _memory(found) if found else None


def memories(vault: Vault, numbers: Iterable[int]) -> dict[int, Memory]:
    """The memories with these numbers."""
    found = vault.rows(
        f"{_ROWS} where m.id in (select value from json_each(?))", json.dumps(list(numbers))
    )
    return {row[0]: _memory(row) for row in found}


def count(vault: Vault) -> int:
    """How many memories there are now."""
    row = vault.row(f"select count(*) from memory where {LIVE}")
    return int(row[0]) if row else 0


def _sound(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise AppError(
            _("This text contains an incomplete character, which cannot be stored."),
            _("Save it as UTF-8 and try again."),
        ) from error
    return text.replace("\0", "")


def _once(fragments: Iterable[Fragment]) -> list[Fragment]:
    """The first of those that say the same."""
    return list(
        {digest(fragment.text): fragment for fragment in reversed(list(fragments))}.values()
    )[::-1]


def _hand_over(write: Write, old: int, new: int) -> None:
    """What a person or a use linked stays linked."""
    rows: list[Row] = write.db.execute(
        "select entity, origin, words, confidence from mention where memory = ? and origin <> ?",
        (old, entities.MentionOrigin.TEXT),
    ).fetchall()
    for entity, origin, words, confidence in rows:
        if not write.row("select 1 from mention where (memory, entity) = (?, ?)", new, entity):
            undo_rows.keep_new_mention(write, new, entity)
        entities.mention(write, new, entity, entities.MentionOrigin(origin), words, confidence)
    undo_rows.keep_mentions(write, "memory", old)
    entities.unlink(write, old)
    undo_rows.keep_whole(write, "relation", "t.memory = ?", old)
    write.db.execute("update or ignore relation set memory = ? where memory = ?", (new, old))
    write.db.execute("delete from relation where memory = ?", (old,))


def _live(write: Write, memory: int) -> Row:
    found: list[Row] = write.db.execute(
        f"select engram, source, title, tags, digest from memory where id = ? and {LIVE}",
        (memory,),
    ).fetchall()
    if found:
        return found[0]
    raise NotFound(_("That memory has since been forgotten or corrected."), _("Use the newer one."))


def _memory(row: Row) -> Memory:
    return Memory(
        id=row[0],
        engram=row[1],
        engram_name=row[2],
        source=Source(row[3], SourceKind(row[4])),
        title=row[5],
        text=row[6],
        tags=tuple(json.loads(row[7])),
        at=datetime.fromisoformat(row[8]),
        added=datetime.fromisoformat(row[9]),
        replaced_by=row[10],
        forgotten=row[11] is not None,
    )
