"""The vault's data key and the ways to unwrap it.

A random 256-bit data key encrypts the vault. The key file beside the vault holds that key twice,
wrapped with AES-256-GCM: under the passphrase (Argon2id) and under the recovery key (HKDF, for a
recovery key is 152 random bits already). Changing the passphrase rewrites only its wrapping.
"""

import base64
import hashlib
import json
import secrets
import unicodedata
import uuid
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from app.core.store.errors import DamagedVault, NoPermission, NoVault, WrongKey, WrongKeyFile
from app.core.store.files import Home, replace_file
from app.core.words import _

# Argon2id as RFC 9106 recommends it where 2 GiB are too much: 64 MiB, 3 passes, 4 lanes.
MEMORY_KIB = 64 * 1024
ITERATIONS = 3
LANES = 4
# A damaged key file must not ask for all of the memory, or for hours.
_MOST_MEMORY_KIB = 1024 * 1024
_MOST_ITERATIONS = 16
_MOST_LANES = 16
_MOST_BYTES = 64 * 1024
_SALT_BYTES, _NONCE_BYTES, _KEY_BYTES, _TAG_BYTES = 16, 12, 32, 16

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32
_LOOK_ALIKES = str.maketrans({"O": "0", "I": "1", "L": "1", "U": "V"})


@dataclass(frozen=True, slots=True)
class Slot:
    """The data key, wrapped once."""

    salt: bytes
    nonce: bytes
    wrapped: bytes
    memory_kib: int = 0
    iterations: int = 0
    lanes: int = 0


@dataclass(frozen=True, slots=True)
class KeyFile:
    """The content of `vault.keys`."""

    vault_id: str
    passphrase: Slot
    recovery: Slot

    def with_passphrase(self, passphrase: str) -> bytes:
        """The data key; raises `WrongKey`."""
        key = _stretch(passphrase, self.passphrase)
        return _unwrap(key, self.passphrase, self._context("passphrase"), _wrong_passphrase())

    def with_recovery_key(self, recovery_key: str) -> bytes:
        """The data key; raises `WrongKey`, also for a key with a typing mistake."""
        key = _expand(read_recovery_key(recovery_key), self.recovery.salt)
        return _unwrap(key, self.recovery, self._context("recovery"), _wrong_recovery_key())

    def rewrapped(self, data_key: bytes, passphrase: str) -> "KeyFile":
        """The same vault under another passphrase."""
        return replace(self, passphrase=_by_passphrase(data_key, passphrase, self.vault_id))

    def same_vault(self, other: "KeyFile") -> bool:
        """Whether both hold the data key of one vault: a new passphrase leaves the rest alone."""
        return (self.vault_id, self.recovery) == (other.vault_id, other.recovery)

    def _context(self, kind: str) -> bytes:
        return _context(self.vault_id, kind)


def new_recovery_key() -> str:
    """A recovery key for a vault that does not exist yet, so that it can be printed first."""
    return write_recovery_key(secrets.token_bytes(19))


def create(passphrase: str, recovery_key: str | None = None) -> tuple[KeyFile, bytes, str]:
    """A key file for a new vault, its data key, and the recovery key to print."""
    vault_id, data_key = str(uuid.uuid4()), secrets.token_bytes(_KEY_BYTES)
    secret = read_recovery_key(recovery_key or new_recovery_key())
    salt, nonce = secrets.token_bytes(_SALT_BYTES), secrets.token_bytes(_NONCE_BYTES)
    wrapped = AESGCM(_expand(secret, salt)).encrypt(nonce, data_key, _context(vault_id, "recovery"))
    keys = KeyFile(
        vault_id, _by_passphrase(data_key, passphrase, vault_id), Slot(salt, nonce, wrapped)
    )
    return keys, data_key, write_recovery_key(secret)


def write_recovery_key(secret: bytes) -> str:
    """19 bytes and a check byte as eight groups of four: `KRVT-94QH 7M2P-XC5D …`."""
    number = int.from_bytes(secret + hashlib.sha256(secret).digest()[:1], "big")
    letters = "".join(_ALPHABET[number >> shift & 31] for shift in range(155, -5, -5))
    pairs = [f"{letters[n : n + 4]}-{letters[n + 4 : n + 8]}" for n in range(0, 32, 8)]
    return " ".join(pairs)


def read_recovery_key(written: str) -> bytes:
    """The 19 bytes of a recovery key however it was typed; raises `WrongKey`."""
    plain = "".join(written.upper().split()).replace("-", "").translate(_LOOK_ALIKES)
    if len(plain) != 32 or not set(plain) <= set(_ALPHABET):
        raise _wrong_recovery_key()
    number = 0
    for letter in plain:
        number = number << 5 | _ALPHABET.index(letter)
    secret, check = (raw := number.to_bytes(20, "big"))[:19], raw[19:]
    if hashlib.sha256(secret).digest()[:1] != check:
        raise _wrong_recovery_key()
    return secret


