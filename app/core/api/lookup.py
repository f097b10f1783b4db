"""Skills and engrams by the names that people and agents give them."""

import re
from collections.abc import Callable

from app.core.library import catalogue, engrams
from app.core.library.catalogue import SkillRow
from app.core.vault import Vault


def find(
    vault: Vault,
    name: str,
    engram: str | None = None,
    sees: Callable[[SkillRow], bool] | None = None,
) -> SkillRow:
    """The skill of that title or id, among those that `sees`; raises `NotFound` or `Ambiguous`."""
    where = engram_id(vault, engram)
    if (number := re.fullmatch("skill:([0-9]{1,15})", name)) is not None:
        row = catalogue.row(vault, int(number[1]))
        if row is not None and where in (None, row.engram) and (sees is None or sees(row)):
            return row
    return catalogue.find(vault, name, where, sees)


def engram_id(vault: Vault, name: str | None) -> int | None:
    """Of the engram of that name, None for none; raises `NotFound`."""
    return engrams.named(vault, name).id if name else None
