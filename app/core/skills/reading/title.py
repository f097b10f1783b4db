"""What a skill is called: by its frontmatter, by a heading, or by its first line."""

import re
from collections.abc import Sequence

from app.core.skills.names import key
from app.core.skills.reading.annotations import ONLY_DISPATCH
from app.core.skills.reading.folding import fold
from app.core.skills.reading.markers import worded
from app.core.skills.reading.pieces import Piece, Shape
from app.core.skills.reading.section_names import named
from app.core.skills.reading.steps import stop

_TRAINED = re.compile(r"\s*\(trained \d{4}-\d{2}-\d{2}\)\s*\Z")
_LONGEST = 120
_FIELD = re.compile(
    r"(?:^|(?<=\r))(?P<field>name|title|[ \t]+techne-title)[ \t]*:[ \t]+"
    r"(?:\"(?P<double>[^\"\r\n\\]+)\"|'(?P<single>[^'\r\n]+)'"
    r"|(?P<plain>[^\s\"'|>&*!\[{#][^\r\n]*?))[ \t]*(?:[ \t]\#[^\r\n]*)?(?=[\r\n]|\Z)",
    re.MULTILINE,
)
_LINE_END = re.compile(r"\r\n|\r|\n")
_DATA = re.compile(r"[0-9](?!.*[.!?]\Z)")
"""Lines below a title have a number, a version or a date of the document."""
_KINDS = frozenset(
    (
        "standard operating procedure", "sop", "work instruction", "operating procedure",
        "verfahrensanweisung", "arbeitsanweisung", "standardarbeitsanweisung",
        "procedure operationnelle", "procedure operatoire standard", "mode operatoire",
        "procedimiento operativo estandar", "procedimiento normalizado de trabajo",
        "instruccion de trabajo", "procedura operativa standard", "istruzione operativa",
        "procedimento operacional padrao", "instrucao de trabalho", "procedura operationala",
        "instructiune de lucru",
    )
)  # fmt: skip
"""What a document can be, which is not what it is called."""
_NO_NAMES = frozenset(("goals", "recipes", "supporting context"))


def title_piece(text: str, pieces: Sequence[Piece]) -> Piece | None:
    """The first `#` heading before the steps, else the first short line that is nothing else.

    A heading of another level is one where it is the first and no other is like it.
    """
    plain: Piece | None = None
    first = True
    for piece in pieces:
        if piece.shape is Shape.NUMBERED:
            break
        if piece.shape is Shape.HEADING:
            if _level(text, piece) == 1 and text[piece.body : piece.end].strip():
                return piece
            first = False
        elif piece.shape in (Shape.PARAGRAPH, Shape.BULLET, Shape.CODE) and first:
            if piece.shape is Shape.PARAGRAPH and _is_title(text[piece.body : piece.end]):
                plain = piece
            first = ONLY_DISPATCH.match(text, piece.body, piece.end) is not None
    return plain or _lonely(text, pieces)


def title_span(text: str, pieces: Sequence[Piece], piece: Piece | None) -> tuple[int, int]:
    """Where the title is written: the frontmatter's `name`, its `title`, else that piece.

    One whose `name` can only be that of a folder says under `metadata` what it is called.
    A heading that says the same as the name, with capitals and spaces, is what it is called.
    """
    span = _stated(text, pieces)
    if span is not None and (piece is None or key(text[slice(*span)]) != _key(text, piece)):
        return span
    return _heading_span(text, piece) if piece is not None else (0, 0)


def names_the_whole(text: str, pieces: Sequence[Piece], piece: Piece) -> bool:
    """Whether the skill is called what that piece says."""
    return piece.start <= title_span(text, pieces, piece)[0] < piece.end


def _stated(text: str, pieces: Sequence[Piece]) -> tuple[int, int] | None:
    """Where the frontmatter says what the skill is called."""
    front = next((piece for piece in pieces if piece.shape is Shape.FRONTMATTER), None)
    if front is None:
        return None
    said = _FIELD.finditer(text, front.start, front.end)
    fields = {found["field"].strip(): found for found in said}
    found = fields.get("techne-title") or fields.get("name") or fields.get("title")
    if found is None:
        return None
    return found.span("double" if found["double"] else "single" if found["single"] else "plain")


def _key(text: str, piece: Piece) -> str:
    return key(text[slice(*_heading_span(text, piece))])


def _level(text: str, piece: Piece) -> int:
    return len(text[piece.start : piece.body].strip())


def _lonely(text: str, pieces: Sequence[Piece]) -> Piece | None:
    """The first heading, if it has hashes, stands above all others, and names no part."""
    headings = [piece for piece in pieces if piece.shape is Shape.HEADING and _level(text, piece)]
    if not headings:
        return None
    first, *others = headings
    said = text[first.body : first.end].strip(" \t\r\n#")
    before = any(p.shape is Shape.NUMBERED and p.start < first.start for p in pieces)
    part = named(said)[0] or worded(text, first.body) or said.casefold() in _NO_NAMES
    if not said or before or part or said[0].isdigit():
        return None
    alone = all(_level(text, other) > _level(text, first) for other in others)
    return first if alone else None


def _is_title(paragraph: str) -> bool:
    line, *below = _LINE_END.split(paragraph.strip())
    return (
        len(line) <= _LONGEST
        and all((_DATA.search(o) or _is_kind(line)) and len(o) <= _LONGEST for o in below)
        and not line.endswith((".", ";", ","))
        and "@" not in line
        and not line.startswith("[")
    )


def _heading_span(text: str, piece: Piece) -> tuple[int, int]:
    end = stop(text, piece)
    if piece.shape is Shape.HEADING:
        end = piece.body + len(_without_closing(text[piece.body : end]))
    else:
        return _first_line(text, piece.body, end)
    trained = _TRAINED.search(text, max(piece.body, end - 40), end)
    return piece.body, trained.start() if trained is not None else end


def _first_line(text: str, start: int, end: int) -> tuple[int, int]:
    """The line that is the title; one that only says what kind of document it is goes before."""
    line = _LINE_END.split(text[start:end])[0]
    if _is_kind(line) and start + len(line) < end:
        rest = start + len(line)
        start = rest + len(text[rest:end]) - len(text[rest:end].lstrip())
        line = _LINE_END.split(text[start:end])[0]
    trained = _TRAINED.search(line)
    return start, start + (trained.start() if trained is not None else len(line.rstrip()))


def _is_kind(line: str) -> bool:
    return fold(line).text.strip(" .:") in _KINDS


def _without_closing(heading: str) -> str:
    """`Title ##` is `Title`, but `C#` stays."""
    rest = heading.rstrip("#")
    return rest.rstrip() if not rest or rest[-1].isspace() else heading
