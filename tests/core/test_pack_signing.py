"""Keys, fingerprints and changes of key."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.public import PrivateKey

from app.core.packs.format import signing
from app.core.packs.format.problems import BadSignature
from app.core.packs.format.signing import Identity
from tests.packs.samples import ADA, BOB


@given(st.binary(max_size=100))
def test_what_was_signed_checks(message: bytes) -> None:
    signature = ADA.sign(signing.PACK, message)
    signing.check(signing.PACK, message, signature, ADA.key)
    for purpose, said, by in (
        (signing.LEGACY_PACK, message, ADA.key),
        (signing.PACK, message + b"x", ADA.key),
        (signing.PACK, message, BOB.key),
        (signing.PACK, message, b"short"),
        (signing.PACK, message, bytes(32)),
    ):
        with pytest.raises(BadSignature):
            signing.check(purpose, said, signature, by)
    with pytest.raises(BadSignature):
        signing.check(signing.PACK, message, signature[:-1], ADA.key)


def test_the_published_test_vector_holds() -> None:
    """RFC 8032, section 7.1, test 2."""
    seed = bytes.fromhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
    someone = Identity("", seed)
    assert someone.key.hex() == "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
    assert someone.sign(b"", b"\x72").hex().startswith("92a009a9f0d4cab8720e820b5f642540")


@given(st.binary(min_size=32, max_size=32))
def test_one_identity_also_receives(seed: bytes) -> None:
    someone = Identity("Someone", seed)
    public = signing.recipient_public_key(someone.key)
    assert bytes(PrivateKey(someone.recipient_key).public_key) == public


def test_what_is_no_key_receives_nothing() -> None:
    for key in (b"", bytes(32), b"\x01" + bytes(31)):
        with pytest.raises(BadSignature):
            signing.recipient_public_key(key)


def test_a_fingerprint_can_be_read_aloud() -> None:
    assert signing.fingerprint(bytes(32)) == "6668 7AAD F862 BD77 6C8F C18B 8E9F 8E20"


def test_the_secret_is_not_shown() -> None:
    assert ADA.seed.hex() not in repr(ADA)
    assert repr(ADA.seed) not in repr(ADA)


def test_keys_may_change_more_than_once() -> None:
    eve = Identity("Eve", b"\x09" * 32)
    first = signing.succeed(ADA, BOB.key, "2030-01-01T00:00:00Z")
    second = signing.succeed(BOB, eve.key, "2031-01-01T00:00:00Z")
    signing.check_succession((), eve.key)
    signing.check_succession((first, second), eve.key)
    for statements in ((first,), (second, first), (first, first, second)):
        with pytest.raises(BadSignature):
            signing.check_succession(statements, eve.key)
