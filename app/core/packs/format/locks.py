"""The ways a content key is kept: readable, under a passphrase, sealed for recipients."""

import os
import unicodedata
from dataclasses import dataclass, field

import nacl.exceptions
import nacl.pwhash
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from nacl.public import PrivateKey, PublicKey, SealedBox

from app.core.packs.format import limits
from app.core.packs.format.contents import Mode
from app.core.packs.format.problems import PassphraseNeeded, TooLarge, WrongKey, WrongPassphrase
from app.core.progress import Progress, checkpoint
from app.core.words import _

KEY_BYTES = 32
NONCE_BYTES = 12
SALT_BYTES = 16
WRAPPED_BYTES = KEY_BYTES + 16
HPKE_BYTES = 32 + KEY_BYTES + 16
BOX_BYTES = 48 + KEY_BYTES

_PURPOSE = b"techne-pack-key-v1"
_HPKE = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.AES_256_GCM)


@dataclass(frozen=True, slots=True)
class Open:
    """Readable by anybody who has the file."""


@dataclass(frozen=True, slots=True)
class Passphrase:
    """Readable with `text`. The costs are Argon2id's: bytes, passes over them, lanes."""

    text: str = field(repr=False)
    memory: int = 64 * limits.MEBI
    passes: int = 3
    lanes: int = 4


@dataclass(frozen=True, slots=True)
class Recipients:
    """Readable by the holders of these X25519 public keys (see `recipient_public_key`)."""

    keys: tuple[bytes, ...]


Wish = Open | Passphrase | Recipients


@dataclass(frozen=True, slots=True)
class OpenLock:
    """The content key itself, in clear."""

    key: bytes


@dataclass(frozen=True, slots=True)
class PassphraseLock:
    """The content key under AES-256-GCM with a key that Argon2id makes of a passphrase."""

    salt: bytes
    memory: int
    passes: int
    lanes: int
    nonce: bytes
    wrapped: bytes


@dataclass(frozen=True, slots=True)
class RecipientsLock:
    """One copy of the content key per recipient, sealed with HPKE. Whose is not said."""

    sealed: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class SodiumPassphraseLock:
    """`GSK2`: Argon2id of libsodium makes the content key itself."""

    salt: bytes
    passes: int
    memory: int


@dataclass(frozen=True, slots=True)
class SodiumRecipientsLock:
    """`GSK2`: one copy of the content key per recipient in a sealed box of libsodium."""

    sealed: tuple[bytes, ...]


NativeLock = OpenLock | PassphraseLock | RecipientsLock
Lock = NativeLock | SodiumPassphraseLock | SodiumRecipientsLock


def mode_of(lock: Lock) -> Mode:
    match lock:
        case OpenLock():
            return Mode.OPEN
        case PassphraseLock() | SodiumPassphraseLock():
            return Mode.PASSPHRASE
        case RecipientsLock() | SodiumRecipientsLock():
            return Mode.RECIPIENTS


def close(wish: Wish, key: bytes) -> NativeLock:
    """Keep the content key as the native format does."""
    match wish:
        case Open():
            return OpenLock(key)
        case Passphrase():
            salt, nonce = os.urandom(SALT_BYTES), os.urandom(NONCE_BYTES)
            lock = PassphraseLock(salt, wish.memory, wish.passes, wish.lanes, nonce, b"")
            wrapped = AESGCM(_derive(lock, wish.text)).encrypt(nonce, key, _PURPOSE)
            return PassphraseLock(salt, wish.memory, wish.passes, wish.lanes, nonce, wrapped)
        case Recipients():
            return RecipientsLock(tuple(_seal(key, recipient) for recipient in _several(wish)))


def close_for_sodium(wish: Passphrase | Recipients) -> tuple[Lock, bytes]:
    """A lock as `GSK2` has it, with the content key it keeps."""
    if isinstance(wish, Passphrase):
        _refuse_empty(wish.text)
        lock = SodiumPassphraseLock(os.urandom(SALT_BYTES), wish.passes, wish.memory)
        return lock, _derive_with_sodium(lock, wish.text)
    key = os.urandom(KEY_BYTES)
    return SodiumRecipientsLock(tuple(_boxed(key, recipient) for recipient in _several(wish))), key