def load(path: Path) -> KeyFile:
    """Read the key file; raises `NoVault`, `NoPermission`, `WrongKeyFile` or `DamagedVault`."""
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except PermissionError as error:
        raise NoPermission(
            _("You do not have permission to read the vault's key file."),
            _("Check that you own the vault's folder."),
        ) from error
    except (FileNotFoundError, NotADirectoryError) as error:
        if Home(path.parent).database.exists():
            raise WrongKeyFile(
                _("The vault's key file `vault.keys` is missing."),
                _("Copy it back from the newest folder under `backups`, or restore a backup."),
            ) from error
        raise NoVault(
            _("There is no vault in this folder yet."),
            _("Create one first, or choose the folder with your vault."),
        ) from error
    try:
        if len(content) > _MOST_BYTES:
            raise ValueError("too large")
        stored = json.loads(content)
        if stored["format"] != 1:
            raise ValueError("unknown format")
        return KeyFile(str(stored["vault"]), _slot(stored["passphrase"]), _slot(stored["recovery"]))
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise DamagedVault(
            _("The vault's key file is damaged."),
            _("Copy `vault.keys` back from the newest folder under `backups`."),
        ) from error


def store(path: Path, keys: KeyFile) -> None:
    """Write the key file whole, readable by its owner only."""
    content = {
        "format": 1,
        "vault": keys.vault_id,
        "passphrase": _fields(keys.passphrase),
        "recovery": _fields(keys.recovery),
    }
    replace_file(path, json.dumps(content, indent=2).encode())


def _by_passphrase(data_key: bytes, passphrase: str, vault_id: str) -> Slot:
    salt, nonce = secrets.token_bytes(_SALT_BYTES), secrets.token_bytes(_NONCE_BYTES)
    slot = Slot(salt, nonce, b"", MEMORY_KIB, ITERATIONS, LANES)
    key = _stretch(passphrase, slot)
    wrapped = AESGCM(key).encrypt(slot.nonce, data_key, _context(vault_id, "passphrase"))
    return replace(slot, wrapped=wrapped)


def _stretch(passphrase: str, slot: Slot) -> bytes:
    """Argon2id of the passphrase composed as NFC: keyboards differ in how they write an ü."""
    if not (
        1 <= slot.lanes <= _MOST_LANES
        and 8 * slot.lanes <= slot.memory_kib <= _MOST_MEMORY_KIB
        and 1 <= slot.iterations <= _MOST_ITERATIONS
    ):
        raise DamagedVault(
            _("The vault's key file asks for an unreasonable amount of work."),
            _("Copy `vault.keys` back from the newest folder under `backups`."),
        )
    function = Argon2id(
        salt=slot.salt,
        length=_KEY_BYTES,
        iterations=slot.iterations,
        lanes=slot.lanes,
        memory_cost=slot.memory_kib,
    )
    composed = unicodedata.normalize("NFC", passphrase)
    return function.derive(composed.encode("utf-8", "surrogatepass"))


def _expand(secret: bytes, salt: bytes) -> bytes:
    # Not stretched like a passphrase: nobody tries 152 random bits.
    return HKDF(SHA256(), length=32, salt=salt, info=b"techne-recovery-1").derive(secret)


def _context(vault_id: str, kind: str) -> bytes:
    return f"techne-vault-key-1/{vault_id}/{kind}".encode()


def _unwrap(key: bytes, slot: Slot, context: bytes, otherwise: WrongKey) -> bytes:
    try:
        return AESGCM(key).decrypt(slot.nonce, slot.wrapped, context)
    except (InvalidTag, ValueError) as error:
        raise otherwise from error


def _slot(stored: dict[str, Any]) -> Slot:
    salt, nonce, wrapped = (
        base64.b64decode(stored[name], validate=True) for name in ("salt", "nonce", "wrapped")
    )
    if (len(salt), len(nonce), len(wrapped)) != (
        _SALT_BYTES,
        _NONCE_BYTES,
        _KEY_BYTES + _TAG_BYTES,
    ):
        raise ValueError("a part has the wrong length")
    return Slot(
        salt=salt,
        nonce=nonce,
        wrapped=wrapped,
        memory_kib=int(stored.get("memory_kib", 0)),
        iterations=int(stored.get("iterations", 0)),
        lanes=int(stored.get("lanes", 0)),
    )


def _fields(slot: Slot) -> dict[str, object]:
    encoded: dict[str, object] = {
        name: base64.b64encode(getattr(slot, name)).decode()
        for name in ("salt", "nonce", "wrapped")
    }
    if slot.memory_kib:
        encoded |= {
            "kdf": "argon2id",
            "memory_kib": slot.memory_kib,
            "iterations": slot.iterations,
            "lanes": slot.lanes,
        }
    else:
        encoded["kdf"] = "hkdf-sha256"
    return encoded


def _wrong_passphrase() -> WrongKey:
    return WrongKey(
        _("That passphrase does not open this vault."),
        _("Check the keyboard layout and Caps Lock, or use the recovery key."),
    )


def _wrong_recovery_key() -> WrongKey:
    return WrongKey(
        _("That recovery key does not open this vault."),
        _("It has eight groups of four letters and digits; check each group."),
    )
