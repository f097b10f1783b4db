"""Rows as they were before an entry of the journal: what undo puts back beside versions.

Skills have their versions; engrams, memories, relations, terms, plans and candidates have
these. A row is kept in some of its columns, in all of them if it is about to go, or as null if it
is new.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from app.core.changes import Part
from app.core.skills import names
from app.core.vault import Vault, Write

What = Literal[
    "engram",
    "memory",
    "memory_source",
    "relation",
    "mention",
    "entity",
    "training_plan",
    "favourite",
    "skill_candidate",
    "skill_sequence",
]
_COLUMNS: dict[str, tuple[str, ...]] = {
    "engram": (
        "name", "key", "kind", "tier", "cap_tokens", "cap_nodes", "gone", "merged_into",
    ),
    "memory": ("engram", "replaced_by", "forgotten"),
    "relation": ("memory",),
    "skill_candidate": ("status", "made"),
}  # fmt: skip
_WHOLE: dict[str, tuple[str, ...]] = {
    "memory_source": ("name", "kind", "digest", "added", "actor", "client", "agent"),
    "relation": (
        "source", "target", "memory", "kind", "origin", "state", "strength", "mentions",
        "confidence", "sentence", "place", "stated_in", "created", "reinforced",
    ),
    "entity": ("uid", "name", "key", "kind", "agent", "description", "created", "updated"),
    "training_plan": ("plan", "looked"),
    "favourite": ("since",),
    "skill_sequence": ("agent", "calls", "version", "at"),
}  # fmt: skip
"""All columns beside the key, of rows that come and go."""
_KEY = {"training_plan": "skill", "favourite": "skill", "skill_sequence": "skill"}
_STANDS = {
    "relation": (
        "exists (select 1 from entity where id = :source) and (:target is null"
        " or exists (select 1 from entity where id = :target)) and (:stated_in is null"
        " or exists (select 1 from skill where id = :stated_in))"
    ),
    "training_plan": "exists (select 1 from skill where id = :id)",
    "favourite": "exists (select 1 from skill where id = :id)",
    "skill_sequence": "exists (select 1 from skill where id = :id)",
}
"""What has to be there for a row to come back: skills may have been deleted for good."""
_PARTS = {
    "engram": Part.ENGRAMS | Part.LIST,
    "memory": Part.MEMORIES | Part.ENGRAMS,
    "relation": Part.KNOWLEDGE,
    "mention": Part.KNOWLEDGE,
    "memory_source": Part.MEMORIES,
    "entity": Part.KNOWLEDGE,
    "training_plan": Part.TRAINING,
    "favourite": Part.LIST,
    "skill_candidate": Part.LEARNING,
    "skill_sequence": Part.LEARNING,
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
    key = _KEY.get(what, "id")
    write.db.execute(
        f"insert into undo_row (journal, what, id, row)"
        f" select ?, ?, t.{key}, json_object({said}) from {what} t where {where} and not exists"
        f" (select 1 from undo_row u where u.journal = ? and u.what = ? and u.id = t.{key})",
        (write.journal, what, *values, write.journal, what),
    )


def keep_whole(write: Write, what: What, where: str, *values: object) -> None:
    """The same of rows that are about to go, or to change in any of their columns."""
    keep(write, what, where, *values, columns=_WHOLE[what])


def keep_new(write: Write, what: What, number: int) -> None:
    """Write down that a row is new, so that undo takes it away."""
    if write.journal:
        write.db.execute(
            "insert into undo_row (journal, what, id, row) select ?1, ?2, ?3, 'null' where not"
            " exists (select 1 from undo_row where journal = ?1 and what = ?2 and id = ?3)",
            (write.journal, what, number),
        )


def keep_new_rows(write: Write, what: What, numbers: Iterable[int]) -> None:
    """The same of many rows, none of which this entry has kept before."""
    if write.journal:
        write.db.execute(
            "insert into undo_row (journal, what, id, row) select ?, ?, value, 'null'"
            " from json_each(?)",
            (write.journal, what, json.dumps(list(numbers))),
        )


def keep_new_memory(write: Write, memory: int) -> None:
    """Write down that a memory is new: undo forgets it, for its number stays good."""
    if write.journal:
        write.db.execute(
            "insert into undo_row (journal, what, id, row) values (?, 'memory', ?, ?)",
            (write.journal, memory, json.dumps({"forgotten": write.at.isoformat()})),
        )


def keep_mentions(write: Write, column: Literal["memory", "entity"], number: int) -> None:
    """Write down the mentions of a memory, or of a name, that are about to go."""
    if write.journal:
        write.db.execute(
            "insert into undo_row (journal, what, id, row) select ?, 'mention', memory,"
            f" {_MENTION} from mention where {column} = ?",
            (write.journal, number),
        )


_MENTION = (
    "json_object('entity', entity, 'origin', origin, 'words', words, 'confidence', confidence,"
    " 'at', at)"
)


def keep_new_mention(write: Write, memory: int, entity: int) -> None:
    """Write down that a mention is new, so that undo takes it away."""
    _keep_mention(write, memory, json.dumps({"entity": entity}))


def slices(reader: Vault | Write, journal: int) -> list[list[int]]:
    """What an entry kept, in the order of putting it back; each for one short write.

    Engrams and sources come back before what is in or from them, and go after it.
    """
    found = reader.rows(
        "select rowid from undo_row where journal = ? order by"
        " case when what = 'memory_source' then iif(row = 'null', 2, 0)"
        " when what <> 'engram' then 1 when row ->> '$.gone' is null then 0 else 2 end, rowid",
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
        elif said is None or said.keys() >= set(_WHOLE.get(what, ("not there",))):
            _restore_whole(write, what, number, said)
        else:
            _restore(write, what, number, said)
        write.touch(_PARTS[what], *((number,) if what == "favourite" else ()))


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
    if "source" in said and not write.row(
        "select 1 from memory_source where id = ?", said["source"]
    ):
        del said["source"]  # the last that was from there has moved on
    if what == "engram" and not said["gone"] and " " not in str(said["key"]):
        said["name"], said["key"] = free_name(write, str(said["name"]), number)
    assignments = ", ".join(f"{name} = ?" for name in said)
    write.db.execute(
        f"update or ignore {what} set {assignments} where id = ?", (*said.values(), number)
    )
    if what == "memory":
        _find_by_words(write, number)


def _restore_whole(write: Write, what: What, number: int, said: dict[str, Any] | None) -> None:
    """Let a row be there as it was, or not at all."""
    key = _KEY.get(what, "id")
    there = write.row(f"select 1 from {what} where {key} = ?", number) is not None
    if there:
        keep_whole(write, what, f"t.{key} = ?", number)
    else:
        keep_new(write, what, number)
    if said is None:
        if what == "memory_source" and write.row("select 1 from memory where source = ?", number):
            return
        if what == "entity":
            keep_mentions(write, "entity", number)
            write.db.execute("delete from mention where entity = ?", (number,))
        write.db.execute(f"delete from {what} where {key} = ?", (number,))
        return
    given = {"id": number, **said}
    columns = ", ".join(said)
    marks = ", ".join(f":{name}" for name in said)
    if there:
        write.db.execute(
            f"update or ignore {what} set ({columns}) = ({marks}) where {key} = :id", given
        )
    else:
        write.db.execute(
            f"insert or ignore into {what} ({key}, {columns}) select :id, {marks}"
            f" where {_STANDS.get(what, '1')}",
            given,
        )


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
        f"select {_MENTION} from mention where memory = ? and entity = ?", *key
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
        "insert into memory_words (rowid, title, text, tags)"
        " select id, in_pairs(title), in_pairs(text), in_pairs(tags)"
        " from memory where id = ? and replaced_by is null and forgotten is null",
        (memory,),
    )
