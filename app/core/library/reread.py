"""Texts that a newer edition of the reader reads otherwise: what they said before and say now.

What was derived from a text is kept with the edition that read it (`derive.READING`). The edges of
then tell the steps, jumps, calls and placed memories of then; the words of the steps are in the
text, which nobody changed, so nothing more is kept to compare. A version that somebody saves before
all is read again notes the same about the one it follows (`version.append`).
"""

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from app.core.actor import TECHNE
from app.core.changes import Part
from app.core.library import call_targets
from app.core.library.derive import READING, Derived, derived, forget, keep
from app.core.library.older_reading import change_of, edges_of, note
from app.core.library.record import Meta
from app.core.library.said import Said, change, from_json
from app.core.library.version import EDGES
from app.core.progress import SILENT, Progress, checkpoint
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault, Write


@dataclass(frozen=True, slots=True)
class Reread:
    """A skill that is read otherwise; `at` is when that was found out."""

    skill: int
    title: str
    engram: str
    at: datetime
    before: Said
    after: Said


def waiting(vault: Vault) -> tuple[Reread, ...]:
    """The skills that are read otherwise and that nobody has seen yet, by title."""
    found = vault.rows(
        "select r.skill, s.title, e.name, r.at, r.before, r.after from reread r"
        " join skill s on s.id = r.skill join engram e on e.id = s.engram"
        " where s.current is not null order by s.title collate nocase, s.id"
    )
    return tuple(
        Reread(
            skill, title, engram, datetime.fromisoformat(at), from_json(before), from_json(after)
        )
        for skill, title, engram, at, before, after in found
    )


def count(vault: Vault) -> int:
    """How many wait."""
    ((found,),) = vault.rows(
        "select count(*) from reread r join skill s on s.id = r.skill where s.current is not null"
    )
    return int(found)


def seen(vault: Vault, skills: Collection[int] | None = None) -> int:
    """Note that a person has seen these, or all; how many that were."""
    with vault.write(None) as write:
        gone = write.rows(
            "delete from reread where ?1 is null or skill in (select value from json_each(?1))"
            " returning skill",
            None if skills is None else json.dumps(list(skills)),
        )
        if gone:
            write.touch(Part.TEXT, *(skill for (skill,) in gone))
    return len(gone)


def unread(vault: Vault) -> bool:
    """Whether something was derived by an older edition of the reader."""
    return vault.row(f"{_OLDER} limit 1", READING) is not None


_OLDER = "select s.id from stored_version v join skill s on s.current = v.id where v.reading < ?"


def catch_up(vault: Vault, progress: Progress = SILENT) -> tuple[int, ...]:
    """Read again what an older edition has read; the skills that say something else now.

    A job. Raises `Cancelled`; the rest is for the next time.
    """
    older = [skill for (skill,) in vault.rows(_OLDER, READING)]
    changed = []
    for number, skill in enumerate(older):
        checkpoint(progress)
        progress.report(number / len(older))
        if _again(vault, skill):
            changed.append(skill)
    return tuple(changed)


def is_changed(vault: Vault, skill: int) -> bool:
    """Whether a skill is read otherwise than before, and nobody has seen it, found out or not."""
    if vault.row("select 1 from reread where skill = ?", skill) is not None:
        return True
    older = vault.row(
        "select v.id from stored_version v join skill s on s.current = v.id"
        " where s.id = ? and v.reading < ?",
        skill,
        READING,
    )
    return older is not None and change_of(vault, older[0]) is not None


def _again(vault: Vault, skill: int) -> bool:
    """Derive anew what an older edition has derived; whether that is something else.

    What was said before is kept first, so that nothing of it is lost where this is stopped.
    """
    row = vault.row(
        "select v.id, v.text, v.meta, v.reading from skill s"
        " join stored_version v on v.id = s.current where s.id = ?",
        skill,
    )
    if row is None:
        return False
    version, text, meta, edition = row
    parsed = parse(text)
    anew = derived(parsed, Meta.from_json(meta))
    changed = change(edges_of(vault, version), anew.edges, parsed, edition)
    whole = False
    while not whole:
        with vault.write(None, TECHNE) as write:
            if (
                write.row("select 1 from skill where id = ? and current = ?", skill, version)
                is None
            ):
                return False  # somebody saved it meanwhile, and read it anew
            if changed is not None:
                note(write, skill, version, changed)
            whole = forget(write, [version], EDGES)
            if whole:
                _put(write, skill, version, anew)
            write.unseen = True
    return changed is not None


def _put(write: Write, skill: int, version: int, anew: Derived) -> None:
    keep(write, version, anew)
    call_targets.rename(write, version, anew.called)
    write.db.execute("update stored_version set reading = ? where id = ?", (READING, version))
    ((key,),) = write.rows("select key from skill where id = ?", skill)
    if key != anew.listed.key:
        call_targets.keep_named(write, (key, anew.listed.key))
    write.db.execute(
        "update skill set title = ?, key = ?, role = ? where id = ?",
        (anew.listed.title, anew.listed.key, anew.listed.role, skill),
    )
    write.touch(Part.LIST | Part.EDGES, skill)
