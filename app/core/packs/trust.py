"""Who may be believed: the publishers met so far and what was decided about each.

A name proves nothing; a key does. A publisher is trusted once a person has compared its
fingerprint with them, and only until they revoke it.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from app.core.changes import Part
from app.core.errors import AppError, NotFound
from app.core.packs import identity
from app.core.packs.confusables import alike
from app.core.packs.format.contents import Signer
from app.core.packs.format.names import plain
from app.core.packs.format.phrase import phrase
from app.core.packs.format.read import OFFICIAL_PUBLISHER
from app.core.packs.format.signing import fingerprint
from app.core.vault import Row, Vault, Write
from app.core.words import _

DEMOS = Path(__file__).resolve().parents[3] / "resources" / "demos"


class State(StrEnum):
    """What was decided about a publisher."""

    KNOWN = "known"
    """Seen, and nothing decided."""
    TRUSTED = "trusted"
    REVOKED = "revoked"


class Standing(StrEnum):
    """How far a pack is to be believed, by who signed it."""

    YOURS = "yours"
    TRUSTED = "trusted"
    KNOWN = "known"
    """The key was seen before; nobody compared its fingerprint."""
    NEW = "new"
    UNSIGNED = "unsigned"
    CHANGED_KEY = "changed key"
    """A publisher's name with a key that is not theirs. Such a pack cannot be imported."""
    REVOKED = "revoked"


@dataclass(frozen=True, slots=True)
class Publisher:
    """A key with the name it goes by. The times are None for one that comes with Techne.

    `heir_of` is the key whose statement is the only reason why this one is trusted.
    """

    key: bytes
    name: str
    state: State
    first_seen: datetime | None = None
    decided: datetime | None = None
    heir_of: bytes | None = None

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.key)


@dataclass(frozen=True, slots=True)
class Judgement:
    """The standing of a pack and whose it is.

    `publisher` is what is known of the key; `namesake` is, for a changed key, the publisher
    whose name was used; `succeeds` is the publisher whose place the key takes, by a statement
    that one signed.
    """

    standing: Standing
    signer: Signer | None
    publisher: Publisher | None = None
    namesake: Publisher | None = None
    succeeds: Publisher | None = None

    @property
    def refused(self) -> bool:
        """Nothing signed like this is ever imported."""
        return self.standing in (Standing.CHANGED_KEY, Standing.REVOKED)

    @property
    def vouched(self) -> bool:
        """Whose key it is was settled: by this person, or because every Techne knows it."""
        if self.standing is Standing.KNOWN and self.signer is not None:
            return self.signer.key in {publisher.key for publisher in shipped()}
        return self.standing in (Standing.YOURS, Standing.TRUSTED)


@cache
def project() -> Publisher:
    """The publisher of the packs that come with Techne."""
    stored = json.loads((DEMOS / "publisher.json").read_text(encoding="utf-8"))
    return Publisher(bytes.fromhex(stored["key"]), stored["name"], State.TRUSTED)


def shipped() -> tuple[Publisher, ...]:
    """The publishers every copy of Techne knows; the second is known, and trusted by nobody yet."""
    return (project(), Publisher(OFFICIAL_PUBLISHER, "Graphnosis", State.KNOWN))


def publishers(vault: Vault) -> tuple[Publisher, ...]:
    """Everybody met so far, by name, with those that come with Techne."""
    found = {p.key: p for p in shipped()}
    stored = map(
        _publisher,
        vault.rows("select key, name, state, first_seen, decided, heir_of from publisher"),
    )
    found |= {p.key: p for p in stored}
    return tuple(sorted(found.values(), key=lambda p: (p.name.casefold(), p.key)))


def publisher(vault: Vault, who: str) -> Publisher:
    """The publisher with that name, the words or (part of) the fingerprint.

    Raises `NotFound` or `AppError`.
    """
    digits, words = who.replace(" ", "").upper(), "-".join(who.casefold().replace("-", " ").split())
    by_print = [
        p
        for p in publishers(vault)
        if (len(digits) >= 8 and p.fingerprint.replace(" ", "").startswith(digits))
        or phrase(p.key) == words
    ]
    found = by_print or [p for p in publishers(vault) if alike(p.name, who)]
    if len(found) == 1:
        return found[0]
    if found:
        raise AppError(
            _("Several publishers are called “{name}”.").format(name=who),
            _("Give the fingerprint instead."),
        )
    raise NotFound(
        _("No publisher is called “{name}”.").format(name=who),
        _("A publisher is known once you have imported one of their packs."),
    )


def judge(vault: Vault, signer: Signer | None) -> Judgement:
    """Where a pack signed like this stands. Reads only."""
    return judging(vault)(signer)


def judging(vault: Vault) -> Callable[[Signer | None], Judgement]:
    """The same for many packs, by what is known at this moment."""
    own, everybody = identity.keys(vault), publishers(vault)

    def judge_one(signer: Signer | None) -> Judgement:
        if signer is not None and signer.key in own:
            return Judgement(Standing.YOURS, signer)
        return judge_among(everybody, signer)

    return judge_one


