"""What an entry of the journal changed, and so what it changes to reverse it."""

from dataclasses import dataclass

from app.core.library.record import Reason
from app.core.library.undoing import Undoable
from app.core.vault import Vault

_CHANGED = (
    "select 1 from version v join version b on b.id ="
    " (select max(id) from version where skill = ?2 and id < v.id)"
    " where v.id = (select min(id) from version where journal = ?1 and skill = ?2)"
)
"""Whether an entry (?1) changed a skill (?2) that was there before: its first version of that
(`v`), and the one before it (`b`).
"""


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A skill whose text an entry changed, and the text before."""

    skill: int
    before: str


def reach(vault: Vault, entry: Undoable) -> int:
    """How many skills and other rows it would change to reverse an entry."""
    ((found,),) = vault.rows(
        "select (select count(distinct skill) from version where journal = ?1)"
        " + (select count(*) from undo_row where journal = ?1)",
        entry.journal,
    )
    return int(found)


def reached(vault: Vault, entry: Undoable) -> tuple[str, ...]:
    """What the skills are called that an entry changed, as far as they have a name now."""
    found = vault.rows(
        "select distinct s.title from version v join skill s on s.id = v.skill"
        " where v.journal = ? and s.key <> '' order by s.title collate nocase",
        entry.journal,
    )
    return tuple(title for (title,) in found)


def names(vault: Vault, entry: Undoable, most: int) -> tuple[str, ...]:
    """What `most` of the skills are called that an entry changed, also where they are gone."""
    found = vault.rows(
        "select title from skill where id in"
        " (select distinct skill from version where journal = ? limit ?)",
        entry.journal,
        most,
    )
    return tuple(sorted((title for (title,) in found), key=str.casefold))


def changed(vault: Vault, entry: Undoable, skill: int) -> bool:
    """Whether an entry changed that skill."""
    sql = "select 1 from version where journal = ? and skill = ? limit 1"
    return vault.row(sql, entry.journal, skill) is not None


def wrote(vault: Vault, entry: Undoable, skill: int) -> bool:
    """Whether somebody wrote in that skill, which was there before, and nothing else was done."""
    sql = (
        f"{_CHANGED} and v.reason = ?3 and (v.text is not b.text or v.meta is b.meta)"
        " and not exists (select 1 from version where journal = ?1 and skill <> ?2)"
    )
    return vault.row(sql, entry.journal, skill, Reason.EDITED) is not None


def refiled(vault: Vault, entry: Undoable, skill: int) -> bool:
    """Whether an entry changed that skill, other than by making it or writing in it."""
    was_there = (
        "select 1 from version where skill = ?2"
        " and id < (select min(id) from version where journal = ?1 and skill = ?2)"
    )
    found = vault.row(was_there, entry.journal, skill) is not None
    return found and not wrote(vault, entry, skill)


def filed(vault: Vault, entry: Undoable, skill: int) -> bool:
    """Whether an entry changed details of that skill, such as its tags, and left its text alone."""
    sql = (
        f"{_CHANGED} and v.reason <> ?3 and v.text is b.text"
        " and v.meta ->> '$.training' is b.meta ->> '$.training'"
    )
    return vault.row(sql, entry.journal, skill, Reason.NAMED) is not None


def filed_alone(vault: Vault, entry: Undoable, skill: int) -> bool:
    """The same, where it changed no other skill."""
    others = "select 1 from version where journal = ? and skill <> ? limit 1"
    return filed(vault, entry, skill) and vault.row(others, entry.journal, skill) is None


def with_others(vault: Vault, version: int) -> Undoable | None:
    """The entry that wrote that version, if it wrote in other skills as well, as a rename does:
    where it was undone and done again, the first.

    None for the undoing of one.
    """
    row = vault.row("select journal, skill from version where id = ?", version)
    if row is None:
        return None
    journal, skill = row
    root, label, undoes = journal, "", journal
    is_done = False
    while undoes is not None:
        root, is_done = undoes, not is_done
        ((label, undoes),) = vault.rows("select label, undoes from journal where id = ?", root)
    others = (
        "select 1 from version where journal = ?1 and skill <> ?2 and exists"
        " (select 1 from version where journal = ?1 and skill = ?2 and reason = ?3) limit 1"
    )
    if not is_done or vault.row(others, root, skill, Reason.EDITED) is None:
        return None
    return Undoable(root, label)


def rewritten(vault: Vault, journal: int) -> Rewritten | None:
    """What an entry of the journal did, if that is another text of one skill there was before."""
    versions = vault.rows(
        "select skill, min(id), max(id) from version where journal = ? group by skill", journal
    )
    if len(versions) != 1:
        return None
    ((skill, first, last),) = versions
    row = vault.row(
        "select b.text from version v join version b on b.id ="
        " (select max(id) from version where skill = ?1 and id < ?2)"
        " where v.id = ?3 and v.text is not null and b.text is not null and v.text <> b.text",
        skill,
        first,
        last,
    )
    return Rewritten(skill, str(row[0])) if row is not None else None


def is_undone(vault: Vault, entry: Undoable) -> bool:
    """Whether an entry was reversed, and that was not reversed again."""
    sql = (
        "select 1 from journal k where k.undoes = ?"
        " and not exists (select 1 from journal r where r.undoes = k.id)"
    )
    return vault.row(sql, entry.journal) is not None
