"""Which packs were imported, and what became of the skills they brought."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from app.core.actor import USER, Actor
from app.core.library import skill_actions
from app.core.library.record import Meta, Status
from app.core.packs.format.contents import Json
from app.core.progress import SILENT, Progress
from app.core.vault import Vault
from app.core.words import _


@dataclass(frozen=True, slots=True)
class Received:
    """One import. `key` is the publisher's, empty when nobody signed."""

    uid: str
    name: str
    description: str
    publisher: str
    key: bytes
    version: str
    sequence: int
    at: datetime
    skills: tuple[int, ...]
    """The ids of what it added or replaced; some may be deleted since."""


@dataclass(frozen=True, slots=True)
class Words:
    """What a pack says about itself; `extra` are the fields that no format of ours has."""

    description: str
    author: str
    extra: Mapping[str, Json]


_STANDS = (
    " join journal j on j.id = p.journal where not exists"
    " (select 1 from journal u where u.undoes = p.journal and not exists"
    "   (select 1 from journal r where r.undoes = u.id))"
)
"""Imports that were not undone."""


def packs(vault: Vault) -> tuple[Received, ...]:
    """Every import that was not undone, newest first."""
    found = vault.rows(
        "select p.uid, p.publisher, p.version, p.sequence, j.at, json_remove(p.about, '$.extra')"
        f" from pack p{_STANDS} order by p.id desc"
    )
    return tuple(_received(*row) for row in found)


def words(vault: Vault, uid: str, publisher: str) -> Words | None:
    """What the newest edition of a pack said; None for one that is no longer known.

    `publisher` is the key in hexadecimal digits, empty where nobody signed.
    """
    found = vault.row(
        f"select p.about from pack p{_STANDS} and p.uid = ? and p.publisher = ?"
        " order by p.id desc limit 1",
        uid,
        publisher,
    )
    if found is None:
        return None
    said = json.loads(found[0])
    # Of what an earlier version imported, only who published it is known.
    return Words(said["description"], said.get("author", said["publisher"]), said.get("extra", {}))


def from_publisher(vault: Vault, key: bytes) -> tuple[int, ...]:
    """The skills in the library that came in a pack signed with `key`."""
    found = vault.rows(
        "select s.id from skill s join version v on v.id = s.current"
        " where json_extract(v.meta, '$.origin.publisher') = ? order by s.id",
        key.hex(),
    )
    return tuple(skill for (skill,) in found)


def quarantine(
    vault: Vault, *skills: int, actor: Actor = USER, progress: Progress = SILENT
) -> None:
    """Make skills inert until they are released, because their publisher is in doubt."""

    def inert(meta: Meta) -> Meta | None:
        kept = meta.status is Status.QUARANTINED
        return None if kept else replace(meta, status=Status.QUARANTINED)

    label = _("Put into quarantine")
    skill_actions.refile(vault, label, skills, inert, actor=actor, progress=progress)


def _received(
    uid: str, publisher: str, version: str, sequence: int, at: str, about: str
) -> Received:
    said = json.loads(about)
    return Received(
        uid=uid,
        name=said["name"],
        description=said["description"],
        publisher=said["publisher"],
        key=bytes.fromhex(publisher),
        version=version,
        sequence=sequence,
        at=datetime.fromisoformat(at),
        skills=tuple(said["skills"]),
    )
