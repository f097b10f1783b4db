"""Where one sentence ends and the next begins."""

import re

_END = re.compile(r"(?<=[.!?])\s+(?=[^\W\d_])|(?<=[。！？])\s*")
_LATIN_END = re.compile(r"(?<=[.!?])\s+(?=[A-ZÁÉÍÓÚÀÂÊÔÛÄÖÜÃÕ])")
_SHORT = frozenset(
    ["etc", "eg", "ie", "vs", "no", "dr", "mr", "mrs", "ms", "inc", "ltd", "co", "fig", "cf", "al"]
)


def sentences(text: str, *, compatible: bool = False) -> tuple[str, ...]:
    """The sentences of a text; an abbreviation or a number before the full stop ends none.

    A sentence begins with a capital letter of any script that has capitals, or any letter of one
    that has none. `compatible` knows only the capitals the reference implementation knows.
    """
    pieces = (_LATIN_END if compatible else _END).split(text.strip())
    joined: list[list[str]] = []
    for piece in filter(None, pieces):
        begins = compatible or not piece[0].islower()
        if joined and (not begins or _ends_in_abbreviation(joined[-1][-1])):
            joined[-1].append(piece)
        else:
            joined.append([piece])
    return tuple(map(" ".join, joined))


def _ends_in_abbreviation(sentence: str) -> bool:
    last = sentence.rsplit(None, 1)[-1].rstrip(".!?").lstrip("([\"'")
    return last.replace(".", "").lower() in _SHORT or any(c.isdigit() for c in last)
