"""What is written for one memory: itself, its source, the words it is found by."""

import hashlib
import json
import unicodedata
from collections.abc import Collection, Iterable
from datetime import datetime

from app.core.memory.reading.split import Fragment
from app.core.memory.sources import Source, SourceKind
from app.core.vault import Vault, Write

LIVE = "replaced_by is null and forgotten is null"
"""What a memory is that can be seen."""


def digest(text: str) -> str:
    """What makes two texts the same memory: their words, not their spacing (SHA-256, hex)."""
    same = " ".join(unicodedata.normalize("NFC", text).split())
    return hashlib.sha256(same.encode()).hexdigest()


def known_as(write: Write, engram: int, text: str) -> int | None:
    """The memory that says the same in that engram, if there is one."""
    return known_by(write, engram, digest(text))


def known_by(write: Write, engram: int, said: str) -> int | None:
    """The memory with that digest in that engram, if there is one."""
    row = write.row(
        f"select id from memory where engram = ? and digest = ? and {LIVE}", engram, said
    )
    return int(row[0]) if row else None


def known_sources(write: Write, engram: int, sources: Collection[Source]) -> dict[Source, int]:
    """The numbers of those sources that an engram has memories of already."""
    found = write.rows(
        "select s.name, s.kind, min(s.id) from memory_source s"
        " where s.name in (select value from json_each(?))"
        # all that is from one source is in one engram
        " and (select m.engram from memory m where m.source = s.id limit 1) = ?"
        " group by s.name, s.kind",
        json.dumps(sorted({source.name for source in sources})),
        engram,
    )
    return {Source(name, SourceKind(kind)): number for name, kind, number in found}


def known_files(vault: Vault) -> dict[str, str]:
    """The names of the files that memories came from, by their places."""
    found = vault.rows(
        "select digest, name from memory_source where kind = ? and digest <> '' order by id desc",
        SourceKind.FILE,
    )
    return dict(found)


def know_place(write: Write, number: int, source: Source) -> None:
    """Which file a source is, where that was not known yet."""
    write.db.execute(
        "update memory_source set digest = ? where id = ? and digest = ''", (source.place, number)
    )


def add_source(write: Write, source: Source) -> int:
    """A row for a source that comes with this write; returns its number."""
    write.db.execute(
        "insert into memory_source (name, kind, digest, added, actor, client, agent)"
        " values (?, ?, ?, ?, ?, ?, ?)",
        (source.name, source.kind, source.place, write.at.isoformat(), *write.actor.columns),
    )
    return write.db.last_insert_rowid()


def marked(tags: Iterable[str]) -> str:
    """Tags as they are stored."""
    return json.dumps([tag.strip() for tag in tags if tag.strip()], ensure_ascii=False)


def insert(
    write: Write,
    engram: int,
    source: int,
    fragment: Fragment,
    tags: str,
    at: datetime | None = None,
    forgotten: str | None = None,
) -> int:
    """A new memory that can be found by its words; returns its number.

    It has `tags` and those of its document; `at` counts before what the document says.
    """
    if fragment.about.tags:
        known = json.loads(tags)
        folded = {tag.casefold() for tag in known}
        more = (tag for tag in fragment.about.tags if tag.casefold() not in folded)
        tags = marked([*known, *more])
    moment = at or fragment.about.at or write.at
    write.db.execute(
        "insert into memory (engram, source, title, text, digest, tags, at, added, forgotten)"
        " values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            engram, source, fragment.title, fragment.text, digest(fragment.text), tags,
            moment.isoformat(), write.at.isoformat(), forgotten,
        ),
    )  # fmt: skip
    number = write.db.last_insert_rowid()
    write.db.execute(
        "insert into memory_words (rowid, title, text, tags)"
        " values (?, in_pairs(?), in_pairs(?), in_pairs(?))",
        (number, fragment.title, fragment.text, tags),
    )
    return number


def find_by_words(write: Write, memory: int) -> None:
    """Let a memory be found by the words it has now, also one that was put aside."""
    write.db.execute("delete from memory_words where rowid = ?", (memory,))
    write.db.execute(
        "insert into memory_words (rowid, title, text, tags)"
        " select id, in_pairs(title), in_pairs(text), in_pairs(tags) from memory where id = ?",
        (memory,),
    )
