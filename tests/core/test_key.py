"""The key file and its two ways in, byte by byte: what is in a folder today opens for good."""

import base64
import hashlib
import json
import secrets
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.store import key as keys
from app.core.store.errors import DamagedVault, NoPermission, NoVault, WrongKey, WrongKeyFile
from app.core.store.key import KeyFile, Slot

KEPT = {
    "format": 1,
    "vault": "6d0e4f6a-0c1c-4f50-9a43-1a0f4f2f7c11",
    "passphrase": {
        "salt": "BQUFBQUFBQUFBQUFBQUFBQ==",
        "nonce": "BgYGBgYGBgYGBgYG",
        "wrapped": "YKD2mcIAGgvo5lxFoqMWisXLpe8BnPbZpAzGy28ZNg6Mkp8dfaTB/cHYf3DHKqok",
        "kdf": "argon2id",
        "memory_kib": 64,
        "iterations": 1,
        "lanes": 2,
    },
    "recovery": {
        "salt": "AwMDAwMDAwMDAwMDAwMDAw==",
        "nonce": "BAQEBAQEBAQEBAQE",
        "wrapped": "xKuUXUGI6byPspU8qsgCVY1fDAtUR3C4MjjArN6DUXoMd3ITDulqzO0o/bi7QZYE",
        "kdf": "hkdf-sha256",
    },
}
"""Made once, with little work for the passphrase."""
DATA_KEY = bytes([1]) * 32
PASSPHRASE, RECOVERY_KEY = "Frühstück", "0810-40G2 0810-40G2 0810-40G2 0810-40MN"


@pytest.fixture
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """New passphrases are stretched as little as Argon2 allows."""
    for name, value in (("MEMORY_KIB", 8), ("ITERATIONS", 1), ("LANES", 1)):
        monkeypatch.setattr(keys, name, value)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "vault.keys"


@pytest.fixture
def kept(path: Path) -> KeyFile:
    path.write_text(json.dumps(KEPT), encoding="utf-8")
    return keys.load(path)


def test_a_key_file_of_today_opens_for_good(kept: KeyFile) -> None:
    assert kept.with_passphrase(PASSPHRASE) == DATA_KEY
    assert kept.with_recovery_key(RECOVERY_KEY) == DATA_KEY
    slot = kept.recovery
    assert (slot.memory_kib, slot.iterations, slot.lanes) == (0, 0, 0)


def test_what_is_stored_is_what_was_read(kept: KeyFile, path: Path) -> None:
    path.unlink()
    keys.store(path, kept)
    assert json.loads(path.read_bytes()) == KEPT
    assert keys.load(path) == kept


def test_new_passphrases_are_stretched_as_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    class Remembering:
        def __init__(self, **settings: Any) -> None:
            asked.append(settings)

        def derive(self, passphrase: bytes) -> bytes:
            return hashlib.sha256(passphrase).digest()

    monkeypatch.setattr(keys, "Argon2id", Remembering)
    made, _key, _recovery = keys.create("x")
    cost = {"memory_cost": 64 * 1024, "iterations": 3, "lanes": 4, "length": 32}
    assert asked == [{"salt": made.passphrase.salt, **cost}]
    slot = made.passphrase
    assert (slot.memory_kib, slot.iterations, slot.lanes) == (64 * 1024, 3, 4)


@pytest.mark.usefixtures("cheap")
def test_nothing_is_used_twice() -> None:
    """Two vaults with one passphrase have nothing in common but how they are made."""
    one, first, key = keys.create("same")
    other, second, _key = keys.create("same", key)
    parts = [
        part
        for made in (one, other)
        for slot in (made.passphrase, made.recovery)
        for part in (slot.salt, slot.nonce, slot.wrapped)
    ]
    assert len({first, second, one.vault_id, other.vault_id, *parts}) == 4 + 12
    assert [len(part) for part in parts] == [16, 12, 48] * 4
    assert len(first) == 32
    assert other.with_recovery_key(key) == second == other.with_passphrase("same")


@pytest.mark.usefixtures("cheap")
def test_a_printed_recovery_key_is_the_one_of_the_vault() -> None:
    printed = keys.new_recovery_key()
    made, data_key, told = keys.create("x", printed.lower().replace(" ", "\n"))
    assert told == printed
    assert made.with_recovery_key(printed) == data_key
    assert keys.new_recovery_key() != printed


@pytest.mark.usefixtures("cheap")
def test_a_new_passphrase_leaves_the_recovery_key(kept: KeyFile) -> None:
    now = kept.rewrapped(DATA_KEY, "another")
    assert now.with_passphrase("another") == DATA_KEY
    assert (now.vault_id, now.recovery) == (kept.vault_id, kept.recovery)
    assert now.passphrase.salt != kept.passphrase.salt
    with pytest.raises(WrongKey, match="passphrase does not open"):
        now.with_passphrase(PASSPHRASE)


