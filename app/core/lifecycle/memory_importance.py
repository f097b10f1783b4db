"""How important memories are: 0.7 when they come, less with each day, more with each use.

Nothing is stored: what a memory was good for is kept where it was. It orders what is brought
forward unasked; an answer to a question is not worth less because it is old.
"""

import json
from collections import defaultdict
from collections.abc import Collection
from datetime import datetime

from app.core.lifecycle.importance import Importance, Rule, importance, replay
from app.core.memory.relations import Origin
from app.core.vault import Vault

_ADDED = "select id, added from memory where id in (select value from json_each(?))"
_TOLD = "select memory, at from skill_use where memory in (select value from json_each(?))"
_LINKED = (
    "select memory, created from relation where origin = ? and state <> 'dismissed'"
    " and memory in (select value from json_each(?))"
)
_CITED = (
    "select {cited}.value ->> '$.fragment', (select min(w.at) from version w where w.skill = s.id"
    " and w.number = one.value ->> '$.since') from skill s join version v on v.id = s.current,"
    " {among} where {cited}.value ->> '$.fragment' in (select value from json_each(?))"
)
_PLACED = _CITED.format(cited="one", among="json_each(v.meta, '$.training.placed') one")
_WOVEN = _CITED.format(
    cited="said",
    among="json_each(v.meta, '$.training.passages') one, json_each(one.value, '$.sentences') said",
)


def importances(vault: Vault, memories: Collection[int], rule: Rule) -> dict[int, Importance]:
    """The importance of memories by their numbers, and what it is made of.

    A use is: a skill was used in the session that it tells of, a person linked it with a skill,
    or it was placed in one or woven into it. Looks through every trained skill: a job.
    """
    uses, now = _uses(vault, memories), vault.now()
    found = {}
    for memory, added in vault.rows(_ADDED, json.dumps(list(memories))):
        start = datetime.fromisoformat(added)
        found[memory] = importance(rule, *replay(rule, rule.start, start, uses[memory]), now)
    return found


def _uses(vault: Vault, memories: Collection[int]) -> dict[int, list[datetime]]:
    wanted = json.dumps(list(memories))
    found = defaultdict[int, list[datetime]](list)
    for memory, at in (
        *vault.rows(_TOLD, wanted),
        *vault.rows(_LINKED, Origin.PERSON, wanted),
        *vault.rows(_PLACED, wanted),
        *vault.rows(_WOVEN, wanted),
    ):
        if at is not None:
            found[memory].append(datetime.fromisoformat(at))
    return found
