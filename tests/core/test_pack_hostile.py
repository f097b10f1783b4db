"""Damaged, changed and malicious packs: always one sentence, never a pack."""

import base64
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import AppError
from app.core.packs.format import limits, locks
from app.core.packs.format.canonical import canonical, read_object, stringified
from app.core.packs.format.contents import Json, Pack, PackedSkill
from app.core.packs.format.legacy import PUBLIC_KEY, write_gsk1, write_gsk2
from app.core.packs.format.locks import Open, Recipients
from app.core.packs.format.native import write_native
from app.core.packs.format.problems import (
    BadSignature,
    FutureVersion,
    Malformed,
    NotAPack,
    PackError,
    Tampered,
    TooLarge,
    Truncated,
)
from app.core.packs.format.read import inspect, read_file
from app.core.packs.format.signing import recipient_public_key, succeed
from tests.packs.samples import (
    ADA,
    BOB,
    CHEAP,
    gsk1,
    gsk2,
    manifest,
    native_of,
    opened,
    sealed,
)

SMALL = Pack(
    id="p", name="P", skills=(PackedSkill("S", text="1. Go."),), created="2030-01-01T00:00:00Z"
)
ONE_READER = Recipients((recipient_public_key(BOB.key),))
FILES: dict[str, Callable[[], bytes]] = {
    "native open": lambda: write_native(SMALL, ADA),
    "native passphrase": lambda: write_native(SMALL, ADA, CHEAP),
    "native recipients": lambda: write_native(SMALL, ADA, ONE_READER),
    "gsk1": lambda: write_gsk1(SMALL, ADA),
    "gsk2 none": lambda: write_gsk2(SMALL, ADA, Open()),
    "gsk2 passphrase": lambda: write_gsk2(SMALL, ADA, CHEAP),
    "gsk2 recipient": lambda: write_gsk2(SMALL, ADA, ONE_READER),
}
PAYLOAD: dict[str, Json] = {"author": "", "description": "", "kind": "", "name": "N", "skills": []}


@pytest.fixture(params=list(FILES))
def good(request: pytest.FixtureRequest) -> bytes:
    return FILES[request.param]()


def skills(*values: dict[str, Json]) -> dict[str, Json]:
    plain: dict[str, Json] = {"name": "S", "tier": ""}
    return PAYLOAD | {"skills": [plain | value for value in values]}


def test_every_truncation_is_refused(good: bytes) -> None:
    assert opened(good) == SMALL
    for length in range(len(good)):
        with pytest.raises(PackError):
            opened(good[:length])
    with pytest.raises(Truncated):
        inspect(good[:7])


def test_a_bit_flipped_in_any_byte_is_refused(good: bytes) -> None:
    data = bytearray(good)
    for place in range(len(data)):
        data[place] ^= 1 << place % 8
        with pytest.raises(PackError):
            opened(bytes(data))
        data[place] ^= 1 << place % 8


def test_a_byte_more_is_refused(good: bytes) -> None:
    with pytest.raises(PackError):
        opened(good + b"\x00")


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"GSJ1" + bytes(99), b"\x00" * 200])
def test_other_files_are_not_packs(data: bytes) -> None:
    with pytest.raises(NotAPack):
        inspect(data)


@pytest.mark.parametrize("magic", [b"GSK\x02", b"GSK3"])
def test_a_future_layout_is_recognised(magic: bytes) -> None:
    with pytest.raises(FutureVersion):
        inspect(magic + bytes(200))


@pytest.mark.parametrize("change", [{"format": 2}, {"minimumApp": "99.1.0"}])
def test_a_future_pack_says_what_it_needs(change: dict[str, Json]) -> None:
    with pytest.raises(FutureVersion, match=str(change.get("minimumApp", r"0\.1\.0"))):
        inspect(native_of(PAYLOAD, **change))


