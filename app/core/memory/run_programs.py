"""What emptied skills said in the runs of skills that called them.

Such a run is that of another skill and stays: it keeps which steps there were, what was done at
them and the values that decided the way, and no longer what the steps said.
"""

import json
from collections.abc import Collection
from typing import Any

from app.core.progress import Progress, checkpoint
from app.core.vault import Vault

_TEXTS = frozenset(
    ("title", "text", "label", "phase", "why", "success", "out_of_scope", "completion")
)
_LISTS = ("prerequisites", "context")
"""Of texts; how many there are is looked at by the run."""
_ELSE = ("else", "otherwise")


def take_words(vault: Vault, skills: Collection[int], progress: Progress) -> None:
    """Take their words out of all programs; raises `Cancelled`. A job."""
    known = [str(skill) for skill in skills]
    found = vault.rows(
        "select id from run_program where exists (select 1 from json_each(body, '$.procedures')"
        " where key in (select value from json_each(?)))",
        json.dumps(known),
    )
    for (number,) in found:
        checkpoint(progress)
        row = vault.row("select body from run_program where id = ?", number)
        if row is None:
            continue
        program = json.loads(row[0])
        procedures = program["procedures"]
        procedures |= {one: _emptied(procedures[one]) for one in known if one in procedures}
        body = json.dumps(program, ensure_ascii=False)
        with vault.write(None) as write:
            write.db.execute("update run_program set body = ? where id = ?", (body, number))
            write.unseen = True


def _emptied(said: Any) -> Any:
    """The same without its texts."""
    if isinstance(said, list):
        return [_emptied(one) for one in said]
    if not isinstance(said, dict):
        return said
    return {name: _without_words(name, value) for name, value in said.items()}


def _without_words(name: str, value: Any) -> Any:
    if name in _TEXTS:
        return ""
    if name in _LISTS:
        return [""] * len(value)
    if name == "condition":
        # one that values decide stays, for the way through the procedure depends on it
        return value if "$" in value or value.strip().casefold() in _ELSE else "…"
    return _emptied(value)
