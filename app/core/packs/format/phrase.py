"""A fingerprint in words, which two people compare sooner than figures. Public name: `phrase`."""

import hashlib
from functools import cache
from pathlib import Path

_FILE = Path(__file__).resolve().parents[4] / "resources" / "words" / "english.txt"
WORDS = 6
"""66 bits: nobody makes keys until one has the words of another."""
_BITS = 11


def phrase(key: bytes) -> str:
    """The first 66 bits of the SHA-256 of a public key, of which 128 are the fingerprint."""
    number = int.from_bytes(hashlib.sha256(key).digest(), "big") >> (256 - WORDS * _BITS)
    places = (number >> _BITS * n & (1 << _BITS) - 1 for n in reversed(range(WORDS)))
    return "-".join(_words()[place] for place in places)


@cache
def _words() -> tuple[str, ...]:
    return tuple(_FILE.read_text(encoding="ascii").split())
