"""Text that is read from right to left, among text that is read from left to right.

Public names: `begins_right`, `has_right`, `is_read_right`, `isolated`, `place_in`, `right_span`,
`ISOLATE`, `END`. By the Unicode bidirectional algorithm
(UAX 9), what stands between two Arabic names would be taken for a part of them, and a full stop
behind one would stand before it; marks around each name keep it to itself.
"""

import re
from collections.abc import Iterator
from unicodedata import bidirectional

ISOLATE, END = "\u2068", "\u2069"
"""First strong isolate, and pop directional isolate."""
_LETTER = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
"""Of a script that is read from right to left."""
_RIGHT = re.compile(_LETTER)
_RUN = re.compile(rf"{_LETTER}(?:[^A-Za-z\u00aa-\u058f\u0900-\ud7ff]*{_LETTER})?")
"""From the first such letter to the last with none of another script between."""
_PLACES = re.compile(r"(\n| · |  )")
"""What parts one thing that is said from another in a line of the window."""
_PARTS = re.compile('([“”„«»"→])')
"""What parts one name from another in its sentences."""


def has_right(text: str) -> bool:
    """Whether there is any letter in a text that is read from right to left."""
    return _RIGHT.search(text) is not None


def right_span(text: str) -> tuple[int, int] | None:
    """From the first letter that is read from right to left to the end of the last."""
    found = list(_RIGHT.finditer(text))
    return (found[0].start(), found[-1].end()) if found else None


def begins_right(text: str) -> bool:
    """Whether a text is read from right to left, by its first letter that says so."""
    return next(_sides(text), "L") != "L"


def is_read_right(text: str) -> bool:
    """Whether a text is written in such a script, and is no sentence that begins with a name."""
    if not has_right(text) or " · " in text or not begins_right(text):
        return False
    sides = list(_sides(text))
    return 2 * sides.count("L") <= len(sides)


def isolated(text: str) -> str:
    """With marks around every name that is read from right to left; to be shown, never kept."""
    if not has_right(text):
        return text
    return "".join(map(_whole_or_parts, _PLACES.split(text)))


def _whole_or_parts(said: str) -> str:
    if is_read_right(said):
        return f"{ISOLATE}{said}{END}"
    return "".join(map(_marked, _PARTS.split(said)))


def place_in(shown: str, start: int, end: int) -> tuple[int, int]:
    """Where a stretch of a text is in the same text `isolated`."""
    places = [at for at, letter in enumerate(shown) if letter not in (ISOLATE, END)]
    return (places[start], places[end - 1] + 1) if start < end <= len(places) else (start, start)


def _marked(part: str) -> str:
    """A name with marks around it, and in a sentence around each stretch of such letters."""
    if any(side == "L" for side in _sides(part)):
        return _RUN.sub(lambda run: f"{ISOLATE}{run[0]}{END}", part)
    name = part.strip()
    return part.replace(name, f"{ISOLATE}{name}{END}") if has_right(name) else part


def _sides(text: str) -> Iterator[str]:
    """`L`, `R` or `AL` for each letter that has a side."""
    return (side for letter in text if (side := bidirectional(letter)) in ("L", "R", "AL"))
