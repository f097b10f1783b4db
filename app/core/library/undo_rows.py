"""Rows as they were before an entry of the journal: what undo puts back beside versions.

Skills have their versions; engrams, and memories that changed with them, have these.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from app.core.changes import Part
from app.core.skills import names
from app.core.vault import Vault, Write

What = Literal["engram", "memory", "relation", "mention"]
_COLUMNS: dict[str, tuple[str, ...]] = {
    "engram": (
        "name", "key", "kind", "tier", "cap_tokens", "cap_nodes", "gone", "merged_into",
    ),
    "memory": ("engram", "replaced_by", "forgotten"),
    "relation": ("memory",),
}  # fmt: skip
_PARTS = {
    "engram": Part.ENGRAMS | Part.LIST,
    "memory": Part.MEMORIES | Part.ENGRAMS,
    "relation": Part.KNOWLEDGE,
    "mention": Part.KNOWLEDGE,
}
_FEW = 100
"""So many are put back in one write."""


def keep(
    write: Write, what: What, where: str, *values: object, columns: Iterable[str] = ()
) -> None:
    """Write down what these rows say now, unless this entry has written it down already.

    Where only some `columns` are about to change, undo leaves the others as they are by then. A
    write that is not undone keeps nothing.
    """
    if not write.journal:
        return
    said = ", ".join(f"'{name}', {name}" for name in columns or _COLUMNS[what])
    write.db.execute(
        f"insert into undo_row (journal, what, id, row)"
        f" select ?, ?, t.id, json_object({said}) from {what} t where {where} and not exists"
        " (select 1 from undo_row u where u.journal = ? and u.what = ? and u.id = t.id)",
        (write.journal, what, *values, write.journal, what),
    )


def keep_new_mention(write: Write, memory: int, entity: int) -> None:
    """Write down that a mention is new, so that undo takes it away."""
    _keep_mention(write, memory, json.dumps({"entity": entity}))


def slices(reader: Vault | Write, journal: int) -> list[list[int]]:
    """What an entry kept, in the order of putting it back; each for one short write.

    Engrams come back before what is in them, and go after it.
    """
    found = reader.rows(
        "select rowid from undo_row where journal = ? order by"
        " case when what <> 'engram' then 1 when row ->> '$.gone' is null then 0 else 2 end, rowid",
        journal,
    )
    numbers = [number for (number,) in found]
    return [numbers[at : at + _FEW] for at in range(0, len(numbers), _FEW)]


def put_back(write: Write, some: Sequence[int]) -> None:
    """Make these rows what they were, and keep what they are now for redo."""
    for kept in some:
        ((what, number, row),) = write.rows(
            "select what, id, row from undo_row where rowid = ?", kept
        )
        said = json.loads(row)
        if what == "mention":
            _restore_mention(write, number, said)
        else:
            _restore(write, what, number, said)
        write.touch(_PARTS[what])


def take_back(write: Write, journal: int) -> bool:
    """Put back the next rows of an entry that will never be done; whether there were any."""
    some = next(iter(slices(write, journal)), [])
    put_back(write, some)
    write.db.executemany("delete from undo_row where rowid = ?", [(kept,) for kept in some])
    return bool(some)


def free_name(write: Write, name: str, engram: int) -> tuple[str, str]:
    """The name for an engram that comes back, with a number where another has it now; its key."""
    give_up_name(write, names.key(name))
    wanted, number = name, 2
    while write.row("select 1 from engram where key = ? and id <> ?", names.key(wanted), engram):
        wanted, number = f"{name} {number}", number + 1
    return wanted, names.key(wanted)


UNDONE = (
    "exists (select 1 from journal u where u.undoes = e.journal and not exists"
    " (select 1 from journal r where r.undoes = u.id))"
)
"""An engram (`e`) that was made by what is undone."""
EMPTY = (
    "not exists (select 1 from skill where engram = e.id and current is not null)"
    " and not exists (select 1 from memory where engram = e.id and replaced_by is null"
    " and forgotten is null)"
)


def give_up_name(write: Write, key: str) -> None:
    """Let another engram have the name of one that nobody sees, because its making is undone.

    No name has a space in its key; what is filed in it again gives it a name again.
    """
    write.db.execute(
        f"update engram as e set key = key || ' ' || id where key = ? and {UNDONE} and {EMPTY}",
        (key,),
    )


def _restore(write: Write, what: What, number: int, said: dict[str, object]) -> None:
    keep(write, what, "t.id = ?", number, columns=said)
    if what == "engram" and not said["gone"] and " " not in str(said["key"]):
        said["name"], said["key"] = free_name(write, str(said["name"]), number)
    assignments = ", ".join(f"{name} = ?" for name in said)
    write.db.execute(
        f"update or ignore {what} set {assignments} where id = ?", (*said.values(), number)
    )
    if what == "memory":
        _find_by_words(write, number)


def _restore_mention(write: Write, memory: int, said: dict[str, Any]) -> None:
    """Take a mention away that was new then, or make one again that was taken away."""
    key = memory, said["entity"]
    if "origin" in said:
        columns = ", ".join(said)
        marks = ", ".join("?" * len(said))
        write.db.execute(  # what it mentions may be gone for good
            f"insert or ignore into mention (memory, {columns}) select ?, {marks}"
            " where exists (select 1 from entity where id = ?)",
            (memory, *said.values(), said["entity"]),
        )
        if write.db.changes():
            keep_new_mention(write, *key)
        return
    for (row,) in write.rows(
        "select json_object('entity', entity, 'origin', origin, 'words', words,"
        " 'confidence', confidence, 'at', at) from mention where memory = ? and entity = ?",
        *key,
    ):
        _keep_mention(write, memory, row)
    write.db.execute("delete from mention where memory = ? and entity = ?", key)


def _keep_mention(write: Write, memory: int, row: str) -> None:
    if write.journal:
        write.db.execute(
            "insert into undo_row (journal, what, id, row) values (?, 'mention', ?, ?)",
            (write.journal, memory, row),
        )


def _find_by_words(write: Write, memory: int) -> None:
    """A memory is found by its words exactly while it can be seen."""
    write.db.execute("delete from memory_words where rowid = ?", (memory,))
    write.db.execute(
        "insert into memory_words (rowid, title, text, tags) select id, title, text, tags"
        " from memory where id = ? and replaced_by is null and forgotten is null",
        (memory,),
    )