def judge_among(known_to: Iterable[Publisher], signer: Signer | None) -> Judgement:
    """The same where only these publishers are known, and no key is the person's own."""
    if signer is None:
        return Judgement(Standing.UNSIGNED, None)
    everybody = {p.key: p for p in known_to}
    known = everybody.get(signer.key)
    if known is not None and known.state is State.REVOKED:
        return Judgement(Standing.REVOKED, signer, known)
    before = None if known else _predecessor(signer, everybody)
    line = {signer.key, *(s.old for s in signer.succession)} if before or known else {signer.key}
    if namesake := _namesake(signer, known, line, everybody):
        return Judgement(Standing.CHANGED_KEY, signer, known, namesake)
    state = known.state if known else before.state if before else None
    standing = Standing(state.value) if state else Standing.NEW
    return Judgement(standing, signer, known, None, before)


def _predecessor(signer: Signer, everybody: dict[bytes, Publisher]) -> Publisher | None:
    """The newest known key that led to this one; nothing a revoked key says counts."""
    for statement in reversed(signer.succession):
        earlier = everybody.get(statement.old)
        if earlier is not None:
            return earlier if earlier.state is not State.REVOKED else None
    return None


def _namesake(
    signer: Signer, known: Publisher | None, line: set[bytes], everybody: dict[bytes, Publisher]
) -> Publisher | None:
    """Another publisher who goes by the name this key claims, or by one that looks like it."""
    if known is not None and alike(known.name, signer.name):
        return None
    others = (p for p in everybody.values() if p.key not in line)
    return next((p for p in others if alike(p.name, signer.name)), None)


def introduce(vault: Vault, key: bytes, name: str) -> None:
    """Know a publisher by a key that came another way than in a pack, and believe it.

    Packs of the older formats do not carry the key of their signature, so theirs can only be
    checked once it is known. Raises `AppError` for what is no key or no name.
    """
    try:
        Ed25519PublicKey.from_public_bytes(key)
    except ValueError as error:
        raise AppError(
            _("This is not a publisher's key."),
            _("It has 64 hexadecimal digits; ask for it again."),
        ) from error
    if not plain(name):
        raise AppError(_("The publisher needs a name."), _("Give the publisher a name."))
    with vault.write(None) as write:
        put(write, key, name, State.TRUSTED)


def trust(vault: Vault, key: bytes) -> None:
    """Believe a publisher from now on, because a person compared the fingerprint."""
    _decide(vault, key, State.TRUSTED)


def distrust(vault: Vault, key: bytes) -> None:
    """Take trust or a revocation back; the publisher stays known."""
    _decide(vault, key, State.KNOWN)


def revoke(vault: Vault, key: bytes) -> None:
    """Never import anything signed with this key again, nor believe whom it names as its heir."""
    _decide(vault, key, State.REVOKED)


def forget(vault: Vault, key: bytes) -> None:
    """Strike a publisher from the list, as if it had never been met."""
    with vault.write(None) as write:
        write.db.execute("delete from publisher where key = ?", (key.hex(),))
        _disinherit(write, publishers(vault), key)
        write.touch(Part.TRUST)


def meet(write: Write, judgement: Judgement, *, trusted: bool) -> None:
    """Note who signed a pack that is being imported; `trusted` when a person vouches for them."""
    signer = judgement.signer
    if signer is None or judgement.standing is Standing.YOURS:
        return
    known, before = judgement.publisher, judgement.succeeds
    if trusted:
        put(write, signer.key, signer.name, State.TRUSTED)
    elif known is not None:
        put(write, signer.key, signer.name, known.state, known.heir_of)
    elif before is not None:
        put(write, signer.key, signer.name, before.state, before.key)
    else:
        put(write, signer.key, signer.name, State.KNOWN)


def put(write: Write, key: bytes, name: str, state: State, heir_of: bytes | None = None) -> None:
    """Store what is known of a key; the moment of a decision is kept while it stands."""
    write.db.execute(
        "insert into publisher (key, name, state, first_seen, decided, heir_of)"
        " values (?1, ?2, ?3, ?4, ?5, ?6) on conflict (key) do update set name = ?2, state = ?3,"
        " decided = iif(state = ?3, decided, ?4), heir_of = ?6",
        (
            key.hex(),
            plain(name),
            state.value,
            write.at.isoformat(),
            write.at.isoformat() if state is not State.KNOWN else None,
            heir_of.hex() if heir_of else None,
        ),
    )
    write.touch(Part.TRUST)


def _decide(vault: Vault, key: bytes, state: State) -> None:
    known = next((p for p in publishers(vault) if p.key == key), None)
    if known is None:
        raise NotFound(_("That publisher is no longer known."), _("Import one of their packs."))
    with vault.write(None) as write:
        put(write, key, known.name, state)
        if state is not State.TRUSTED:
            _disinherit(write, publishers(vault), key)


def _disinherit(write: Write, everybody: tuple[Publisher, ...], key: bytes) -> None:
    """Whoever is trusted only because of this key is merely known from now on."""
    for heir in everybody:
        if heir.heir_of == key and heir.state is State.TRUSTED:
            put(write, heir.key, heir.name, State.KNOWN)
            _disinherit(write, everybody, heir.key)


def _publisher(row: Row) -> Publisher:
    key, name, state, first_seen, decided, heir_of = row
    return Publisher(
        bytes.fromhex(key),
        name,
        State(state),
        datetime.fromisoformat(first_seen),
        datetime.fromisoformat(decided) if decided else None,
        bytes.fromhex(heir_of) if heir_of else None,
    )
