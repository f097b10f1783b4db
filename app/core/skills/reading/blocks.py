"""A text cut into pieces (goals, items, paragraphs …) that follow each other without a gap."""

import re
from collections.abc import Iterator
from functools import cached_property

from app.core.skills.reading.goals import GoalStart, goal_start, goals_in_line
from app.core.skills.reading.markers import Marker, Outline, Rank, box
from app.core.skills.reading.open_items import OpenItems
from app.core.skills.reading.pieces import Piece, Pieces, Shape
from app.core.skills.reading.placed_memories import is_marked, unmark
from app.core.skills.reading.recipes import header, is_recipe_step
from app.core.skills.reading.section_names import LONGEST, named

_LINE = re.compile(r"[^\r\n]*+(?:\r\n?|\n)|[^\r\n]++")
_INDENT = re.compile(r"[ \t]*+")
_START = re.compile(
    r"(?P<number>[0-9]{1,9})[.)](?:[-–](?=[ \t]))?(?=\s|\Z)[ \t]*+"
    r"|(?P<rule>([-*_=])\3{2,}+(?=[ \t]*+(?:[\r\n]|\Z)))"
    r"|(?P<bullet>[-*+•])(?=[ \t\r\n]|\Z)[ \t]*+"
    r"|(?P<heading>\#{1,6})(?=\s|\Z)[ \t]*+"
    r"|(?P<fence>`{3,}+|~{3,}+)"
    r"|(?P<comment><!--)"
)
_FIRST = frozenset("0123456789-*_=+•#`~<")
_RECIPES = re.compile(
    r"[ ]{0,3}(?:\#{2,6}[ \t]+[^\r\n]*|\#[ \t]+)\b(?:recipes?|rețete)\b", re.IGNORECASE
)
_MARKABLE = (Shape.PARAGRAPH, Shape.BULLET)
_ITEMS = (Shape.NUMBERED, Shape.BULLET)
_BREAKS = ("rule", "heading", "comment", "section")
_ANYWHERE = (Rank.OUTLINE, Rank.LETTER)
"""What is an item of its list however far it is indented."""
_TOP = 4
"""From this indentation on, from that of an open item, nothing starts a piece of its own."""


def cut(text: str) -> Pieces:
    """The pieces of `text`, in time linear in its length."""
    return _Cutter(text).cut()


