"""Memories on their way in, seen by nobody before all of them are there.

They come in short writes, marked with the name of their import. A setting lists the imports:
one that is whole is let in, by whoever opens the vault next if this process cannot; one that was
broken off is taken away again.
"""

import json
import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import TracebackType
from typing import Any, Self

from app.core.actor import IMPORT, USER, Actor
from app.core.changes import Part
from app.core.errors import AppError
from app.core.library.engrams import ensure, open_again, remove_empty, revive_used
from app.core.library.entry import Entry
from app.core.library.slices import Slices
from app.core.library.undo_rows import keep_new_memory
from app.core.memory.reading.split import Fragment
from app.core.memory.rows import (
    LIVE,
    add_source,
    insert,
    know_place,
    known_as,
    known_sources,
    marked,
)
from app.core.memory.sources import Source
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault, Write
from app.core.words import _

MARK = "arriving:"
"""Begins what stands in the place of the moment of forgetting, until all is there."""
_SETTING = "arriving"
_GIVEN_UP = timedelta(minutes=10)
"""After this long without a write nobody is at work on an import; one file may take a while."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """The numbers of what is new, and how many fragments the engram knew already."""

    added: tuple[int, ...]
    known: int


class Staging:
    """Fragments of any number of sources, let in together by `admit` or not at all.

    Used in a `with` block: one that is left before takes everything away again.
    """

    def __init__(
        self,
        vault: Vault,
        engram: str,
        *,
        tags: Sequence[str] = (),
        at: datetime | None = None,
        actor: Actor = USER,
    ) -> None:
        self._vault, self._engram, self._at, self._actor = vault, engram, at, actor
        self._tags = marked(tags)
        self._mark = MARK + secrets.token_hex(8)
        self._place = 0
        self._waiting: list[tuple[Source, Fragment]] = []
        self._sources: dict[Source, int] = {}
        self._numbers: list[int] = []
        self._count = 0
        self._slices = Slices(100)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        if kind is not None and self._place:
            with suppress(AppError):  # the reason it was left is the one to tell
                _take_away(self._vault, self._mark, self._numbers)

    def add(self, source: Source, fragments: Iterable[Fragment]) -> None:
        """Take the fragments of one source, as they are read; raises what reading them raises."""
        for fragment in fragments:
            self._count += 1
            self._waiting.append((source, fragment))
            if len(self._waiting) >= self._slices.size:
                self._store()

    def admit(self, progress: Progress = SILENT) -> Remembered:
        """Let everybody see what came, except what is known already; raises `Cancelled`."""
        if self._waiting:
            self._store()
        checkpoint(progress)
        if not self._place:
            return Remembered((), 0)
        with self._vault.write(None, self._actor) as write:
            self._go_on(write)
            staged = _staged(write)[self._mark]
            _list(write, self._mark, {**staged, "since": write.at.isoformat(), "whole": True})
        entry = Entry(self._vault, _("Remember"), self._actor)
        added = _let_in(self._vault, self._mark, self._numbers, entry, progress)
        return Remembered(added, self._count - len(added))

    def _store(self) -> None:
        waiting, self._waiting = self._waiting, []
        with self._slices.write(self._vault, len(waiting), self._actor) as write:
            if self._place:
                self._go_on(write)
                self._place = open_again(write, self._place)
            else:
                newest = write.rows("select ifnull(max(id), 0) from engram")[0][0]
                self._place = ensure(write, self._engram)
                made = self._place if self._place > newest else None
                staged = {"since": write.at.isoformat(), "whole": False, "made": made}
                _list(write, self._mark, staged)
            there = known_sources(write, self._place, {source for source, _said in waiting})
            for source, fragment in waiting:
                if known_as(write, self._place, fragment.text) is None:
                    if source not in self._sources:
                        self._sources[source] = self._origin(write, there.get(source), source)
                    self._insert(write, self._sources[source], fragment)

    def _go_on(self, write: Write) -> None:
        """Say that somebody is at work; raises `AppError` if that came too late."""
        staged = _staged(write).get(self._mark)
        if staged is None:
            raise AppError(
                _("This took too long without progress and was discarded."),
                _("Nothing was remembered. Start again."),
            )
        _list(write, self._mark, staged | {"since": write.at.isoformat()})

    def _origin(self, write: Write, known: int | None, source: Source) -> int:
        if known is None:
            return add_source(write, source)
        if source.place:
            know_place(write, known, source)
        return known

    def _insert(self, write: Write, source: int, fragment: Fragment) -> None:
        self._numbers.append(
            insert(write, self._place, source, fragment, self._tags, self._at, self._mark)
        )


def settle(vault: Vault) -> None:
    """Finish what another process could not: let in what was whole, take away what was not."""
    listed = _staged(vault)
    for mark in leftovers(vault):
        found = vault.rows("select id from memory where forgotten = ?", mark)
        numbers = [number for (number,) in found]
        if listed[mark]["whole"]:
            _let_in(vault, mark, numbers, Entry(vault, _("Remember"), IMPORT))
        else:
            _take_away(vault, mark, numbers)


def leftovers(vault: Vault) -> tuple[str, ...]:
    """The imports that `settle` would finish."""
    now = vault.now()
    return tuple(
        mark
        for mark, staged in _staged(vault).items()
        if staged["whole"] or abs(now - datetime.fromisoformat(staged["since"])) > _GIVEN_UP
    )


def _let_in(
    vault: Vault, mark: str, numbers: Sequence[int], entry: Entry, progress: Progress = SILENT
) -> tuple[int, ...]:
    """What somebody else remembered meanwhile in the same words is taken away instead."""
    added: list[int] = []
    made = _staged(vault).get(mark, {}).get("made")
    slices, done = Slices(200), 0
    while done < len(numbers):
        some = numbers[done : done + slices.size]
        with slices.timed(len(some), entry.write()) as write:
            _each(write, "update or ignore memory set forgotten = null", mark, some)
            _remove(write, mark, some)
            revive_used(write)
            write.db.execute(  # undone with what it was made for
                "update engram set journal = ? where id = ? and journal is null",
                (write.journal, made),
            )
            live = _live(write, some)
            for memory in live:
                keep_new_memory(write, memory)
            added += live
        done += len(some)
        progress.report(done / len(numbers))
    with vault.write(None) as write:
        _list(write, mark, None)
    return tuple(added)


def _take_away(vault: Vault, mark: str, numbers: Sequence[int]) -> None:
    slices, done = Slices(200), 0
    while done < len(numbers):
        some = numbers[done : done + slices.size]
        with slices.write(vault, len(some), IMPORT) as write:
            _remove(write, mark, some)
        done += len(some)
    made = (vault.setting(_SETTING) or {}).get(mark, {}).get("made")
    with vault.write(None) as write:
        _list(write, mark, None)
        if made is not None:  # the engram was made for what did not come
            remove_empty(write, made)


def _live(write: Write, numbers: Sequence[int]) -> list[int]:
    found = write.rows(
        f"select id from memory where id in (select value from json_each(?)) and {LIVE}",
        json.dumps(numbers),
    )
    return [number for (number,) in found]


def _remove(write: Write, mark: str, numbers: Sequence[int]) -> None:
    """Those that are still arriving, and their sources if nothing else is from there."""
    sources = write.rows(
        "select distinct source from memory where id in (select value from json_each(?))"
        " and forgotten = ?",
        json.dumps(numbers),
        mark,
    )
    write.db.execute(
        "delete from memory_words where rowid in (select id from memory where id in"
        " (select value from json_each(?)) and forgotten = ?)",
        (json.dumps(numbers), mark),
    )
    _each(write, "delete from memory", mark, numbers)
    write.db.executemany(
        "delete from memory_source where id = ?1 and not exists"
        " (select 1 from memory where source = ?1)",
        sources,
    )
    write.touch(Part.MEMORIES)


def _each(write: Write, what: str, mark: str, numbers: Sequence[int]) -> None:
    write.db.execute(
        f"{what} where id in (select value from json_each(?)) and forgotten = ?",
        (json.dumps(numbers), mark),
    )


def _list(write: Write, mark: str, staged: dict[str, Any] | None) -> None:
    """Change the list of imports, which nobody looks at; None strikes one out."""
    listed = _staged(write)
    listed.pop(mark, None)
    now = listed if staged is None else listed | {mark: staged}
    write.db.execute("insert or replace into setting values (?, ?)", (_SETTING, json.dumps(now)))
    write.unseen = True


def _staged(reader: Vault | Write) -> dict[str, dict[str, Any]]:
    found = reader.row("select value from setting where name = ?", _SETTING)
    return json.loads(found[0]) if found else {}
