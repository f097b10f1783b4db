"""Letting memories mention what their texts name: as they come, once each, without any model.

What was looked at is remembered by number, since the text of a memory never changes. So a crash,
another process and a restored backup are all the same to it, and doing it twice changes nothing.
Names that come later are looked for by `backfill`.
"""

import json
from collections.abc import Sequence

from app.core.actor import INDEX
from app.core.changes import Part
from app.core.library.slices import Slices
from app.core.memory import entities, staging
from app.core.memory.entities import Known
from app.core.memory.extraction import Mentioned, mentioned
from app.core.memory.rows import LIVE
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault
from app.core.words import _

_AT_ONCE = 32
_NEW = (
    f"select id from memory m where {LIVE}"
    " and not exists (select 1 from linked l where l.memory = m.id)"
)
_GONE = (
    "select memory from linked l where not exists"
    f" (select 1 from memory m where m.id = l.memory and {LIVE})"
)


def waiting(vault: Vault) -> int:
    """How many memories have not been looked at since they came or went."""
    ((new, gone),) = vault.rows(f"select (select count(*) from ({_NEW})), count(*) from ({_GONE})")
    return int(new) + int(gone)


def catch_up(vault: Vault, progress: Progress = SILENT) -> int:
    """Link the memories that came since the last time, unlink those that went; how many.

    A moment, but after a large import a job. Every few are kept as they are done; raises
    `Cancelled`.
    """
    staging.settle(vault)
    new = [number for (number,) in vault.rows(_NEW)]
    gone = [number for (number,) in vault.rows(_GONE)]
    total, slices = len(new) + len(gone), Slices(_AT_ONCE)
    if not total:
        return 0
    known = entities.known(vault)
    done = 0
    for numbers, look in ((gone, _nothing), (new, _mentioned)):
        at = 0
        while at < len(numbers):
            checkpoint(progress)
            progress.report(done / total, _("Linking new memories"))
            some = numbers[at : at + slices.size]
            _link(vault, look(vault, some, known), known, slices)
            at, done = at + len(some), done + len(some)
    return total


def _mentioned(
    vault: Vault, numbers: Sequence[int], known: Known
) -> dict[int, tuple[Mentioned, ...] | None]:
    """What the texts of these memories mention."""
    found = vault.rows(
        "select id, title, text from memory where id in (select value from json_each(?))",
        json.dumps(numbers),
    )
    return {
        number: mentioned(f"{title}: {text}" if title else text, known.names)
        for number, title, text in found
    }


def _nothing(
    _vault: Vault, numbers: Sequence[int], _known: Known
) -> dict[int, tuple[Mentioned, ...] | None]:
    """Of memories that are gone: they are as if nobody had looked at them."""
    return dict.fromkeys(numbers)


def _link(
    vault: Vault, found: dict[int, tuple[Mentioned, ...] | None], known: Known, slices: Slices
) -> None:
    with slices.write(vault, len(found), INDEX) as write:
        for memory, mentions in found.items():
            entities.link(write, memory, mentions or (), known)
            if mentions is None:
                write.db.execute("delete from linked where memory = ?", (memory,))
            else:
                write.db.execute("insert or ignore into linked values (?)", (memory,))
        write.touch(Part.UPKEEP)
