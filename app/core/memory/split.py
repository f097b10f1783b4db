"""Cutting a document where its structure ends: at headings, between paragraphs and list items."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST = 900
"""Characters of a fragment, about 150 words: what an embedder reads well at once."""
SHORTEST = 40
"""A paragraph shorter than this joins the next one, if that has room."""

_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.+?)[ \t#]*$")
_RULE = re.compile(r"^[ \t]*(?:[-*_=][ \t]*){3,}$")
_FENCE = re.compile(r"^[ \t]*(```+|~~~+)")
_ITEM = re.compile(r"^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+")
_FRONTMATTER = re.compile(r"\A---[ \t]*\n.*?\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_MOST_TITLES = 3


@dataclass(frozen=True, slots=True)
class Fragment:
    """A piece of a document that can be understood alone; `title` are the headings above it."""

    title: str
    text: str


def split(document: str) -> tuple[Fragment, ...]:
    """The fragments of a Markdown or plain text, in order; any text can be split.

    Front matter is left out. Nothing but white space and headings is lost besides.
    """
    plain = document.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    fragments: list[Fragment] = []
    waiting = Fragment("", "")
    for piece in _pieces(_FRONTMATTER.sub("", plain, count=1)):
        short = 0 < len(waiting.text) < SHORTEST and waiting.title == piece.title
        if short and len(waiting.text) + len(piece.text) < LONGEST:
            waiting = Fragment(piece.title, f"{waiting.text}\n{piece.text}")
            continue
        if waiting.text:
            fragments.append(waiting)
        waiting = piece
    return (*fragments, waiting) if waiting.text else tuple(fragments)


def _pieces(text: str) -> Iterator[Fragment]:
    headings: list[tuple[int, str]] = []
    for block in _blocks(text):
        if heading := _HEADING.match(block):
            level = len(heading[1])
            headings = [h for h in headings if h[0] < level] + [(level, heading[2].strip())]
            continue
        title = " › ".join(name for _level, name in headings[-_MOST_TITLES:])
        for part in short_enough(block):
            yield Fragment(title, part)


def _blocks(text: str) -> Iterator[str]:
    """Headings, paragraphs, list items, fenced code: each without the blank lines around it."""
    lines: list[str] = []
    fence = ""
    for line in text.split("\n"):
        if fence:
            lines.append(line)
            if line.strip().startswith(fence):
                fence = ""
            continue
        alone = bool(_HEADING.match(line))
        if not line.strip() or _RULE.match(line) or alone or _ITEM.match(line):
            if lines:
                yield "\n".join(lines)
            lines = []
        if opened := _FENCE.match(line):
            fence = opened[1]
        if alone:
            yield line
        elif line.strip() and not _RULE.match(line):
            lines.append(line.rstrip())
    if lines:
        yield "\n".join(lines)


def short_enough(block: str, longest: int = LONGEST) -> Iterator[str]:
    """A block in parts of at most `longest` characters, cut after sentences where that works."""
    part = ""
    for sentence in _SENTENCE_END.split(block.strip()):
        for piece in _cut(sentence, longest):
            if part and len(part) + 1 + len(piece) > longest:
                yield part
                part = ""
            part = f"{part} {piece}" if part else piece
    if part:
        yield part


def _cut(sentence: str, longest: int) -> Iterator[str]:
    while len(sentence) > longest:
        end = sentence.rfind(" ", longest // 2, longest)
        end = end if end > 0 else longest
        yield sentence[:end].strip()
        sentence = sentence[end:].strip()
    if sentence:
        yield sentence
