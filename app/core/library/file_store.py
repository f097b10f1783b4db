"""What is in the files of skills: stored once, by its SHA-256, in short writes.

A large one is cut into parts. The first part is written last and is the row of the file itself,
so that a file is there when all of it is. The versions that name a file are written down before
any of it: what nothing names was left by somebody who was stopped, and is taken away.
"""

from collections.abc import Callable, Iterator
from functools import partial

from app.core.vault import Vault, Write

PART = 1 << 20
"""Bytes that one write takes: some milliseconds on a slow disk."""

NAMED = (
    "select distinct f.value ->> '$.digest' from stored_version v,"
    " json_each(v.meta, '$.extra.attachments') f"
)
"""The digests of the files that versions name, also those that are only staged."""
_IN_RUNS = "select digest from run_item where digest is not null"


def content(vault: Vault, digest: str) -> bytes:
    """All that is in a file that a version in sight names."""
    ((first,),) = vault.rows("select data from attachment where digest = ?", digest)
    rest = vault.rows("select data from attachment_part where digest = ? order by number", digest)
    return b"".join((first, *(data for (data,) in rest)))


def size(vault: Vault, digest: str) -> int:
    """The bytes of a file that a version in sight names."""
    ((count,),) = vault.rows(
        "select length(data) + (select coalesce(sum(length(p.data)), 0) from attachment_part p"
        " where p.digest = a.digest) from attachment a where digest = ?",
        digest,
    )
    return int(count)


def writes(write: Write, digest: str, data: bytes) -> Iterator[Callable[[Write], None]]:
    """What is left to write of a file that a version names by now, each in a write of its own."""
    if write.row("select 1 from attachment where digest = ?", digest) is None:
        parts = [memoryview(data)[at : at + PART] for at in range(0, len(data) or 1, PART)]
        for number, part in list(enumerate(parts))[1:]:
            yield partial(_keep_part, row=(digest, number, part))
        yield partial(_keep_first, row=(digest, parts[0]))


def _keep_part(write: Write, row: tuple[str, int, memoryview]) -> None:
    write.db.execute("insert or ignore into attachment_part values (?, ?, ?)", row)


def _keep_first(write: Write, row: tuple[str, memoryview]) -> None:
    write.db.execute("insert or ignore into attachment (digest, data) values (?, ?)", row)


def discard_unnamed(vault: Vault) -> None:
    """Take away what neither a version nor a run names, also none that came meanwhile."""
    stored = vault.rows("select digest from attachment union select digest from attachment_part")
    if not stored:
        return
    ((newest,),) = vault.rows("select coalesce(max(id), 0) from stored_version")
    named = {*vault.rows(f"{NAMED} where v.id <= ?", newest), *vault.rows(_IN_RUNS)}
    for (digest,) in stored:
        left = (digest,) not in named
        while left:
            with vault.write(None) as write:
                late = (*write.rows(f"{NAMED} where v.id > ?", newest), *write.rows(_IN_RUNS))
                left = (digest,) not in late and _discard_some(write, digest)


def _discard_some(write: Write, digest: str) -> bool:
    """Whether there was something; the row of the file goes first."""
    write.unseen = True
    for some in (
        "delete from attachment where digest = ?1",
        "delete from attachment_part where digest = ?1 and number ="
        " (select max(number) from attachment_part where digest = ?1)",
    ):
        write.db.execute(some, (digest,))
        if write.db.changes():
            return True
    return False
