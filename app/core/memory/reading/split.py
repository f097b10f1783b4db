"""Cutting a document where its structure ends: at headings, between paragraphs and list items."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from app.core.memory.document_metadata import NOTHING, DocumentMetadata, of_front_matter
from app.core.memory.reading import markup
from app.core.memory.reading.markup import Block, Form
from app.core.progress import SILENT, Progress, checkpoint

LONGEST = 900
"""Characters of a fragment, about 150 words: what an embedder reads well at once."""
SHORTEST = 40
"""A piece shorter than this joins its neighbours, if they have room."""
_TOGETHER = 300
"""Characters up to which short pieces are put together."""
_LIST = 500
"""Characters up to which a list stays with the sentence that leads in to it."""
_TITLE = 80
"""Characters of such a sentence that stands above the items of a longer list instead."""
_LONG = 20_000
"""Characters of a block that is cut without regard to its neighbours."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_MOST_TITLES = 3


@dataclass(frozen=True, slots=True)
class Fragment:
    """A piece of a document that can be understood alone; `title` are the headings above it.

    `about` is what the document says about itself.
    """

    title: str
    text: str
    about: DocumentMetadata = NOTHING


def split(document: str) -> tuple[Fragment, ...]:
    """The fragments of a Markdown or plain text, in order; any text can be split.

    Front matter, comments, pictures and marks are left out; no other words are lost. A title
    that nothing stands under is no fragment.
    """
    return tuple(fragments(document))


def fragments(document: str, progress: Progress = SILENT) -> Iterator[Fragment]:
    """The same one by one, so that a long document needs no more room; raises `Cancelled`."""
    about = of_front_matter(markup.front_matter(document))
    for fragment in _fragments(document, progress):
        yield replace(fragment, about=about) if about != NOTHING else fragment


def _fragments(document: str, progress: Progress) -> Iterator[Fragment]:
    section: list[_Piece] = []
    headings: list[tuple[int, str]] = []
    for block in markup.blocks(document):
        is_long = len(block.text) > _LONG
        if len(section) > 1000 or block.form is Form.HEADING or is_long:
            yield from _joined(section, _title(headings))
            section = []
            checkpoint(progress)
            progress.report(block.end / len(document))
        if is_long:
            yield from (Fragment(_title(headings), part) for part in _parts(block))
        elif block.form is Form.HEADING:
            headings = [one for one in headings if one[0] < block.level]
            headings.append((block.level, block.text))
        else:
            section += (_Piece(block.form, part) for part in _parts(block))
    yield from _joined(section, _title(headings))


@dataclass(slots=True)
class _Piece:
    form: Form
    text: str


def _title(headings: list[tuple[int, str]]) -> str:
    return " › ".join(filter(None, [name for _level, name in headings[-_MOST_TITLES:]]))


def _parts(block: Block) -> Iterator[str]:
    if block.form in (Form.CODE, Form.TABLE):
        yield from _whole_lines(block)
        return
    for piece in _cut(block.text, _LONG):
        yield from short_enough(piece)


def _joined(section: list[_Piece], title: str) -> Iterator[Fragment]:
    """The pieces under one heading: short ones with their neighbours, lists with what leads in."""
    at, loose = 0, list[_Piece]()
    while at < len(section):
        led = _led(section, at)
        if not led:
            loose.append(section[at])
            at += 1
            continue
        yield from _neighbours(loose, title)
        group, loose = section[at : at + 1 + led], []
        at += len(group)
        if sum(len(one.text) + 1 for one in group) <= _LIST:
            yield _fragment(title, group)
        elif len(group[0].text) <= _TITLE:
            above = group[0].text.strip("*_").rstrip(":")
            yield from _neighbours(group[1:], " › ".join(filter(None, [title, above])))
        else:
            yield from _neighbours(group, title)
    yield from _neighbours(loose, title)


def _led(section: list[_Piece], at: int) -> int:
    """How many list items, or one piece of code or table, the piece leads in to."""
    first, rest = section[at], section[at + 1 : at + 500]
    if first.form is not Form.PROSE or not first.text.rstrip("*_").endswith(":") or not rest:
        return 0
    if rest[0].form is Form.ITEM:
        return next((n for n, one in enumerate(rest) if one.form is not Form.ITEM), len(rest))
    return int(rest[0].form in (Form.CODE, Form.TABLE))


def _neighbours(pieces: list[_Piece], title: str) -> Iterator[Fragment]:
    waiting, length = list[_Piece](), 0
    for piece in pieces:
        if waiting and not _belongs(waiting[-1], piece, length):
            yield _fragment(title, waiting)
            waiting, length = [], 0
        waiting.append(piece)
        length += len(piece.text) + 1
    if waiting:
        yield _fragment(title, waiting)


def _belongs(before: _Piece, piece: _Piece, length: int) -> bool:
    """Whether a piece is to be read together with what stands before it, which is so long."""
    if length + len(piece.text) > LONGEST:
        return False
    if length <= SHORTEST:
        return True
    is_short = markup.length(piece.text) < SHORTEST and length + len(piece.text) <= _TOGETHER
    return is_short and (markup.length(before.text) < SHORTEST or piece.form is not Form.ITEM)


def _fragment(title: str, pieces: list[_Piece]) -> Fragment:
    """One list item alone needs no bullet."""
    if len(pieces) == 1 and pieces[0].form is Form.ITEM:
        return Fragment(title, markup.without_bullet(pieces[0].text).strip())
    return Fragment(title, "\n".join(piece.text for piece in pieces).strip("\n"))


def _whole_lines(block: Block) -> Iterator[str]:
    """Code and tables in parts that end with a line; a table's head stands above each part."""
    if len(block.text) <= LONGEST:
        yield block.text
        return
    lines = block.text.split("\n")
    head = lines[:2] if block.form is Form.TABLE and markup.is_table_rule(lines[1]) else []
    room = LONGEST - sum(len(line) + 1 for line in head)
    if room < LONGEST // 2:
        head, room = [], LONGEST
    part: list[str] = []
    for line in lines[len(head) :]:
        for piece in _cut(line, room):
            if part and sum(len(one) + 1 for one in part) + len(piece) > room:
                yield "\n".join(head + part)
                part = []
            part.append(piece)
    yield "\n".join(head + part)


def short_enough(block: str, longest: int = LONGEST) -> Iterator[str]:
    """A block in parts of at most `longest` characters, cut after sentences where that works."""
    block = block.strip()
    if 0 < len(block) <= longest:
        yield block
        return
    part = ""
    for sentence in _sentences(block):
        for piece in _cut(sentence, longest):
            if part and len(part) + 1 + len(piece) > longest:
                yield part
                part = ""
            part = f"{part} {piece}" if part else piece
    if part:
        yield part


def _sentences(text: str) -> Iterator[str]:
    start = 0
    for end in _SENTENCE_END.finditer(text):
        yield text[start : end.start()]
        start = end.end()
    yield text[start:]


def _cut(sentence: str, longest: int) -> Iterator[str]:
    start = 0
    while start < len(sentence):
        end = min(start + longest, len(sentence))
        if end < len(sentence):
            blank = sentence.rfind(" ", start + longest // 2, end)
            end = blank if blank > 0 else end
        if piece := sentence[start:end].strip():
            yield piece
        start = end
