"""Keeping the nodes of skills in step with the library: every skill has one, made from its text.

Catching up is idempotent: a node remembers the version it was made from, and one that is up to
date is left alone (seed 000, section 12.5). It can stop anywhere and go on later.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from app.core.changes import Part
from app.core.graph.relations import Stated, stated
from app.core.library.derive import WITH_WORDS
from app.core.memory.backfill import notice
from app.core.memory.entities import AGENT, Known, MentionOrigin, known
from app.core.memory.extraction import EntityKind
from app.core.memory.relations import keep_stated
from app.core.progress import SILENT, Progress, checkpoint
from app.core.skills.model import Skill
from app.core.skills.reading.description import description_of
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault, Write

T = TypeVar("T")

_TOGETHER = 50
_DESCRIPTION = 300


@dataclass(frozen=True, slots=True)
class Caught:
    """How many nodes were made, made anew because the text changed, and retired."""

    indexed: int
    reconciled: int
    removed: int


@dataclass(frozen=True, slots=True)
class _Behind:
    """A skill whose node is not made from `current`; None stands for no version, no node."""

    skill: int
    current: int | None
    node: int | None
    name: str
    key: str
    known_as: str | None
    """The key of the name that texts were searched for; None if they never were."""
    is_told_alike: bool
    """Whether it is written, filed and in use as it was when they were searched, so that nothing
    that other texts say means anything else by now."""


@dataclass(frozen=True, slots=True)
class _Said:
    """What the text of a skill says: each relation with the node at its other end."""

    skill: int
    node: int
    description: str
    relations: list[tuple[Stated, int]]


def catch_up(vault: Vault, start: float = 0.7, progress: Progress = SILENT) -> Caught:
    """Bring the nodes up to date with the library; `start` is the importance of new skills.

    Texts are read outside the writes, which are short. Raises `Cancelled`; a job when the library
    is new, otherwise a moment.
    """
    behind = _behind(vault)
    if not behind:
        return Caught(0, 0, 0)
    live = [one for one in behind if one.current is not None]
    new = [one for one in live if one.node is None]
    for some in _chunks(behind):
        checkpoint(progress)
        with vault.write(None) as write:
            _make_nodes(write, some, start)
    names_now = known(vault)
    texts = [one.skill for one in live]
    texts += _neighbours(vault, behind, set(texts))
    done = 0
    for chunk in _chunks(texts):
        said: list[_Said] = []
        for skill in chunk:
            checkpoint(progress)  # one of them may be a megabyte
            said += _read(vault, skill, names_now)
        with vault.write(None) as write:
            _keep(write, said)
        done += len(chunk)
        progress.report(done / len(texts))
    _notice(vault, [one.skill for one in live if one.known_as != one.key], progress)
    for some in _chunks(behind):
        with vault.write(None) as write:
            _settle(write, some)
    return Caught(len(new), len(live) - len(new), len(behind) - len(live))


def _behind(vault: Vault) -> list[_Behind]:
    found = vault.rows(
        "select s.id, s.current, e.id, case s.key when '' then '' else s.title end, s.key,"
        " case when m.indexed is null then null else e.key end,"
        " coalesce(e.name = s.title and was.meta ->> '$.engram' = now.meta ->> '$.engram'"
        " and was.meta ->> '$.status' = now.meta ->> '$.status', 0)"
        " from skill s"
        " left join entity e on e.skill = s.id left join skill_meta m on m.entity = e.id"
        " left join version was on was.id = m.indexed left join version now on now.id = s.current"
        " where s.current is not m.indexed order by s.id"
    )
    return [_Behind(*row) for row in found]


def _make_nodes(write: Write, behind: Sequence[_Behind], start: float) -> None:
    live = [one for one in behind if one.current is not None]
    for one in live:
        if one.node is None:
            _make(write, one, start)
        else:
            _rename(write, one, one.node)
    write.touch(Part.KNOWLEDGE, *(one.skill for one in live))


def _rename(write: Write, one: _Behind, node: int) -> None:
    """What mentioned the old name no longer mentions the skill, and the new one is looked for."""
    write.db.execute("update entity set name = ?, key = ? where id = ?", (one.name, one.key, node))
    if not one.is_told_alike:  # remembered, should this be interrupted
        write.db.execute("update skill_meta set indexed = null where entity = ?", (node,))
    if one.known_as not in (None, one.key):
        write.db.execute(
            "delete from mention where entity = ? and origin = ?", (node, MentionOrigin.TEXT)
        )


def _make(write: Write, one: _Behind, start: float) -> None:
    at = write.at.isoformat()
    write.db.execute(
        "insert into entity (uid, name, key, kind, agent, description, skill, created, updated)"
        " values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (skill) do nothing",
        (_uid(write, one.key), one.name, one.key, EntityKind.SKILL, AGENT, "", one.skill, at, at),
    )
    write.db.execute(
        "insert into skill_meta (entity, installed, start, importance, protected)"
        " select e.id, (select min(at) from version where skill = e.skill), ?1, ?1,"
        # of one that was deleted and came back
        " coalesce((select kind = 'protected' from skill_event where skill = e.skill"
        " and kind in ('protected', 'unprotected') order by id desc limit 1), 0)"
        " from entity e where e.skill = ?2 on conflict do nothing",
        (start, one.skill),
    )


def _uid(write: Write, key: str) -> str:
    """`skill:{agent}:{name}`, with `::2` behind it where a skill of that name has it already."""
    first = uid = f"{EntityKind.SKILL}:{AGENT}:{key or 'untitled'}"
    number = 1
    while list(write.db.execute("select 1 from entity where uid = ?", (uid,))):
        number += 1
        uid = f"{first}::{number}"
    return uid


def _notice(vault: Vault, skills: Sequence[int], progress: Progress) -> None:
    """Memories that were there before a name mention the skill that has it now."""
    for chunk in _chunks(skills):
        marks = ", ".join("?" * len(chunk))
        called = vault.rows(f"select id, name from entity where skill in ({marks})", *chunk)
        notice(vault, dict(called), progress)


def _neighbours(vault: Vault, behind: Iterable[_Behind], already: set[int]) -> list[int]:
    """Other skills whose text may mean one of those by its name, or meant it by the name it had:
    they are read again. So are those that mean another by it, now that only that one has it."""
    total = vault.rows("select count(*) from skill where current is not null")[0][0]
    if total <= len(already):
        return []
    live = [one for one in behind if one.current is not None]
    keys = {one.key for one in live if one.key and not one.is_told_alike}
    gone = {one.known_as for one in behind if one.current is None or one.known_as != one.key}
    found: set[int] = set()
    for key in keys | _still_there(vault, gone):
        phrase = '"' + key.replace("-", " ") + '"'
        found.update(i for (i,) in vault.rows(f"select s.id {WITH_WORDS}", phrase))
    renamed = [one.node for one in live if one.node is not None and one.known_as != one.key]
    found.update(_stating(vault, renamed))
    return sorted(found - already)


def _still_there(vault: Vault, keys: Iterable[str | None]) -> set[str]:
    """Those of the keys that skills in the library have."""
    rows = vault.rows(
        "select distinct key from skill where key in (select value from json_each(?))"
        " and current is not null and key <> ''",
        json.dumps(sorted(filter(None, keys))),
    )
    return {key for (key,) in rows}


def _stating(vault: Vault, nodes: Sequence[int]) -> list[int]:
    """The skills in the library whose texts stated something about these nodes."""
    rows = vault.rows(
        "select s.id from skill s where s.current is not null and s.id in (select stated_in"
        " from relation where source in (select value from json_each(?1)) union select stated_in"
        " from relation where target in (select value from json_each(?1)))",
        json.dumps(nodes),
    )
    return [skill for (skill,) in rows]


def _read(vault: Vault, skill: int, known: Known) -> Iterator[_Said]:
    """What the text says about its skill, and about its relations to others."""
    for (node,) in vault.rows("select id from entity where skill = ?", skill):
        text, given = _text(vault, skill)
        parsed = parse(text)
        found = _resolved(vault, skill, node, parsed, known)
        yield _Said(skill, node, description_of(parsed, given)[:_DESCRIPTION], found)


def _keep(write: Write, said: Iterable[_Said]) -> None:
    for one in said:
        write.db.execute(
            "update entity set description = ?, updated = ? where id = ?",
            (one.description, write.at.isoformat(), one.node),
        )
        keep_stated(write, one.skill, one.node, one.relations)
        write.touch(Part.KNOWLEDGE, one.skill)


def _resolved(
    vault: Vault, skill: int, node: int, parsed: Skill, known: Known
) -> list[tuple[Stated, int]]:
    """What the text states about exactly one skill: of its own engram before others."""
    found: list[tuple[Stated, int]] = []
    for one in stated(parsed, known.names):
        candidates = [i for i in known.ids(one.target) if i != node]
        if len(candidates) > 1:
            candidates = _of_one_engram(vault, skill, candidates)
        if len(candidates) == 1:
            found.append((one, candidates[0]))
    return found


def _of_one_engram(vault: Vault, skill: int, nodes: Sequence[int]) -> list[int]:
    own = vault.rows(
        "select e.id from entity e join skill s on s.id = e.skill"
        " where s.engram = (select engram from skill where id = ?)",
        skill,
    )
    mine = {node for (node,) in own}
    return [node for node in nodes if node in mine]


def _settle(write: Write, behind: Sequence[_Behind]) -> None:
    """Remember the versions the nodes are made from; a node of a deleted skill is made from none.

    What was made from a version that moved meanwhile stays behind and is caught up next time.
    """
    write.db.executemany(
        "update skill_meta set indexed = ? where entity = (select id from entity where skill = ?)",
        [(one.current, one.skill) for one in behind],
    )
    write.touch(Part.KNOWLEDGE, *(one.skill for one in behind))


def _text(vault: Vault, skill: int) -> tuple[str, str]:
    """The text of a skill, and the description that came with it."""
    row = vault.row(
        "select v.text, coalesce(json_extract(v.meta, '$.extra.description'), '') from skill s"
        " join version v on v.id = s.current where s.id = ?",
        skill,
    )
    return row if row is not None else ("", "")


def _chunks(items: Sequence[T]) -> Iterable[Sequence[T]]:
    for at in range(0, len(items), _TOGETHER):
        yield items[at : at + _TOGETHER]
