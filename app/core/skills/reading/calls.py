"""Calls of other skills in a step or a goal: `@skill:`, `[[skill:]]`, `@parallel:` and mentions."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.core.skills.model import Argument, Call

MARKER = re.compile(r"@skill:[ \t]*|\[\[[ \t]*skill:[ \t]*|@parallel:[ \t]*", re.IGNORECASE)
_QUOTES = {'"': '"', "'": "'", "“": "”", "„": "”", "‘": "’", "`": "`", "«": "»"}
_WORD = r"\w(?:[\w]|-(?!>))*+"
_RUN = re.compile(rf"{_WORD}(?:[ \t]+(?!->){_WORD}){{0,11}}")
_FIRST_WORD = re.compile(_WORD)
_IN_BRACKETS = re.compile(r"(?:[^\]\r\n(|=→>-]|-(?!>)|=(?!>)|>)++")
_ARROW = re.compile(r"[ \t]*+(?:\r?\n[ \t]*+)?(?:->|→|=>)[ \t]*+")
_VARIABLES = re.compile(r"\[?[ \t]*(\$[^\W\d]\w*(?:[ \t]*,[ \t]*\$[^\W\d]\w*)*+)[ \t]*\]?")
_VARIABLE = re.compile(r"\$([^\W\d]\w*)")
_HARD_WORDS = (
    "with on then if when which who that until unless before after while using via again once"
    " where because so otherwise else is are was must should"
)
_HARD = frozenset(_HARD_WORDS.split())
_SOFT_WORDS = "and or to for in of from by as into at per"
_SOFT = frozenset(_SOFT_WORDS.split())
_LONGEST = 2000
"""Arguments further away than this from their bracket are not looked for."""

_NAMED = re.compile(r"\s*(?P<name>[^\W\d][\w-]*)\s*=(?!=)\s*(?P<value>.*)", re.DOTALL)
_IS_VARIABLE = re.compile(r"\$([^\W\d]\w*(?:\.\w+)*)\Z")
_IS_WORD = re.compile(r"[^\W\d][\w-]*\Z|-?\d+(?:\.\d+)?\Z")
_QUOTED = re.compile(r"\"[^\"]*\"\Z|'[^']*'\Z|“[^”]*”\Z")

_FILLER_WORDS = (
    "the a an and or it its this that then them these those one next same other others above"
    " below following step steps skill skills any each all new own your my our right"
)
_FILLER = frozenset(_FILLER_WORDS.split())
_MENTION = re.compile(
    r"\b(?:(?:run|use|apply|follow|execute|invoke)[ \t]+(?:the[ \t]+)?"
    r"(?:[\"“](?P<q1>[^\"“”\r\n]{1,80})[\"”]|(?P<b1>\w[\w-]*(?:[ \t][\w-]+){0,4}?))[ \t]+skill\b"
    r"|(?:aplic[aă]|folose[sșş]te|urmeaz[aă])[ \t]+skill-?ul[ \t]+"
    r"(?:[\"“„](?P<q2>[^\"“”„\r\n]{1,80})[\"”]|(?P<b2>\w[\w-]*))"
    r"|(?:aplica|usa|seguir)[ \t]+(?:el[ \t]+)?skill[ \t]+"
    r"(?:[\"“](?P<q3>[^\"“”\r\n]{1,80})[\"”]|(?P<b3>\w[\w-]*)))",
    re.IGNORECASE,
)


_SLASH = re.compile(rf"/(?={_WORD})")
_PUNCTUATION = re.compile(r'["“”()\[\]{},]')


@dataclass(frozen=True, slots=True)
class _Name:
    text: str
    start: int
    end: int
    after: int


def explicit_calls(
    text: str, shown: str, found: re.Match[str], end: int, on_failure: bool
) -> list[Call]:
    """The calls that the marker `found` begins; none when no name follows.

    `shown` is `text` with code hidden. Nothing at or after `end` is read.
    """
    if found[0][0] == "@" and found[0][1] in "pP":
        return _parallel(text, found.start(), found.end(), end, on_failure)
    limit = min(end, found.end() + _LONGEST)
    bracketed = found[0][0] == "["
    following = MARKER.search(shown, found.end(), limit)
    if following is not None:
        limit = following.start()
    name = _name(text, found.end(), limit, bracketed)
    if name is None:
        return []
    arguments, after = _arguments(text, name.after, limit)
    captures, after = _captures(text, after, limit)
    if bracketed and (close := text.find("]]", after, limit)) >= 0:
        after = close + 2
        if not captures:
            captures, after = _captures(text, after, limit)
    return [
        Call(name.text, arguments, captures, True, False, on_failure,
             found.start(), after, name.start, name.end)
    ]  # fmt: skip


def mentions(shown: str, start: int, end: int, on_failure: bool) -> Iterator[Call]:
    """Skills named in ordinary words: `run the "Foo" skill`. They never make an edge."""
    for found in _MENTION.finditer(shown, start, end):
        group = found.lastgroup
        assert group is not None
        name = found[group].strip()
        words = name.casefold().split()
        if words[-1] in _FILLER or words[0] in ("this", "that", "it", "these", "those"):
            continue
        left, right = found.span(group)
        yield Call(name, (), (), False, False, on_failure, found.start(), found.end(), left, right)


def _name(text: str, at: int, end: int, bracketed: bool = False) -> _Name | None:
    """The name at `at`: quoted, up to a bracket, or as many bare words as belong to it."""
    if at >= end:
        return None
    closing = _QUOTES.get(text[at])
    if closing is not None:
        close = text.find(closing, at + 1, end)
        name = text[at + 1 : close] if close >= 0 else ""
        if not name.strip() or "\n" in name or "\r" in name:
            return None
        return _Name(name.strip(), at + 1, close, close + 1)
    found = (_IN_BRACKETS if bracketed else _RUN).match(text, at, end)
    if found is None or not found[0].strip():
        return None
    stop = at + len(found[0].rstrip()) if bracketed else _bare_end(text, at, end)
    begin = at + len(found[0]) - len(found[0].lstrip())
    return _Name(text[begin:stop], begin, stop, stop)


def _bare_end(text: str, at: int, end: int) -> int:
    """Where a name without quotes ends; with `engram/` before it where all of that is a name."""
    while (found := _RUN.match(text, at, end)) is not None:
        length = _bare(found[0])
        slash = _SLASH.match(text, found.end(), end)
        if slash is None or length < len(found[0]) or _ends_small(found[0]):
            return at + length
        at = slash.end()
    return at


def _ends_small(run: str) -> bool:
    """Whether the last word goes on in prose: `and/or` names no engram."""
    last = run.rsplit(maxsplit=1)[-1]
    return last in _HARD or last in _SOFT


def _bare(run: str) -> int:
    """How much of `run` is the name; prose may follow a bare name without a comma."""
    first = _FIRST_WORD.match(run)
    assert first is not None
    if "-" in first[0] or "_" in first[0]:
        return first.end()
    words = list(_FIRST_WORD.finditer(run))
    for n, word in enumerate(words):
        small = word[0]
        if n and (small in _HARD or (small in _SOFT and len(words) > 4)):
            return words[n - 1].end()
    return len(run)


def argument_spans(text: str, call: Call) -> tuple[int, list[tuple[int, int]]]:
    """Where the bracket of a call opens, and where in it each argument is written.

    Without a bracket: where it would open, and nothing.
    """
    at = call.target_end
    if text[max(call.target_start - 1, 0) : call.target_start] in _QUOTES and at < len(text):
        at += 1
    opening = at
    while opening < call.end and text[opening] in " \t":
        opening += 1
    parts = split(text, opening, call.end, ")") if text[opening : opening + 1] == "(" else None
    if parts is None or opening >= call.end:
        return at, []
    spans, left = [], opening + 1
    for part in parts[0]:
        begin = left + len(part) - len(part.lstrip())
        if part.strip():
            spans.append((begin, begin + len(part.strip())))
        left += len(part) + 1
    return opening, spans


def _arguments(text: str, at: int, end: int) -> tuple[tuple[Argument, ...], int]:
    """Arguments in the bracket that follows a name, and the index after it.

    A bracket set off by a space is a remark unless everything in it is `$name` or `name=value`.
    """
    opening = at
    while opening < end and text[opening] in " \t":
        opening += 1
    if opening >= end or text[opening] != "(":
        return (), at
    parts = split(text, opening, end, ")")
    if parts is None:
        return (), at
    pieces, after = parts
    arguments = [_argument(piece) for piece in pieces if piece.strip()]
    read = [argument for argument in arguments if argument is not None]
    if opening > at:
        plain = any(not a.is_variable and not a.name for a in read) or len(read) < len(arguments)
        return ((), at) if plain or not read else (tuple(read), after)
    return tuple(read), after


def _argument(part: str) -> Argument | None:
    named = _NAMED.match(part)
    name, value = (named["name"], named["value"].strip()) if named else ("", part.strip())
    variable = _IS_VARIABLE.match(value)
    if variable is not None:
        return Argument(name, variable[1], True)
    if _QUOTED.match(value):
        return Argument(name, value[1:-1], False)
    if named is not None or _IS_WORD.match(value):
        return Argument(name, value, False)
    return None


def _captures(text: str, at: int, end: int) -> tuple[tuple[str, ...], int]:
    arrow = _ARROW.match(text, at, end)
    if arrow is None:
        return (), at
    found = _VARIABLES.match(text, arrow.end(), end)
    if found is None:
        return (), at
    stop = found.end() if found[0].startswith("[") else found.end(1)
    return tuple(_VARIABLE.findall(found[1])), stop


def split(text: str, opening: int, end: int, closing: str) -> tuple[list[str], int] | None:
    """The parts between the bracket at `opening` and its match, cut at the commas in between.

    Quotes and inner brackets keep commas together. None when the bracket is never closed.
    """
    depth, quote, left = 0, "", opening + 1
    end = min(end, opening + _LONGEST)
    if text.find(closing, left, end) < 0:
        return None
    parts: list[str] = []
    for found in _PUNCTUATION.finditer(text, left, end):
        at, c = found.start(), found[0]
        if quote:
            if c == quote:
                quote = ""
        elif c in '"“':
            quote = _QUOTES[c]
        elif c in "([{":
            depth += 1
        elif c == closing and depth == 0:
            return [*parts, text[left:at]], at + 1
        elif c in ")]}":
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[left:at])
            left = at + 1
    return None


def _parallel(text: str, start: int, at: int, end: int, on_failure: bool) -> list[Call]:
    """`@parallel: [a, b(x=$y)] -> [$p, $q]`: one call per member, captures by position."""
    if at >= end or text[at] != "[":
        return []
    parts = split(text, at, end, "]")
    if parts is None:
        return []
    members, after = parts
    captures, after = _captures(text, after, end)
    calls: list[Call] = []
    left = at + 1
    for n, member in enumerate(members):
        right = left + len(member)
        begin = left + len(member) - len(member.lstrip())
        name = _name(text, begin, right)
        if name is not None:
            arguments, stop = _arguments(text, name.after, right)
            own, stop = _captures(text, stop, right)
            calls.append(
                Call(name.text, arguments, own or captures[n : n + 1], True, True, on_failure,
                     begin, stop, name.start, name.end)
            )  # fmt: skip
        left = right + 1
    return calls
