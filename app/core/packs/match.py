"""Which skill of the library a packed one meets, and what that makes of it."""

import json
from collections.abc import Iterable, Set
from dataclasses import dataclass
from enum import StrEnum

from app.core.library.authored import authored
from app.core.library.record import Meta, Origin, Status
from app.core.library.version import digest
from app.core.packs import attachments, identity
from app.core.packs.format.contents import Pack, PackedSkill
from app.core.packs.scan.scan import ScanFinding
from app.core.packs.translate import sha256
from app.core.skills.model import Skill
from app.core.vault import Row, Vault
from app.core.words import _


class Change(StrEnum):
    """What a skill of the pack is to the library."""

    NEW = "new"
    UPDATED = "updated"
    """It came from this pack before, and the person has not changed it since."""
    SAME = "same"
    """The pack has nothing that the library does not have or had."""
    CONFLICT = "conflict"
    """Changed by the pack and by the person, or another skill has the name."""


class Choice(StrEnum):
    """What is done with a skill of the pack."""

    ADD = "add"
    REPLACE = "replace"
    """Its text becomes the next version of the skill the library has."""
    RENAME = "rename"
    """Keep both: it is added, with a number after its name if the name is taken."""
    KEEP = "keep"
    """Leave the library as it is."""


@dataclass(frozen=True, slots=True)
class IncomingSkill:
    """A packed skill with what its text says. The same whatever it is compared with."""

    packed: PackedSkill
    skill: Skill
    digest: str
    key: str
    calls: tuple[tuple[str, str, int | None], ...]
    """Key and name of each skill called, and the step that calls it (None: a goal)."""
    findings: tuple[ScanFinding, ...]

    @property
    def text(self) -> str:
        return self.skill.text

    @property
    def title(self) -> str:
        return self.skill.title


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
        if self.meta.origin is None or self.meta.origin.digest != self.text_digest:
            return True
        return attachments.digests(self.meta) != attachments.packed_digests(self.meta)


