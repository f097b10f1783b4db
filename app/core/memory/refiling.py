"""Memories that are filed otherwise afterwards: other tags, another engram.

All of its memories are changed or none, many of them in several short writes, which are one undo.
"""

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from app.core.actor import USER, Actor
from app.core.changes import Part
from app.core.errors import AppError, NotFound
from app.core.library import tags, undo_rows
from app.core.library.engrams import ensure, remove_empty, revive_used
from app.core.library.entry import Entry
from app.core.library.slices import Slices
from app.core.memory.rows import LIVE, add_source, find_by_words, known_by, known_sources, marked
from app.core.memory.sources import Source, SourceKind
from app.core.vault import Row, Vault, Write
from app.core.words import _

_FILED = "engram", "source", "tags"


@dataclass(frozen=True, slots=True)
class Retagged:
    """The memories whose tags changed, each with those it had."""

    before: tuple[tuple[int, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """What moved, each with the engram it was in; `made` is the engram, if it was made for that.

    `known` are those that stay where they are, each with the memory that says the same there.
    """

    before: tuple[tuple[int, int], ...]
    known: tuple[tuple[int, int], ...] = ()
    made: int | None = None


def tag(
    vault: Vault,
    memories: Collection[int],
    add: Iterable[str] = (),
    remove: Iterable[str] = (),
    *,
    actor: Actor = USER,
    entry: Entry | None = None,
) -> Retagged:
    """Add tags and take others off; whether letters are capital does not matter. One undo, or
    part of an `entry`.

    Raises `AppError` for a tag that cannot be one and `NotFound` for a memory that is not there
    now; then nothing is changed.
    """
    new = [_sound(one) for one in add]
    unwanted = {_spaced(one).casefold() for one in remove}
    before: list[tuple[int, tuple[str, ...]]] = []

    def retag(write: Write, some: Sequence[int]) -> None:
        for memory, has in _live(write, some, "tags"):
            had = json.loads(has)
            kept = [one for one in had if _spaced(one).casefold() not in unwanted]
            known = {one.casefold() for one in kept}
            for one in new:
                if one.casefold() not in known:
                    kept.append(one)
                    known.add(one.casefold())
            if kept != had:
                before.append((memory, tuple(had)))
                _mark(write, memory, kept)

    _live(vault, memories, "id")
    entry = entry or Entry(vault, _("Tag memories"), actor)
    try:
        _in_slices(memories, entry.write, retag)
    except AppError:
        put_back(vault, Retagged(tuple(before)), actor=actor)
        entry.abandon()
        raise
    return Retagged(tuple(before))


def move(
    vault: Vault,
    memories: Collection[int],
    engram: str,
    *,
    actor: Actor = USER,
    entry: Entry | None = None,
) -> Moved:
    """File memories in the engram called `engram`, which is made if need be. One undo, or part of
    an `entry`.

    What it says already, in the same words, stays where it is: both have a source and links of
    their own. Raises `AppError` for a name that is none and `NotFound` as `tag` does.
    """
    before: list[tuple[int, int]] = []
    known: list[tuple[int, int]] = []
    made: int | None = None

    def file(write: Write, some: Sequence[int]) -> None:
        nonlocal made
        newest = write.rows("select ifnull(max(id), 0) from engram")[0][0]
        place = ensure(write, engram)
        made = place if place > newest else made
        for memory, was, said in _live(write, some, "engram, digest"):
            if was == place:
                continue
            same = known_by(write, place, said)
            if same is None:
                _put(write, memory, place)
                before.append((memory, was))
            else:
                known.append((memory, same))

    _live(vault, memories, "id")
    entry = entry or Entry(vault, _("Move memories"), actor)
    try:
        _in_slices(memories, entry.write, file)
    except AppError:
        put_back(vault, Moved(tuple(before), tuple(known), made), actor=actor)
        entry.abandon()
        raise
    return Moved(tuple(before), tuple(known), made)


def put_back(vault: Vault, done: Retagged | Moved, *, actor: Actor = USER) -> None:
    """Take either back that could not be done whole; what was forgotten or corrected since, or is
    said there again, stays.
    """
    if isinstance(done, Retagged):
        had = dict(done.before)

        def back(write: Write, some: Sequence[int]) -> None:
            for (memory,) in _now(write, some, ""):
                _mark(write, memory, had[memory])

    else:
        engrams = dict(done.before)

        def back(write: Write, some: Sequence[int]) -> None:
            for memory, said in _now(write, some, ", digest"):
                if known_by(write, engrams[memory], said) is None:
                    _put(write, memory, engrams[memory])
            revive_used(write)

    _in_slices([memory for memory, _had in done.before], lambda: vault.write(None, actor), back)
    if isinstance(done, Moved) and done.made is not None:
        with vault.write(None, actor) as write:
            remove_empty(write, done.made)


def _in_slices(
    memories: Collection[int],
    open_write: Callable[[], AbstractContextManager[Write]],
    work: Callable[[Write, Sequence[int]], None],
) -> None:
    """Do it to all of them, in writes that nobody has to wait for."""
    numbers, slices, done = sorted(set(memories)), Slices(100), 0
    while done < len(numbers):
        some = numbers[done : done + slices.size]
        with slices.timed(len(some), open_write()) as write:
            work(write, some)
        done += len(some)


def _mark(write: Write, memory: int, names: Iterable[str]) -> None:
    undo_rows.keep(write, "memory", "t.id = ?", memory, columns=_FILED)
    write.db.execute("update memory set tags = ? where id = ?", (marked(names), memory))
    find_by_words(write, memory)
    write.touch(Part.MEMORIES)


def _put(write: Write, memory: int, engram: int) -> None:
    """All that is from one source is in one engram, so a memory that moves has one there."""
    number, name, kind, file = write.rows(
        "select s.id, s.name, s.kind, s.digest from memory m"
        " join memory_source s on s.id = m.source where m.id = ?",
        memory,
    )[0]
    source = Source(name, SourceKind(kind), file)
    there = known_sources(write, engram, [source]).get(source)
    undo_rows.keep(write, "memory", "t.id = ?", memory, columns=_FILED)
    write.db.execute(
        "update memory set engram = ?, source = ? where id = ?",
        (engram, there or add_source(write, source), memory),
    )
    if write.row("select 1 from memory where source = ?", number) is None:
        undo_rows.keep_whole(write, "memory_source", "t.id = ?", number)
        write.db.execute("delete from memory_source where id = ?", (number,))
    write.touch(Part.MEMORIES)


def _live(write: Vault | Write, memories: Collection[int], columns: str) -> list[Row]:
    found = _now(write, memories, f", {columns}")
    if len(found) < len(set(memories)):
        raise NotFound(
            _("That memory has since been forgotten or corrected."), _("Use the newer one.")
        )
    return found


def _now(write: Vault | Write, memories: Collection[int], columns: str) -> list[Row]:
    return write.rows(
        f"select id{columns} from memory where id in (select value from json_each(?)) and {LIVE}"
        " order by id",
        json.dumps(list(memories)),
    )


def _sound(text: str) -> str:
    """A tag as it is kept; raises `AppError`."""
    found = tags.sound(text)
    if not found.isprintable():
        raise AppError(_("A tag has no invisible characters."))
    return found


def _spaced(text: str) -> str:
    return " ".join(text.split())
