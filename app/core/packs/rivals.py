"""Packs that cannot come in together: two editions, one pack twice, one name on two keys."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.core.packs.cautions import Caution, Kind
from app.core.packs.confusables import alike
from app.core.packs.format.contents import Pack, Signer
from app.core.packs.format.names import plain
from app.core.packs.library_state import publishers
from app.core.words import _

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Rival:
    """Another pack, by its place in the review, that cannot come in with this one.

    `yields` when it is this one that stays out unless somebody chooses otherwise.
    """

    pack: int
    kind: Kind
    yields: bool


def rivals(
    packs: Sequence[Pack], own: frozenset[bytes], refused: Sequence[str]
) -> tuple[tuple[Rival, ...], ...]:
    """The rivals of each pack; `own` are the keys of this person.

    One that is refused, for the reason at its place, is nobody's rival.
    """
    found: list[dict[int, Rival]] = [{} for _pack in packs]
    for one, other, kind in (*_editions(packs, own), *_look_alikes(packs)):
        if refused[one] or refused[other]:
            continue
        later = max(one, other)
        if kind is Kind.EDITION:
            later = min((one, other), key=lambda at: (_age(packs[at]), -at))
        for mine, theirs in ((one, other), (other, one)):
            found[mine].setdefault(theirs, Rival(theirs, kind, mine == later))
    return tuple(tuple(theirs.values()) for theirs in found)


def cautions(packs: Sequence[Pack], mine: int, theirs: Sequence[Rival]) -> tuple[Caution, ...]:
    """What to say of a pack because of its rivals, once of each kind."""
    said: dict[Kind, Caution] = {}
    for rival in theirs:
        if rival.yields or rival.kind is Kind.LOOK_ALIKE:
            said.setdefault(rival.kind, Caution(rival.kind, _words(packs, mine, rival)))
    return tuple(said.values())


def _words(packs: Sequence[Pack], mine: int, rival: Rival) -> str:
    other = packs[rival.pack]
    if rival.kind is Kind.TWICE:
        return _("This pack is listed twice.")
    if rival.kind is Kind.EDITION:
        words = _("Edition {version} of this pack is listed too; only one of them can be imported.")
        return words.format(version=other.version)
    signer = packs[mine].signer
    assert signer is not None
    words = _(
        "Another pack here is signed as “{name}” with a different key. A name proves nothing."
    )
    return words.format(name=plain(signer.name))


def _editions(packs: Sequence[Pack], own: frozenset[bytes]) -> Iterator[tuple[int, int, Kind]]:
    """Packs of one id and publisher that hold some of the same skills.

    The id alone says little: applications have given all their packs the same one.
    """
    by_id: Mapping[str, list[int]] = defaultdict(list)
    for number, pack in enumerate(packs):
        by_id[pack.id].append(number)
    for numbers in by_id.values():
        held = [{skill.name for skill in packs[at].skills} for at in numbers]
        lines = [publishers(packs[at], own) for at in numbers]
        for second in range(1, len(numbers)):
            for first in range(second):
                if held[first] & held[second] and lines[first] & lines[second]:
                    one, other = packs[numbers[first]], packs[numbers[second]]
                    kind = Kind.TWICE if one == other else Kind.EDITION
                    yield numbers[first], numbers[second], kind


def _look_alikes(packs: Sequence[Pack]) -> Iterator[tuple[int, int, Kind]]:
    """Packs signed with different keys under names that look the same."""
    signers: dict[bytes, tuple[Signer, list[int]]] = {}
    for number, pack in enumerate(packs):
        if pack.signer is not None:
            signers.setdefault(pack.signer.key, (pack.signer, []))[1].append(number)
    known = list(signers.values())
    for at, (one, mine) in enumerate(known):
        for other, theirs in known[:at]:
            if not _line(one) & _line(other) and alike(one.name, other.name):
                yield from ((a, b, Kind.LOOK_ALIKE) for a in theirs for b in mine)


def _line(signer: Signer) -> set[bytes]:
    return {signer.key, *(statement.old for statement in signer.succession)}


def _age(pack: Pack) -> tuple[int, list[int], str]:
    """What tells the newer edition of two."""
    return pack.sequence, [int(part[:9]) for part in _NUMBER.findall(pack.version)], pack.created
