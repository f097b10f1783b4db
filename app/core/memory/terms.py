"""The names that a person wants texts to be searched for, beside those of skills."""

from app.core.changes import Part
from app.core.errors import AppError, NotFound
from app.core.library import undo_rows
from app.core.memory import entities
from app.core.memory.backfill import notice
from app.core.memory.entities import Entity
from app.core.memory.extraction import EntityKind
from app.core.progress import SILENT, Progress
from app.core.skills import names
from app.core.vault import Vault, Write
from app.core.words import _

LONGEST = 100


def terms(vault: Vault) -> tuple[Entity, ...]:
    """All of them, by name, each with how many memories mention it."""
    return entities.of_kind(vault, EntityKind.TERM)


def add(vault: Vault, name: str, description: str = "", progress: Progress = SILENT) -> int:
    """Look for a name in texts from now on, and in the memories there are. Returns its entity.

    Raises `AppError` for a name without letters, and `Cancelled`; a name that is there already
    stays as it is.
    """
    with vault.write(_("Add term")) as write:
        entity = put(write, name, description)
    notice(vault, {entity: " ".join(name.split())}, progress)
    return entity


def put(write: Write, name: str, description: str = "") -> int:
    """`add` among other things that are written; memories are looked through afterwards."""
    name = " ".join(name.split())
    if not names.key(name) or len(name) > LONGEST:
        raise AppError(
            _("A term needs a name with letters or digits, at most {most} characters long.").format(
                most=LONGEST
            )
        )
    ((newest,),) = write.rows("select coalesce(max(id), 0) from entity")
    entity = entities.ensure(write, EntityKind.TERM, name, description)
    if entity > newest:
        undo_rows.keep_new(write, "entity", entity)
        write.touch(Part.KNOWLEDGE)
    return entity


def remove(vault: Vault, name: str) -> None:
    """No longer look for a name; memories mention it no more. Raises `NotFound`."""
    key = names.key(name)
    with vault.write(_("Remove term")) as write:
        found = write.row("select id from entity where kind = ? and key = ?", EntityKind.TERM, key)
        if found is None:
            raise NotFound(
                _("There is no term “{name}”.").format(name=name),
                _("Choose one from the list of terms."),
            )
        undo_rows.keep_whole(write, "entity", "t.id = ?", found[0])
        undo_rows.keep_mentions(write, "entity", found[0])
        write.db.execute("delete from mention where entity = ?", found)
        write.db.execute("delete from entity where id = ?", found)
        write.touch(Part.KNOWLEDGE)
