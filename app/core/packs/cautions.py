"""What a person should know about a pack before importing it, and why it may not be imported."""

from dataclasses import dataclass
from enum import StrEnum

from app.core.packs import identity
from app.core.packs.format.contents import Pack
from app.core.packs.format.names import plain
from app.core.packs.format.phrase import phrase
from app.core.packs.format.problems import PackError
from app.core.packs.trust import Judgement, Standing
from app.core.vault import Vault
from app.core.words import _


class OlderEdition(PackError):
    """The pack is older than what came in before, and nobody said that this is meant."""

    code = "pack-older"


class Kind(StrEnum):
    UNSIGNED = "unsigned"
    NEW_PUBLISHER = "new publisher"
    UNCOMPARED = "uncompared"
    CHANGED_KEY = "changed key"
    REVOKED = "revoked"
    NEW_KEY = "new key"
    OLDER = "older"
    CLAIMS_OFFICIAL = "claims official"
    EDITION = "edition"
    """Another edition of it is opened with it."""
    TWICE = "twice"
    LOOK_ALIKE = "look-alike"
    """Another pack opened with it has the name of its publisher and another key."""
    DANGER = "danger"
    """The scan found something grave in it."""
    TO_READ = "to read"
    """The scan found something in it that somebody should read first."""


@dataclass(frozen=True, slots=True)
class Caution:
    kind: Kind
    text: str


def refusal(pack: Pack, judgement: Judgement) -> str:
    """Why the pack cannot be imported whatever is chosen; empty when it can."""
    if judgement.standing is Standing.REVOKED:
        return _("You have revoked the key that signed this pack.")
    if judgement.standing is Standing.CHANGED_KEY:
        return _changed(judgement)
    return "" if pack.skills else _("This pack holds no skills.")


def _changed(judgement: Judgement) -> str:
    known, signer = judgement.namesake, judgement.signer
    assert known is not None and signer is not None
    words = _(
        "“{name}” signed with a different key ({new}) than the one you know for {known} ({old})."
    )
    return words.format(
        known=plain(known.name),
        old=phrase(known.key),
        name=plain(signer.name),
        new=phrase(signer.key),
    )


def of(vault: Vault, pack: Pack, judgement: Judgement) -> tuple[Caution, ...]:
    """Everything worth saying about who made the pack, the gravest first."""
    found = [] if pack.is_skill_files else [*_standing(judgement)]
    if judgement.succeeds is not None:
        text = _("“{name}” has a new key. The old one vouches for it.")
        found.append(Caution(Kind.NEW_KEY, text.format(name=judgement.succeeds.name)))
    if pack.kind == "official" and not judgement.vouched:
        text = _("It calls itself official, but nothing proves it.")
        found.append(Caution(Kind.CLAIMS_OFFICIAL, text))
    newest = newest_sequence(vault, pack)
    if pack.sequence < newest:
        text = _("It is older than an edition of this pack that you already imported.")
        found.append(Caution(Kind.OLDER, text))
    return tuple(found)


def newest_sequence(vault: Vault, pack: Pack) -> int:
    """The highest sequence of this pack, by this publisher, that was ever imported; 0 if none."""
    if pack.signer is None:
        return 0
    line = {pack.signer.key, *(s.old for s in pack.signer.succession)}
    if line & identity.keys(vault):
        line |= identity.keys(vault)
    found = vault.rows("select publisher, sequence from pack where uid = ?", pack.id)
    return max((n for key, n in found if key in {k.hex() for k in line}), default=0)


def _standing(judgement: Judgement) -> tuple[Caution, ...]:
    match judgement.standing:
        case Standing.REVOKED:
            kind, text = Kind.REVOKED, _("You have revoked the key that signed it.")
        case Standing.CHANGED_KEY:
            kind = Kind.CHANGED_KEY
            text = _(
                "Its key is not the one this publisher used before. Someone may be using the name."
            )
        case Standing.UNSIGNED:
            kind = Kind.UNSIGNED
            text = _("It is not signed: there is no way to know who wrote it or changed it since.")
        case Standing.NEW:
            kind = Kind.NEW_PUBLISHER
            text = _("Its key is new to you. The name is only a claim until you compare the key.")
        case Standing.KNOWN if not judgement.vouched:
            kind = Kind.UNCOMPARED
            text = _("You have seen its key before, but never compared it with the publisher's.")
        case _:
            return ()
    return (Caution(kind, text),)
