"""The manifest of a native pack as JSON. Field by field in `docs/gsk-format.md`, section 2.2."""

import hashlib
import re
from datetime import UTC, datetime

from app import __version__
from app.core.packs.format import limits, signing
from app.core.packs.format.contents import Json, Pack, PackedSkill, Signer, Succession
from app.core.packs.format.envelope import Listed, Manifest
from app.core.packs.format.fields import Fields
from app.core.packs.format.locks import (
    HPKE_BYTES,
    KEY_BYTES,
    NONCE_BYTES,
    SALT_BYTES,
    WRAPPED_BYTES,
    NativeLock,
    OpenLock,
    PassphraseLock,
    RecipientsLock,
)
from app.core.packs.format.names import checked
from app.core.packs.format.payload import digest
from app.core.packs.format.problems import FutureVersion
from app.core.packs.format.signing import SIGNATURE_BYTES, Identity
from app.core.words import _

FORMAT = 1
MINIMUM_APP = "0.1.0"
_VERSION = re.compile(r"(\d{1,6})\.(\d{1,6})\.(\d{1,6})", re.ASCII)


def manifest_json(
    pack: Pack,
    identity: Identity,
    lock: NativeLock,
    nonce: bytes,
    payload_size: int,
    *,
    hide_names: bool,
    succession: tuple[Succession, ...],
) -> dict[str, Json]:
    """What is said in clear of `pack`, signed by `identity`."""
    value: dict[str, Json] = {
        "created": pack.created or datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "encryption": {**_lock_json(lock), "nonce": nonce.hex()},
        "format": FORMAT,
        "id": pack.id,
        "minimumApp": MINIMUM_APP,
        "payloadSize": payload_size,
        "publisher": {"key": identity.key.hex(), "name": identity.name},
        "sequence": pack.sequence,
        "skills": [_listed_json(skill, hide_names=hide_names) for skill in pack.skills],
        "version": pack.version,
    }
    if not hide_names:
        value["name"] = pack.name
    if succession:
        value["succession"] = [_succession_json(statement) for statement in succession]
    return value


def read_manifest(
    fields: Fields, head: bytes, signature: bytes
) -> tuple[Manifest, Signer, NativeLock, bytes]:
    """The manifest, who signed it, the lock and the nonce of the contents. Raises `PackError`."""
    _refuse_future(fields)
    publisher = fields.inner("publisher")
    created = fields.time("created")
    signer = Signer(
        key=publisher.hex("key", 32),
        name=checked(publisher.text("name"), publisher.at("name")),
        signed_at=created,
        succession=tuple(map(_succession, fields.objects("succession", limits.SUCCESSIONS))),
        signature=signature,
    )
    publisher.finish()
    signing.check_succession(signer.succession, signer.key)
    encryption = fields.inner("encryption")
    nonce = encryption.hex("nonce", NONCE_BYTES)
    lock = _lock(encryption)
    encryption.finish()
    manifest = Manifest(
        id=checked(fields.text("id"), "$.id"),
        version=checked(fields.text("version"), "$.version"),
        sequence=fields.whole("sequence", 0, 2**53 - 1),
        created=created,
        name=checked(fields.text("name"), "$.name") if "name" in fields else "",
        minimum_app=fields.text("minimumApp"),
        skills=tuple(map(_listed, fields.objects("skills", limits.SKILLS))),
        digest=hashlib.sha256(head).digest(),
    )
    fields.whole("payloadSize", 0, limits.NATIVE_BYTES)
    fields.finish()
    return manifest, signer, lock, nonce


def _refuse_future(fields: Fields) -> None:
    number = fields.whole("format", 1, 2**31 - 1)
    needed = fields.rest().get("minimumApp")
    match = _VERSION.fullmatch(needed) if isinstance(needed, str) else None
    if match is None:
        raise fields.wrong("minimumApp", _("a version such as 1.2.3 is expected"))
    if number > FORMAT or _triple(match[0]) > _triple(__version__):
        raise FutureVersion(_("This pack needs version {version} or newer.").format(version=needed))


def _triple(version: str) -> tuple[int, ...]:
    match = _VERSION.match(version)
    return tuple(map(int, match.groups())) if match else (0, 0, 0)


def _listed_json(skill: PackedSkill, *, hide_names: bool) -> dict[str, Json]:
    listed: dict[str, Json] = {"digest": digest(skill).hex()}
    return listed if hide_names else {**listed, "name": skill.name}


def _listed(fields: Fields) -> Listed:
    listed = Listed(
        name=checked(fields.text("name"), fields.at("name")) if "name" in fields else "",
        digest=fields.hex("digest", 32),
    )
    fields.finish()
    return listed


def _succession_json(statement: Succession) -> dict[str, Json]:
    return {
        "at": statement.at,
        "new": statement.new.hex(),
        "old": statement.old.hex(),
        "signature": statement.signature.hex(),
    }


def _succession(fields: Fields) -> Succession:
    statement = Succession(
        old=fields.hex("old", 32),
        new=fields.hex("new", 32),
        at=fields.time("at"),
        signature=fields.hex("signature", SIGNATURE_BYTES),
    )
    fields.finish()
    return statement


def _lock_json(lock: NativeLock) -> dict[str, Json]:
    match lock:
        case OpenLock():
            return {"mode": "open", "key": lock.key.hex()}
        case PassphraseLock():
            return {
                "mode": "passphrase",
                "kdf": {
                    "name": "argon2id",
                    "salt": lock.salt.hex(),
                    "memory": lock.memory,
                    "passes": lock.passes,
                    "lanes": lock.lanes,
                },
                "wrapNonce": lock.nonce.hex(),
                "wrappedKey": lock.wrapped.hex(),
            }
        case RecipientsLock():
            return {"mode": "recipients", "sealedKeys": [sealed.hex() for sealed in lock.sealed]}


def _lock(fields: Fields) -> NativeLock:
    match fields.text("mode"):
        case "open":
            return OpenLock(fields.hex("key", KEY_BYTES))
        case "passphrase":
            return _passphrase_lock(fields)
        case "recipients":
            sealed = fields.hexes("sealedKeys", HPKE_BYTES, limits.RECIPIENTS)
            return RecipientsLock(sealed)
    raise fields.wrong("mode", _("the mode is unknown"))


def _passphrase_lock(fields: Fields) -> PassphraseLock:
    kdf = fields.inner("kdf")
    if kdf.text("name") != "argon2id":
        raise kdf.wrong("name", _("the key derivation is unknown"))
    lock = PassphraseLock(
        salt=kdf.hex("salt", SALT_BYTES),
        memory=kdf.cost("memory", 1024, limits.KDF_MEMORY_BYTES),
        passes=kdf.cost("passes", 1, limits.KDF_PASSES),
        lanes=kdf.cost("lanes", 1, limits.KDF_LANES),
        nonce=fields.hex("wrapNonce", NONCE_BYTES),
        wrapped=fields.hex("wrappedKey", WRAPPED_BYTES),
    )
    kdf.finish()
    if lock.memory < 8 * 1024 * lock.lanes or lock.memory % 1024:
        raise kdf.wrong("memory", _("a multiple of 1024, at least 8192 per lane, is expected"))
    return lock
