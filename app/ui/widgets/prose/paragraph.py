"""A paragraph in several styles, laid out for a width.

Public names: `BODY_TYPE`, `LINE`, `Paragraph`, `TypeSize`.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QTextLayout

from app.ui.theme.theme import Theme
from app.ui.widgets.bidi import END, ISOLATE, begins_right, has_right, right_span
from app.ui.widgets.prose.layouts import lay_out, stretches
from app.ui.widgets.prose.text_style import Run, TextStyle, format_range, ranges, scaled
from app.ui.widgets.prose.utf16 import Units

LINE = 19
"""Of body text at its usual size, in px."""

_BREAK = "\u2028"
_LEFT_MARK = "\u200e"
"""Shows nothing, and is read from left to right (UAX 9)."""
_NAME = re.compile(r"[$@][A-Za-z_]\w*")
_WORDS = (TextStyle.PLAIN, TextStyle.NOTE, TextStyle.STRONG, TextStyle.MEMORY, TextStyle.TITLE)
_Mark = tuple[int, str]
"""A place in the text, and what is put there in the layout, which shows nothing."""


class TypeSize(NamedTuple):
    """A size of the type scale with its line, both in px at the usual size of text."""

    size: int
    line: int
    weight: int = 400


BODY_TYPE = TypeSize(13, LINE)


class Paragraph:
    """Calls in a sentence have a ground of their own.

    Positions are Qt's, in `text`. Among Arabic words the sign of a `$name` or `@tag` would stand
    behind it, and a call would be torn apart: the layout has marks at them, which are not counted.
    """

    def __init__(
        self,
        theme: Theme,
        runs: Sequence[Run] = (),
        size: TypeSize = BODY_TYPE,
        *,
        framed: bool = False,
    ) -> None:
        """`framed` are words of the author in a few of ours, which say in which direction it is
        read."""
        self._theme, self.runs = theme, tuple(runs)
        self.text = "".join(run.text for run in runs)
        self.line = scaled(theme, size.line)
        right = has_right(self.text) and begins_right(_own_words(self.runs) or self.text)
        self.is_right = right and not framed
        """Whether it is read, and stands, from the right."""
        marks = list(_marks(self.runs, self.text, is_right=self.is_right, framed=framed))
        units = Units(self.text)
        self._marks = [units.qt(place) for place, _mark in marks]
        parts = [*pairwise((0, *(place for place, _mark in marks), len(self.text)))]
        signs = [*(mark for _place, mark in marks), ""]
        pieces = (self.text[a:b] + sign for (a, b), sign in zip(parts, signs, strict=True))
        shown = "".join(pieces).replace("\n", _BREAK)
        self.layout = QTextLayout(shown, theme.font(size.size, size.weight))
        self.layout.setFormats([self._shown_range(one) for one in ranges(theme, self.runs)])

    def shown(self, start: int, end: int) -> tuple[int, int]:
        """Where in the layout a stretch is that is not empty."""
        first, after = (bisect_right(self._marks, at) for at in (start, end - 1))
        return start + first, end + after

    def written(self, shown: int) -> int:
        """The position of a place in the layout."""
        return shown - sum(place + before < shown for before, place in enumerate(self._marks))

    def stretches(self, start: int, end: int) -> Iterator[QRectF]:
        """Where a stretch of the text is on each line it touches."""
        return stretches(self.layout, *self.shown(start, end))

    def _shown_range(self, one: QTextLayout.FormatRange) -> QTextLayout.FormatRange:
        start, end = self.shown(one.start, one.start + one.length)
        return format_range(start, end - start, one.format)

    def height_for(self, width: float) -> int:
        """Lay it out in `width` px; the height that takes."""
        side = Qt.AlignmentFlag.AlignRight if self.is_right else Qt.AlignmentFlag.AlignLeft
        return round(max(lay_out(self.layout, max(width, 40), self.line, side=side), self.line))

    def paint(
        self,
        painter: QPainter,
        at: QPointF,
        selections: Sequence[QTextLayout.FormatRange] = (),
    ) -> None:
        """With the upper left corner there."""
        painter.setPen(self._theme.colour("t1"))
        self.layout.draw(painter, at, [self._shown_range(one) for one in selections])

    def paint_grounds(self, painter: QPainter, at: QPointF) -> None:
        """The soft fill under each pill in the sentence, once per line it is on."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._theme.colour("acc_line"))
        painter.setBrush(self._theme.colour("acc_soft"))
        start = 0
        for run in self.runs:
            end = start + Units(run.text).qt(len(run.text))
            for place in self.stretches(start, end) if run.pill else ():
                place.translate(at)
                room = (self.line - place.height()) / 2 - 0.5
                painter.drawRoundedRect(place.adjusted(0.5, -room, -0.5, room), 4, 4)
            start = end
        painter.restore()


def _own_words(runs: Sequence[Run]) -> str:
    """What says in which direction a paragraph is read: names and tags have one of their own."""
    own = "".join(run.text for run in runs if not run.pill and run.style in _WORDS)
    return _NAME.sub("", own) if any(map(str.isalpha, own)) else ""


def _marks(runs: Sequence[Run], text: str, *, is_right: bool, framed: bool) -> Iterator[_Mark]:
    """In the order of the text."""
    if not has_right(text):
        return
    if framed:
        for start, end in _framed(runs):
            yield start, ISOLATE
            names = _NAME.finditer(text, start, end)
            yield from ((name.start(), _LEFT_MARK) for name in names)
            yield end, END
        return
    at = 0
    for run in runs:
        end = at + len(run.text)
        if run.pill or run.style is TextStyle.QUIET:
            yield at, ISOLATE
            yield end, END
        elif is_right:
            yield from ((at + name.start(), _LEFT_MARK) for name in _NAME.finditer(run.text))
        at = end


def _framed(runs: Sequence[Run]) -> Iterator[tuple[int, int]]:
    """What keeps to itself between words of ours: each part from its first letter that is read
    from the right to its last."""
    at = 0
    for _quiet, part in groupby(runs, lambda run: run.style is TextStyle.QUIET):
        said = "".join(run.text for run in part)
        if (span := right_span(said)) is not None:
            yield at + span[0], at + span[1]
        at += len(said)
