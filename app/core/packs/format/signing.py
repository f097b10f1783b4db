"""Ed25519 over exact bytes, bound to what they are for. Checking passes or raises."""

import hashlib
from dataclasses import dataclass, field

import nacl.bindings
import nacl.exceptions
from nacl.signing import SigningKey, VerifyKey

from app.core.packs.format.canonical import canonical
from app.core.packs.format.contents import Succession
from app.core.packs.format.problems import BadSignature
from app.core.words import _

SIGNATURE_BYTES = 64

PACK = b"techne-pack-v1\0"
LEGACY_PACK = b"techne-legacy-pack-v1\0"
SUCCESSION = b"techne-succession-v1\0"


@dataclass(frozen=True, slots=True)
class Identity:
    """A key pair with the name its holder goes by. `seed` is the secret: 32 random bytes."""

    name: str
    seed: bytes = field(repr=False)

    @property
    def key(self) -> bytes:
        """The Ed25519 public key."""
        return bytes(SigningKey(self.seed).verify_key)

    @property
    def recipient_key(self) -> bytes:
        """The X25519 private key that opens packs addressed to this identity."""
        return nacl.bindings.crypto_sign_ed25519_sk_to_curve25519(self.seed + self.key)

    def sign(self, purpose: bytes, message: bytes) -> bytes:
        """64 bytes over `purpose` followed by `message`."""
        return SigningKey(self.seed).sign(purpose + message).signature


def check(purpose: bytes, message: bytes, signature: bytes, key: bytes) -> None:
    """Raise `BadSignature` unless the holder of `key` signed exactly this for this purpose."""
    try:
        VerifyKey(key).verify(purpose + message, signature)
    except (nacl.exceptions.CryptoError, ValueError, TypeError) as error:
        raise BadSignature(
            _("This pack was changed after it was signed, or signed by someone else.")
        ) from error


def recipient_public_key(key: bytes) -> bytes:
    """The X25519 public key of the holder of the Ed25519 public key `key`."""
    try:
        return nacl.bindings.crypto_sign_ed25519_pk_to_curve25519(key)
    except (nacl.exceptions.CryptoError, ValueError, TypeError, RuntimeError) as error:
        raise BadSignature(_("This is not a public key.")) from error


def fingerprint(key: bytes) -> str:
    """The first 128 bits of SHA-256 of a public key, as eight groups of four digits."""
    digits = hashlib.sha256(key).hexdigest()[:32].upper()
    return " ".join(digits[i : i + 4] for i in range(0, 32, 4))


def succeed(old: Identity, new: bytes, at: str) -> Succession:
    """`old` declares that the public key `new` takes its place from `at` (ISO 8601, UTC) on."""
    return Succession(old.key, new, at, old.sign(SUCCESSION, _statement(old.key, new, at)))


def check_succession(statements: tuple[Succession, ...], key: bytes) -> None:
    """Raise `BadSignature` unless the statements follow each other and lead to `key`."""
    heirs = [*(later.old for later in statements[1:]), key]
    for statement, heir in zip(statements, heirs, strict=False):
        if statement.new != heir:
            raise BadSignature(_("The key change announced in this pack is for a different key."))
        message = _statement(statement.old, statement.new, statement.at)
        check(SUCCESSION, message, statement.signature, statement.old)


def _statement(old: bytes, new: bytes, at: str) -> bytes:
    return canonical({"at": at, "new": new.hex(), "old": old.hex()})
