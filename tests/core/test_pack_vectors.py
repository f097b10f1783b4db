"""The documented packs, byte by byte, and the sample files that must never open."""

import hashlib
import json
import re
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

from app.core.packs.format import limits, problems, signing
from app.core.packs.format.phrase import phrase
from app.core.packs.format.read import inspect, read_file, unlock

PACKS = Path(__file__).parents[1] / "packs"
VECTORS = sorted((PACKS / "vectors").glob("*.gsk"))
KEYS: dict[str, str] = json.loads((PACKS / "vectors/keys.json").read_text("utf-8"))
DOCUMENT = (Path(__file__).parents[2] / "docs/gsk-format.md").read_text("utf-8")
BAD: dict[str, str] = json.loads((PACKS / "expected.json").read_text("utf-8"))


def key(name: str) -> bytes:
    return bytes.fromhex(KEYS[name])


def block(kind: str) -> str:
    match = re.search(rf"^```{re.escape(kind)}\n(.*?)\n```$", DOCUMENT, re.M | re.S)
    assert match, kind
    return match[1]


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.name)
def test_the_document_shows_the_file(path: Path) -> None:
    assert bytes.fromhex(block(f"hex {path.name}")) == path.read_bytes()


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.name)
def test_a_vector_opens_with_its_key(path: Path) -> None:
    pack = unlock(
        inspect(read_file(path)),
        passphrase=KEYS["passphrase"],
        recipient_key=key("readerX25519Private"),
    )
    assert pack.signer is not None
    assert pack.signer.key == key("signerKey")
    assert pack.name == "Tea"
    assert (pack.sequence, pack.created) == (3, "2030-01-31T12:00:00Z")
    assert [skill.text for skill in pack.skills] == [
        "# Make tea\n1. Boil water.\n2. Wait 3 minutes.\n"
    ]


def test_the_document_is_enough_to_write_a_pack() -> None:
    """Nothing of the application is used here: only the words of sections 2 and 3."""
    head, plain = block("json manifest").encode(), block("json payload").encode()
    front = b"GSK\x01" + len(head).to_bytes(4, "little") + head
    cipher = AESGCM(key("contentKey"))
    sealed = cipher.encrypt(key("contentNonce"), plain, hashlib.sha256(head).digest())
    signer = Ed25519PrivateKey.from_private_bytes(key("signerSeed"))
    signature = signer.sign(b"techne-pack-v1\0" + front + sealed)
    assert (PACKS / "vectors/open.gsk").read_bytes() == front + signature + sealed


def test_the_document_is_enough_to_use_a_passphrase() -> None:
    data = (PACKS / "vectors/passphrase.gsk").read_bytes()
    lock = json.loads(data[8 : 8 + int.from_bytes(data[4:8], "little")])["encryption"]
    derived = Argon2id(salt=key("salt"), length=32, iterations=1, lanes=1, memory_cost=8).derive(
        "café".encode()
    )
    assert derived == key("keyFromPassphrase")
    wrap = AESGCM(derived)
    wrapped = bytes.fromhex(lock["wrappedKey"])
    assert wrap.decrypt(key("wrapNonce"), wrapped, b"techne-pack-key-v1") == key("contentKey")


def test_the_document_names_the_caps() -> None:
    mebi = limits.MEBI
    for line in (
        f"| native file | {limits.NATIVE_BYTES // mebi} MiB |",
        f"| `GSK1`, `GSK2` file | {limits.LEGACY_BYTES // mebi} MiB |",
        f"| manifest | {limits.MANIFEST_BYTES // mebi} MiB |",
        f"| `GSK2` envelope | {limits.ENVELOPE_BYTES // mebi} MiB |",
        f"| JSON nesting | {limits.JSON_DEPTH} |",
        f"JSON document | {limits.JSON_TOKENS:,} |".replace(",", " "),
        f"| skills | {limits.SKILLS:,} |".replace(",", " "),
        f"| one text | {limits.TEXT_BYTES // mebi} MiB |",
        f"| attachments of a skill | {limits.ATTACHMENTS} |",
        f"| one attachment | {limits.ATTACHMENT_BYTES // mebi} MiB |",
        f"| recipients | {limits.RECIPIENTS:,} |".replace(",", " "),
        f"| Argon2 memory | {limits.KDF_MEMORY_BYTES // mebi} MiB |",
        f"| Argon2 passes | {limits.KDF_PASSES} |",
        f"| Argon2 lanes | {limits.KDF_LANES} |",
    ):
        assert line in DOCUMENT


def test_the_document_names_the_keys() -> None:
    for value in KEYS.values():
        assert f"`{value}`" in DOCUMENT
    assert signing.fingerprint(key("signerKey")) == KEYS["signerFingerprint"]
    assert f"| the words of it | `{phrase(key('signerKey'))}` |" in DOCUMENT
    assert signing.recipient_public_key(signing.Identity("", key("readerSeed")).key) == key(
        "readerX25519Public"
    )


@pytest.mark.parametrize("name", list(BAD))
def test_a_bad_pack_is_refused_for_the_right_reason(name: str) -> None:
    with pytest.raises(problems.PackError) as caught:
        unlock(inspect(read_file(PACKS / name)))
    assert type(caught.value).__name__ == BAD[name]
    assert caught.value.hint
