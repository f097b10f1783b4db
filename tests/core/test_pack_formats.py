"""What is written is what is read, in every format and by everybody it is meant for."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings

from app.core.packs.format import cost, limits, locks
from app.core.packs.format.canonical import canonical
from app.core.packs.format.contents import Format, Json, Mode, Pack, PackedSkill
from app.core.packs.format.legacy import write_gsk1, write_gsk2
from app.core.packs.format.legacy_payload import write_payload
from app.core.packs.format.locks import Open, Passphrase, Recipients, Wish
from app.core.packs.format.native import MAGIC, inspect_native, write_native
from app.core.packs.format.problems import (
    Malformed,
    PassphraseNeeded,
    TooLarge,
    Truncated,
    WrongKey,
    WrongPassphrase,
)
from app.core.packs.format.read import inspect, unlock
from app.core.packs.format.signing import succeed
from app.core.progress import Silent
from tests.packs.samples import (
    ADA,
    BOB,
    CHEAP,
    EVERYTHING,
    FOR_BOB,
    PASSPHRASE,
    WATER_THE_PLANTS,
    WISHES,
    opened,
    packs,
)

MODES = {Open: Mode.OPEN, Passphrase: Mode.PASSPHRASE, Recipients: Mode.RECIPIENTS}


@pytest.mark.parametrize("wish", WISHES)
def test_everything_comes_back(wish: Wish) -> None:
    for data in (
        write_native(EVERYTHING, ADA, wish),
        write_native(EVERYTHING, ADA, wish, hide_names=True),
        write_gsk2(EVERYTHING, ADA, wish),
        write_gsk2(EVERYTHING, None, wish),
    ):
        pack = opened(data)
        assert pack == EVERYTHING
        assert pack.mode is MODES[type(wish)]
    assert opened(write_gsk1(EVERYTHING)) == EVERYTHING


@given(packs())
@settings(max_examples=60)
def test_any_pack_comes_back(pack: Pack) -> None:
    for wish in WISHES:
        assert opened(write_native(pack, ADA, wish)) == pack
        assert opened(write_gsk2(pack, ADA, wish)) == pack
    assert opened(write_native(pack, ADA, hide_names=True)) == pack
    assert opened(write_gsk1(pack, ADA)) == pack
    assert opened(write_gsk1(pack)) == pack


@given(packs())
@settings(max_examples=60)
def test_an_older_pack_is_written_back_byte_for_byte(pack: Pack) -> None:
    for identity in (ADA, None):
        data = write_payload(pack, identity)
        read = opened(write_gsk1(pack, identity))
        if identity is None:
            assert write_payload(read, None) == data
        again = write_payload(read, None)
        assert write_payload(opened(write_gsk1(read)), None) == again


def test_the_signer_is_known_before_anything_is_opened() -> None:
    envelope = inspect(write_native(EVERYTHING, ADA, CHEAP))
    assert envelope.signer is not None
    assert (envelope.signer.key, envelope.signer.name) == (ADA.key, "Ada")
    assert envelope.needs_passphrase
    assert envelope.manifest is not None
    assert [skill.name for skill in envelope.manifest.skills] == ["Water the plants 🌱", "Empty"]
    assert envelope.manifest.sequence == 7


def test_hidden_names_are_nowhere_in_clear() -> None:
    data = write_native(EVERYTHING, ADA, CHEAP, hide_names=True)
    assert b"Water" not in data
    assert "Дом".encode() not in data
    manifest = inspect(data).manifest
    assert manifest is not None
    assert manifest.name == ""
    assert [skill.name for skill in manifest.skills] == ["", ""]


def test_nothing_of_the_text_is_in_the_file() -> None:
    for data in (write_native(EVERYTHING, ADA), write_gsk1(EVERYTHING), write_gsk2(EVERYTHING)):
        assert b"Fill the can" not in data


def test_two_files_of_one_pack_share_no_key_and_no_nonce() -> None:
    one, other = (inspect(write_native(EVERYTHING, ADA)) for _i in range(2))
    assert one.nonce != other.nonce
    assert one.lock != other.lock


@pytest.mark.parametrize("passphrase", ["", "wrong", PASSPHRASE + " "])
def test_a_wrong_passphrase_is_said_to_be_one(passphrase: str) -> None:
    for data in (write_native(EVERYTHING, ADA, CHEAP), write_gsk2(EVERYTHING, ADA, CHEAP)):
        with pytest.raises(WrongPassphrase):
            opened(data, passphrase=passphrase)
        with pytest.raises(PassphraseNeeded):
            opened(data, passphrase=None)


def test_a_passphrase_may_be_typed_on_any_keyboard() -> None:
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    data = write_native(EVERYTHING, ADA, replace(CHEAP, text=composed))
    assert opened(data, passphrase=decomposed) == EVERYTHING


def test_every_recipient_opens_it_and_nobody_else() -> None:
    for data in (write_native(EVERYTHING, ADA, FOR_BOB), write_gsk2(EVERYTHING, ADA, FOR_BOB)):
        assert inspect(data).needs_key
        for reader in (ADA, BOB):
            assert opened(data, recipient_key=reader.recipient_key) == EVERYTHING
        for key in (None, bytes(32), b"\x11" * 32, b"short"):
            with pytest.raises(WrongKey):
                opened(data, recipient_key=key)


def test_impossible_recipients_are_refused() -> None:
    for write in (write_native, write_gsk2):
        for key in (bytes(32), b"short"):
            with pytest.raises(WrongKey):
                write(EVERYTHING, ADA, Recipients((key,)))
        for keys in ((), (FOR_BOB.keys[0],) * 1001):
            with pytest.raises(TooLarge):
                write(EVERYTHING, ADA, Recipients(keys))
        with pytest.raises(WrongPassphrase):
            write(EVERYTHING, ADA, replace(CHEAP, text=""))


def test_the_usual_passphrase_costs_what_it_should() -> None:
    usual = Passphrase("x")
    assert (usual.memory, usual.passes, usual.lanes) == (64 * 1024 * 1024, 3, 4)
    assert opened(write_native(EVERYTHING, ADA, usual), passphrase="x") == EVERYTHING


@pytest.mark.parametrize(
    ("memory", "passes", "said"),
    [
        (64, 3, "less than a second and 64 MB"),
        (256, 2, "about 1 second and 256 MB"),
        (256, 8, "about 4 seconds and 256 MB"),
    ],
)
def test_what_a_passphrase_costs_is_told_in_time_and_memory(
    monkeypatch: pytest.MonkeyPatch, memory: int, passes: int, said: str
) -> None:
    monkeypatch.setattr(cost, "_seconds_for_a_mebibyte", lambda: 0.002)
    size = memory * limits.MEBI
    for lock in (
        locks.PassphraseLock(bytes(16), size, passes, 4, bytes(12), bytes(48)),
        locks.SodiumPassphraseLock(bytes(16), passes, size),
    ):
        assert cost.cost(lock) == f"Trying a passphrase takes {said} of memory."


def test_opening_can_be_stopped() -> None:
    class Stopped(Silent):
        cancelled = True

    envelope = inspect(write_native(EVERYTHING, ADA, CHEAP))
    with pytest.raises(Exception, match="Stopped"):
        unlock(envelope, passphrase=PASSPHRASE, progress=Stopped())


def test_a_new_key_is_introduced_by_the_old_one() -> None:
    statement = succeed(BOB, ADA.key, "2030-01-01T00:00:00Z")
    envelope = inspect(write_native(EVERYTHING, ADA, succession=(statement,)))
    assert envelope.signer is not None
    assert envelope.signer.succession == (statement,)


def test_ours_travels_where_other_readers_do_not_look() -> None:
    value = json.loads(write_payload(EVERYTHING, ADA))
    assert list(value) == [
        *("id", "displayName", "description", "version", "author", "kind", "tierRequired"),
        *("skills", "graphnosisMd", "formatVersion", "signature", "xTechne", "xPublisher", "shelf"),
    ]
    assert value["signature"] == ""
    assert value["xPublisher"]["covers"] == "json-without-signatures"
    skill = value["skills"][0]
    assert skill["xTechne"]["text"] == WATER_THE_PLANTS.text
    assert skill["recallRecipes"][0]["steps"][0] == {
        "tool": "recall",
        "query": "watering",
        "onlyEngrams": ["garden", "log"],
        "ifResultsBelow": 3,
    }


def test_the_bytes_of_the_older_formats_are_laid_out_as_they_were() -> None:
    one, two = write_gsk1(EVERYTHING), write_gsk2(EVERYTHING, None, CHEAP)
    assert len(one) == 32 + len(write_payload(EVERYTHING, None))
    assert two[:5] == b"GSK2\x01"
    size = int.from_bytes(two[5:9], "big")
    envelope = json.loads(two[9 : 9 + size])
    assert list(envelope) == ["mode", "kdf", "saltB64", "opslimit", "memlimit"]
    assert write_gsk2(EVERYTHING)[4:24] == b"\x00\x00\x00\x00\x0f" + b'{"mode":"none"}'


@pytest.mark.parametrize("form", list(Format))
def test_what_could_not_be_read_back_is_not_written(form: Format) -> None:
    def write(pack: Pack) -> bytes:
        if form is Format.NATIVE:
            return write_native(pack, ADA)
        return write_gsk1(pack, ADA) if form is Format.GSK1 else write_gsk2(pack, ADA)

    for name in ("", "a\x00b", "a\u202eb", "n" * 201):
        with pytest.raises(Malformed):
            write(replace(EVERYTHING, skills=(PackedSkill(name=name),)))
    with pytest.raises(Malformed):
        write(replace(EVERYTHING, skills=(PackedSkill("Straße"), PackedSkill("STRASSE"))))
    with pytest.raises(TooLarge):
        write(replace(EVERYTHING, skills=(PackedSkill("big", text="x" * (1024 * 1024 + 1)),)))


def test_what_is_cut_off_anywhere_is_said_to_be_incomplete() -> None:
    data = write_native(Pack("garden-1", "Garden", (WATER_THE_PLANTS,)), ADA)
    for size in range(4, len(data)):
        with pytest.raises(Truncated):
            inspect_native(data[:size])


def test_lengths_count_once_they_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pack and its manifest may be as large as the limits say, and no larger."""
    data = write_native(Pack("garden-1", "Garden", (WATER_THE_PLANTS,)), ADA)
    manifest = int.from_bytes(data[4:8], "little")
    for name, exact in (("NATIVE_BYTES", len(data)), ("MANIFEST_BYTES", manifest)):
        with monkeypatch.context() as patch:
            patch.setattr(limits, name, exact)
            assert inspect_native(data).format is Format.NATIVE
            patch.setattr(limits, name, exact - 1)
            with pytest.raises(TooLarge):
                inspect_native(data)
    with pytest.raises(TooLarge):
        inspect_native(MAGIC + b"\xff" * 4)
    with pytest.raises(Truncated):
        inspect_native(MAGIC + b"\xff" * 3)


def test_the_signature_of_a_pack_comes_with_its_signer() -> None:
    data = write_native(Pack("garden-1", "Garden", (WATER_THE_PLANTS,)), ADA)
    start = 8 + int.from_bytes(data[4:8], "little")
    found = inspect_native(data)
    assert found.signer is not None and found.signer.signature == data[start : start + 64]
    assert found.sealed == data[start + 64 :]


def test_canonical_json_has_one_form() -> None:
    value: dict[str, Json] = {"b": 1, "a": ['\u2028é\x7f\x01"\\/', 0.5, None, True], "À": {}}
    text = '{"a":["\u2028é\x7f\\u0001\\"\\\\/",0.5,null,true],"b":1,"À":{}}'
    assert canonical(value) == text.encode()
