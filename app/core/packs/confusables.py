"""When two publishers' names look the same to a person, whatever letters they are written with.

Skeletons of Unicode Technical Standard #39, over `resources/unicode/confusables.txt`.
"""

import unicodedata
from functools import cache, lru_cache
from pathlib import Path

_FILE = Path(__file__).resolve().parents[3] / "resources" / "unicode" / "confusables.txt"
_UNSEEN = frozenset(
    chr(point)
    for first, last in (
        (0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x3164, 0x3164),
        (0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0xE0100, 0xE01EF),
    )
    for point in range(first, last + 1)
)  # fmt: skip
"""Letters and marks that show nothing: the Default_Ignorable_Code_Point of Unicode among them."""


def alike(one: str, other: str) -> bool:
    """Whether the names could be taken for each other; one that shows nothing is like no other."""
    return not faces(one).isdisjoint(faces(other))


@lru_cache(maxsize=1024)
def faces(name: str) -> frozenset[str]:
    """The ways a name can be read, without case, accents, gaps, punctuation and what is unseen.

    Several, because a capital looks like other letters than its small form (I and l, not i),
    and because a sign between words is either a sign (“A | B”) or meant as a letter (“|nk”).
    """
    letters = "".join(filter(_counts, name))
    found = {
        _essence(shape(text))
        for text in (name, letters)
        for shape in (_small, _capital, _as_written)
    }
    found.add(_seen(_folded(name)))  # a name of nothing but signs is compared sign by sign
    return frozenset(found - {""})


def skeleton(text: str) -> str:
    """What stands for `text` and everything that looks like it (UTS #39, section 4)."""
    table = _prototypes()
    decomposed = unicodedata.normalize("NFKD", text)
    mapped = "".join(table.get(sign, sign) for sign in decomposed)
    return unicodedata.normalize("NFD", mapped)


def _small(text: str) -> str:
    return skeleton(_folded(text))


def _capital(text: str) -> str:
    return _folded(skeleton(unicodedata.normalize("NFKD", text).upper()))


def _as_written(text: str) -> str:
    return _folded(skeleton(text))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKD", text).casefold()


def _essence(text: str) -> str:
    return "".join(sign for sign in text if _counts(sign) and not unicodedata.combining(sign))


def _counts(sign: str) -> bool:
    """Letters, figures, and the marks without which letters of some scripts say something else."""
    return unicodedata.category(sign)[0] in "LNM" and sign not in _UNSEEN


def _seen(text: str) -> str:
    """All that shows: neither gaps nor control and format characters."""
    return "".join(
        sign for sign in text if unicodedata.category(sign)[0] not in "ZC" and sign not in _UNSEEN
    )


@cache
def _prototypes() -> dict[str, str]:
    """The sign, or signs, that stand for each confusable one."""
    table = {}
    for line in _FILE.read_text(encoding="utf-8-sig").splitlines():
        fields = line.split("#", 1)[0].split(";")
        if len(fields) == 3:
            source, target = (
                "".join(chr(int(point, 16)) for point in field.split()) for field in fields[:2]
            )
            table[source] = target
    return table
