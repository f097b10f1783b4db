"""Making words that were deleted unreadable in the file of the vault itself.

SQLite leaves deleted words in two places: in the parts of the index of words that are not yet
written anew, and in pages that are free. Both are seen to in short writes.
"""

from app.core.actor import TECHNE
from app.core.library.slices import Slices
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault, Write

_PAGES = 64
"""Of the index or of those that are free, in the first write."""
_SPARE = 2
"""So many free pages may be left: those that only list others."""
_UNCHANGED = 2
"""Fewer rows than these are changed by a merge that had nothing to do (FTS5, section 6.9)."""


def begin(write: Write) -> None:
    """Note that words are being deleted, so that `finish` is not forgotten."""
    write.db.execute("insert into blank (data) select x'' where not exists (select 1 from blank)")
    write.unseen = True


def is_unfinished(vault: Vault) -> bool:
    """Whether words were deleted since it was finished last."""
    return vault.row("select 1 from blank") is not None


def finish(vault: Vault, progress: Progress = SILENT) -> None:
    """Write the index of words anew without them, and all free pages over; raises `Cancelled`."""
    _merge(vault, progress)
    _fill(vault, progress)
    _free(vault, progress)
    vault.empty_log()


def _merge(vault: Vault, progress: Progress) -> None:
    """Write the index of words anew as one part; the first step says that it is to be one."""
    slices, sign = Slices(_PAGES, least=16), -1
    while True:
        checkpoint(progress)
        with slices.write(vault, slices.size, TECHNE) as write:
            before = write.db.total_changes()
            write.db.execute(
                "insert into version_words (version_words, rank) values ('merge', ?)",
                (sign * slices.size,),
            )
            write.unseen = True
            done = write.db.total_changes() - before < _UNCHANGED
        if done:
            return
        sign = 1


def _fill(vault: Vault, progress: Progress) -> None:
    """Take the free pages into use, so that they are written over."""
    slices = Slices(_PAGES, most=2 * _PAGES)
    ((size,),) = vault.rows("pragma page_size")
    ((left,),) = vault.rows("pragma freelist_count")
    while left > 0:
        checkpoint(progress)
        with slices.write(vault, slices.size, TECHNE) as write:
            ((free,),) = write.rows("pragma freelist_count")
            if free <= _SPARE:
                return
            some = min(free, slices.size)
            # the four bytes link a page to the next one
            write.db.execute("insert into blank values (zeroblob(?))", (some * (size - 4),))
            write.unseen = True
        left -= some


def _free(vault: Vault, progress: Progress) -> None:
    """Let the pages go again."""
    while is_unfinished(vault):
        checkpoint(progress)
        with vault.write(None, TECHNE) as write:
            write.db.execute("delete from blank where rowid in (select max(rowid) from blank)")
            write.unseen = True
