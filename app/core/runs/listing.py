"""Runs among others: what tells two of one skill apart, and how many there are."""

import json
from collections.abc import Collection, Mapping

from app.core.runs import actions
from app.core.runs.actions import Enter
from app.core.vault import Vault

_BEGUN = '{"kind":"enter","step":"start",'
"""How the action begins that begins a run (`actions.to_json`); read so, the others need no look."""


def given(vault: Vault, those: Collection[int]) -> dict[int, Mapping[str, str]]:
    """The inputs with which these runs were begun; none of those that were begun without."""
    found = vault.rows(
        "select run, action from run_action where run in (select value from json_each(?))"
        " and substr(action, 1, ?) = ? order by run, turn",
        json.dumps(list(those)),
        len(_BEGUN),
        _BEGUN,
    )
    begun: dict[int, Mapping[str, str]] = {}
    for run, text in found:  # one that was taken back and begun anew counts as it was begun last
        action = actions.from_json(text)
        assert isinstance(action, Enter)
        begun[run] = {
            name.removeprefix("$"): value for name, value in action.values.items() if value.strip()
        }
    return {run: values for run, values in begun.items() if values}


def count_of(vault: Vault, skill: int) -> int:
    """How many runs of a skill there are."""
    ((count,),) = vault.rows("select count(*) from run where skill = ?", skill)
    return int(count)
