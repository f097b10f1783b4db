"""How long a passphrase would withstand guessing, as an estimate in bits."""

import math
import re
import unicodedata
from itertools import pairwise

WEAK = 40
"""Fewer bits than this are guessed by anybody who gets hold of the vault."""
WORD_BITS = math.log2(7776)
"""One word of a diceware list."""
REPEAT_BITS = 1.0
COMMON = ("password", "passphrase", "passwort", "qwerty", "letmein", "welcome", "iloveyou", "admin")
POOLS = ((r"[a-z]", 26), (r"[A-Z]", 26), (r"[0-9]", 10), (r"[ -/:-@\[-`{-~]", 33))


def bits(passphrase: str) -> int:
    """The smaller of two ways to guess it: word by word, or sign by sign.

    Repeated words, runs (`aaa`, `abc`, `321`) and the most common passwords count for little.
    It is a hint for the person who types, not a limit.
    """
    text = unicodedata.normalize("NFKC", passphrase)
    return math.floor(min(_by_words(text), _by_signs(text)))


def _by_words(text: str) -> float:
    """Letters in a row are one word of a list; whatever stands between words is counted apart."""
    total = 0.0
    seen: set[str] = set()
    for word in re.findall(r"[^\W\d_]+|[\d_]+|[^\w\s]+", text):
        folded = word.casefold()
        if folded in seen or folded in COMMON:
            total += REPEAT_BITS
        elif word.isalpha() and len(word) > 2:
            total += WORD_BITS * max(1, len(word) / 8)
        else:
            total += _by_signs(word)
        seen.add(folded)
    return total


def _by_signs(text: str) -> float:
    """The size of the alphabets in use for every sign that does not continue a run."""
    pool = sum(size for pattern, size in POOLS if re.search(pattern, text))
    pool += 100 if any(ord(sign) > 126 for sign in text) else 0
    if not pool:
        return 0.0
    each = math.log2(pool)
    total = each
    for before, sign in pairwise(text):
        total += REPEAT_BITS if abs(ord(sign) - ord(before)) <= 1 else each
    return total
