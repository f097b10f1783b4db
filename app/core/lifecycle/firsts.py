"""How skills that were learned from sessions did at first (seed 002, success metrics)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from app.core.library.record import Source
from app.core.lifecycle.counted import EVERYONE, Counted
from app.core.lifecycle.success import history, tally
from app.core.vault import Vault
from app.core.words import _, ngettext

FIRST = 20
"""Uses after which it is settled whether it was a good idea to learn a skill."""


@dataclass(frozen=True, slots=True)
class First:
    """Of the first uses, at most `FIRST`: how many went well, of so many of which that is known."""

    uses: int
    succeeded: int
    known: int

    @property
    def rate(self) -> float | None:
        return self.succeeded / self.known if self.known else None


def learned(vault: Vault, skills: Sequence[int]) -> frozenset[int]:
    """Those of them that were learned from sessions."""
    rows = vault.rows(
        "select s.id from skill s join version v on v.id = s.current"
        " where s.id in (select value from json_each(?)) and v.meta ->> '$.source' = ?",
        json.dumps(skills),
        Source.LEARNED,
    )
    return frozenset(skill for (skill,) in rows)


def first_uses(
    vault: Vault, skills: Sequence[int], counted: Counted = EVERYONE
) -> dict[int, First]:
    """How those that were learned did at first, if they were ever used."""
    found = {}
    for skill in learned(vault, skills):
        ((most,),) = vault.rows(
            "select (select count(*) from skill_use where skill = ?1)"
            " + (select count(*) from skill_outcome where skill = ?1)",
            skill,
        )
        if made := history(vault, skill, counted, most)[:FIRST]:
            good, bad = tally(made)
            found[skill] = First(len(made), good, good + bad)
    return found


def in_words(first: First) -> str:
    """“First 20 uses: 14 of 20 went well”."""
    uses = ngettext("First use", "First {count} uses", first.uses).format(count=first.uses)
    if not first.known:
        return _("{uses}: no outcome yet").format(uses=uses)
    well = _("{good} of {known} went well").format(good=first.succeeded, known=first.known)
    return f"{uses}: {well}"
