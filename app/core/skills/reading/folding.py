"""Text as prose is compared: small letters without accents, every index kept."""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

_APOSTROPHES = "\u2018\u2019\u201b\u02bc\u0060\u00b4"
_MARK = re.compile("[\u0300-\u036f]")


def _plain_letters() -> dict[str, str]:
    """Single letters for every accented Latin letter, so that folding keeps lengths."""
    table = dict.fromkeys(_APOSTROPHES, "'")
    for code in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00)):
        base = unicodedata.normalize("NFKD", chr(code)).casefold()
        if len(base) > 1 and base[0].isascii():
            table[chr(code)] = base[0]
    return table


_PLAIN = _plain_letters()
_TO_PLAIN = re.compile(f"[{''.join(_PLAIN)}]")


@dataclass(frozen=True, slots=True)
class Folded:
    """`text` folded; `offsets` only exists when combining marks were taken out."""

    text: str
    offsets: Sequence[int] | None = None

    def outer(self, index: int) -> int:
        """Where in the original text `index` of the folded one is."""
        return index if self.offsets is None else self.offsets[index]

    def inner(self, index: int) -> int:
        """Where in the folded text `index` of the original one is."""
        return index if self.offsets is None else bisect_left(self.offsets, index)


def fold(text: str) -> Folded:
    """Small letters, no accents (composed or combining), one kind of apostrophe."""
    if text.isascii():
        return Folded(text.lower())
    low = _TO_PLAIN.sub(lambda letter: _PLAIN[letter[0]], text.replace("\u0130", "i").lower())
    if _MARK.search(low) is None:
        return Folded(low)
    kept = [n for n, c in enumerate(low) if _MARK.match(c) is None]
    return Folded("".join([low[n] for n in kept]), (*kept, len(low)))