def test_slots_belong_to_one_vault(kept: KeyFile) -> None:
    """Nobody can put the slots of another vault in their place."""
    elsewhere = replace(kept, vault_id="6d0e4f6a-0c1c-4f50-9a43-1a0f4f2f7c12")
    with pytest.raises(WrongKey):
        elsewhere.with_passphrase(PASSPHRASE)
    with pytest.raises(WrongKey):
        elsewhere.with_recovery_key(RECOVERY_KEY)


@pytest.mark.parametrize("part", ["salt", "nonce", "wrapped"])
@pytest.mark.parametrize("slot", ["passphrase", "recovery"])
def test_a_changed_byte_opens_nothing(kept: KeyFile, slot: str, part: str) -> None:
    found: Slot = getattr(kept, slot)
    value: bytes = getattr(found, part)
    changed = replace(found, **{part: value[:-1] + bytes([value[-1] ^ 1])})  # type: ignore[arg-type]
    other = replace(kept, **{slot: changed})  # type: ignore[arg-type]
    with pytest.raises(WrongKey):
        if slot == "passphrase":
            other.with_passphrase(PASSPHRASE)
        else:
            other.with_recovery_key(RECOVERY_KEY)


def test_half_a_character_is_a_passphrase_too(kept: KeyFile) -> None:
    with pytest.raises(WrongKey):
        kept.with_passphrase("\ud800")


LEAST = {"memory_kib": 32, "iterations": 1, "lanes": 4}


