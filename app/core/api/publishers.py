"""Who signs packs: the person, and others."""

import re

from typing_extensions import TypedDict

from app.core.packs import identity, trust
from app.core.packs.format.phrase import phrase
from app.core.packs.format.signing import fingerprint
from app.core.packs.trust import State
from app.core.vault import Vault

_KEY = re.compile(r"[0-9a-fA-F]{64}")


class IdentityDocument(TypedDict):
    """The key the person signs with; `recipient` is what to hand out, to be sent locked packs."""

    name: str
    key: str
    fingerprint: str
    words: str
    recipient: str


class PublisherDocument(TypedDict):
    """Somebody whose packs were met, and whether they are believed."""

    name: str
    state: State
    fingerprint: str
    words: str
    key: str


def identify(vault: Vault, name: str | None = None, *, rotate: bool = False) -> IdentityDocument:
    """The person's identity; with `name` under that name from now on, with `rotate` a new key."""
    if rotate:
        identity.rotate(vault)
    me = identity.rename(vault, name) if name else identity.mine(vault)
    return {
        "name": me.name,
        "key": me.key.hex(),
        "fingerprint": fingerprint(me.key),
        "words": phrase(me.key),
        "recipient": identity.recipient_code(me.key),
    }


def publishers(vault: Vault) -> list[PublisherDocument]:
    return [
        {
            "name": p.name,
            "state": p.state,
            "fingerprint": p.fingerprint,
            "words": phrase(p.key),
            "key": p.key.hex(),
        }
        for p in trust.publishers(vault)
    ]


def decide(
    vault: Vault, who: str, name: str | None = None, *, revoke: bool = False
) -> list[PublisherDocument]:
    """Trust or revoke a publisher by name, words, fingerprint or key, or introduce a key.

    Raises `NotFound`.
    """
    if name and _KEY.fullmatch(who):
        trust.introduce(vault, bytes.fromhex(who), name)
    else:
        chosen = trust.publisher(vault, who)
        (trust.revoke if revoke else trust.trust)(vault, chosen.key)
    return publishers(vault)
