"""Versions that an older edition of the reader has read, and notes about what it read otherwise."""

from app.core.library.derive import READING, derived
from app.core.library.record import Meta
from app.core.library.said import Said, change, to_json
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault, Write

Change = tuple[Said, Said]
"""What a text said before, and what it says now."""


def edges_of(reader: Vault | Write, version: int) -> list[tuple[object, ...]]:
    """The edges that are kept for a version."""
    return reader.rows(
        "select type, evidence, weight, source, target, calls, target_key, detail"
        " from version_edge where version = ?",
        version,
    )


def change_of(reader: Vault | Write, version: int) -> Change | None:
    """How the text of a current version is read otherwise now, if an older edition has read it."""
    row = reader.row(
        "select v.text, v.meta, v.reading from stored_version v join skill s on s.current = v.id"
        " where v.id = ? and v.reading < ?",
        version,
        READING,
    )
    if row is None:
        return None
    text, meta, edition = row
    parsed = parse(text)
    now = derived(parsed, Meta.from_json(meta)).edges
    return change(edges_of(reader, version), now, parsed, edition)


def note(write: Write, skill: int, version: int, found: Change) -> None:
    """Have it shown until a person has seen it, unless the version was read anew meanwhile; what
    nobody has seen yet stays what was said before."""
    before, after = map(to_json, found)
    write.db.execute(
        "insert into reread select ?, id, ?, ?, ? from stored_version where id = ? and reading < ?"
        " on conflict (skill) do update set version = excluded.version, after = excluded.after",
        (skill, write.at.isoformat(), before, after, version, READING),
    )
