"""The words of a text as they are compared: without case and accents, one space between them."""

import unicodedata

_ALIKE = str.maketrans(
    {
        "ø": "o", "đ": "d", "ł": "l", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th",
        "ð": "d", "ى": "ي", "ة": "ه", "ٱ": "ا", "ـ": "",
    }
)  # fmt: skip
"""Letters that Unicode does not take apart, and that people type without their stroke or dots;
the last is only drawn to make an Arabic word longer."""
_VOICING = "\u3099\u309a"
"""Marks that make another letter of a kana, as no accent does."""
WITHOUT_SPACES = (
    (0x0E00, 0x0EFF),  # Thai and Lao
    (0x1000, 0x109F),  # Burmese
    (0x1780, 0x17FF),  # Khmer
    (0x3005, 0x3007),  # signs that repeat a character, and zero
    (0x3040, 0x30FF),  # kana
    (0x3400, 0x9FFF),  # Chinese characters
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)
"""Scripts that put no spaces between words: each character is one."""
_SIGNS = "+"
"""Punctuation that says something: C++."""


class _Folds(dict[int, str]):
    """What each character becomes, worked out the first time it is met."""

    def __missing__(self, code: int) -> str:
        self[code] = _fold(chr(code))
        return self[code]


_folds = _Folds()


def folded(text: str) -> str:
    """`Ștergere, 2×` is `stergere 2 x`, `测温` is `测 温`; empty for a text without words."""
    return " ".join(text.translate(_folds).split())


def folded_with_places(text: str) -> tuple[str, list[int]]:
    """The same with a space at both ends, and where in `text` each character of it is from."""
    said, places = [" "], [0]
    for place, character in enumerate(text):
        for one in _folds[ord(character)]:
            if one != " " or said[-1] != " ":
                said.append(one)
                places.append(place)
    if said[-1] != " ":
        said.append(" ")
        places.append(len(text))
    return "".join(said), places


def _fold(character: str) -> str:
    taken_apart = unicodedata.normalize("NFKD", character).casefold()
    plain = "".join(
        c
        for c in unicodedata.normalize("NFKD", taken_apart)
        if not unicodedata.combining(c) or c in _VOICING
    )
    plain = unicodedata.normalize("NFC", plain.translate(_ALIKE))
    return "".join(map(_as_word, plain))


def _as_word(character: str) -> str:
    """A letter as it is, a word of its own between spaces, anything else a space or nothing."""
    code, category = ord(character), unicodedata.category(character)
    if category == "Cf":  # joiners and marks of direction
        return ""
    alone = any(first <= code <= last for first, last in WITHOUT_SPACES)
    if alone or category in ("So", "Sc") or character in _SIGNS:
        return f" {character} "
    return character if category[0] in "LNM" else " "