def lines(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of every line, its line end included: LF, CRLF or CR, nothing else."""
    return map(re.Match.span, _LINE.finditer(text))


def content_width(prefix: str) -> int:
    """The column to which lines that continue an item with that `prefix` are indented.

    `1. ` is 3 wide. More than four spaces after the marker count as one (CommonMark, list items).
    """
    marker = len(prefix.rstrip(" \t"))
    width = len(prefix.expandtabs(_TOP)) if "\t" in prefix else len(prefix)
    return max(width if width - marker <= _TOP else marker + 1, min(marker + 1, 2))


def begins_nothing(line: str, width: int) -> bool:
    """Whether a line is indented by `width` or more spaces and ordinary words follow."""
    content = line.lstrip(" ")
    if not content or content[0].isspace() or content[0] in _FIRST or content[0] == "—":
        return False
    return len(line) - len(content) >= width


class _Cutter:
    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = list(lines(text))
        self._outline = Outline(text)
        self._done = Pieces()
        self._open: Piece | None = None
        self._items = OpenItems()
        self._blank: int | None = None
        self._fence = ""
        self._fence_at = 0
        self._fence_indent = 0
        self._listing = False
        self._recipes = False
        self._no_comment_end = False

    def cut(self) -> Pieces:
        at = self._preface()
        while at < len(self._lines):
            at = self._line(at)
        self._end_fence(len(self._text))
        self._close()
        self._spend_blank(len(self._text))
        return self._done

    def _preface(self) -> int:
        """A byte order mark and frontmatter; the number of lines they take."""
        text, rows = self._text, self._lines
        if text.startswith("\ufeff"):
            self._add(Shape.BLANK, 0, 1)
            rows[0] = (1, rows[0][1])
        if not rows or text[rows[0][0] : rows[0][1]].rstrip() != "---":
            return 0
        for n, (start, end) in enumerate(rows[1:], 1):
            if text[start] in "-." and text[start:end].rstrip() in ("---", "..."):
                self._add(Shape.FRONTMATTER, rows[0][0], end)
                return n + 1
        return 0

    def _line(self, at: int) -> int:
        """Read the line with index `at`; the index of the next one to read."""
        text = self._text
        start, end = self._lines[at]
        content = _INDENT.match(text, start).end()  # type: ignore[union-attr]
        if self._fence:
            if not self._leaves_fence(start, content, end):
                return at + 1
        elif content == end or (text[content].isspace() and text[content:end].isspace()):
            if self._blank is None:
                self._blank = start
            return at + 1
        indent = content - start
        if indent and "\t" in text[start:content]:
            indent = len(text[start:content].expandtabs(4))
        begins = (text[content] in _FIRST and _START.match(text, content)) or None
        marker = self._marker(begins, content)
        kind = begins.lastgroup if begins is not None else None
        if marker is not None:
            kind = "bullet" if marker.rank is Rank.BULLET else "number"
        elif kind is None and self._is_section(at, indent):
            kind = "section"
        if self._open is not None and self._continues(at, content, indent, kind, marker):
            self._blank = None
            self._open.end = end
            self._maybe_fence(begins, content, indent)
            self._after_line(content, end)
            return at + 1
        return self._begin(at, content, indent, begins, kind, marker)

    def _marker(self, begins: re.Match[str] | None, content: int) -> Marker | None:
        """The marker of an item that begins there."""
        text = self._text
        if begins is None:
            return self._outline.marker(text, content)
        if begins["number"] is not None:
            number = int(begins["number"])
            return Marker(Rank.NUMBER, begins.end(), number, levels=(number,))
        if begins["bullet"] is not None:
            end = box(text, begins.end())
            return Marker(Rank.BULLET, end, is_box=end > begins.end())
        return None

    def _names_section(self, line: tuple[int, int]) -> bool:
        start, end = line
        return 2 < end - start <= LONGEST and named(self._text[start:end])[0]

    @cached_property
    def _sectioned(self) -> bool:
        return sum(map(self._names_section, lines(self._text))) > 2

    def _is_section(self, at: int, indent: int) -> bool:
        """Whether the line is the name of a section and nothing else, and stands by itself."""
        if indent >= _TOP or not self._names_section(self._lines[at]):
            return False
        return self._open is None or self._blank is not None or self._sectioned

    def _after_line(self, content: int, end: int) -> None:
        """A mark ends a paragraph or a bullet, so that memories may follow line by line."""
        piece = self._open
        if piece is None or self._fence or self._quotes(piece):
            return
        if piece.shape in _MARKABLE and piece.parent is None and is_marked(self._text[content:end]):
            self._close()

    def _quotes(self, piece: Piece) -> bool:
        return piece.shape is Shape.PARAGRAPH and self._text[piece.body] == ">"

    def _continues(
        self, at: int, content: int, indent: int, kind: str | None, marker: Marker | None
    ) -> bool:
        """Whether this line belongs to the piece being read."""
        piece, text = self._open, self._text
        assert piece is not None
        shape = piece.shape
        if indent < _TOP and kind in _BREAKS and indent < (piece.width or 4):
            return False
        if shape is Shape.GOAL:
            return self._continues_goal(at, content, indent, kind)
        if shape is Shape.PARAGRAPH:
            if self._blank is not None or (kind is not None and indent < _TOP):
                return False
            if self._quotes(piece):
                if indent < _TOP and text[content] == ">":
                    return True
                if is_marked(text[slice(*self._lines[at - 1])]):
                    return False
            return indent >= _TOP or not self._starts_goal_or_recipe(at, content, indent)
        if marker is not None:
            # deeper than any item can be nested, it is text
            return indent >= piece.width + _TOP and marker.rank not in _ANYWHERE
        if indent >= piece.width:
            return True
        if self._blank is not None and (indent < 2 or piece.parent is not None):
            return False
        if self._starts_goal_or_recipe(at, content, indent):
            return False
        before = unmark(text[content : self._lines[at][1]]) if indent == 0 else None
        return before is None or not before[0]

    def _continues_goal(self, at: int, content: int, indent: int, kind: str | None) -> bool:
        if indent >= _TOP:
            return True
        if self._blank is not None and indent < 2:
            return False
        if kind == "bullet":
            empty = not self._text[self._open.goal.value : self._open.end].strip()  # type: ignore[union-attr]
            self._listing = self._listing or empty
            return self._listing or indent >= 2
        return kind is None and not self._starts_goal_or_recipe(at, content, indent)

    def _starts_goal_or_recipe(self, at: int, content: int, indent: int) -> bool:
        start = self._lines[at][0]
        if indent < _TOP and goal_start(self._text, start) is not None:
            return True
        return indent == 0 and self._is_recipe(at)

    def _is_recipe(self, at: int) -> bool:
        text = self._text
        start, end = self._lines[at]
        if text[start] == ">" or text.find(":", start, end) <= start or goal_start(text, start):
            return False
        following = at + 1
        if is_marked(text[start:end]) or (
            following < len(self._lines) and is_marked(text[slice(*self._lines[following])])
        ):
            return False
        while following < len(self._lines) and not text[slice(*self._lines[following])].strip():
            following += 1
        steps = following < len(self._lines) and is_recipe_step(
            text, self._lines[following][0], self._recipes
        )
        if not steps and not (self._recipes and self._open is None):
            return False
        found = header(text[start:end])
        return found is not None and bool(found[1] or self._recipes)

    def _begin(
        self, at: int, content: int, indent: int, begins: re.Match[str] | None,
        kind: str | None, marker: Marker | None,
    ) -> int:  # fmt: skip
        """Close what is open and begin the piece this line starts."""
        text = self._text
        start, end = self._lines[at]
        before = self._open if self._blank is None else None
        self._close()
        self._spend_blank(start)
        owner = self._items.around(indent)
        goal = goal_start(text, start) if owner is None and indent < _TOP else None
        if goal is None and marker is not None:
            kept = indent == 0 and is_marked(text[start:end])
            owner = self._items.owner(marker, indent, None if kept else before)
            deep = indent - (owner.width if owner is not None else 0) >= _TOP
            if deep and marker.rank not in _ANYWHERE:
                marker = kind = None
        elif (owner is not None and kind != "fence") or indent >= _TOP:
            kind = None
        if goal is not None:
            self._begin_goals(goal, start, end)
        elif marker is not None:
            self._begin_item(marker, start, end, content, indent, owner)
            self._after_line(content, end)
        elif owner is not None:
            self._begin_rest(owner, start, end, content)
            self._maybe_fence(begins if kind else None, content, indent)
        elif kind is None:
            if indent == 0 and self._is_recipe(at):
                return self._take_recipe(at)
            self._open = Piece(Shape.PARAGRAPH, start, end, content)
            self._after_line(content, end)
        elif kind == "heading":
            self._recipes = _RECIPES.match(text, start) is not None
            self._add(Shape.HEADING, start, end, begins.end() if begins is not None else content)
        elif kind == "section":
            self._add(Shape.HEADING, start, end, content)
        elif kind == "rule":
            self._add(Shape.BLANK, start, end)
        elif kind == "comment":
            return self._take_comment(at)
        else:
            self._open = Piece(Shape.CODE, start, end, start)
            self._maybe_fence(begins, content, indent)
        return at + 1

    def _begin_goals(self, first: GoalStart, start: int, end: int) -> None:
        goals = goals_in_line(self._text, first, end)
        for goal, following in zip(goals, (*goals[1:], None), strict=True):
            stop = following.start if following is not None else end
            self._close()
            self._open = Piece(Shape.GOAL, start, stop, goal.value, goal=goal)
            start = stop
        self._listing = False

    def _begin_item(
        self, marker: Marker, start: int, end: int, content: int, indent: int,
        owner: Piece | None,
    ) -> None:  # fmt: skip
        shape = Shape.BULLET if marker.rank is Rank.BULLET else Shape.NUMBERED
        width = content_width(" " * indent + self._text[content : marker.end])
        self._open = Piece(
            shape, start, end, marker.end, width, marker.number,
            column=indent, parent=owner, marker=marker,
        )  # fmt: skip
        self._items.begin(self._open)

    def _begin_rest(self, owner: Piece, start: int, end: int, content: int) -> None:
        self._items.back_to(owner)
        self._open = Piece(Shape.REST, start, end, content, owner.width, parent=owner)

    def _take_comment(self, at: int) -> int:
        """A comment up to the end of the line that closes it, or of its paragraph if none does."""
        start, end = self._lines[at]
        close = -1 if self._no_comment_end else self._text.find("-->", start)
        self._no_comment_end = close < 0
        at += 1
        while at < len(self._lines):
            left, right = self._lines[at]
            if left >= close + 3 > 2 or (close < 0 and not self._text[left:right].strip()):
                break
            end = right
            at += 1
        self._add(Shape.COMMENT, start, end)
        return at

    def _take_recipe(self, at: int) -> int:
        """A recipe's first line and the recalls right below it."""
        text = self._text
        start, end = self._lines[at]
        at = following = at + 1
        while following < len(self._lines) and not text[slice(*self._lines[following])].strip():
            following += 1
        if following < len(self._lines) and is_recipe_step(
            text, self._lines[following][0], self._recipes
        ):
            at = following
            while at < len(self._lines):
                left, right = self._lines[at]
                deeper = text.startswith("  ", left) and text[left:right].strip()
                if not deeper and not is_recipe_step(text, left, self._recipes, first=False):
                    break
                end = right
                at += 1
        self._add(Shape.RECIPE, start, end)
        return at

    def _maybe_fence(self, begins: re.Match[str] | None, content: int, indent: int) -> None:
        """Code begins, unless in a goal: its lines are prose."""
        in_goal = self._open is not None and self._open.shape is Shape.GOAL
        if begins is not None and begins["fence"] and not in_goal:
            self._fence, self._fence_at, self._fence_indent = begins["fence"], content, indent

    def _leaves_fence(self, start: int, content: int, end: int) -> bool:
        """Extend the open code by this line; True if the line is outside and to be read anew."""
        piece = self._open
        assert piece is not None
        line = self._text[content:end].strip()
        if line and content - start < min(self._fence_indent, piece.width):
            self._end_fence(start)
            return True
        piece.end = end
        if line.startswith(self._fence) and not line.strip(self._fence[0]):
            self._end_fence(end)
            if piece.shape is Shape.CODE:
                self._close()
        return False

    def _end_fence(self, at: int) -> None:
        if self._fence:
            self._done.opaque.append((self._fence_at, at))
            self._fence = ""

    def _close(self) -> None:
        piece, self._open = self._open, None
        if piece is None:
            return
        marked = piece.shape in _MARKABLE and piece.parent is None
        if marked and is_marked(self._text[piece.body : piece.end]):
            piece.shape = Shape.MEMORY
            opaque = self._done.opaque
            while opaque and opaque[-1][0] >= piece.start:
                opaque.pop()
            opaque.append((piece.start, piece.end))
        elif piece.shape not in (*_ITEMS, Shape.REST):
            self._items.clear()
        self._done.pieces.append(piece)

    def _spend_blank(self, end: int) -> None:
        start, self._blank = self._blank, None
        if start is not None and start < end:
            self._add(Shape.BLANK, start, end)

    def _add(self, shape: Shape, start: int, end: int, body: int | None = None) -> None:
        if shape in (Shape.HEADING, Shape.RECIPE):
            self._items.clear()
        self._done.pieces.append(Piece(shape, start, end, start if body is None else body))
