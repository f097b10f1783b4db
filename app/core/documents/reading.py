"""From the bytes of a file to what it says. Run in a process of its own: see `worker`."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, pairwise

from app.core.documents import limits, plain, problems
from app.core.documents.archive import Archive
from app.core.documents.content import Content, Form, Format, Passage
from app.core.documents.formats import format_of, notice
from app.core.documents.markers import BULLET, depth, marked, with_marker
from app.core.progress import SILENT, Progress
from app.core.skills.reading import section_names

_LONGEST_HEADING = 100
_ENDS = (".", ";", ",")
_ITEMS = 2
"""So many lines of a paragraph have to begin with a marker before they are items."""
_SECTIONS = 2
"""So many lines have to name sections before they are taken for headings."""


def read(data: bytes, name: str, progress: Progress = SILENT) -> Content:
    """What the document with these bytes says; raises `Unreadable`, `Cancelled`."""
    if len(data) > limits.FILE_BYTES:
        raise problems.too_large()
    kind = format_of(data, name)
    content = _of_format(kind, data, progress)
    passages = content.passages
    if kind is not Format.TEXT:
        passages = tuple(chain.from_iterable(map(_lines, passages)))
        passages = tuple(_nested(_headed(_itemised(passages))))
    _refuse_too_much(passages)
    said = notice(kind, name)
    notices = (said, *content.notices) if said else content.notices
    return replace(content, passages=passages, notices=notices)


def _of_format(kind: Format, data: bytes, progress: Progress) -> Content:
    if kind is Format.WORD:
        from app.core.documents import word  # noqa: PLC0415  each loads what only it needs

        return word.read(Archive(data))
    if kind is Format.OPEN_DOCUMENT:
        from app.core.documents import opendocument  # noqa: PLC0415

        return opendocument.read(Archive(data))
    if kind is Format.PDF:
        from app.core.documents import pdf  # noqa: PLC0415

        return pdf.read(data, progress)
    if kind is Format.HTML:
        from app.core.documents import html  # noqa: PLC0415

        return html.read(data)
    return plain.read(data)


def _refuse_too_much(passages: Iterable[Passage]) -> None:
    words = signs = count = 0
    for passage in passages:
        count += 1
        signs += len(passage.verbatim or passage.text)
        words += any(map(str.isalnum, passage.text))
    if not words:
        raise problems.scanned() if count else problems.empty()
    if signs > limits.CHARACTERS or count > limits.PASSAGES:
        raise problems.too_long()


def _lines(passage: Passage) -> Iterator[Passage]:
    """The items of a list that was typed with line breaks into one paragraph, each alone."""
    lines = passage.text.split("\n") if passage.form in (Form.TEXT, Form.ITEM) else []
    begins = [n for n, line in enumerate(lines) if n and marked(line) is not None]
    is_one = bool(begins) and not passage.label and marked(lines[0]) is not None
    if not begins or len(begins) + is_one < _ITEMS:
        yield passage
        return
    below = max(passage.level, 0) if is_one else passage.level + 1
    for start, end in pairwise((0, *begins, len(lines))):
        text = "\n".join(lines[start:end])
        if start == 0:
            yield replace(passage, text=text)
        else:
            yield Passage(Form.TEXT, text, below, is_left_out=passage.is_left_out)


def _itemised(passages: Iterable[Passage]) -> Iterator[Passage]:
    """Numbers that were typed are told from the words after them."""
    for passage in passages:
        found = with_marker(passage, max(passage.level, 0))
        if found.form is Form.HEADING and found.label and not passage.label:
            found = replace(found, level=max(found.level, depth(found.label)))
        yield found


def _nested(passages: Iterable[Passage]) -> Iterator[Passage]:
    """Bullets right after a number of the same level belong to it."""
    level, is_below = -1, False
    for passage in passages:
        if passage.form is not Form.ITEM:
            is_below = False
        elif passage.label != BULLET:
            level, is_below = passage.level, True
        elif is_below and passage.level == level:
            passage = replace(passage, level=level + 1)  # noqa: PLW2901
        yield passage


def _headed(passages: Iterable[Passage]) -> list[Passage]:
    """Where there are no headings, short bold lines are, and lines that only name a section; where
    there are, so are bold lines that each have a list below them."""
    found = list(passages)
    if any(one.form is Form.HEADING for one in found):
        return _headed_lists(found)
    named = [_names_section(one) for one in found]
    if named.count(True) < _SECTIONS:
        named = [False] * len(found)
    strong = [_is_heading(one) or is_named for one, is_named in zip(found, named, strict=True)]
    if all(strong):
        return found
    return [
        _as_heading(one, max(1, depth(one.label)) if one.label else 1) if is_heading else one
        for one, is_heading in zip(found, strong, strict=True)
    ]


def _headed_lists(passages: list[Passage]) -> list[Passage]:
    """With the bold lines over the lists of a section as headings, if there are several."""
    found, level = list(passages), 0
    over: list[int] = []
    for number, (one, below) in enumerate(pairwise([*passages, Passage(Form.HEADING, "")])):
        if one.form is Form.TEXT and _is_heading(one) and below.form is Form.ITEM:
            over.append(number)
        if below.form is Form.HEADING:
            if len(over) >= _SECTIONS:
                for at in over:
                    found[at] = _as_heading(found[at], level + 1)
            over, level = [], below.level
    return found


def _as_heading(passage: Passage, level: int) -> Passage:
    return replace(passage, form=Form.HEADING, level=level, is_strong=False)


def _is_heading(passage: Passage) -> bool:
    return (
        passage.is_strong
        and passage.form in (Form.TEXT, Form.ITEM)
        and passage.label != BULLET
        and "\n" not in passage.text
        and len(passage.text) <= _LONGEST_HEADING
        and not passage.text.endswith(_ENDS)
    )


def _names_section(passage: Passage) -> bool:
    """Whether it is a line such as "2. Scope", which all classic procedures have."""
    return passage.form in (Form.TEXT, Form.ITEM) and section_names.named(passage.text)[0]