def test_the_key_in_the_manifest_must_have_signed_it() -> None:
    plain = canonical(PAYLOAD)
    with pytest.raises(BadSignature):
        inspect(sealed(canonical(manifest(plain)), plain, BOB))


def test_a_signature_for_something_else_does_not_count() -> None:
    data = write_native(SMALL, ADA)
    size = int.from_bytes(data[4:8], "little")
    front, rest = data[: 8 + size], data[8 + size + 64 :]
    with pytest.raises(BadSignature):
        inspect(front + ADA.sign(b"", front + rest) + rest)


def test_a_signature_is_not_carried_to_another_pack() -> None:
    one = opened(write_gsk1(SMALL, ADA))
    assert one.signer is not None
    assert opened(write_gsk1(replace(one, version="9.9.9"))).signer is None


def test_a_change_of_key_must_be_signed_by_the_old_key_and_lead_to_the_new() -> None:
    honest = succeed(BOB, ADA.key, "2030-01-01T00:00:00Z")
    for forged in (
        succeed(BOB, BOB.key, "2030-01-01T00:00:00Z"),
        replace(honest, at="2031-01-01T00:00:00Z"),
        replace(honest, old=ADA.key),
    ):
        with pytest.raises(BadSignature):
            write_native(SMALL, ADA, succession=(forged,))


def test_a_key_of_small_order_signs_nothing() -> None:
    key = b"\x01" + bytes(31)
    plain = canonical(PAYLOAD)
    head = canonical(manifest(plain, publisher={"key": key.hex(), "name": "x"}))
    data = bytearray(sealed(head, plain))
    data[8 + len(head) : 8 + len(head) + 64] = key + bytes(32)
    with pytest.raises(BadSignature):
        inspect(bytes(data))


@pytest.mark.parametrize(
    "kdf",
    [
        {"memory": 256 * 2**20 + 1024},
        {"memory": 2**53 - 1},
        {"passes": 9},
        {"lanes": 5, "memory": 2**20},
        {"memory": 8192, "lanes": 4},
        {"memory": 0},
        {"memory": 8193},
        {"passes": 0},
        {"name": "scrypt"},
    ],
)
def test_a_passphrase_may_not_cost_too_much(kdf: dict[str, Json]) -> None:
    usual: dict[str, Json] = {
        "lanes": 1,
        "memory": 8192,
        "name": "argon2id",
        "passes": 1,
        "salt": "00" * 16,
    }
    lock: dict[str, Json] = {
        "kdf": usual | kdf,
        "mode": "passphrase",
        "nonce": "00" * 12,
        "wrapNonce": "00" * 12,
        "wrappedKey": "00" * 48,
    }
    with pytest.raises((TooLarge, Malformed)):
        inspect(native_of(PAYLOAD, encryption=lock))


def test_what_a_passphrase_may_cost_at_most_is_let_in() -> None:
    most = locks.PassphraseLock(bytes(16), 256 * 2**20, 8, 4, bytes(12), bytes(48))
    kdf: dict[str, Json] = {
        "lanes": most.lanes,
        "memory": most.memory,
        "name": "argon2id",
        "passes": most.passes,
        "salt": most.salt.hex(),
    }
    encryption: dict[str, Json] = {
        "kdf": kdf,
        "mode": "passphrase",
        "nonce": bytes(12).hex(),
        "wrapNonce": most.nonce.hex(),
        "wrappedKey": most.wrapped.hex(),
    }
    assert inspect(native_of(PAYLOAD, encryption=encryption)).lock == most
    envelope = (
        b'{"mode":"passphrase","kdf":"argon2id","saltB64":"AAAAAAAAAAAAAAAAAAAAAA==",'
        b'"opslimit":8,"memlimit":268435456}'
    )
    assert inspect(gsk2(1, envelope)).lock == locks.SodiumPassphraseLock(bytes(16), 8, 2**28)


