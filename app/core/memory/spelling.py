"""What somebody may have meant whose words no memory has."""

from collections import Counter

from app.core.matching.folding import folded
from app.core.matching.query import Query
from app.core.matching.spelling import corrected
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault

_AT_ONCE = 200
"""Memories that are read before somebody is asked whether to go on."""


def meant(vault: Vault, query: Query, progress: Progress = SILENT) -> str | None:
    """The query with the nearest word of a memory for each that none has; reads all of them.

    None where every word is known, or one is like no other. Raises `Cancelled`.
    """
    known: Counter[str] = Counter()
    rows = vault.rows(
        "select title, text from memory where forgotten is null and replaced_by is null"
    )
    for number, (title, text) in enumerate(rows):
        if number % _AT_ONCE == 0:
            checkpoint(progress)
        known.update({*folded(title).split(), *folded(text).split()})
    return corrected(query.phrase, known)
