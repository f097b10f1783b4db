"""The person's own key: made on first need, kept in the vault, handed on when it is replaced."""

import base64
import binascii
import os
from dataclasses import asdict

from app.core.changes import Part
from app.core.errors import AppError
from app.core.packs.format import signing
from app.core.packs.format.contents import Succession
from app.core.packs.format.limits import NAME_CHARS, SUCCESSIONS
from app.core.packs.format.names import plain
from app.core.packs.format.problems import BadSignature
from app.core.packs.format.signing import Identity
from app.core.vault import Vault, Write, put_setting
from app.core.words import _

_SEEDS = "identity.seeds"
_NAME = "identity.name"
_SUCCESSION = "identity.succession"
_SEED_BYTES = 32
_RECIPIENT = "techne-recipient:"


class NameNeeded(AppError):
    """Nothing can be signed before the person said what others know them by."""

    code = "publisher-name-needed"
    hint = _("Set the name others know you by; every pack you sign carries it.")


def mine(vault: Vault) -> Identity:
    """The key this person signs with, made when there is none yet, and their name once given."""
    seeds = _seeds(vault)
    if not seeds:
        with vault.write(None) as write:
            seeds = _seeds(vault) or (os.urandom(_SEED_BYTES),)  # another process may be faster
            _store(write, seeds)
    return _identity(vault, seeds[0])


def signer(vault: Vault) -> Identity:
    """The same, to sign with; raises `NameNeeded`."""
    me = mine(vault)
    if not me.name:
        raise NameNeeded(_("Packs are signed with your name, and you have not set one yet."))
    return me


def keys(vault: Vault) -> frozenset[bytes]:
    """The public keys of this person, the former ones included; none before the first need."""
    return frozenset(Identity("", seed).key for seed in _seeds(vault))


def rename(vault: Vault, name: str) -> Identity:
    """Sign with another name from now on; raises `AppError` when it cannot be a name."""
    shown = plain(name)
    if not shown or len(shown) > NAME_CHARS:
        raise AppError(
            _("A name has between 1 and {most} characters.").format(most=NAME_CHARS),
            _("Choose the name others know you by."),
        )
    mine(vault)
    with vault.write(None) as write:
        put_setting(write, _NAME, shown)
        write.touch(Part.TRUST)
    return mine(vault)


def rotate(vault: Vault) -> Identity:
    """Replace the key. The old one signs that the new one takes its place, and is kept.

    The statement travels in every native pack signed from now on, so that whoever trusted the
    old key trusts the new one. Packs addressed to the old key can still be opened.
    """
    old = mine(vault)
    fresh = os.urandom(_SEED_BYTES)
    at = vault.now().strftime("%Y-%m-%dT%H:%M:%SZ")
    statement = signing.succeed(old, Identity(old.name, fresh).key, at)
    with vault.write(None) as write:
        if _seeds(vault)[0] != old.seed:
            raise AppError(
                _("Your key was just replaced elsewhere."), _("Review it, then try again.")
            )
        _store(write, (fresh, *_seeds(vault)))
        put_setting(write, _SUCCESSION, [_stored(s) for s in (*succession(vault), statement)])
    return mine(vault)


def succession(vault: Vault) -> tuple[Succession, ...]:
    """How the first key of this person led to the present one, oldest first."""
    statements = tuple(map(_statement, vault.setting(_SUCCESSION) or ()))
    return statements[-SUCCESSIONS:]


def recipient_keys(vault: Vault) -> tuple[bytes, ...]:
    """The X25519 private keys that open packs addressed to this person, the present one first."""
    return tuple(Identity("", seed).recipient_key for seed in _seeds(vault))


def recipient_code(key: bytes) -> str:
    """What a person hands out so that packs can be addressed to their Ed25519 public key."""
    return _RECIPIENT + base64.urlsafe_b64encode(key).decode().rstrip("=")


def read_recipient(code: str) -> bytes:
    """The X25519 public key of the person who handed out `code`; raises `AppError`.

    Without the prefix it is the bare base64 that the application of the `GSK2` format gives out.
    """
    text = code.strip()
    try:
        encoded = text.removeprefix(_RECIPIENT).replace("-", "+").replace("_", "/").rstrip("=")
        key = base64.b64decode(encoded + "=" * (-len(encoded) % 4), validate=True)
        if len(key) == _SEED_BYTES:
            ours = text.startswith(_RECIPIENT)
            return signing.recipient_public_key(key) if ours else key
    except (binascii.Error, ValueError, BadSignature):
        pass
    raise AppError(
        _("This is not a recipient key."),
        _("A recipient key begins with {prefix}; ask for it again.").format(prefix=_RECIPIENT),
    )


def _seeds(vault: Vault) -> tuple[bytes, ...]:
    """The private keys, newest first."""
    stored = vault.secret(_SEEDS) or b""
    return tuple(stored[i : i + _SEED_BYTES] for i in range(0, len(stored), _SEED_BYTES))


def _store(write: Write, seeds: tuple[bytes, ...]) -> None:
    write.db.execute("insert or replace into secret values (?, ?)", (_SEEDS, b"".join(seeds)))
    write.touch(Part.TRUST)


def _identity(vault: Vault, seed: bytes) -> Identity:
    return Identity(vault.setting(_NAME) or "", seed)


def _stored(statement: Succession) -> dict[str, str]:
    return {k: v if isinstance(v, str) else v.hex() for k, v in asdict(statement).items()}


def _statement(stored: dict[str, str]) -> Succession:
    return Succession(
        old=bytes.fromhex(stored["old"]),
        new=bytes.fromhex(stored["new"]),
        at=stored["at"],
        signature=bytes.fromhex(stored["signature"]),
    )