@pytest.mark.parametrize(
    ("mode", "envelope"),
    [
        (0, b'{"mode":"passphrase"}'),
        (1, b'{"mode":"none"}'),
        (3, b'{"mode":"none"}'),
        (0, b'{"mode":"else"}'),
        (0, b"[]"),
        (0, b"not json"),
        (0, b"\xff\xfe"),
        (0, b'{"mode":"none","mode":"none"}'),
        (
            1,
            b'{"mode":"passphrase","kdf":"argon2id","saltB64":"AA==","opslimit":2,"memlimit":9000}',
        ),
        *(
            (
                1,
                b'{"mode":"passphrase","kdf":"%b","saltB64":"AAAAAAAAAAAAAAAAAAAAAA==",'
                b'"opslimit":%b,"memlimit":%b}' % (kdf, passes, memory),
            )
            for kdf, passes, memory in (
                (b"argon2id", b"2", b"268439552"),
                (b"argon2id", b"9", b"67108864"),
                (b"argon2id", b"0", b"67108864"),
                (b"argon2id", b"2", b"1"),
                (b"argon2id", b"2.0", b"67108864"),
                (b"argon2id", b"true", b"67108864"),
                (b"argon2i", b"2", b"67108864"),
            )
        ),
        (2, b'{"mode":"recipient","recipients":[%b]}' % b",".join([b"{}"] * 1001)),
        (2, b'{"mode":"recipient","recipients":[{"sealedCekB64":"AAAA"}]}'),
        (2, b'{"mode":"recipient","recipients":{}}'),
    ],
)
def test_a_hostile_lock_is_refused_before_it_is_tried(mode: int, envelope: bytes) -> None:
    with pytest.raises((TooLarge, Malformed)):
        inspect(gsk2(mode, envelope))


def test_lengths_are_not_believed() -> None:
    for data in (b"GSK\x01" + b"\xff" * 4, b"GSK2\x00" + b"\xff" * 4):
        with pytest.raises(TooLarge):
            inspect(data + bytes(100))
    with pytest.raises(TooLarge):
        inspect(b"GSK1" + bytes(limits.LEGACY_BYTES))
    with pytest.raises(TooLarge):
        inspect(b"GSK\x01" + bytes(limits.NATIVE_BYTES))


DEEP = b'{"a":' * 40 + b"1" + b"}" * 40
BAD_JSON = [
    DEEP,
    b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    b'{"a":1,"a":1}',
    b'{"b":{"a":1,"a":2}}',
    b'{"a":NaN}',
    b'{"a":-Infinity}',
    b'{"a":1e999}',
    b'{"a":9007199254740993}',
    b'{"a":' + b"9" * 5000 + b"}",
    b'{"a":"\\ud800"}',
    b'{"\\udfff":1}',
    b'{"a":"\xff"}',
    b"\xef\xbb\xbf{}",
    b"[]",
    b"null",
    b"",
    b'{"a":1}{}',
]


@pytest.mark.parametrize("text", BAD_JSON)
def test_json_that_two_readers_may_understand_differently_is_refused(text: bytes) -> None:
    with pytest.raises(Malformed):
        read_object(text, 1_000_000)
    with pytest.raises(PackError):
        opened(gsk1(text))
    with pytest.raises(PackError):
        opened(sealed(canonical(manifest(text)), text))
    with pytest.raises(PackError):
        opened(sealed(text, b"{}"))


def test_the_place_of_an_impossible_value_is_named() -> None:
    for text, path in (
        (b'{"a":[1,{"b c":1e999}]}', '$.a[1]["b c"]'),
        (b'{"a":{"b":["x","\\ud800"]}}', "$.a.b[1]"),
    ):
        with pytest.raises(Malformed) as caught:
            read_object(text, 100)
        assert caught.value.path == path


def test_a_repeated_key_among_very_many_is_found_at_once() -> None:
    many = b",".join(b'"%d":1' % number for number in range(100_000))
    with pytest.raises(Malformed, match="99999"):
        read_object(b"{" + many + b',"99999":1}', limits.NATIVE_BYTES)


