"""`GSK1` and `GSK2`, byte by byte: the tag stands before the ciphertext, lengths are big-endian.

The layout is written down in `docs/gsk-format.md`, sections 4 and 5.
"""

import base64
import os
from collections.abc import Collection

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from app.core.packs.format import limits
from app.core.packs.format.canonical import read_object, stringified
from app.core.packs.format.contents import Format, Json, Mode, Pack
from app.core.packs.format.envelope import Envelope
from app.core.packs.format.fields import Fields
from app.core.packs.format.legacy_payload import read_payload, write_payload
from app.core.packs.format.locks import (
    BOX_BYTES,
    NONCE_BYTES,
    SALT_BYTES,
    Lock,
    Open,
    OpenLock,
    SodiumPassphraseLock,
    SodiumRecipientsLock,
    Wish,
    close_for_sodium,
    mode_of,
)
from app.core.packs.format.problems import (
    Malformed,
    Tampered,
    TooLarge,
    Truncated,
    WrongPassphrase,
)
from app.core.packs.format.signing import Identity
from app.core.words import _

MAGIC_1 = b"GSK1"
MAGIC_2 = b"GSK2"
PUBLIC_KEY = b"GraphnosisGSKKey2026ProPackForma"
"""The content key of every pack that is not confidential; anybody has it."""

_TAG_BYTES = 16
_SEALED = NONCE_BYTES + _TAG_BYTES
_HEAD_2 = 9
_MODES = {Mode.OPEN: "none", Mode.PASSPHRASE: "passphrase", Mode.RECIPIENTS: "recipient"}
_LOWEST_MEMORY = 8192
_MEMORY_STEP = 4096
"""Argon2 rounds down to this, so that other sizes would be a second way to write the same lock."""


def write_gsk1(pack: Pack, identity: Identity | None = None) -> bytes:
    """The bytes of `pack` as `GSK1`, which anybody can read.

    Signed by `identity`; without one, still signed as it was read if nothing changed.
    """
    return _fitting(MAGIC_1 + _seal(PUBLIC_KEY, write_payload(pack, identity)))


def write_gsk2(pack: Pack, identity: Identity | None = None, wish: Wish | None = None) -> bytes:
    """The bytes of `pack` as `GSK2`, readable by whom `wish` says; signed as in `write_gsk1`."""
    plain = write_payload(pack, identity)
    lock, key = _closed(wish or Open())
    mode = mode_of(lock)
    envelope = stringified(_envelope_json(lock, _MODES[mode]))
    number = bytes([tuple(_MODES).index(mode)])
    head = MAGIC_2 + number + len(envelope).to_bytes(4, "big") + envelope
    return _fitting(head + _seal(key, plain))


def inspect_gsk1(data: bytes) -> Envelope:
    """Split the parts. Raises `TooLarge` or `Truncated`."""
    return _split(_fitting(data), len(MAGIC_1), Format.GSK1, OpenLock(PUBLIC_KEY))


def inspect_gsk2(data: bytes) -> Envelope:
    """Split the parts and read the lock. Raises `PackError`."""
    _fitting(data)
    size = int.from_bytes(data[5:_HEAD_2], "big")
    if len(data) >= _HEAD_2 and size > limits.ENVELOPE_BYTES:
        raise TooLarge(_("The lock of this pack is larger than is allowed."))
    if len(data) < _HEAD_2 + size:
        raise Truncated(_("This pack is incomplete."))
    value = read_object(data[_HEAD_2 : _HEAD_2 + size], limits.ENVELOPE_BYTES)
    lock = _lock(Fields(value, "$.envelope"))
    if data[4] != tuple(_MODES).index(mode_of(lock)):
        raise Malformed(
            "$.envelope.mode", _("the lock is not of the kind announced at the start of the pack")
        )
    return _split(data, _HEAD_2 + size, Format.GSK2, lock)


def unlock_legacy(envelope: Envelope, key: bytes, publishers: Collection[bytes]) -> Pack:
    """Decrypt with the content key, verify, then read. Raises `PackError`."""
    tag, ciphertext = envelope.sealed[:_TAG_BYTES], envelope.sealed[_TAG_BYTES:]
    try:
        plain = AESGCM(key).decrypt(envelope.nonce, ciphertext + tag, None)
    except InvalidTag as error:
        if envelope.needs_passphrase:
            raise WrongPassphrase(
                _("The passphrase does not open this pack, or the file was damaged.")
            ) from error
        raise Tampered(_("This pack was damaged or changed after it was written.")) from error
    return read_payload(plain, publishers, envelope.format, envelope.mode)


def _fitting(data: bytes) -> bytes:
    if len(data) > limits.LEGACY_BYTES:
        raise TooLarge(_("This file is too large to be a pack."))
    return data


def _seal(key: bytes, plain: bytes) -> bytes:
    nonce = os.urandom(NONCE_BYTES)
    sealed = AESGCM(key).encrypt(nonce, plain, None)
    return nonce + sealed[-_TAG_BYTES:] + sealed[:-_TAG_BYTES]


def _split(data: bytes, start: int, form: Format, lock: Lock) -> Envelope:
    if len(data) < start + _SEALED + len(b"{}"):
        raise Truncated(_("This pack is incomplete."))
    nonce = data[start : start + NONCE_BYTES]
    return Envelope(form, mode_of(lock), lock, nonce, data[start + NONCE_BYTES :])


def _closed(wish: Wish) -> tuple[Lock, bytes]:
    if isinstance(wish, Open):
        return OpenLock(PUBLIC_KEY), PUBLIC_KEY
    return close_for_sodium(wish)


def _envelope_json(lock: Lock, mode: str) -> dict[str, Json]:
    if isinstance(lock, SodiumPassphraseLock):
        return {
            "mode": mode,
            "kdf": "argon2id",
            "saltB64": base64.b64encode(lock.salt).decode(),
            "opslimit": lock.passes,
            "memlimit": lock.memory,
        }
    if isinstance(lock, SodiumRecipientsLock):
        boxes = [base64.b64encode(box).decode() for box in lock.sealed]
        return {"mode": mode, "recipients": [{"sealedCekB64": box} for box in boxes]}
    return {"mode": mode}


def _lock(fields: Fields) -> Lock:
    match fields.text("mode"):
        case "none":
            return OpenLock(PUBLIC_KEY)
        case "passphrase":
            if fields.text("kdf") != "argon2id":
                raise fields.wrong("kdf", _("the key derivation is unknown"))
            lock = SodiumPassphraseLock(
                salt=fields.base64_of("saltB64", SALT_BYTES),
                passes=fields.cost("opslimit", 1, limits.KDF_PASSES),
                memory=fields.cost("memlimit", _LOWEST_MEMORY, limits.KDF_MEMORY_BYTES),
            )
            if lock.memory % _MEMORY_STEP:
                raise fields.wrong("memlimit", _("a multiple of 4096 is expected"))
            return lock
        case "recipient":
            slots = fields.objects("recipients", limits.RECIPIENTS)
            return SodiumRecipientsLock(
                tuple(slot.base64_of("sealedCekB64", BOX_BYTES) for slot in slots)
            )
    raise fields.wrong("mode", _("the mode is unknown"))