def content_key(
    lock: Lock, passphrase: str | None, recipient_key: bytes | None, progress: Progress
) -> bytes:
    """The content key. Raises `PassphraseNeeded`, `WrongPassphrase`, `WrongKey` or `TooLarge`.

    A wrong passphrase for `SodiumPassphraseLock` gives a wrong key; only the contents tell.
    """
    match lock:
        case OpenLock():
            return lock.key
        case RecipientsLock() | SodiumRecipientsLock():
            return _unsealed(lock, recipient_key)
    if passphrase is None:
        raise PassphraseNeeded(_("This pack opens with a passphrase."))
    progress.report(0.0, _("Opening with the passphrase"))
    checkpoint(progress)
    if isinstance(lock, SodiumPassphraseLock):
        return _derive_with_sodium(lock, passphrase)
    try:
        return AESGCM(_derive(lock, passphrase)).decrypt(lock.nonce, lock.wrapped, _PURPOSE)
    except InvalidTag as error:
        raise WrongPassphrase(_("The passphrase does not open this pack.")) from error


def _derive(lock: PassphraseLock, passphrase: str) -> bytes:
    _refuse_empty(passphrase)
    try:
        return Argon2id(
            salt=lock.salt,
            length=KEY_BYTES,
            iterations=lock.passes,
            lanes=lock.lanes,
            memory_cost=lock.memory // 1024,
        ).derive(unicodedata.normalize("NFC", passphrase).encode())
    except MemoryError as error:
        raise _too_little_memory() from error


def _derive_with_sodium(lock: SodiumPassphraseLock, passphrase: str) -> bytes:
    try:
        return nacl.pwhash.argon2id.kdf(
            KEY_BYTES, passphrase.encode(), lock.salt, opslimit=lock.passes, memlimit=lock.memory
        )
    except (MemoryError, nacl.exceptions.RuntimeError) as error:
        raise _too_little_memory() from error


def _too_little_memory() -> TooLarge:
    return TooLarge(
        _("There is not enough free memory to use this passphrase."),
        _("Close other applications, then try again."),
    )


def _refuse_empty(passphrase: str) -> None:
    if not passphrase:
        raise WrongPassphrase(_("The passphrase is empty."))


def _several(wish: Recipients) -> tuple[bytes, ...]:
    if not 1 <= len(wish.keys) <= limits.RECIPIENTS:
        raise TooLarge(
            _("A pack can have 1 to {count} recipients.").format(count=limits.RECIPIENTS),
            _("Choose fewer recipients."),
        )
    return wish.keys


def _seal(key: bytes, recipient: bytes) -> bytes:
    try:
        return _HPKE.encrypt(key, X25519PublicKey.from_public_bytes(recipient), info=_PURPOSE)
    except ValueError as error:
        raise _no_recipient() from error


def _boxed(key: bytes, recipient: bytes) -> bytes:
    try:
        return bytes(SealedBox(PublicKey(recipient)).encrypt(key))
    except (ValueError, nacl.exceptions.CryptoError) as error:
        raise _no_recipient() from error


def _no_recipient() -> WrongKey:
    return WrongKey(
        _("One of the recipients' keys is not a key."), _("Ask that person for their key again.")
    )


def _unsealed(lock: RecipientsLock | SodiumRecipientsLock, recipient_key: bytes | None) -> bytes:
    if recipient_key is None:
        raise WrongKey(_("This pack opens with the key of one of its recipients."))
    for sealed in lock.sealed:
        try:
            if isinstance(lock, SodiumRecipientsLock):
                key = SealedBox(PrivateKey(recipient_key)).decrypt(sealed)
            else:
                own = X25519PrivateKey.from_private_bytes(recipient_key)
                key = _HPKE.decrypt(sealed, own, info=_PURPOSE)
        except (InvalidTag, ValueError, nacl.exceptions.CryptoError):
            continue
        if len(key) == KEY_BYTES:
            return key
    raise WrongKey(_("This pack is not addressed to you."))
