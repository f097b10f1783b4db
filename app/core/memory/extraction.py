"""What a text mentions: known names, headings, code and proper names. Pure, no model.

The model may propose more; this is what is found without one (seed 000, section 6).
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from app.core.graph.naming import Names
from app.core.skills import names
from app.core.skills.reading.annotations import hide_blocks
from app.core.skills.reading.blocks import cut
from app.core.skills.reading.folding import fold
from app.core.skills.reading.languages.every import IF

MOST = 15
"""How many entities one text is linked to at most; known names come first."""
_LONGEST = 60
_READ = 100_000
"""Characters looked at; a longer text has said what it is about by then."""


class EntityKind(StrEnum):
    """What an entity is; `SKILL` and `TERM` (made by a person) are known names."""

    SKILL = "skill"
    TERM = "term"
    HEADING = "heading"
    CODE = "code"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Mentioned:
    """Something the text mentions at `text[start:end]`; `kind` is None for a known name."""

    key: str
    name: str
    kind: EntityKind | None
    confidence: float
    start: int
    end: int


_HEADING = re.compile(
    r"^[ ]{0,3}#{1,6}[ \t]++(?:\d[\d.)]*+[ \t]++)?([^\r\n]{2,80}?)[ \t#]*+$", re.MULTILINE
)
_SPAN = re.compile(r"`([^`\r\n]{2,60})`")
_IDENTIFIER = re.compile(
    r"(?<![\w./@-])(?:[A-Za-z]\w*(?:(?:\.|::)[A-Za-z_]\w*)+(?:\(\))?|[a-z]\w*\(\)"
    r"|[A-Za-z][^\W_]*+_\w++|[a-z][a-z0-9]*+[A-Z]\w*+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)(?![\w/@])"
)
_CAPITAL = re.compile(r"[^\W\d_](?:[\w'’&-]|\.(?=\w))*")
_STARTS = re.compile(r"(?:\A|[\0.!?:…\r\n“\"(|•>]|[-*#]|\d[.)])[\s*_\"'“(]*\Z")
_SMALL = (
    "the a an this that these those it its we i you he she they our your and or but so in on at to"
    " for from with as by of no not der die das ein eine wir le la les un une des il elle el los"
    " las lo gli i o os as um uma cel cea"
)
_OPENERS = frozenset(_SMALL.split())
_FEW = 8
"""In a text of fewer words, one capital more or less says nothing about how it is written."""
_EDGES = " \t*_:'’.-"


def mentioned(text: str, known: Names) -> tuple[Mentioned, ...]:
    """At most `MOST` things the text mentions, each once, the surest first."""
    text = text[:_READ]
    prose = hide_blocks(text, cut(text).opaque)
    said = [*_known(text, known)]
    rest = _SPAN.sub(lambda code: "\0" * len(code[0]), prose)
    rest = hide_blocks(rest, [(mention.start, mention.end) for mention in said])
    found: dict[str, Mentioned] = {}
    for mention in (*said, *_headings(prose), *_code(prose), *_proper(rest)):
        found.setdefault(mention.key, mention)
    ordered = sorted(found.values(), key=lambda m: (-m.confidence, m.start))
    return tuple(ordered[:MOST])


def _known(text: str, known: Names) -> Iterator[Mentioned]:
    for said in known.said_in(text):
        # How sure a mention is decides which are kept: known names, then code, headings, capitals.
        confidence = 1.0 if said.marked else 0.9
        yield Mentioned(
            said.key, text[said.start : said.end], None, confidence, said.start, said.end
        )


def _headings(text: str) -> Iterator[Mentioned]:
    for heading in _HEADING.finditer(text):
        if len(heading[1].split()) <= 6:
            yield from _made(heading[1], EntityKind.HEADING, 0.7, heading.start(1))


def _code(text: str) -> Iterator[Mentioned]:
    for span in _SPAN.finditer(text):
        if not re.search(r"\s", span[1].strip()):
            yield from _made(span[1], EntityKind.CODE, 0.8, span.start(1))
    for identifier in _IDENTIFIER.finditer(text):
        yield from _made(identifier[0], EntityKind.CODE, 0.6, identifier.start())


def _proper(text: str) -> Iterator[Mentioned]:
    """Capitalised words inside a sentence; only runs of them where most words have capitals."""
    runs = [run for found in _runs(text) if (run := _without_opener(text, found))]
    words = sum(1 for _word in _CAPITAL.finditer(text))
    single = sum(1 for run in runs if len(run) == 1)
    # In German, and in headings, most words have capitals: alone they name nothing there.
    usual = words >= _FEW and single > 0.25 * words
    for run in runs:
        if len(run) > 1 or not usual:
            confidence = 0.6 if len(run) > 1 else 0.5
            name = text[run[0].start() : run[-1].end()]
            yield from _made(name, EntityKind.NAME, confidence, run[0].start())


def _without_opener(text: str, run: list[re.Match[str]]) -> list[re.Match[str]]:
    """The run without a word that only has its capital because a sentence begins with it."""
    first = run[0]
    opens = _STARTS.search(text, max(0, first.start() - 12), first.start())
    word = fold(first[0]).text
    small = word in _OPENERS or IF.match(word + " ")
    return run[1:] if opens and (len(run) == 1 or small) else run


def _runs(text: str) -> Iterator[list[re.Match[str]]]:
    """Capitalised words that follow each other with one blank between."""
    run: list[re.Match[str]] = []
    for word in _CAPITAL.finditer(text):
        capital = word[0][0].isupper() and len(word[0]) > 1
        if run and (not capital or text[run[-1].end() : word.start()] != " " or len(run) == 4):
            yield run
            run = []
        if capital:
            run.append(word)
    if run:
        yield run


def _made(name: str, kind: EntityKind, confidence: float, start: int) -> Iterable[Mentioned]:
    bare = name.lstrip(_EDGES)
    start += len(name) - len(bare)
    bare = bare.rstrip(_EDGES)
    key = names.key(bare)
    if len(key) >= 3 and len(bare) <= _LONGEST and not key.replace("-", "").isdigit():
        yield Mentioned(key, bare, kind, confidence, start, start + len(bare))