@pytest.mark.parametrize(
    "asked",
    [{}, {"memory_kib": 1024 * 1024}, {"iterations": 16}, {"lanes": 16, "memory_kib": 128},
     {"lanes": 1, "memory_kib": 8}],
)  # fmt: skip
def test_work_within_reason_is_done(
    kept: KeyFile, asked: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[dict[str, Any]] = []

    class Remembering:
        def __init__(self, **settings: Any) -> None:
            done.append(settings)

        def derive(self, passphrase: bytes) -> bytes:
            return bytes(32)

    monkeypatch.setattr(keys, "Argon2id", Remembering)
    wanted = {**LEAST, **asked}
    slot = replace(kept.passphrase, **wanted)  # type: ignore[arg-type]
    with pytest.raises(WrongKey):
        replace(kept, passphrase=slot).with_passphrase(PASSPHRASE)
    (settings,) = done
    assert settings["memory_cost"] == wanted["memory_kib"]
    assert (settings["iterations"], settings["lanes"]) == (wanted["iterations"], wanted["lanes"])


@pytest.mark.parametrize(
    "asked",
    [{"memory_kib": 1024 * 1024 + 1}, {"memory_kib": 31}, {"iterations": 17}, {"iterations": 0},
     {"lanes": 0}, {"lanes": -1}, {"lanes": 17, "memory_kib": 17 * 8}],
)  # fmt: skip
def test_work_beyond_reason_is_refused(
    kept: KeyFile, asked: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(keys, "Argon2id")
    slot = replace(kept.passphrase, **LEAST | asked)  # type: ignore[arg-type]
    with pytest.raises(DamagedVault, match="unreasonable") as caught:
        replace(kept, passphrase=slot).with_passphrase(PASSPHRASE)
    assert caught.value.hint


# How a recovery key is written


def test_a_recovery_key_is_base_32_of_the_secret_and_a_check_byte() -> None:
    assert keys.write_recovery_key(bytes(range(19))) == "000G-40R4 0M30-E209 185G-R38E 1W81-24JZ"
    assert keys.write_recovery_key(b"\xff" * 19) == "ZZZZ-ZZZZ ZZZZ-ZZZZ ZZZZ-ZZZZ ZZZZ-ZZWZ"


@given(st.binary(min_size=19, max_size=19))
def test_it_is_crockfords_alphabet(secret: bytes) -> None:
    checked = base64.b32encode(secret + hashlib.sha256(secret).digest()[:1]).decode()
    rfc, ours = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    written = keys.write_recovery_key(secret)
    assert written.replace(" ", "").replace("-", "") == checked.translate(str.maketrans(rfc, ours))
    assert [len(group) for pair in written.split(" ") for group in pair.split("-")] == [4] * 8


@pytest.mark.parametrize(
    "typed",
    [
        "000g40r40m30e209185gr38e1w8124jz",
        "OOOG-4OR4 OM3O-EZO9 l85G-R38E IW8i-24JZ".replace("EZO9", "E2O9"),
        " 000G-40R4\t0M30-E209\n185G-R38E--1W81-24JZ ",
        "000G 40R4 0M30 E209 185G R38E 1W81 24JZ",
    ],
)
def test_it_is_read_however_it_is_typed(typed: str) -> None:
    assert keys.read_recovery_key(typed) == bytes(range(19))


def test_a_u_is_read_as_the_v_it_looks_like() -> None:
    secret = next(s for s in iter(lambda: secrets.token_bytes(19), None)
                  if "V" in keys.write_recovery_key(s))  # fmt: skip
    assert keys.read_recovery_key(keys.write_recovery_key(secret).replace("V", "u")) == secret


@pytest.mark.parametrize(
    "typed",
    [
        "000G-40R4 0M30-E209 185G-R38E 1W81-24J",
        "000G-40R4 0M30-E209 185G-R38E 1W81-24JZZ",
        "000G-40R4 0M30-E209 185G-R38E 1W81-24J!",
        "000G-40R4 0M30-E209 185G-R38E 1W81-24JY",
        "100G-40R4 0M30-E209 185G-R38E 1W81-24JZ",
        "",
    ],
    ids=["short", "long", "sign", "check", "secret", "empty"],
)
def test_a_mistake_in_it_is_said(typed: str) -> None:
    with pytest.raises(WrongKey, match="recovery key does not open") as caught:
        keys.read_recovery_key(typed)
    assert caught.value.hint


# What is in the file


def changed(change: Callable[[dict[str, Any]], object]) -> bytes:
    stored = json.loads(json.dumps(KEPT))
    change(stored)
    return json.dumps(stored).encode()


BROKEN: dict[str, bytes] = {
    "nothing": b"",
    "another format": changed(lambda f: f.update(format=2)),
    "no format": changed(lambda f: f.pop("format")),
    "no vault": changed(lambda f: f.pop("vault")),
    "no passphrase": changed(lambda f: f.pop("passphrase")),
    "no recovery": changed(lambda f: f.pop("recovery")),
    "a list": b"[]",
    "a list for a slot": changed(lambda f: f.update(recovery=[])),
    "no base 64": changed(lambda f: f["recovery"].update(salt="AwMD*AwMDAwMDAwMDAwMDAw==")),
    "short salt": changed(lambda f: f["recovery"].update(salt="AwMDAwMDAwMDAwMDAwMD")),
    "short nonce": changed(lambda f: f["recovery"].update(nonce="BAQEBAQEBAQEBAQ=")),
    "short key": changed(lambda f: f["recovery"].update(wrapped="xKuUXUGI6byPspU8qsgC")),
    "a word for work": changed(lambda f: f["passphrase"].update(lanes="two")),
    "endless": changed(lambda f: f["passphrase"].update(lanes=float("inf"))),
    "nested": b"[" * 60_000,
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_file_is_said_to_be_so(path: Path, case: str) -> None:
    path.write_bytes(BROKEN[case])
    with pytest.raises(DamagedVault, match="key file is damaged") as caught:
        keys.load(path)
    assert "backups" in caught.value.hint


def test_a_file_is_read_up_to_a_limit(path: Path) -> None:
    whole = json.dumps(KEPT).encode().ljust(64 * 1024)
    path.write_bytes(whole)
    assert keys.load(path).vault_id == KEPT["vault"]
    path.write_bytes(whole + b" ")
    with pytest.raises(DamagedVault):
        keys.load(path)


def test_no_file_is_no_vault(path: Path) -> None:
    with pytest.raises(NoVault, match="no vault in this folder") as caught:
        keys.load(path)
    assert "Create one first" in caught.value.hint
    path.write_bytes(b"")
    with pytest.raises(NoVault):
        keys.load(path / "vault.keys")


def test_a_key_file_that_is_gone_from_its_vault_is_said_to_be_so(path: Path) -> None:
    path.with_name("vault.db").touch()
    with pytest.raises(WrongKeyFile, match="is missing") as caught:
        keys.load(path)
    assert "backups" in caught.value.hint


@pytest.mark.usefixtures("cheap")
def test_a_key_file_is_known_by_its_vault_and_its_recovery_key(kept: KeyFile) -> None:
    assert kept.same_vault(kept.rewrapped(DATA_KEY, "another"))
    other, _key, _recovery = keys.create("x")
    assert not kept.same_vault(other)
    assert not kept.same_vault(replace(kept, vault_id=other.vault_id))
    assert not kept.same_vault(replace(kept, recovery=other.recovery))


def test_a_file_that_may_not_be_read_is_said_to_be_so(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object, **_more: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(NoPermission, match="do not have permission to read") as caught:
        keys.load(path)
    assert caught.value.hint
