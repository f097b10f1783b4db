"""One step, read from its piece of a text."""

import re
from textwrap import dedent

from app.core.skills.model import Step
from app.core.skills.reading.annotations import ANCHOR
from app.core.skills.reading.marks import Marks
from app.core.skills.reading.nesting import Place
from app.core.skills.reading.pieces import Piece
from app.core.skills.reading.targets import Targets


def read_step(
    text: str, shown: str, piece: Piece, position: int, body: str, place: Place, marks: Marks,
    targets: Targets,
) -> Step:  # fmt: skip
    """The step `piece` of `text`, which says `body`; `shown` is `text` with its code hidden."""
    start, end = piece.body, stop(text, piece)
    anchored = marks.anchors and ANCHOR in shown[start:end]
    where = (piece.start, piece.end, start, end, place.parent, place.path, place.phase, place.label)
    if piece.start not in marks.owners:
        return Step(position, place.number, body, (), (), (), (), anchored, *where)
    calls = marks.calls(piece, start, end, False)
    jumps, doubts = marks.jumps(piece, start, end, position, targets)
    return Step(
        position, place.number, body, tuple(calls),
        tuple(jumps),
        tuple(marks.variables(piece, calls, start)), marks.needs(piece, start, end), anchored,
        *where, tuple(doubts),
    )  # fmt: skip


def stop(text: str, piece: Piece) -> int:
    """Where the piece ends without the white space at its end."""
    return piece.body + len(text[piece.body : piece.end].rstrip())


def words(text: str, piece: Piece) -> str:
    """What the piece says, without its marker and its indentation."""
    said = unindented(text[piece.body : piece.end].strip())
    marker = text[piece.start : piece.body]
    if "*" not in marker and "_" not in marker:
        return said
    for bold in ("**", "__"):
        if marker.count(bold) % 2:
            # the marker opens what the first line closes: **1. Read the meter**
            said = said.replace(bold, "", 1)
    return said


def unindented(body: str) -> str:
    """Continuation lines without the indentation they have in common; line ends become LF."""
    if "\n" not in body and "\r" not in body:
        return body
    first, *rest = re.split(r"\r\n|\r|\n", body)
    return "\n".join([first.rstrip(), *dedent("\n".join(rest)).split("\n")])
