"""What memories are about: entities, and which memory mentions which (seed 000, section 6).

A skill is an entity of kind `skill` with the id `skill:{agent}:{name}`. Nothing here writes what
belongs to the life of a skill: its uses, its importance, when it was installed.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from app.core.changes import Part
from app.core.graph.naming import Names
from app.core.library.engrams import DEMOS
from app.core.library.record import Status
from app.core.memory.extraction import EntityKind, Mentioned
from app.core.skills import names
from app.core.vault import Row, Vault, Write

AGENT = "default"
"""Skills are shared between agents unless somebody says otherwise (seed 000, question 2)."""


class MentionOrigin(StrEnum):
    """How a mention came about; a later `USED` or `PERSON` stands above what the text says."""

    TEXT = "text"
    USED = "used"
    """The skill was used in the session that the memory tells of."""
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class Entity:
    """`skill` is the number of the skill it stands for; `mentions` counts the memories."""

    id: int
    uid: str
    name: str
    kind: EntityKind
    description: str
    skill: int | None
    mentions: int


@dataclass(frozen=True, slots=True)
class Mention:
    """One entity in one memory: the words that mention it, how sure that is, since when."""

    memory: int
    entity: int
    origin: MentionOrigin
    words: str
    confidence: float
    at: datetime


class Known:
    """The names that are looked for in texts: skills in the library and terms of a person."""

    def __init__(self, found: list[Row]) -> None:
        self.names = Names.keyed((name, key) for _entity, name, key, _demo in found)
        own: dict[str, list[int]] = defaultdict(list)
        demos: dict[str, list[int]] = defaultdict(list)
        for entity, _name, key, demo in found:
            (demos if demo else own)[key].append(entity)
        self._ids = demos | own

    def ids(self, key: str) -> tuple[int, ...]:
        """The entities called so; a demo gives way to a skill of the same name."""
        return tuple(self._ids.get(key, ()))


def known(vault: Vault) -> Known:
    """Ask once, then link many texts. Quarantined and deleted skills are not known."""
    return Known(
        vault.rows(
            "select e.id, e.name, e.key, g.name is ? from entity e"
            " left join skill s on s.id = e.skill left join engram g on g.id = s.engram"
            " where e.kind = ? or (s.current is not null and s.status <> ?) order by e.id",
            DEMOS,
            EntityKind.TERM,
            Status.QUARANTINED,
        )
    )


def link(write: Write, memory: int, found: Iterable[Mentioned], known: Known) -> tuple[int, ...]:
    """Make the memory mention what was found in its text, and nothing that was found before.

    `found` is `mentioned(text, known.names)`, asked before the write. Uses and links of a person
    stay. The same twice changes nothing. Returns the entities.
    """
    at, changes = write.at.isoformat(), write.db.total_changes()
    wanted: dict[int, Mentioned] = {}
    for mention in found:
        meant = known.ids(mention.key) if mention.kind is None else (_made(write, mention),)
        for entity in meant:
            wanted.setdefault(entity, mention)
    before = _of_text(write, memory)
    write.db.executemany(
        "delete from mention where memory = ? and entity = ?",
        [(memory, entity) for entity in before - wanted.keys()],
    )
    write.db.executemany(
        "insert into mention values (?, ?, ?, ?, ?, ?) on conflict do nothing",
        [
            (memory, entity, MentionOrigin.TEXT, m.name, m.confidence, at)
            for entity, m in wanted.items()
            if entity not in before
        ],
    )
    if write.db.total_changes() != changes:
        write.touch(Part.KNOWLEDGE)
    return tuple(wanted)


def unlink(write: Write, memory: int) -> None:
    """Forget every mention of a memory; the entities stay."""
    write.db.execute("delete from mention where memory = ?", (memory,))
    write.touch(Part.KNOWLEDGE)


def mention(
    write: Write, memory: int, entity: int, origin: MentionOrigin, words: str, confidence: float
) -> None:
    """Say that a memory is about an entity, whatever its text says."""
    write.db.execute(
        "insert into mention values (?, ?, ?, ?, ?, ?) on conflict (memory, entity) do update"
        " set origin = excluded.origin, words = excluded.words,"
        " confidence = max(confidence, excluded.confidence) where origin = ?",
        (memory, entity, origin, words, confidence, write.at.isoformat(), MentionOrigin.TEXT),
    )
    write.touch(Part.KNOWLEDGE)


_FORGOTTEN = "select 1 from memory g where g.id = m.memory and g.forgotten is not null"
_ENTITY = (
    "select e.id, e.uid, e.name, e.kind, e.description, e.skill, (select count(*) from mention m"
    f" where m.entity = e.id and not exists ({_FORGOTTEN})) from entity e"
    " left join skill s on s.id = e.skill"
)
_LIVE = "(e.skill is null or s.current is not null)"


def linked(near: str = "") -> str:
    """SQL for every link between a skill node and a memory that is not forgotten.

    Columns: memory, node, at (of the link). A person's relations count beside mentions. `near` is
    a further condition on `m.memory`.
    """
    live = (
        " join entity e on e.id = {node} join skill s on s.id = e.skill"
        f" where s.current is not null and not exists ({_FORGOTTEN}){near}"
    )
    return (
        "select m.memory, m.entity node, m.at from mention m"
        + live.format(node="m.entity")
        + " union all select m.memory, m.source, m.created from relation m"
        + live.format(node="m.source")
        + " and m.memory is not null and m.state <> 'dismissed'"
    )


def not_in(closed: frozenset[int]) -> str:
    """A condition for `linked`: memories of other engrams than these."""
    if not closed:
        return ""
    engrams = ", ".join(map(str, sorted(closed)))
    return f" and m.memory not in (select id from memory where engram in ({engrams}))"


def memories_linked(
    vault: Vault, nodes: Collection[int], closed: frozenset[int] = frozenset()
) -> dict[int, int]:
    """How many memories each of these skill nodes is linked to; those of `closed` engrams are not
    counted.
    """
    found = vault.rows(
        f"select node, count(distinct memory) from ({linked(not_in(closed))}) where node in"
        " (select value from json_each(?)) group by node",
        json.dumps(list(nodes)),
    )
    return dict.fromkeys(nodes, 0) | dict(found)


def entity(vault: Vault, uid: str) -> Entity | None:
    """The entity with that text id (`skill:default:safe-deploy`); None for an unknown one."""
    found = vault.row(f"{_ENTITY} where e.uid = ? and {_LIVE}", uid)
    return _entity(found) if found else None


def of_kind(vault: Vault, kind: EntityKind) -> tuple[Entity, ...]:
    """All of one kind, by name."""
    found = vault.rows(f"{_ENTITY} where e.kind = ? and {_LIVE} order by e.name, e.id", kind)
    return tuple(map(_entity, found))


def of_skill(vault: Vault, skill: int) -> Entity | None:
    """The node of a skill in the library, if it has been made."""
    found = vault.row(f"{_ENTITY} where e.skill = ? and {_LIVE}", skill)
    return _entity(found) if found else None


def of_memory(vault: Vault, memory: int) -> tuple[Entity, ...]:
    """What a memory mentions, the surest first."""
    found = vault.rows(
        f"{_ENTITY} join mention n on n.entity = e.id where n.memory = ? and {_LIVE}"
        " order by n.confidence desc, e.name",
        memory,
    )
    return tuple(map(_entity, found))


def mentions_of(vault: Vault, entity: int) -> tuple[Mention, ...]:
    """The memories that mention an entity, the newest mention first."""
    found = vault.rows(
        "select memory, entity, origin, words, confidence, at from mention m where entity = ?"
        f" and not exists ({_FORGOTTEN}) order by at desc, memory desc",
        entity,
    )
    return tuple(
        Mention(memory, of, MentionOrigin(origin), words, sure, datetime.fromisoformat(at))
        for memory, of, origin, words, sure, at in found
    )


def _entity(found: Row) -> Entity:
    i, uid, name, kind, description, skill, mentions = found
    return Entity(i, uid, name, EntityKind(kind), description, skill, mentions)


def _of_text(write: Write, memory: int) -> set[int]:
    found = write.db.execute(
        "select entity from mention where memory = ? and origin = ?", (memory, MentionOrigin.TEXT)
    )
    return {entity for (entity,) in found}


def _made(write: Write, mention: Mentioned) -> int:
    assert mention.kind is not None
    return ensure(write, mention.kind, mention.name)


def ensure(write: Write, kind: EntityKind, name: str, description: str = "") -> int:
    """The number of the entity with that name, made if there is none yet."""
    key = names.key(name)
    uid = f"{kind}:{AGENT}:{key}"
    at = write.at.isoformat()
    write.db.execute(
        "insert into entity (uid, name, key, kind, agent, description, created, updated)"
        " values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (uid) do nothing",
        (uid, name, key, kind, AGENT, description, at, at),
    )
    for (found,) in write.db.execute("select id from entity where uid = ?", (uid,)):
        return int(found)
    raise AssertionError("an entity that was just made is gone")
