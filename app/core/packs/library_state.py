"""What of the library matters to packs on their way in, read at one moment."""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.core.library.authored import authored
from app.core.library.record import Meta, Origin, Status
from app.core.library.version import digest
from app.core.packs import identity
from app.core.packs.format.contents import Pack
from app.core.packs.incoming import Unpacked
from app.core.packs.namesakes import Namesake, namesakes
from app.core.packs.whence import is_changed
from app.core.vault import Row, Vault


@dataclass(frozen=True, slots=True)
class Existing:
    """A skill of the library; `version` is the id of its current version.

    `text_digest` is that of what the person wrote: placed memories change nothing.
    """

    id: int
    title: str
    key: str
    version: int
    text_digest: str
    updated: str
    meta: Meta

    @property
    def changed_here(self) -> bool:
        """Whether its text or its files are no longer those that were imported."""
        return is_changed(self.meta, self.text_digest)


@dataclass(frozen=True, slots=True)
class LibraryState:
    """The part of the library that matters to a pack."""

    here: dict[str, Existing]
    """The skills of the destination that a packed one meets, by the key of their name."""
    taken: frozenset[str]
    """The keys of all names in the destination."""
    from_pack: dict[str, Existing]
    """The skills that came from this pack, by their name in it."""
    callable: frozenset[str]
    """The keys of all skills that a call can mean."""
    elsewhere: dict[str, tuple[Namesake, ...]]
    """The skills of other engrams with the name of a packed one, by the key of that."""


def library_states(
    vault: Vault, asked: Sequence[tuple[Unpacked, int | None]]
) -> tuple[LibraryState, ...]:
    """What importing each pack into its engram (None: not made yet) depends on."""
    own = identity.keys(vault)
    came, met, taken = _came(vault, asked), _met(vault, asked), _taken(vault, asked)
    callable_ = frozenset(
        key
        for (key,) in vault.rows(
            "select distinct key from skill where current is not null and status <> ?",
            Status.QUARANTINED,
        )
    )
    known = namesakes(vault, {one.key for unpacked, _engram in asked for one in unpacked.skills})
    states = []
    for unpacked, engram in asked:
        line = publishers(unpacked.pack, own)
        wanted = {incoming.key for incoming in unpacked.skills if incoming.key}
        states.append(
            LibraryState(
                here={key: met[engram, key] for key in wanted if (engram, key) in met},
                taken=taken[engram],
                from_pack={
                    origin.name: one
                    for one in came[unpacked.pack.id]
                    if (origin := origin_of(one)).publisher in line
                },
                callable=callable_,
                elsewhere={
                    key: others
                    for key in wanted
                    if (others := tuple(o for o in known.get(key, ()) if o.place != engram))
                },
            )
        )
    return tuple(states)


def publishers(pack: Pack, own: frozenset[bytes]) -> frozenset[str]:
    """Under which keys another edition of the pack may have come; empty text: unsigned.

    `own` are those of this person.
    """
    if not pack.id:
        return frozenset()
    if pack.signer is None:
        return frozenset({""})
    line = {pack.signer.key, *(s.old for s in pack.signer.succession)}
    return frozenset(key.hex() for key in (line | own if line & own else line))


def origin_of(skill: Existing) -> Origin:
    """Where a skill came from that came in a pack."""
    assert skill.meta.origin is not None
    return skill.meta.origin


def _came(
    vault: Vault, asked: Sequence[tuple[Unpacked, int | None]]
) -> defaultdict[str, list[Existing]]:
    """The skills that came from these packs, by the id of the pack."""
    ids = json.dumps(sorted({unpacked.pack.id for unpacked, _engram in asked}))
    where = "json_extract(v.meta, '$.origin.pack') in (select value from json_each(?))"
    found = defaultdict(list)
    for _engram, skill in _existing(vault, where, ids):
        found[origin_of(skill).pack].append(skill)
    return found


def _met(
    vault: Vault, asked: Sequence[tuple[Unpacked, int | None]]
) -> dict[tuple[int | None, str], Existing]:
    """The skills with the name of a packed one, by the engram they are in and that name."""
    keys = {incoming.key for unpacked, _engram in asked for incoming in unpacked.skills}
    where = (
        "s.engram in (select value from json_each(?)) and s.key in (select value from json_each(?))"
    )
    found = _existing(vault, where, _places(asked), json.dumps(sorted(keys - {""})))
    return {(engram, skill.key): skill for engram, skill in found}


def _taken(
    vault: Vault, asked: Sequence[tuple[Unpacked, int | None]]
) -> defaultdict[int | None, frozenset[str]]:
    """The keys of all names, by the engram."""
    found = defaultdict[int | None, set[str]](set)
    for engram, key in vault.rows(
        "select engram, key from skill where current is not null"
        " and engram in (select value from json_each(?))",
        _places(asked),
    ):
        found[engram].add(key)
    return defaultdict(frozenset, {engram: frozenset(keys) for engram, keys in found.items()})


def _places(asked: Sequence[tuple[Unpacked, int | None]]) -> str:
    return json.dumps(sorted({engram for _unpacked, engram in asked if engram is not None}))


def _existing(vault: Vault, where: str, *values: object) -> Iterable[tuple[int, Existing]]:
    """Skills with the engram they are in; the newest first, so that of equals the oldest counts."""
    found = vault.rows(
        "select s.engram, s.id, s.title, s.key, v.id, v.digest, s.updated, v.meta, case when"
        " json_extract(v.meta, '$.training') is not null then v.text end"
        f" from skill s join version v on v.id = s.current where {where} order by s.id desc",
        *values,
    )
    return map(_row, found)


def _row(row: Row) -> tuple[int, Existing]:
    engram, skill, title, key, version, text_digest, updated, stored, trained = row
    meta = Meta.from_json(stored)
    if trained is not None:
        text_digest = digest(authored(trained, meta.training))
    return engram, Existing(skill, title, key, version, text_digest, updated, meta)
