"""The blocks of a Markdown or plain text, without what is only there for the looks."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from textwrap import dedent


class Form(Enum):
    """What a block is."""

    HEADING = auto()
    PROSE = auto()
    ITEM = auto()
    TABLE = auto()
    CODE = auto()


@dataclass(frozen=True, slots=True)
class Block:
    """`level` is of headings, from 1; `end` is where the block ends in the document."""

    form: Form
    text: str
    end: int
    level: int = 0


_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(?=\S)")
_UNDERLINE = re.compile(r" {0,3}(=+|-{2,})[ \t]*\Z")
_RULE = re.compile(r"[ \t]*(?:[-*_=][ \t]*){3,}\Z")
_FENCE = re.compile(r"[ \t]*(```+|~~~+)")
_ITEM = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_TABLE_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)*\Z")
_QUOTE = re.compile(r"[ \t]*>[ \t]?")
_CALLOUT = re.compile(r"\[![\w-]{1,20}\][-+]?[ \t]*")
_FRONT_MATTER = re.compile(r"---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_FRONT_LINE = re.compile(r"[\"']?[\w.-][^:\n]{0,80}:(?:\s|\Z)|[ \t#\]}-]|\Z")
_LONGEST_FRONT = 20_000
_CODE_OR_TAG = re.compile(
    r"`[^`\n]+`|</?(?:abbr|a|blockquote|br|b|center|code|dd|details|div|dl|dt|em|font|h[1-6]|hr|i|img"
    r"|kbd|li|ol|picture|pre|p|small|source|span|strong|sub|summary|sup|s|table|tbody|td|th|thead|tr"
    r"|ul|u|video)(?:[ \t/][^<>\n]{0,500})?>",
    re.IGNORECASE,
)
_PICTURE = re.compile(r"!\[([^\[\]\n]{0,200})\]\([^()\n]{0,500}\)")
_LINKED_PICTURE = re.compile(r"\[!\[[^\[\]\n]{0,200}\]\([^()\n]{0,500}\)\]\([^()\n]{0,500}\)")
_LINK = re.compile(r"\[([^\[\]\n]{0,300})\]\([^()\n]{0,500}\)")
_STRONG = re.compile(r"(\*\*|__)([^*_\n]{1,120})\1")
_PLACE_HERE = re.compile(r"\s*\[[^\[\]\n]{0,300}\]\(#[^()\n]{0,300}\)\s*\Z")
_LONGEST_LINE = 2_000
"""A longer line is prose, whatever it begins with."""
_LONGEST_TITLE = 120
_WRAPPED = 60
"""A line that is at least so long ended because the margin came."""


def blocks(document: str) -> Iterator[Block]:
    """The headings, paragraphs, list items, tables and fenced code of a text, in order."""
    for block in _raw(document):
        text = _dressed(block)
        if any(map(str.isalnum, text)):
            yield Block(block.form, text, block.end, block.level)


def without_bullet(item: str) -> str:
    """A list item as a sentence."""
    return item[match.end() :] if (match := _ITEM.match(item)) else item


def is_table_rule(line: str) -> bool:
    """Whether a line parts the head of a table from its rows."""
    return len(line) <= _LONGEST_LINE and "|" in line and bool(_TABLE_RULE.match(line))


def length(text: str) -> int:
    """How many characters a reader sees."""
    return len(_LINK.sub(r"\1", without_bullet(text)))


class _Reader:
    """The block that is being read."""

    def __init__(self) -> None:
        self.form = Form.PROSE
        self.lines: list[str] = []
        self.fence = ""

    def take(self, end: int) -> Iterator[Block]:
        """What was read until here."""
        if self.lines:
            yield Block(self.form, "\n".join(self.lines), end)
        self.form, self.lines, self.fence = Form.PROSE, [], ""

    def read(self, line: str, end: int) -> Iterator[Block]:
        """The blocks that this line ends."""
        if self.fence:
            self.lines.append(line)
            if line.strip().startswith(self.fence):
                yield from self.take(end)
            return
        plain = line if len(line) <= _LONGEST_LINE else ""
        underline = _UNDERLINE.match(plain)
        if match := _HEADING.match(plain):
            yield from self.take(end)
            yield Block(Form.HEADING, plain[match.end() :].rstrip(" \t#"), end, len(match[1]))
        elif underline and self._may_be_title():
            yield Block(Form.HEADING, self.lines[0].strip(), end, 1 + (underline[1][0] == "-"))
            self.lines = []
        elif not line.strip() or _RULE.match(plain):
            yield from self.take(end)
        else:
            yield from self._go_on(line, plain, end)

    def _go_on(self, line: str, plain: str, end: int) -> Iterator[Block]:
        opened = _FENCE.match(plain)
        is_item, is_row = bool(_ITEM.match(plain)), plain.lstrip().startswith("|")
        is_in_table = bool(self.lines) and self.form is Form.TABLE
        if opened or is_item or is_row != is_in_table:
            yield from self.take(end)
        if opened:
            self.form, self.fence = Form.CODE, opened[1]
        elif is_item or is_row:
            self.form = Form.ITEM if is_item else Form.TABLE
        self.lines.append(line.rstrip())

    def _may_be_title(self) -> bool:
        one_line = self.form is Form.PROSE and len(self.lines) == 1
        return one_line and len(self.lines[0]) <= _LONGEST_TITLE


def _raw(document: str) -> Iterator[Block]:
    text = document.replace("\r\n", "\n").replace("\r", "\n")
    reader, may_hide = _Reader(), True
    end = _after_front_matter(text)
    while end < len(text):
        start, end = end, (text.find("\n", end) + 1) or len(text)
        line = text[start:end].removesuffix("\n")
        if may_hide and not reader.fence and (opens := line.find("<!--")) >= 0:
            closes = text.find("-->", start + opens)
            may_hide = closes >= 0
            if may_hide:
                end = (text.find("\n", closes) + 1) or len(text)
                line = line[:opens] + text[closes + 3 : end].removesuffix("\n")
                if not line.strip():
                    continue
        yield from reader.read(line, end)
    yield from reader.take(end)


def front_matter(text: str) -> str:
    """What stands before a document, between fences; empty where nothing does."""
    head = text[: 2 * _LONGEST_FRONT].replace("\r\n", "\n").replace("\r", "\n")
    return head[: _after_front_matter(head)]


def _after_front_matter(text: str) -> int:
    """Where the document begins. Two rules with a paragraph between them are no front matter."""
    start = 1 if text.startswith("\ufeff") else 0
    match = _FRONT_MATTER.match(text, start, _LONGEST_FRONT)
    lines = match[1].split("\n") if match else []
    return match.end() if match and all(map(_FRONT_LINE.match, lines)) else start


def _dressed(block: Block) -> str:
    """The words of a block as they are to be read."""
    lines = block.text.split("\n")
    if block.form is Form.CODE:
        return dedent(block.text)
    if all(_QUOTE.match(line[:_LONGEST_LINE]) for line in lines):
        lines = [_CALLOUT.sub("", _QUOTE.sub("", line, count=1), count=1) for line in lines]
    text = "\n".join(filter(None, map(_without_looks, lines)))
    if block.form is Form.HEADING:
        return _STRONG.sub(r"\2", _LINK.sub(r"\1", text)).strip()
    if block.form is Form.ITEM and _PLACE_HERE.match(without_bullet(text)):
        return ""
    return text if block.form is Form.TABLE else _unwrapped(text, block.form)


def _without_looks(line: str) -> str:
    if "](" in line:
        line = _PICTURE.sub(_said, _LINKED_PICTURE.sub("", line))
    if "<" in line:
        line = _CODE_OR_TAG.sub(lambda found: found[0] if found[0][0] == "`" else " ", line)
    return line.rstrip()


def _said(picture: re.Match[str]) -> str:
    """What a picture shows, if that is more than one word."""
    return picture[1] if " " in picture[1].strip() else ""


def _unwrapped(text: str, form: Form) -> str:
    """Lines that ended at a margin put together again; all of them in a list item."""
    first, *rest = text.split("\n")
    parts = [first]
    last = len(first)
    for line in rest:
        if form is Form.ITEM or last >= _WRAPPED:
            parts.append(" " + line.strip())
        else:
            parts.append("\n" + line.strip())
        last = len(line)
    return "".join(parts).rstrip()