def test_json_of_nothing_but_brackets_is_refused() -> None:
    with pytest.raises(TooLarge):
        read_object(b'{"a":[' + b"[]," * 2_100_000 + b"[]]}", limits.NATIVE_BYTES)


def test_a_duplicate_deep_inside_is_named() -> None:
    with pytest.raises(Malformed, match=r"\$….twice"):
        read_object(b'{"a":[{"twice":1,"twice":1}]}', 100)


@pytest.mark.parametrize(
    ("payload", "path"),
    [
        (skills({"name": "a\u0000b"}), "$.skills[0].name"),
        (skills({"name": "a\u202eb"}), "$.skills[0].name"),
        (skills({"name": "a\u200bb"}), "$.skills[0].name"),
        (skills({"name": "a\nb"}), "$.skills[0].name"),
        (skills({"name": " "}), "$.skills[0].name"),
        (skills({"name": "n" * 201}), "$.skills[0].name"),
        (skills({}, {"name": "s"}), "$.skills"),
        (skills({"name": "é"}, {"name": "E\u0301"}), "$.skills"),
        (skills({"unknown": 1}), "$.skills[0].unknown"),
        (skills({"text": 1}), "$.skills[0].text"),
        (skills({"goals": {"trigger": None}}), "$.skills[0].goals.trigger"),
        (skills({"goals": {"trigger": ""}}), "$.skills[0].goals"),
        (skills({"goals": []}), "$.skills[0].goals"),
        (skills({"goals": {"own": "x"}}), "$.skills[0].goals.own"),
        (
            skills({"recipes": [{"name": "", "steps": [], "trigger": "", "x": 1}]}),
            "$.skills[0].recipes",
        ),
        (skills({"recipes": [{"steps": [{"ifResultsBelow": 1.5}]}]}), "steps[0].ifResultsBelow"),
        (skills({"recipes": [{"steps": [{"onlyEngrams": "a"}]}]}), "steps[0].onlyEngrams"),
        (skills({"tags": ["a", 1]}), "$.skills[0].tags[1]"),
        (skills({"history": [{"at": "now", "reason": "", "text": ""}]}), "history[0].at"),
        (
            skills({"attachments": [{"data": "!", "mediaType": "a", "name": "b"}]}),
            "attachments[0].data",
        ),
        (
            skills({"attachments": [{"data": "", "mediaType": "a", "name": ".."}]}),
            "attachments[0].name",
        ),
        (PAYLOAD | {"skills": {}}, "$.skills"),
        (PAYLOAD | {"skills": ["x"]}, "$.skills[0]"),
        (PAYLOAD | {"extra": []}, "$.extra"),
        (PAYLOAD | {"more": 1}, "$.more"),
        ({}, "$.name"),
    ],
)
def test_what_is_wrong_inside_is_named(payload: dict[str, Json], path: str) -> None:
    with pytest.raises(Malformed) as caught:
        opened(native_of(payload))
    assert path in caught.value.path
    assert path in str(caught.value)


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("../../etc/passwd", "passwd"),
        ("/etc/passwd", "passwd"),
        ("..\\..\\boot.ini", "boot.ini"),
        ("C:\\Windows\\win.ini", "win.ini"),
        ("\\\\host\\share\\x", "x"),
        ("a\u0000b\u202etxt", "a b txt"),
        ("what?.txt", "what_.txt"),
        ("CON", "_CON"),
        ("nul.txt", "_nul.txt"),
        ("notes. ", "notes"),
    ],
)
def test_an_attachment_cannot_choose_its_folder(name: str, safe: str) -> None:
    item: dict[str, Json] = {"data": "aGk=", "mediaType": "text/plain", "name": name}
    pack = opened(native_of(skills({"attachments": [item]})))
    assert pack.skills[0].attachments[0].name == safe


