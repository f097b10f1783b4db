"""Which skill of the library a packed one meets, and what that makes of it.

Packs that come in together meet each other as well: the first has a name, the others share it,
keep both, or leave theirs out.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum

from app.core.packs import attachments
from app.core.packs.format.names import plain
from app.core.packs.incoming import IncomingSkill, Unpacked
from app.core.packs.library_state import Existing, LibraryState, origin_of
from app.core.packs.namesakes import same_name
from app.core.skills import names
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
class Match:
    """What a packed skill meets. Of `choices` the first is made when nobody chooses."""

    change: Change
    existing: Existing | None
    choices: tuple[Choice, ...]
    reason: str


Matches = tuple[Match, ...]
"""Of the skills of one pack, in their order."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A pack on its way into an engram, whose id is None when it has yet to be made.

    `apart` are the places, in the review, of the packs that it does not meet: those it cannot
    come in with. One that is refused, for the reason given, meets nobody.
    """

    unpacked: Unpacked
    engram: int | None
    engram_name: str
    apart: Set[int]
    refused: str

    @property
    def place(self) -> str:
        return names.key(self.engram_name)


@dataclass(frozen=True, slots=True)
class _Beside:
    """What other packs of the review bring into the same engram, and which skills they update."""

    names: Mapping[str, tuple[str, IncomingSkill]]
    """The name of the pack and the skill in it, by the key of the skill's name."""
    claimed: Set[int]


def matches(asked: Sequence[Asked], states: Sequence[LibraryState]) -> tuple[Matches, ...]:
    """What each skill of each pack meets: in the library as it was, and in the packs before it."""
    updated = [_updated(one, state) for one, state in zip(asked, states, strict=True)]
    claims: dict[int, set[int]] = {}
    for number, skills in enumerate(updated):
        for skill in skills if not asked[number].refused else ():
            claims.setdefault(skill, set()).add(number)
    brought: dict[tuple[str, str], list[tuple[int, IncomingSkill]]] = {}
    found: list[Matches] = []
    for number, (one, state) in enumerate(zip(asked, states, strict=True)):
        beside = _beside(asked, number, state, brought, claims)
        mine = _matches(one.unpacked.skills, state, beside, updated[number])
        found.append(mine)
        for incoming, met in zip(one.unpacked.skills, mine, strict=True):
            if met.change is not Change.SAME and not one.refused:
                brought.setdefault((one.place, incoming.key), []).append((number, incoming))
    return tuple(found)


def _updated(asked: Asked, state: LibraryState) -> frozenset[int]:
    """The skills of the library that came from the pack."""
    known = (state.from_pack.get(incoming.packed.name) for incoming in asked.unpacked.skills)
    return frozenset(existing.id for existing in known if existing is not None)


def _beside(
    asked: Sequence[Asked],
    number: int,
    state: LibraryState,
    brought: Mapping[tuple[str, str], Sequence[tuple[int, IncomingSkill]]],
    claims: Mapping[int, Set[int]],
) -> _Beside:
    """`brought` are the skills of the packs before, by engram and name; `claims` the packs that
    update a skill.
    """
    one = asked[number]
    if one.refused:
        return _Beside({}, frozenset())
    apart = one.apart | {number}
    known = {
        key: (asked[other].unpacked.pack.name, theirs)
        for key in {incoming.key for incoming in one.unpacked.skills if incoming.key}
        for other, theirs in reversed(brought.get((one.place, key), ()))
        if other not in apart
    }
    here = (existing.id for existing in state.here.values())
    return _Beside(known, {skill for skill in here if claims.get(skill, set()) - apart})


def _matches(
    incoming_skills: Sequence[IncomingSkill],
    state: LibraryState,
    beside: _Beside,
    updated: Set[int],
) -> Matches:
    """What each skill of one pack meets."""
    claimed = updated | beside.claimed
    seen: set[str] = set()
    found = []
    for incoming in incoming_skills:
        found.append(_match(incoming, state, seen, claimed, beside))
        seen.add(incoming.key)
    return tuple(found)


def _match(
    incoming: IncomingSkill,
    state: LibraryState,
    seen: Set[str],
    claimed: Set[int],
    beside: _Beside,
) -> Match:
    """`seen` are the keys before it, `claimed` the skills that others update."""
    mine = state.from_pack.get(incoming.packed.name)
    if mine is not None:
        return _again(incoming, mine)
    if incoming.key and incoming.key in seen:
        reason = _("Another skill that comes with it has this name.")
        return Match(Change.CONFLICT, None, (Choice.RENAME, Choice.KEEP), reason)
    other = state.here.get(incoming.key)
    theirs = other is not None and other.id in claimed
    if other is not None and not theirs and other.text_digest == incoming.digest:
        return _same(other, _("Identical to yours."))
    if incoming.key in beside.names:
        return _shared(incoming, other, *beside.names[incoming.key])
    if other is None:
        others = state.elsewhere.get(incoming.key, ())
        reason = same_name(others) if others else _("Not in your library.")
        return Match(Change.NEW, None, (Choice.ADD, Choice.KEEP), reason)
    reason = _("Another skill has this name.")
    if theirs:
        return Match(Change.CONFLICT, None, (Choice.RENAME, Choice.KEEP), reason)
    choices = (Choice.RENAME, Choice.REPLACE, Choice.KEEP)
    return Match(Change.CONFLICT, other, choices, reason)


def _shared(
    incoming: IncomingSkill, other: Existing | None, pack: str, theirs: IncomingSkill
) -> Match:
    """What a skill is whose name another pack brings as well."""
    if incoming.content != theirs.content:
        reason = _("“{pack}” has a different skill with this name.").format(pack=plain(pack))
        return Match(Change.CONFLICT, None, (Choice.RENAME, Choice.KEEP), reason)
    reason = _("“{pack}” has the same skill; it is imported once.").format(pack=plain(pack))
    if other is None:
        return Match(Change.NEW, None, (Choice.ADD, Choice.KEEP), reason)
    return Match(Change.CONFLICT, None, (Choice.RENAME, Choice.KEEP), reason)


def _again(incoming: IncomingSkill, mine: Existing) -> Match:
    """What a skill is that came from the pack before."""
    origin = origin_of(mine)
    files = list(incoming.files)
    if incoming.digest == mine.text_digest and files == attachments.digests(mine.meta):
        return _same(mine, _("Identical to yours."))
    came = mine.meta.extra.get("packed", origin.digest), attachments.packed_digests(mine.meta)
    if (incoming.digest, files) == came:
        if not mine.changed_here:
            return _same(mine, _("Identical to what you imported."))
        choices = (Choice.KEEP, Choice.REPLACE, Choice.RENAME)
        return Match(Change.SAME, mine, choices, _("There is nothing newer in it."))
    if mine.changed_here:
        choices = (Choice.RENAME, Choice.REPLACE, Choice.KEEP)
        return Match(Change.CONFLICT, mine, choices, _("You have changed it too."))
    choices = (Choice.REPLACE, Choice.KEEP, Choice.RENAME)
    reason = _("It came from here before.")
    if origin.version:
        reason = _("It came from version {version} of this pack.").format(version=origin.version)
    return Match(Change.UPDATED, mine, choices, reason)


def _same(existing: Existing, reason: str) -> Match:
    return Match(Change.SAME, existing, (Choice.KEEP, Choice.RENAME), reason)
