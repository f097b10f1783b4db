"""The native pack, byte by byte: magic, length, manifest, signature, ciphertext.

The layout is written down in `docs/gsk-format.md`, section 2.
"""

import hashlib
import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from app.core.packs.format import limits, locks, signing
from app.core.packs.format.canonical import canonical, read_object
from app.core.packs.format.contents import Format, Pack, Succession
from app.core.packs.format.envelope import Envelope
from app.core.packs.format.fields import Fields
from app.core.packs.format.manifest import manifest_json, read_manifest
from app.core.packs.format.payload import payload, read_payload
from app.core.packs.format.problems import Malformed, Tampered, TooLarge, Truncated
from app.core.packs.format.signing import SIGNATURE_BYTES, Identity
from app.core.words import _

MAGIC = b"GSK\x01"
TAG_BYTES = 16
_HEAD = len(MAGIC) + 4


def write_native(
    pack: Pack,
    identity: Identity,
    wish: locks.Wish | None = None,
    *,
    hide_names: bool = False,
    succession: tuple[Succession, ...] = (),
) -> bytes:
    """The bytes of `pack`, signed by `identity`, readable by whom `wish` says (anybody: `Open`).

    `hide_names` keeps the names of the pack and its skills out of the clear manifest. Raises
    `Malformed` or `TooLarge` for a pack that could not be read back.
    """
    signing.check_succession(succession, identity.key)
    key, nonce = os.urandom(locks.KEY_BYTES), os.urandom(locks.NONCE_BYTES)
    plain = payload(pack)
    lock = locks.close(wish or locks.Open(), key)
    value = manifest_json(
        pack, identity, lock, nonce, len(plain), hide_names=hide_names, succession=succession
    )
    head = canonical(value)
    sealed = AESGCM(key).encrypt(nonce, plain, hashlib.sha256(head).digest())
    front = MAGIC + len(head).to_bytes(4, "little") + head
    data = front + identity.sign(signing.PACK, front + sealed) + sealed
    envelope = inspect_native(data)
    assert envelope.manifest and envelope.signer
    read_payload(plain, envelope.manifest, envelope.signer, envelope.mode)
    return data


def inspect_native(data: bytes) -> Envelope:
    """Verify the signature, then read the manifest. Raises `PackError`."""
    if len(data) > limits.NATIVE_BYTES:
        raise TooLarge(_("This file is too large to be a pack."))
    size = int.from_bytes(data[len(MAGIC) : _HEAD], "little")
    if len(data) >= _HEAD and size > limits.MANIFEST_BYTES:
        raise TooLarge(_("The manifest of this pack is larger than is allowed."))
    start = _HEAD + size
    if len(data) < start + SIGNATURE_BYTES + TAG_BYTES:
        raise Truncated(_("This pack is incomplete."))
    head, sealed = data[_HEAD:start], data[start + SIGNATURE_BYTES :]
    try:
        value = read_object(head, limits.MANIFEST_BYTES)
        claimed = Fields(value).whole("payloadSize", 0, limits.NATIVE_BYTES)
        key = Fields(value).inner("publisher").hex("key", 32)
    except Malformed as error:
        raise _changed() from error
    if len(sealed) < claimed + TAG_BYTES:
        raise Truncated(_("This pack is incomplete."))
    signature = data[start : start + SIGNATURE_BYTES]
    signing.check(signing.PACK, data[:start] + sealed, signature, key)
    if len(sealed) != claimed + TAG_BYTES:
        raise Malformed("$.payloadSize", _("it is not the size of the contents"))
    if canonical(value) != head:
        raise Malformed("$", _("it is not in canonical form"))
    manifest, signer, lock, nonce = read_manifest(Fields(value), head, signature)
    mode = locks.mode_of(lock)
    return Envelope(Format.NATIVE, mode, lock, nonce, sealed, signer, manifest)


def unlock_native(envelope: Envelope, key: bytes) -> Pack:
    """Decrypt with the content key and read what was sealed. Raises `PackError`."""
    manifest, signer = envelope.manifest, envelope.signer
    assert manifest and signer
    try:
        plain = AESGCM(key).decrypt(envelope.nonce, envelope.sealed, manifest.digest)
    except InvalidTag as error:
        raise _changed() from error
    return read_payload(plain, manifest, signer, envelope.mode)


def _changed() -> Tampered:
    return Tampered(_("This pack was damaged or changed after it was signed."))
