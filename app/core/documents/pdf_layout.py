"""From words on pages to passages: lines, paragraphs, headings, items of lists.

A PDF only says what is drawn where. Headings are larger or bold and short, an item begins with a
marker, a paragraph goes on while the lines are close to each other, and what stands at the edge of
most pages is not part of the text.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest

from app.core.documents.cleaning import one_line
from app.core.documents.content import Form, Passage
from app.core.documents.markers import BULLET, depth, is_dotted, marked
from app.core.memory.reading.pdf import HYPHEN

_EDGE_LINES = 4
"""Lines at the top and the foot of a page that may be its head or foot."""
_LARGER = 1.12
_FAR = 1.75
"""Times its size between the feet of two lines from which on a paragraph ends."""
_LONGEST_HEADING = 110
_WIDEST = 0.62
"""Of its size that a letter takes, in a word of wide ones."""
_LEAD = 6
"""Points by which an item has to be indented to be below another one."""
_DIGITS = re.compile(r"\d+")
_CONTENTS = re.compile(r"(?:\.[ .]{3,}|…{2,}|_{4,})\s*\d{1,3}\s*\Z")
_ENDS = (".", ";", ",", ":", "!", "?")


@dataclass(frozen=True, slots=True)
class Word:
    """Some text as it is drawn; `x`, `y` and `size` in points, `y` from the foot of the page."""

    text: str
    x: float
    y: float
    size: float
    is_bold: bool


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture on a page, kept as `file`; `y` is its middle, `area` in square points."""

    y: float
    area: float
    file: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """The words at one height. `gap` is the distance to the line above, in sizes of its letters.

    `pictures` are the files of those that stand below it.
    """

    text: str
    x: float
    y: float
    size: float
    is_bold: bool
    gap: float = 0.0
    pictures: tuple[str, ...] = ()


def lines(words: Sequence[Word]) -> list[Line]:
    """The lines of a page, in the order in which they are drawn."""
    rows: list[list[Word]] = []
    for word in words:
        if rows and abs(rows[-1][-1].y - word.y) < max(word.size, rows[-1][-1].size, 1) * 0.45:
            rows[-1].append(word)
        else:
            rows.append([word])
    found: list[Line] = []
    for row in rows:
        row.sort(key=lambda word: word.x)
        text = one_line(_together(row))
        if not text:
            continue
        letters = Counter[float]()
        for word in row:
            letters[round(word.size, 1)] += len(word.text)
        size = letters.most_common(1)[0][0] or 1.0
        bold = all(word.is_bold for word in row if any(map(str.isalnum, word.text)))
        gap = (found[-1].y - row[0].y) / size if found else _FAR + 1
        found.append(Line(text, row[0].x, row[0].y, size, bold, gap))
    return found


def _together(row: Sequence[Word]) -> str:
    """The words of a line. Where the font changes in a word there is no space; where the next
    begins far behind the end of the one before, there is a column."""
    text = row[0].text
    for before, word in pairwise(row):
        end = before.x + len(before.text) * before.size * _WIDEST
        is_apart = word.x > end or before.text.endswith("\n")
        text += f" {word.text}" if is_apart else word.text
    return text


def passages(
    pages: Sequence[Sequence[Line]], drawn: Sequence[Sequence[Drawn]] = ()
) -> Iterator[Passage]:
    """What the pages say, without their heads and feet; `drawn` are the pictures on each."""
    kept: list[Line] = []
    for page, pictures in zip_longest(_without_edges(pages), drawn, fillvalue=()):
        start = len(kept)
        kept += page
        for picture in sorted(pictures, key=lambda one: -one.y):
            above = _above(kept, start, picture)
            if above is None:
                yield Passage(Form.PICTURE, "", -1, picture.file)
            else:
                kept[above] = replace(kept[above], pictures=(*kept[above].pictures, picture.file))
    sizes = Counter[float]()
    for line in kept:
        sizes[line.size] += len(line.text)
    body = sizes.most_common(1)[0][0] if sizes else 1.0
    larger = sorted({line.size for line in kept if line.size > body * _LARGER}, reverse=True)
    yield from _Paragraphs(body, larger).read(kept)


def _above(kept: Sequence[Line], start: int, picture: Drawn) -> int | None:
    """The nearest line above a picture, on its page from `start` on or else on the one before."""
    own = [n for n in range(start, len(kept)) if kept[n].y >= picture.y]
    if own:
        return min(own, key=lambda n: kept[n].y)
    return start - 1 if start else None


