"""Text that is read from right to left, among text that is read from left to right.

Public names: `begins_right`, `is_read_right`, `isolated`. By the Unicode bidirectional algorithm
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
_PARTS = re.compile('([“”„«»"\\n→]| · |  )')
"""What parts one name from another in the sentences of the window."""


def begins_right(text: str) -> bool:
    """Whether a text is read from right to left, by its first letter that says so."""
    return next(_sides(text), "L") != "L"


def is_read_right(text: str) -> bool:
    """Whether a text is written in such a script, and is no sentence that begins with a name."""
    if _RIGHT.search(text) is None or " · " in text or not begins_right(text):
        return False
    sides = list(_sides(text))
    return 2 * sides.count("L") <= len(sides)


def isolated(text: str) -> str:
    """With marks around every name that is read from right to left; to be shown, never kept."""
    if _RIGHT.search(text) is None:
        return text
    if is_read_right(text):
        return f"{ISOLATE}{text}{END}"
    return "".join(map(_marked, _PARTS.split(text)))


def _marked(part: str) -> str:
    """A name with marks around it, and in a sentence around each stretch of such letters."""
    if any(side == "L" for side in _sides(part)):
        return _RUN.sub(lambda run: f"{ISOLATE}{run[0]}{END}", part)
    name = part.strip()
    return part.replace(name, f"{ISOLATE}{name}{END}") if _RIGHT.search(name) else part


def _sides(text: str) -> Iterator[str]:
    """`L`, `R` or `AL` for each letter that has a side."""
    return (side for letter in text if (side := bidirectional(letter)) in ("L", "R", "AL"))