@dataclass(frozen=True, slots=True)
class Match:
    """What a packed skill meets. Of `choices` the first is made when nobody chooses."""

    change: Change
    existing: Existing | None
    choices: tuple[Choice, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class LibraryState:
    """The part of the library that matters to a pack, read at one moment."""

    here: dict[str, Existing]
    """The skills of the destination that a packed one meets, by the key of their name."""
    taken: frozenset[str]
    """The keys of all names in the destination."""
    from_pack: dict[str, Existing]
    """The skills that came from this pack, by their name in it."""
    callable: frozenset[str]
    """The keys of all skills that a call can mean."""


def library_state(
    vault: Vault, pack: Pack, incoming_skills: Iterable[IncomingSkill], engram: int | None
) -> LibraryState:
    """Read what importing `pack` into `engram` depends on."""
    wanted = {incoming.key for incoming in incoming_skills if incoming.key}
    publishers = _publishers(vault, pack)
    came = (
        skill
        for skill in _existing(vault, "json_extract(v.meta, '$.origin.pack') = ?", pack.id)
        if _origin(skill).publisher in publishers
    )
    names = vault.rows(
        "select distinct key from skill where current is not null and status <> ?",
        Status.QUARANTINED,
    )
    filed = vault.rows("select key from skill where current is not null and engram = ?", engram)
    met = json.dumps(sorted(wanted))
    here = _existing(
        vault, "s.engram = ? and s.key in (select value from json_each(?))", engram, met
    )
    return LibraryState(
        here={skill.key: skill for skill in here},
        taken=frozenset(key for (key,) in filed),
        from_pack={_origin(skill).name: skill for skill in came},
        callable=frozenset(key for (key,) in names),
    )


def matches(
    incoming_skills: Iterable[IncomingSkill], library_state: LibraryState
) -> tuple[Match, ...]:
    """What each packed skill meets, in their order."""
    incoming_skills = tuple(incoming_skills)
    again = [library_state.from_pack.get(incoming.packed.name) for incoming in incoming_skills]
    claimed = {existing.id for existing in again if existing is not None}
    seen: set[str] = set()
    found = []
    for incoming in incoming_skills:
        found.append(_match(incoming, library_state, seen, claimed))
        seen.add(incoming.key)
    return tuple(found)


def _match(
    incoming: IncomingSkill, library_state: LibraryState, seen: Set[str], claimed: Set[int]
) -> Match:
    """`seen` are the keys before it, `claimed` the skills that came with others of the pack."""
    mine = library_state.from_pack.get(incoming.packed.name)
    if mine is not None:
        return _again(incoming, mine)
    if incoming.key and incoming.key in seen:
        reason = _("Another skill of the pack has this name.")
        return Match(Change.CONFLICT, None, (Choice.RENAME, Choice.KEEP), reason)
    other = library_state.here.get(incoming.key)
    if other is None:
        return Match(Change.NEW, None, (Choice.ADD, Choice.KEEP), _("Not in your library."))
    if other.id in claimed:
        reason = _("Another skill has this name.")
        return Match(Change.CONFLICT, None, (Choice.RENAME, Choice.KEEP), reason)
    if other.text_digest == incoming.digest:
        return _same(other, _("Identical to yours."))
    choices = (Choice.RENAME, Choice.REPLACE, Choice.KEEP)
    return Match(Change.CONFLICT, other, choices, _("Another skill has this name."))


def _again(incoming: IncomingSkill, mine: Existing) -> Match:
    """What a skill is that came from the pack before."""
    origin = _origin(mine)
    files = [sha256(item.data) for item in incoming.packed.attachments]
    if incoming.digest == mine.text_digest and files == attachments.digests(mine.meta):
        return _same(mine, _("Identical to yours."))
    came = mine.meta.extra.get("packed", origin.digest), attachments.packed_digests(mine.meta)
    if (incoming.digest, files) == came:
        if not mine.changed_here:
            return _same(mine, _("Identical to what you imported."))
        choices = (Choice.KEEP, Choice.REPLACE, Choice.RENAME)
        return Match(Change.SAME, mine, choices, _("Only you have changed it."))
    if mine.changed_here:
        choices = (Choice.RENAME, Choice.REPLACE, Choice.KEEP)
        return Match(Change.CONFLICT, mine, choices, _("You have changed it as well."))
    choices = (Choice.REPLACE, Choice.KEEP, Choice.RENAME)
    reason = _("It came from version {version} of this pack.").format(version=origin.version)
    return Match(Change.UPDATED, mine, choices, reason)


def _same(existing: Existing, reason: str) -> Match:
    return Match(Change.SAME, existing, (Choice.KEEP, Choice.RENAME), reason)


def _publishers(vault: Vault, pack: Pack) -> frozenset[str]:
    """Under which keys an earlier edition of the pack may have come; empty text: unsigned."""
    if not pack.id:
        return frozenset()
    if pack.signer is None:
        return frozenset({""})
    line = {pack.signer.key, *(s.old for s in pack.signer.succession)}
    own = identity.keys(vault)
    return frozenset(key.hex() for key in (line | own if line & own else line))


def _existing(vault: Vault, where: str, *values: object) -> Iterable[Existing]:
    found = vault.rows(
        "select s.id, s.title, s.key, v.id, v.digest, s.updated, v.meta, case when"
        " json_extract(v.meta, '$.training') is not null then v.text end"
        f" from skill s join version v on v.id = s.current where {where} order by s.id desc",
        *values,
    )
    return map(_row, found)


def _row(row: Row) -> Existing:
    skill, title, key, version, text_digest, updated, stored, trained = row
    meta = Meta.from_json(stored)
    if trained is not None:
        text_digest = digest(authored(trained, meta.training))
    return Existing(skill, title, key, version, text_digest, updated, meta)


def _origin(skill: Existing) -> Origin:
    assert skill.meta.origin is not None
    return skill.meta.origin
