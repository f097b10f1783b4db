"""Which steps are parts of others: items nested in items, and where each is counted."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from app.core.skills.reading.annotations import ANNOTATION
from app.core.skills.reading.folding import fold
from app.core.skills.reading.markers import Rank
from app.core.skills.reading.pieces import Piece, Shape

_ANSWER = re.compile(
    r"(?:yes|no|ja|nein|oui|non|si|sim|nao|da|nu|true|false|pass(?:ed)?|fail(?:ed)?|ok)"
    r"[\s*_\"'”’)]*(?:[:,→–—]|->|=>|-\s)"
)
_DECIDES = re.compile(
    r":\s|→|->|=>|\A(?:if|when|otherwise|else|wenn|falls|sonst|andernfalls|si|sinon|quand|cuando|se"
    r"|altrimenti|quando|senao|caso|daca|altfel|cand)\b"
)
_NAMES_STEP = re.compile(
    r"\b(?:steps?|schritt|etape|paso|passo|passaggio|pasul|etapa|phase|fase|faza)\s+(?:[\w#]|\[deleted:)"
    r"|\b(?:previous|next|last|first|this)\s+step\b|\bstart over\b"
)
_GONE = re.compile(r"(?<=\[deleted:)[^\]]*")
"""What a deleted step said: a colon or an arrow in it says nothing of the item."""
LOOKED_AT = 300
"""Characters of an item that are looked at."""
_LEAD = " \t*_`\"'“‘(["


class Place(NamedTuple):
    """Where a step is: what it is part of, its path, its phase, and how it is marked."""

    number: int | None = None
    parent: int = 0
    path: str = ""
    phase: int = 0
    label: str = ""


def join_alternatives(text: str, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces, without those bullets that only say which way a step goes on.

    "2. Somebody at home? - No: go back to step 1. - Yes: go to step 5." is one step: of its
    bullets one is done, and what it says is what the step says.
    """
    joined: list[Piece] = []
    answers = _decisive(text, pieces)
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        at += 1
        joined.append(piece)
        if id(piece) not in answers:
            continue
        inside = {id(piece)}
        last = at
        for n in range(at, len(pieces)):
            if pieces[n].shape is Shape.BLANK:
                continue
            if id(pieces[n].parent) not in inside:
                break
            inside.add(id(pieces[n]))
            last = n + 1
        at = last
        piece.end = pieces[last - 1].end
    return joined


def _decisive(text: str, pieces: Sequence[Piece]) -> set[int]:
    """The items all of whose nested items are bullets, one of which decides between steps."""
    plain: set[int] = set()
    deciding: set[int] = set()
    for piece in pieces:
        if piece.parent is None or piece.shape is Shape.REST:
            continue
        if piece.shape is not Shape.BULLET:
            plain.add(id(piece.parent))
        elif decides(text[piece.body : min(piece.end, piece.body + LOOKED_AT)]):
            deciding.add(id(piece.parent))
    return deciding - plain


def decides(item: str) -> bool:
    """Whether an item says where one of several ways leads, or what one answer means."""
    said = _GONE.sub("", fold(item).text).lstrip(_LEAD)
    if _ANSWER.match(said) is not None:
        return True
    # a colon or an arrow in an annotation is no more than how that is written
    plain = ANNOTATION.sub("", said)
    return _DECIDES.search(plain) is not None and _NAMES_STEP.search(said) is not None


def places(steps: Sequence[Piece], parents: Sequence[int], phases: Sequence[int]) -> list[Place]:
    """For each step, in the order of the text, where it is."""
    counts: dict[int, int] = {}
    found: list[Place] = []
    for piece, parent, phase in zip(steps, parents, phases, strict=True):
        counts[parent] = counts.get(parent, 0) + 1
        path = str(counts[parent])
        if parent:
            path = f"{found[parent - 1].path}.{path}"
        marker = piece.marker
        number = marker.number if marker is not None and marker.rank is not Rank.BULLET else None
        label = marker.label if marker is not None else ""
        found.append(Place(number, parent, path, phase, label))
    return found
