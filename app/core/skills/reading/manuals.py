"""Texts that tell about something below many headings, and not what to do one after the other."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence

from app.core.skills.reading.headings import Head
from app.core.skills.reading.pieces import Piece, Shape

_ENTRY = re.compile(r"(?:\*\*|__|`|[^.!?\r\n`*]{1,40}(?::\s|\s[-–—→]\s))")
"""How an item begins that says of something what it is: `**Alpha** …`, `Dark: …`."""
_FEWEST = 3
"""Headings; a text with fewer is as short as a procedure."""
_LONG = 40
"""Words; a paragraph that has more explains."""


def is_manual(
    text: str, pieces: Sequence[Piece], around: Mapping[int, Head | None],
    heads: Collection[int], may_hold: Callable[[Head | None], bool],
) -> bool:  # fmt: skip
    """Whether at most half of the headings of an unnumbered text are over something to do.

    Over something to do they are where there are more short items and openings below than code,
    tables, entries and explanations. Sections, which are of a kind of their own, do not count.
    """
    if sum(piece.shape is Shape.HEADING and id(piece) in heads for piece in pieces) < _FEWEST:
        return False
    balance: dict[int, int] = {}
    opened: set[int] = set()
    for piece in pieces:
        head = around.get(id(piece))
        if head is None or id(piece) in heads or not may_hold(head):
            continue
        balance.setdefault(id(head), 0)
        balance[id(head)] += _weight(text, piece, is_first=id(head) not in opened)
        if piece.shape is Shape.PARAGRAPH:
            opened.add(id(head))
    doing = sum(weight > 0 for weight in balance.values())
    return doing * 2 <= len(balance)


def _weight(text: str, piece: Piece, is_first: bool) -> int:
    """1 for what may be done, -1 for what tells, 0 for what leads to something else."""
    if piece.shape is Shape.CODE:
        return -1
    if piece.shape is Shape.BULLET and piece.parent is None:
        return -1 if _ENTRY.match(text, piece.body, piece.end) else 1
    if piece.shape is not Shape.PARAGRAPH:
        return 0
    said = text[piece.body : piece.end].strip()
    if said.endswith((":", ":**", ":__")):
        return 0
    tells = said.startswith("|") or len(said.split(maxsplit=_LONG)) > _LONG
    return -1 if tells or not is_first else 1