@pytest.mark.parametrize("write", [native_of, lambda value: gsk1(ours(value))])
def test_an_attachment_is_exactly_as_large_as_it_may_be(
    write: Callable[[dict[str, Json]], bytes],
) -> None:
    def packed(size: int) -> bytes:
        data = base64.b64encode(bytes(size)).decode()
        return write(skills({"attachments": [{"data": data, "mediaType": "a", "name": "b"}]}))

    (item,) = opened(packed(limits.ATTACHMENT_BYTES)).skills[0].attachments
    assert len(item.data) == limits.ATTACHMENT_BYTES == 10 * 1024 * 1024
    for more in (1, 2, 3):
        with pytest.raises(TooLarge):
            opened(packed(limits.ATTACHMENT_BYTES + more))


def ours(payload: dict[str, Json]) -> bytes:
    """The same skills as an older pack has what only this application knows."""
    packed = payload["skills"]
    assert isinstance(packed, list)
    older: list[Json] = []
    for one in packed:
        assert isinstance(one, dict)
        older.append({"name": one["name"], "xTechne": {"attachments": one["attachments"]}})
    return stringified({"skills": older, "signature": ""})


@pytest.mark.parametrize(
    "payload",
    [
        PAYLOAD | {"skills": [{"name": str(i), "tier": ""} for i in range(2001)]},
        skills({"text": "x" * (1024 * 1024 + 1)}),
        skills({"text": "é" * (1024 * 512 + 1)}),
        skills({"attachments": [{}] * 21}),
        skills({"attachments": [{"data": "A" * 14_000_000, "mediaType": "a", "name": "b"}]}),
    ],
    ids=["skills", "text", "bytes of text", "attachments", "attachment"],
)
def test_too_much_of_anything_is_refused(payload: dict[str, Json]) -> None:
    plain = canonical(payload)
    with pytest.raises(TooLarge):
        opened(sealed(canonical(manifest(plain)), plain))


@pytest.mark.parametrize(
    "changes",
    [
        {"payloadSize": 0},
        {"payloadSize": "1"},
        {"publisher": {"key": "00", "name": "x"}},
        {"publisher": None},
        {"publisher": {"key": ADA.key.hex(), "name": "a\u202e"}},
        {"publisher": {"key": ADA.key.hex().upper(), "name": "a"}},
        {"created": "yesterday"},
        {"created": "2030-13-01T00:00:00Z"},
        {"created": "2030-01-01T00:00:00+01:00"},
        {"sequence": -1},
        {"sequence": True},
        {"minimumApp": "new"},
        {"format": 0},
        {"unknown": 1},
        {"id": ""},
        {"name": "\u0007"},
        {"skills": [{"digest": "00" * 32}]},
        {"skills": [{"digest": "00" * 31}]},
        {"encryption": {"mode": "none", "nonce": "00" * 12}},
        {"encryption": {"key": "00" * 32, "mode": "open", "nonce": "00"}},
    ],
)
def test_a_manifest_is_read_strictly(changes: dict[str, Json]) -> None:
    with pytest.raises((Malformed, Tampered)):
        opened(native_of(PAYLOAD, **changes))


def test_other_spellings_of_the_same_json_are_refused() -> None:
    plain = canonical(PAYLOAD)
    spaced = json.dumps(manifest(plain)).encode()
    with pytest.raises(Malformed):
        inspect(sealed(spaced, plain))
    loose = json.dumps(PAYLOAD).encode()
    with pytest.raises(Malformed):
        opened(sealed(canonical(manifest(loose)), loose))


