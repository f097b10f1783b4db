"""Which runs of a skill are open, for those who ask this alone."""

import json
from collections.abc import Collection

from app.core.vault import Vault


def open_of(vault: Vault, skills: Collection[int]) -> tuple[int, ...]:
    """The numbers of the runs of these skills that are not over, the newest first."""
    found = vault.rows(
        "select id from run where status in ('running', 'paused')"
        " and skill in (select value from json_each(?)) order by id desc",
        json.dumps(list(skills)),
    )
    return tuple(int(number) for (number,) in found)
