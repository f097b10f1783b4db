"""What an entry of the journal changed, and so what it changes to reverse it."""

from app.core.library.history import Undoable
from app.core.library.record import Reason
from app.core.vault import Vault


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
        "select 1 from version v join version b on b.id ="
        " (select max(id) from version where skill = ?2 and id < v.id)"
        " where v.id = (select min(id) from version where journal = ?1 and skill = ?2)"
        " and v.reason = ?3 and (v.text is not b.text or v.meta is b.meta)"
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
