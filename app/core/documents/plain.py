"""Markdown and plain text: the text of the skill is that of the file, letter by letter."""

from app.core.documents.cleaning import one_line
from app.core.documents.content import Content, Form, Format, Passage
from app.core.memory.reading.decoding import decode, whole
from app.core.skills.reading.blocks import cut
from app.core.skills.reading.pieces import Piece, Shape

_FORMS = {
    Shape.HEADING: Form.HEADING,
    Shape.NUMBERED: Form.ITEM,
    Shape.BULLET: Form.ITEM,
    Shape.CODE: Form.CODE,
}


def read(data: bytes) -> Content:
    """What the file says; raises `Unreadable` for what is no text."""
    text = whole(decode(data)).removeprefix("\ufeff")
    passages: list[Passage] = []
    before = ""
    for piece in cut(text).pieces:
        written = text[piece.start : piece.end]
        if piece.shape is not Shape.BLANK:
            passages.append(_passage(text, piece, before + written))
            before = ""
        elif passages:
            passages[-1] = _longer(passages[-1], written)
        else:
            before = written
    return Content(Format.TEXT, tuple(passages))


def _passage(text: str, piece: Piece, verbatim: str) -> Passage:
    form = _FORMS.get(piece.shape, Form.TEXT)
    said = text[piece.body : piece.end].strip()
    mark = text[piece.start : piece.body].strip()
    if form is Form.HEADING:
        return Passage(form, one_line(said), len(mark), verbatim=verbatim)
    return Passage(form, said, 0, mark if form is Form.ITEM else "", verbatim=verbatim)


def _longer(passage: Passage, blank: str) -> Passage:
    return Passage(
        passage.form, passage.text, passage.level, passage.label,
        verbatim=passage.verbatim + blank,
    )  # fmt: skip
