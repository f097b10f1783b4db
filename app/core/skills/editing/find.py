"""Finding words in a text, and writing others in their place. Pure."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import regex

from app.core.errors import AppError
from app.core.words import _

SECONDS = 2.0
"""So long one text may take; whatever is sensible finds its way through a megabyte in a tenth."""
_LONGEST = 1_000
"""Characters of a pattern."""
_UNROLLED = 1_000_000
"""Counted repetitions are written out when a pattern is read, to about so many characters."""
_COUNT = re.compile(r"(\)?)\{(\d+)")
_REFERENCE = re.compile(r"\\(?:(?P<number>\d{1,2})|g<(?P<name>\w+)>|(?P<sign>.)|\Z)", re.DOTALL)
_SIGNS = {"n": "\n", "t": "\t", "\\": "\\"}
_NO_SPACES = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]"
"""Scripts that do not part their words; in them every place is between two words."""
_EDGE = rf"(?!(?<=\w)(?<!{_NO_SPACES})(?=\w)(?!{_NO_SPACES}))"
"""Where a word may begin or end: not inside one."""


class BadPattern(AppError):
    """What is looked for, or what is to be written instead, cannot be read."""

    code = "bad-pattern"


class SlowPattern(AppError):
    """A regular expression that tries too many ways through a text."""

    code = "slow-pattern"
    hint = "Make it simpler: avoid repetitions inside repetitions, such as (a+)+."


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for: these words, or what a regular expression describes."""

    text: str
    match_case: bool = False
    whole_words: bool = False
    is_regex: bool = False


class Edit(NamedTuple):
    """`text[start:end]` becomes `new`."""

    start: int
    end: int
    new: str


Span = tuple[int, int]
Template = tuple[str | int, ...]
"""What is written instead: words, and the numbers of groups whose words stand there."""


class Finder:
    """A query, ready to be looked for."""

    def __init__(self, query: Query) -> None:
        """Raises `BadPattern`."""
        self.query = query
        self._pattern = _compiled(query)

    def spans(self, text: str) -> list[Span]:
        """Where it is found, in order and without overlaps; raises `SlowPattern`."""
        return [found.span() for found in self._found(text)]

    def occurs(self, text: str) -> bool:
        """Whether it is found at all; raises `SlowPattern`."""
        return next(self._found(text), None) is not None

    def edits(self, text: str, template: Template) -> list[Edit]:
        """The hits, each with what the template puts in its place; raises `SlowPattern`."""
        hits = self._found(text)
        return [Edit(hit.start(), hit.end(), _filled(template, hit)) for hit in hits]

    def template(self, written: str) -> Template:
        r"""What `written` puts in the place of a hit; raises `BadPattern`.

        In that of a regular expression, `\1` and `\g<name>` are what a group found, `\n` and `\t`
        a line end and a tab. `$` means nothing, for that begins the name of a variable.
        """
        if not self.query.is_regex:
            return (written,)
        parts: list[str | int] = []
        done = 0
        for found in _REFERENCE.finditer(written):
            parts += [written[done : found.start()], self._referred(found)]
            done = found.end()
        return (*parts, written[done:])

    def _referred(self, found: re.Match[str]) -> str | int:
        number, name, sign = found.group("number", "name", "sign")
        if name is not None:
            number = self._pattern.groupindex.get(name, name)
        if number is not None:
            if str(number).isdecimal() and int(number) <= self._pattern.groups:
                return int(number)
            raise BadPattern(
                _("The pattern has no group {group}.").format(group=name or number),
                _(r"Number the groups from \1 in the order of their opening parentheses."),
            )
        if sign not in _SIGNS:
            raise BadPattern(
                _("“{sign}” has no meaning here.").format(sign=found[0]),
                _(r"Write \\ for a backslash, \1 for what the first group found."),
            )
        return _SIGNS[sign]

    def _found(self, text: str) -> Iterator["regex.Match[str]"]:
        """The hits that have a length: one of none shows nothing and replaces nothing."""
        if not self.query.text:
            return
        try:
            for found in self._pattern.finditer(text, timeout=SECONDS):
                if found.end() > found.start():
                    yield found
        except (TimeoutError, MemoryError) as error:
            raise SlowPattern(
                _("This regular expression takes too long."), _(SlowPattern.hint)
            ) from error


def changes(text: str, edits: Iterable[Edit]) -> list[Edit]:
    """Those that put something else where they are."""
    return [edit for edit in edits if text[edit.start : edit.end] != edit.new]


def outside(edits: Iterable[Edit], spans: Sequence[Span]) -> list[Edit]:
    """Those that touch none of the spans, which are in order and do not overlap."""
    starts = [start for start, _end in spans]
    return [
        edit for edit in edits
        if not (at := bisect_left(starts, edit.end)) or spans[at - 1][1] <= edit.start
    ]  # fmt: skip


def spliced(text: str, edits: Iterable[Edit]) -> str:
    """`text` with the edits made, which are in order and do not overlap."""
    parts, done = list[str](), 0
    for start, end, new in edits:
        parts += [text[done:start], new]
        done = end
    return "".join([*parts, text[done:]])


def _compiled(query: Query) -> "regex.Pattern[str]":
    """Case folds as Unicode says ("ß" is "SS"), and lines end as they do in skills."""
    flags = regex.VERSION1 | regex.MULTILINE | regex.WORD
    if not query.match_case:
        flags |= regex.IGNORECASE | regex.FULLCASE
    if not query.is_regex:
        wanted = regex.escape(query.text)
        return regex.compile(_whole(wanted) if query.whole_words else wanted, flags)
    _refuse_large(query.text)
    try:
        pattern = regex.compile(query.text, flags)  # by itself, so that nothing closes the group
        return regex.compile(_whole(query.text), flags) if query.whole_words else pattern
    except (regex.error, RecursionError, OverflowError) as error:
        why = getattr(error, "msg", "") or _("it is nested too deeply")
        raise BadPattern(
            _("This is not a regular expression: {why}.").format(why=why),
            _("Put a backslash before a character that is meant literally, such as \\( or \\."),
        ) from error


def _whole(pattern: str) -> str:
    return f"{_EDGE}(?:{pattern}){_EDGE}"


def _refuse_large(pattern: str) -> None:
    """Raise `BadPattern` for one that would take all memory before it is looked for."""
    nested, plain = 1, 1
    for group, count in _COUNT.findall(pattern):
        if group:
            nested *= max(1, int(count[:9]))
        else:
            plain = max(plain, int(count[:9]))
    if len(pattern) > _LONGEST or nested * plain * len(pattern) > _UNROLLED:
        raise BadPattern(
            _("This regular expression is too large."),
            _("Make it shorter, or let it repeat fewer times."),
        )


def _filled(template: Template, found: "regex.Match[str]") -> str:
    return "".join(part if isinstance(part, str) else found[part] or "" for part in template)
