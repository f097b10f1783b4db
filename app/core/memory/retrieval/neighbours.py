"""What is one link away from an item: calls, relations, mentions, and things that both name."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.core.library.derive import WITH_WORDS
from app.core.memory.extraction import EntityKind
from app.core.memory.retrieval.item import MEMORY, SKILL, Item
from app.core.vault import Vault

_MOST = 24
"""Links that are followed from all answers together."""
_MOST_MEMORIES = 6
"""Memories followed from one skill: those that mention it most lately."""
_THINGS = 12
"""Things named by memories that skills are looked for by."""
_FEW = 3
"""What more skills name tells them from nothing."""


class Way(StrEnum):
    """How two items are linked."""

    CALLS = "calls"
    CALLED = "called by"
    RELATED = "related to"
    MENTIONED = "mentioned in"
    MENTIONS = "mentions"
    LINKED = "linked by hand"
    NAMES = "names the same"


@dataclass(frozen=True, slots=True)
class Link:
    """`item` can be reached from `seed`; `times` says how often that is said, `about` what both
    name."""

    seed: Item
    item: Item
    way: Way
    times: int = 1
    about: str = ""


def neighbours(vault: Vault, seeds: Sequence[Item]) -> tuple[Link, ...]:
    """The links that leave these items, the best supported first."""
    skills = [item.id for item in seeds if item.kind == SKILL]
    memories = [item.id for item in seeds if item.kind == MEMORY]
    links = [*_calls(vault, skills), *_relations(vault, skills)]
    links += [*_mentioned(vault, skills), *_mentions(vault, memories)]
    links += [*_linked(vault, skills, memories), *_named(vault, memories)]
    return tuple(sorted(links, key=lambda link: -link.times)[:_MOST])


def _calls(vault: Vault, skills: Sequence[int]) -> list[Link]:
    rows = vault.rows(
        "select caller, target from called where caller in (select value from json_each(?1))"
        " and caller <> target union select caller, target from called"
        " where target in (select value from json_each(?1)) and caller <> target limit 200",
        json.dumps(skills),
    )
    links = []
    for caller, called in rows:
        if caller in skills:
            links.append(Link(Item(SKILL, caller), Item(SKILL, called), Way.CALLED))
        if called in skills:
            links.append(Link(Item(SKILL, called), Item(SKILL, caller), Way.CALLS))
    return links


def _relations(vault: Vault, skills: Sequence[int]) -> list[Link]:
    rows = vault.rows(
        "select a.skill, b.skill, r.mentions from relation r join entity a on a.id = r.source"
        " join entity b on b.id = r.target where r.state in ('open', 'confirmed')"
        " and a.skill is not null and b.skill is not null"
        " and (a.skill in (select value from json_each(?1))"
        " or b.skill in (select value from json_each(?1))) limit 200",
        json.dumps(skills),
    )
    links = []
    for one, other, times in rows:
        links += [
            Link(Item(SKILL, seed), Item(SKILL, item), Way.RELATED, times)
            for seed, item in ((one, other), (other, one))
            if seed in skills
        ]
    return links


def _mentioned(vault: Vault, skills: Sequence[int]) -> list[Link]:
    rows = vault.rows(
        "select e.skill, m.memory from entity e join mention m on m.entity = e.id"
        " where e.skill in (select value from json_each(?)) order by m.memory desc limit 500",
        json.dumps(skills),
    )
    followed: Counter[int] = Counter()
    links = []
    for skill, memory in rows:
        followed[skill] += 1
        if followed[skill] <= _MOST_MEMORIES:
            links.append(Link(Item(SKILL, skill), Item(MEMORY, memory), Way.MENTIONS))
    return links


def _mentions(vault: Vault, memories: Sequence[int]) -> list[Link]:
    rows = vault.rows(
        "select m.memory, e.skill, count(*) over (partition by e.skill) from mention m"
        " join entity e on e.id = m.entity where e.skill is not null"
        " and m.memory in (select value from json_each(?)) limit 200",
        json.dumps(memories),
    )
    return [
        Link(Item(MEMORY, memory), Item(SKILL, skill), Way.MENTIONED, times)
        for memory, skill, times in rows
    ]


def _linked(vault: Vault, skills: Sequence[int], memories: Sequence[int]) -> list[Link]:
    """What a person related with each other."""
    rows = vault.rows(
        "select distinct e.skill, r.memory from relation r join entity e on e.id = r.source"
        " where r.memory is not null and e.skill is not null and r.state in ('open', 'confirmed')"
        " and (e.skill in (select value from json_each(?))"
        " or r.memory in (select value from json_each(?))) order by r.memory desc limit 200",
        json.dumps(skills),
        json.dumps(memories),
    )
    links = []
    for skill, memory in rows:
        one, other = Item(SKILL, skill), Item(MEMORY, memory)
        if skill in skills:
            links.append(Link(one, other, Way.LINKED))
        if memory in memories:
            links.append(Link(other, one, Way.LINKED))
    return links


def _named(vault: Vault, memories: Sequence[int]) -> list[Link]:
    """The skills whose texts name a thing that a memory names (seed 000, section 8.1).

    They are looked for when somebody asks, so that no link is missing or out of date.
    """
    rows = vault.rows(
        "select min(m.memory), e.key, e.name from mention m join entity e on e.id = m.entity"
        " where e.kind in (?, ?, ?) and m.memory in (select value from json_each(?))"
        " group by e.key order by count(*) desc, max(m.confidence) desc, e.key limit ?",
        EntityKind.TERM,
        EntityKind.CODE,
        EntityKind.NAME,
        json.dumps(memories),
        _THINGS,
    )
    links = []
    for memory, key, name in rows:
        naming = vault.rows(
            f"select s.id {WITH_WORDS} limit ?",
            '"' + key.replace("-", " ") + '"',
            _FEW + 1,
        )
        if len(naming) <= _FEW:
            seed = Item(MEMORY, memory)
            links += [Link(seed, Item(SKILL, skill), Way.NAMES, about=name) for (skill,) in naming]
    return links