def test_the_manifest_must_list_what_is_inside() -> None:
    other: list[Json] = [{"digest": "11" * 32, "name": "S"}]
    with pytest.raises(Malformed):
        opened(native_of(skills({}), skills=other))
    with pytest.raises(Malformed):
        opened(native_of(skills({}), skills=[]))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (b'{"skills":1}', Malformed),
        (b"{}", Malformed),
        (b'{"skills":[{}]}', Malformed),
        (b'{"skills":[{"name":"a"},{"name":"A"}]}', Malformed),
        (b'{"skills":[{"name":"a","goals":{"trigger":1}}]}', Malformed),
        (b'{"skills":[{"name":"a","xTechne":{"more":1}}]}', Malformed),
        (b'{"skills":[],"xTechne":{"sequence":-1}}', Malformed),
        (b'{"skills":[],"formatVersion":"2"}', FutureVersion),
        (b'{"skills":[],"signature":"AAAA"}', BadSignature),
        (b'{"skills":[],"signature":5}', BadSignature),
        (b'{"skills":[],"signature":"","xPublisher":{}}', BadSignature),
        (b'{"skills":[],"signature":"","xPublisher":null}', BadSignature),
    ],
)
def test_an_older_pack_is_checked_before_it_is_believed(text: bytes, kind: type[PackError]) -> None:
    with pytest.raises(kind):
        opened(gsk1(text))


def test_fields_nobody_knows_survive() -> None:
    text = (
        b'{"signature":"","skills":[{"goals":{"own":"x","trigger":""},"z":[1.5],"name":"a",'
        b'"recallRecipes":[{"steps":[{"query":"q","tool":"t","more":1}],"own":true}]}],"y":{"b":1,"a":2}}'
    )
    pack = opened(gsk1(text))
    data = write_gsk1(pack)
    assert opened(data) == pack
    assert len(data) == 32 + len(text)
    assert gsk1(text)[32:] != PUBLIC_KEY
    changed = replace(pack, skills=(replace(pack.skills[0], recipes=()),))
    assert opened(write_gsk1(changed)).skills[0].recipes == ()


def test_a_file_is_read_no_further_than_the_largest_pack(tmp_path: Path) -> None:
    path = tmp_path / "huge.gsk"
    with path.open("wb") as file:
        file.truncate(limits.NATIVE_BYTES + 1)
    with pytest.raises(TooLarge):
        read_file(path)
    for missing in (tmp_path, tmp_path / "nothing.gsk"):
        with pytest.raises(PackError) as caught:
            read_file(missing)
        assert caught.value.hint


def attempts(data: bytes) -> Iterator[Pack]:
    try:
        yield opened(data)
    except AppError as error:
        assert str(error)
        assert error.hint


@given(st.binary(max_size=300), st.sampled_from([b"", b"GSK1", b"GSK2", b"GSK\x01"]))
def test_any_bytes_give_a_sentence(data: bytes, magic: bytes) -> None:
    assert not list(attempts(magic + data))


SAMPLES = [make() for make in FILES.values()]


@given(st.sampled_from(SAMPLES), st.data())
def test_any_mutation_gives_a_sentence(good: bytes, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(good)))
    end = data.draw(st.integers(start, min(len(good), start + 20)))
    changed = good[:start] + data.draw(st.binary(max_size=20)) + good[end:]
    if changed != good:
        assert not list(attempts(changed))


_KEYS = st.sampled_from(
    [
        "name",
        "skills",
        "goals",
        "text",
        "recallRecipes",
        "steps",
        "query",
        "tags",
        "xTechne",
        "xPublisher",
        "signature",
        "extra",
        "attachments",
        "history",
        "publisher",
        "encryption",
        "mode",
        "kdf",
        "format",
        "id",
    ]
)
_ANY: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=6),
)


@given(st.dictionaries(_KEYS, _ANY, max_size=8))
def test_any_json_gives_a_sentence_or_a_pack(value: dict[str, Json]) -> None:
    text = json.dumps(value).encode()
    list(attempts(gsk1(text)))
    list(attempts(gsk2(0, text)))
    list(attempts(sealed(text, b"{}")))
    list(attempts(sealed(canonical(manifest(text)), text)))
