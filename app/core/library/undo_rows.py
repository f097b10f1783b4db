"""Rows as they were before an entry of the journal: what undo puts back beside versions.

Skills have their versions; engrams, and memories that changed with them, have these.
"""

import json
from typing import Literal

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


def keep(write: Write, what: What, where: str, *values: object) -> None:
    """Write down what these rows say now, unless this entry has written it down already.

    A write that is not undone keeps nothing.
    """
    if not write.journal:
        return
    said = ", ".join(f"'{name}', {name}" for name in _COLUMNS[what])
    write.db.execute(
        f"insert into undo_row (journal, what, id, row)"
        f" select ?, ?, t.id, json_object({said}) from {what} t where {where} and not exists"
        " (select 1 from undo_row u where u.journal = ? and u.what = ? and u.id = t.id)",
        (write.journal, what, *values, write.journal, what),
    )


def keep_new_mention(write: Write, memory: int, entity: int) -> None:
    """Write down that a mention is new, so that undo takes it away."""
    write.db.execute(
        "insert into undo_row (journal, what, id, row) values (?, 'mention', ?, ?)",
        (write.journal, memory, json.dumps({"entity": entity})),
    )


def has_rows(vault: Vault, journal: int) -> bool:
    """Whether an entry changed rows that are kept here."""
    return vault.row("select 1 from undo_row where journal = ?", journal) is not None


def put_back(write: Write, journal: int) -> None:
    """Make the rows what they were before that entry, and keep what they are now for redo."""
    found = write.rows(
        "select what, id, row from undo_row where journal = ? order by rowid", journal
    )
    for what, number, row in found:
        said = json.loads(row)
        if what == "mention":
            write.db.execute(
                "delete from mention where memory = ? and entity = ?", (number, said["entity"])
            )
        else:
            _restore(write, what, number, said)
        write.touch(_PARTS[what])


def free_name(write: Write, name: str, engram: int) -> tuple[str, str]:
    """The name for an engram that comes back, with a number where another has it now; its key."""
    wanted, number = name, 2
    while write.row("select 1 from engram where key = ? and id <> ?", names.key(wanted), engram):
        wanted, number = f"{name} {number}", number + 1
    return wanted, names.key(wanted)


def _restore(write: Write, what: What, number: int, said: dict[str, object]) -> None:
    keep(write, what, "t.id = ?", number)
    if what == "engram" and not said["gone"]:
        said["name"], said["key"] = free_name(write, str(said["name"]), number)
    assignments = ", ".join(f"{name} = ?" for name in said)
    write.db.execute(
        f"update or ignore {what} set {assignments} where id = ?", (*said.values(), number)
    )
    if what == "memory":
        _find_by_words(write, number)


def _find_by_words(write: Write, memory: int) -> None:
    """A memory is found by its words exactly while it can be seen."""
    write.db.execute("delete from memory_words where rowid = ?", (memory,))
    write.db.execute(
        "insert into memory_words (rowid, title, text, tags) select id, title, text, tags"
        " from memory where id = ? and replaced_by is null and forgotten is null",
        (memory,),
    )
