"""The packs people have: published ones and those of other writers."""

import base64
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from app.core.packs.format import legacy
from app.core.packs.format.contents import Format, Mode, Pack
from app.core.packs.format.legacy import write_gsk1
from app.core.packs.format.legacy_payload import write_payload
from app.core.packs.format.native import write_native
from app.core.packs.format.problems import BadSignature, Tampered
from app.core.packs.format.read import OFFICIAL_PUBLISHER, inspect, read_file, unlock
from app.core.packs.scan.scan import scan
from tests.packs.samples import ADA, opened


@pytest.fixture(scope="module")
def published(shared: Path) -> dict[Path, Pack]:
    return {
        path: unlock(inspect(read_file(path))) for path in sorted((shared / "packs").glob("*.gsk"))
    }


def plaintext(data: bytes) -> bytes:
    return AESGCM(legacy.PUBLIC_KEY).decrypt(data[4:16], data[32:] + data[16:32], None)


def test_all_are_verified_as_official(published: dict[Path, Pack]) -> None:
    assert len(published) == 40
    for pack in published.values():
        assert pack.signer is not None
        assert pack.signer.key == OFFICIAL_PUBLISHER
        assert (pack.format, pack.mode) == (Format.GSK1, Mode.OPEN)


def test_what_a_pack_holds_is_modelled(published: dict[Path, Pack]) -> None:
    by_id = {path.name.split("-graphnosis")[0]: pack for path, pack in published.items()}
    assert len(by_id["safe-deploy"].skills) == 6
    assert len(by_id["coach"].skills) == 17
    review = by_id["code-review-sop"].skills[0]
    assert len(review.goals) == 8
    assert [s.if_results_below for s in review.recipes[0].steps] == [None, 3]
    assert review.text is None
    assert set(review.extra) == {"trainedTextFallback"}


def test_unchanged_they_are_written_byte_for_byte(published: dict[Path, Pack]) -> None:
    for path, pack in published.items():
        assert write_payload(pack, None) == plaintext(path.read_bytes()), path.name
        again = opened(write_gsk1(pack))
        assert again.signer == pack.signer


def test_changed_they_lose_the_signature_of_others(published: dict[Path, Pack]) -> None:
    pack = replace(next(iter(published.values())), description="changed")
    assert opened(write_gsk1(pack)).signer is None
    signed = opened(write_gsk1(pack, ADA))
    assert signed == pack
    assert signed.signer is not None
    assert signed.signer.key == ADA.key


def test_they_survive_the_native_format(published: dict[Path, Pack]) -> None:
    for pack in published.values():
        dated = replace(pack, created="2030-01-01T00:00:00Z")
        assert opened(write_native(dated, ADA)) == dated


def test_one_changed_byte_anywhere_is_refused(published: dict[Path, Pack]) -> None:
    pack = next(iter(published))
    data = bytearray(pack.read_bytes())
    for place in (4, 15, 16, 31, 32, len(data) // 2, len(data) - 1):
        data[place] ^= 1
        with pytest.raises(Tampered):
            opened(bytes(data))
        data[place] ^= 1


def test_a_signature_over_other_words_is_refused(published: dict[Path, Pack]) -> None:
    raw = plaintext(next(iter(published)).read_bytes())
    for changed in (
        raw.replace(b'"kind":"official"', b'"kind":"0fficial"'),
        raw.replace(b'":', b'": ', 1),
        raw.replace(b'"signature":"', b'"signature":"A'),
    ):
        data = AESGCM(legacy.PUBLIC_KEY).encrypt(bytes(12), changed, None)
        with pytest.raises(BadSignature):
            opened(b"GSK1" + bytes(12) + data[-16:] + data[:-16])


def vectors(shared: Path) -> Iterator[tuple[str, bytes, bytes, bytes]]:
    keys = json.loads((shared / "packs/vectors/keys.json").read_text())
    signer = bytes.fromhex(keys["ed25519PublicKeyHex"])
    secret = base64.b64decode(keys["x25519SecretKeyB64"])
    for name in ("v1", "none", "pass", "recip"):
        yield keys["passphrase"], read_file(shared / f"packs/vectors/{name}.gsk"), secret, signer


def test_packs_of_another_writer_open_with_their_keys(shared: Path) -> None:
    for passphrase, data, secret, signer in vectors(shared):
        envelope = inspect(data)
        pack = unlock(envelope, passphrase=passphrase, recipient_key=secret, publishers=[signer])
        assert pack.signer is not None
        assert pack.signer.key == signer
        assert pack.name == 'Pack Ș "x"\u2028'
        assert pack.skills[0].base_text == "1. Do 🚀\n\t2. x"
        with pytest.raises(BadSignature):
            unlock(envelope, passphrase=passphrase, recipient_key=secret)


def test_the_scanner_is_quiet_about_honest_packs(published: dict[Path, Pack]) -> None:
    found = [
        finding
        for pack in published.values()
        for skill in pack.skills
        for finding in scan("\n".join((skill.base_text, *skill.goals.values())))
    ]
    assert len(found) <= 2
