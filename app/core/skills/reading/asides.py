"""What stands in a step and is not to be done: `**Output:** …`, `Example:` and a list below."""

from collections.abc import Callable, Iterator, Sequence

from app.core.skills.reading.headings import first_line
from app.core.skills.reading.lead_ins import sends_on
from app.core.skills.reading.pieces import Piece, Shape
from app.core.skills.reading.section_names import LONGEST, named

_ITEMS = (Shape.NUMBERED, Shape.BULLET, Shape.REST)
_LABELLED = (*_ITEMS, Shape.PARAGRAPH, Shape.CODE)


def asides(
    text: str, pieces: Sequence[Piece], is_in_step: Callable[[Piece], bool]
) -> Iterator[Piece]:
    """The paragraphs in a step that begin with a label such as *Note*.

    Where it stands alone, also what it is the label of: the list, the paragraph or the code below.
    """
    alone = listing = False
    for piece in pieces:
        if piece.shape is Shape.BLANK:
            continue
        is_item = piece.shape in _ITEMS
        if (listing and is_item) or (alone and piece.shape in _LABELLED and is_in_step(piece)):
            listing, alone = is_item, False
            yield piece
            continue
        alone = listing = False
        if piece.shape is Shape.PARAGRAPH and is_in_step(piece):
            end = _label_end(text, piece)
            said = text[end : piece.end]
            if end > piece.body and not sends_on(said):
                alone = not said.strip(" \t\r\n*_:")
                yield piece


def _label_end(text: str, piece: Piece) -> int:
    """Where the label ends that a paragraph begins with; where it begins when it has none."""
    start, end = first_line(text, piece)
    line = text[start : min(end, start + LONGEST + 40)]
    label = line.partition(":")[0]
    known, kind = named(label)
    return start + len(label) if known and kind is not None else start