def _without_edges(pages: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """What stands on most pages in the same words at the top or the foot is left out."""
    seen = Counter[str]()
    for page in pages:
        seen.update({_sign(line) for line in _edge(page)})
    filled = sum(bool(page) for page in pages)
    often = {sign for sign, times in seen.items() if times >= max(2, filled * 0.6)}
    found = []
    for page in pages:
        edge = {id(line) for line in _edge(page) if _sign(line) in often}
        found.append([line for line in page if id(line) not in edge])
    return found


def _edge(page: Sequence[Line]) -> list[Line]:
    """The lines at the top and the foot; an item of a list is neither."""
    by_height = sorted(page, key=lambda line: -line.y)
    by_height = [line for line in by_height if marked(line.text) is None]
    return [*by_height[:_EDGE_LINES], *by_height[-_EDGE_LINES:]]


def _sign(line: Line) -> str:
    return f"{_DIGITS.sub('#', line.text)}@{round(line.y / 4)}"


class _Paragraphs:
    """Puts lines together. `larger` are the sizes above that of the body, the largest first."""

    def __init__(self, body: float, larger: Sequence[float]) -> None:
        self._body, self._larger = body, larger
        self._open: Passage | None = None
        self._last: Line | None = None
        self._pictures: list[str] = []
        """Those below the open passage."""
        self._begin = 0.0
        """Where the open passage begins."""
        self._indents: list[float] = []
        """Of the items that are open, the outermost first."""
        self._base = 0
        """The level of the outermost of them."""

    def read(self, kept: Sequence[Line]) -> Iterator[Passage]:
        for line in kept:
            begun = self._begun(line)
            if begun is None:
                assert self._open is not None
                joined = HYPHEN.sub("", f"{self._open.text}\n{line.text}").replace("\n", " ")
                self._open = replace(self._open, text=joined)
            else:
                yield from self._closed()
                self._open, self._begin = begun, line.x
            self._last = line
            self._pictures += line.pictures
        yield from self._closed()

    def _closed(self) -> Iterator[Passage]:
        if self._open is not None:
            is_contents = _CONTENTS.search(self._open.text) is not None
            yield replace(self._open, is_left_out=is_contents)
        yield from (Passage(Form.PICTURE, "", -1, file) for file in self._pictures)
        self._open, self._pictures = None, []

    def _begun(self, line: Line) -> Passage | None:
        """The passage that begins with a line; None if the open one goes on."""
        is_heading = self._is_heading(line)
        found = marked(line.text, heading=is_heading)
        if is_heading and not self._goes_on_heading(line, found is not None):
            self._indents, self._base = [], 0
            label = found.label if found is not None else ""
            text = found.rest if found is not None else line.text
            return Passage(Form.HEADING, text, self._level(line, label), label)
        if found is not None and not is_heading:
            return Passage(
                Form.ITEM, found.rest, self._depth(line, found.label), found.label or BULLET
            )
        if self._goes_on(line):
            return None
        inside = self._indents and line.x >= self._indents[-1] + _LEAD
        level = self._base + len(self._indents) - 1 if inside else -1
        return Passage(Form.TEXT, line.text, level)

    def _is_heading(self, line: Line) -> bool:
        if len(line.text) > _LONGEST_HEADING or line.text.endswith(_ENDS[:3]):
            return False
        return line.size > self._body * _LARGER or line.is_bold

    def _goes_on_heading(self, line: Line, has_marker: bool) -> bool:
        """A heading of two lines."""
        last = self._last
        return (
            not has_marker
            and self._open is not None
            and self._open.form is Form.HEADING
            and last is not None
            and last.size == line.size
            and last.is_bold == line.is_bold
            and 0 < line.gap < _FAR
            and last.x <= line.x + _LEAD
            and line.text[:1].islower()
        )

    def _goes_on(self, line: Line) -> bool:
        if self._open is None or self._open.form is Form.HEADING or self._last is None:
            return False
        is_near = line.gap < _FAR
        if line.y > self._last.y:  # the next page, or the next column
            is_near = not self._open.text.endswith(_ENDS)
        if self._open.form is Form.ITEM and line.x < self._begin - _LEAD:
            return False
        return is_near and abs(line.size - self._last.size) < 1

    def _level(self, line: Line, label: str) -> int:
        if label:
            return min(depth(label), 6)
        if line.size in self._larger:
            return min(self._larger.index(line.size) + 1, 6)
        return min(len(self._larger) + 1, 6)

    def _depth(self, line: Line, label: str) -> int:
        if is_dotted(label):
            self._indents, self._base = [line.x], depth(label) - 1
            return self._base
        while self._indents and line.x <= self._indents[-1] - _LEAD / 2:
            self._indents.pop()
        if not self._indents:
            self._base = 0
        if not self._indents or line.x > self._indents[-1] + _LEAD:
            self._indents.append(line.x)
        return self._base + len(self._indents) - 1
