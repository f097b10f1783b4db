"""Clearing away what a staging left: one that was broken off, or what one that is done replaced."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta

from app.core.actor import TECHNE
from app.core.library import call_targets, file_store, undo_rows
from app.core.library.derive import forget
from app.core.library.engrams import remove_empty, revive_used
from app.core.library.version import EDGES
from app.core.vault import Vault, Write

FEW = 25
"""So many versions are taken away in one write."""
_GIVEN_UP = timedelta(seconds=60)
"""After this long without a slice, a staging counts as abandoned."""


def sweep(vault: Vault) -> None:
    """Clear away what a staging left that is done, or that nobody has gone on with."""
    for journal in leftovers(vault):
        if vault.rows("select done from journal where id = ?", journal) == [(None,)]:
            discard(vault, journal)
            continue
        left = True
        while left:
            with vault.write(None, TECHNE) as write:
                left = clear(write, journal)


def leftovers(vault: Vault) -> tuple[int, ...]:
    """The entries of the journal that `sweep` would clear away after."""
    found = vault.rows(
        "select id, iif(done is null, at, '') from journal where done is null"
        " or id in (select journal from staged)"
    )
    now = vault.now()
    return tuple(
        journal
        for journal, at in found
        if not at or abs(now - datetime.fromisoformat(at)) > _GIVEN_UP
    )


def clear(write: Write, journal: int) -> bool:
    """Forget what was derived from the versions that those of an entry replaced.

    Whether there may be more of them than one write should take.
    """
    found = write.rows("select version, base from staged where journal = ? limit ?", journal, FEW)
    write.unseen = write.unseen or bool(found)
    if not forget(write, [base for _version, base in found if base is not None], EDGES):
        return True
    write.db.executemany(
        "delete from staged where version = ?", [(version,) for version, _base in found]
    )
    return len(found) == FEW


def discard(vault: Vault, journal: int) -> None:
    """Take away all that an entry which will never be done has staged.

    The entry itself goes last: where this is stopped as well, the next `sweep` does the rest.
    """
    with vault.write(None, TECHNE) as write:
        # taken from its process, which may only have been suspended, so that it does not go on
        write.db.execute(
            "update journal set process = '' where id = ? and done is null", (journal,)
        )
        if not write.db.changes():
            return
        write.unseen = True
    left = True
    while left:
        with vault.write(None, TECHNE) as write:
            found = write.rows(
                "select id, skill from stored_version where journal = ? limit ?", journal, FEW
            )
            if drop(write, [version for version, _skill in found]):
                write.db.executemany(
                    "delete from skill where id = ?1 and not exists"
                    " (select 1 from stored_version where skill = ?1)",
                    {(skill,) for _version, skill in found},
                )
            left = bool(found)
    file_store.discard_unnamed(vault)
    left = True
    while left:
        with vault.write(None, TECHNE) as write:
            left = undo_rows.take_back(write, journal)
    with vault.write(None, TECHNE) as write:
        revive_used(write)
        for (engram,) in write.rows("select id from engram where journal = ?", journal):
            remove_empty(write, engram)
        write.db.execute("delete from journal where id = ?", (journal,))
        write.unseen = True


def drop(write: Write, versions: Sequence[int]) -> bool:
    """Take away versions that nothing has shown; whether one go was enough for it."""
    write.unseen = True
    if not forget(write, versions, EDGES):
        return False
    call_targets.drop(write, versions)
    for column in ("version", "conflict"):  # what a file said then is known by its digest
        write.db.execute(
            f"update folder_skill set {column} = null where {column} in"
            " (select value from json_each(?))",
            (json.dumps(versions),),
        )
    for table, column in (("staged", "version"), ("stored_version", "id")):
        write.db.execute(
            f"delete from {table} where {column} in (select value from json_each(?))",
            (json.dumps(versions),),
        )
    return True
