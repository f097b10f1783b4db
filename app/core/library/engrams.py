"""The named graphs inside a vault that skills are filed in."""

from dataclasses import dataclass

from app.core.changes import Part
from app.core.errors import AppError, NotFound
from app.core.skills import names
from app.core.vault import Vault, Write
from app.core.words import _

SKILLS = "Skills"
DEMOS = "Skill Demos"


@dataclass(frozen=True, slots=True)
class Engram:
    id: int
    name: str
    skills: int
    """How many skills are filed in it now."""


def engrams(vault: Vault) -> tuple[Engram, ...]:
    """Every engram by name; an empty one is left out if it was made by an import that is undone
    or not done yet.
    """
    found = vault.rows(
        "select e.id, e.name, count(s.id) live,"
        " exists (select 1 from journal u where u.undoes = e.journal and not exists"
        "   (select 1 from journal r where r.undoes = u.id)) or e.journal in"
        "   (select id from journal where done is null) unseen"
        " from engram e left join skill s on s.engram = e.id and s.current is not null"
        " group by e.id order by e.name collate nocase"
    )
    return tuple(Engram(i, name, live) for i, name, live, unseen in found if live or not unseen)


def named(vault: Vault, name: str) -> Engram:
    """The engram called `name`, however it is spelled; raises `NotFound`."""
    wanted = names.key(name)
    for engram in engrams(vault):
        if names.key(engram.name) == wanted:
            return engram
    known = ", ".join(engram.name for engram in engrams(vault))
    raise NotFound(
        _("There is no engram called “{name}”.").format(name=name),
        _("The engrams are: {known}.").format(known=known),
    )


def ensure(write: Write, name: str) -> int:
    """The id of the engram called `name`, made if it does not exist; raises `AppError`."""
    key = names.key(name)
    if not key or len(name) > 100:
        raise AppError(
            _("An engram needs a name with letters or digits, at most 100 characters long.")
        )
    for (found,) in write.rows("select id from engram where key = ?", key):
        _adopt(write, found)
        return int(found)
    write.db.execute(
        "insert into engram (name, key, kind, created, journal) values (?, ?, 'skills', ?, ?)",
        (name.strip(), key, write.at.isoformat(), write.journal or None),
    )
    write.touch(Part.ENGRAMS)
    return write.db.last_insert_rowid()


def _adopt(write: Write, engram: int) -> None:
    """Keep it, whatever becomes of the staging that it was made for."""
    write.db.execute(
        "update engram set journal = ?1 where id = ?2 and journal is not ?1 and journal in"
        " (select id from journal where done is null)",
        (write.journal or None, engram),
    )
    if write.db.changes():
        write.touch(Part.ENGRAMS)


def create(vault: Vault, name: str) -> int:
    """Make an engram, or find it; returns its id."""
    with vault.write(_("New engram")) as write:
        return ensure(write, name)


def remove_empty(write: Write, engram: int) -> None:
    """Take away an engram that was made for what did not stay, unless something is filed in it."""
    write.db.execute(
        "delete from engram where id = ?1 and not exists (select 1 from memory where engram = ?1)"
        " and not exists (select 1 from skill where engram = ?1)",
        (engram,),
    )
    write.touch(Part.ENGRAMS)
