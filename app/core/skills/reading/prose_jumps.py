"""Loops and branches written as ordinary sentences: "if it fails, go back to step two"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.core.skills.model import Jump, JumpKind
from app.core.skills.reading.folding import Folded
from app.core.skills.reading.languages import IF, LANGUAGES, NEVER, OTHERWISE, TIMES, Language
from app.core.skills.reading.numerals import ANY_COUNTING
from app.core.skills.reading.targets import Targets

_BARE_STEMS = ("restart", "continue", "proceed")
_BARE = re.compile(
    r"\b(?:(?P<back>restart)|(?P<go>continue|proceed))(?:\s+(?:from|to|at|with))?"
    r"\s+(?P<after>[0-9]{1,9})(?=\s*(?:[.,;:!?)]|\Z))"
)
_SENTENCE = re.compile(r"[.!?…](?=\s)|[;。]|\n[ \t]*\n|\n[ \t]*[-*•][ \t]")
_CONSEQUENCE = re.compile(
    r",\s*(?:then|and|just|please|you|skip|go|jump|return|repeat|retry|proceed|continue|move|loop"
    r"|atunci|entonces|alors|dann|allora|entao)\b"
)
_TAIL = re.compile(
    r"[\s,:;>→=-]*(?:\b(?:then|and|or|just|please|must|should|you|to|atunci|entonces|alors|dann|allora"
    r"|entao|e|y|et|und|si)\b[\s,:]*)*\Z"
)
_ARTICLES = ("the", "al", "a", "la", "cel")
_NO_LABEL = (
    "by for each every any all per one of in on at with and or to some other another single same"
    " entire which that whole few many most several least remaining whichever appropriate"
    " corresponding relevant required necessary needed given original current"
)
_PLAIN_WORDS = frozenset(_NO_LABEL.split())
"""Words in front of *step* that do not name one: "repeat the same for each step"."""

_REACH = 400
"""How far around a jump its sentence is looked at."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A jump as found in the folded text, condition as a span (empty when there is none)."""

    match: re.Match[str]
    language: Language
    target: int | None
    left: int
    right: int


def stems_in(folded: str) -> list[tuple[int, Language | None]]:
    """Where a jump may be worded, in order; None stands for a bare number after its verb."""
    places: list[tuple[int, Language | None]] = []
    for language in LANGUAGES:
        for stem in language.stems:
            places.extend((at, language) for at in every(folded, stem))
    for stem in _BARE_STEMS:
        places.extend((at, None) for at in every(folded, stem))
    places.sort(key=lambda place: place[0])
    return places


def every(text: str, stem: str) -> Iterator[int]:
    """Where `stem` is in `text`."""
    at = text.find(stem)
    while at >= 0:
        yield at
        at = text.find(stem, at + len(stem))


def prose_jumps(
    text: str, folded: Folded, start: int, end: int, here: int,
    targets: Targets, languages: set[Language | None],
) -> list[Jump]:  # fmt: skip
    """The jumps worded in the step `text[start:end]`, whose position is `here`."""
    left, right = folded.inner(start), folded.inner(end)
    found: dict[int, _Found] = {}
    for language in (x for x in (*LANGUAGES, None) if x in languages):
        pattern = language.jump if language is not None else _BARE
        for match in pattern.finditer(folded.text, left, right):
            read = _read(match, language or LANGUAGES[0], here, targets)
            if read is None or NEVER.search(
                folded.text, max(left, match.start() - 40), match.start()
            ):
                continue
            known = found.get(match.start())
            if known is None or (known.target is None and read.target is not None):
                found[match.start()] = read
    jumps: list[Jump] = []
    before = left
    for _, read in sorted(found.items()):
        if read.match.start() < before:
            continue
        jump = _jump(text, folded, read, before, left, right, here, jumps)
        before = read.right
        if jump is not None:
            jumps.append(jump)
    return jumps


def _read(match: re.Match[str], language: Language, here: int, targets: Targets) -> _Found | None:
    """What the phrase refers to; None when it is no reference to a step at all.

    A target of None is a reference to a step that does not exist.
    """
    groups = match.groupdict()
    if groups.get("begin") is not None:
        if groups["back"] is None or not targets.count:
            return None
        return _Found(match, language, 1, *match.span("begin"))
    if groups.get("before") is not None:
        return _read_before(match, language, here, targets)
    word = match["after"]
    target = targets.word(word, here, language)
    if target is None and not word[0].isdigit() and word not in language.relative:
        target = targets.label(word, here)
        if target is None:
            return None
    return _Found(match, language, target, *match.span("after"))


def _read_before(
    match: re.Match[str], language: Language, here: int, targets: Targets
) -> _Found | None:
    """Words in front of the noun: `second`, `previous`, `this`, or the label of a step."""
    words = match["before"].split()
    left, right = match.start("before"), match.end()
    if len(words) == 1 or words[0] in _ARTICLES:
        target = targets.word(words[-1], here, language)
        if target is not None or words[-1] in language.relative:
            return _Found(match, language, target, left, right)
    is_this = len(words) > 1 and language.relative.get(words[0]) == 0
    if is_this and _PLAIN_WORDS.isdisjoint(words[1:]):
        return _Found(match, language, here, left, right)
    target = targets.label(match["before"], here)
    named = match.string.endswith("the", 0, left - 1) if target is None else True
    if target is None and (not named or len(words) > 3 or not _PLAIN_WORDS.isdisjoint(words)):
        return None
    return _Found(match, language, target, left, right)


def _jump(
    text: str, folded: Folded, read: _Found, before: int, left: int, right: int,
    here: int, earlier: list[Jump],
) -> Jump | None:  # fmt: skip
    match = read.match
    low = folded.text
    opening, closing = _sentence(low, match.start(), match.end(), left, right)
    span = _condition_before(low, max(opening, before), match.start())
    if span is None:
        span = _condition_after(low, match.end(), closing)
    condition = _words(text, folded, span) if span is not None else ""
    if not condition and before > opening and earlier and earlier[-1].condition:
        condition = earlier[-1].condition
    back = match["back"] is not None
    target = read.target
    if target is None:
        kind = JumpKind.LOOP if back else JumpKind.BRANCH
    elif back:
        kind = JumpKind.LOOP if target <= here else JumpKind.BRANCH
    else:
        kind = JumpKind.BRANCH if condition or target > here else JumpKind.LOOP
        if not condition and target == here + 1:
            return None
    outer = folded.outer
    return Jump(
        kind, target, text[outer(read.left) : outer(read.right)].strip(),
        _maximum(low, match.end(), closing) if kind is JumpKind.LOOP else None, condition,
        outer(match.start()), outer(match.end()), outer(read.left), outer(read.right),
    )  # fmt: skip


def _sentence(low: str, start: int, end: int, left: int, right: int) -> tuple[int, int]:
    """The bounds of the sentence around `low[start:end]`, no further away than `_REACH`."""
    opening = max(left, start - _REACH)
    for found in _SENTENCE.finditer(low, opening, start):
        opening = found.end()
    closing = _SENTENCE.search(low, end, min(right, end + _REACH))
    return opening, closing.start() if closing else min(right, end + _REACH)


def _condition_before(low: str, left: int, right: int) -> tuple[int, int] | None:
    otherwise = list(OTHERWISE.finditer(low, left, right))
    if otherwise:
        return otherwise[-1].span()
    asked = IF.search(low, left, right)
    if asked is None:
        return None
    return _trim(low, asked.end() if asked["plain"] else asked.start(), right)


def _condition_after(low: str, left: int, right: int) -> tuple[int, int] | None:
    asked = IF.search(low, left, min(right, left + 80))
    if asked is None:
        return None
    stop = OTHERWISE.search(low, asked.end(), right)
    end = stop.start() if stop is not None else right
    return _trim(low, asked.end() if asked["plain"] else asked.start(), end)


def _trim(low: str, left: int, right: int) -> tuple[int, int] | None:
    """Without what belongs to the consequence: ", then", ", skip …"."""
    found = _CONSEQUENCE.search(low, left, right)
    if found is not None:
        right = found.start()
    tail = _TAIL.search(low, left, right)
    right = tail.start() if tail is not None else right
    return (left, right) if right > left else None


def _words(text: str, folded: Folded, span: tuple[int, int]) -> str:
    words = text[folded.outer(span[0]) : folded.outer(span[1])]
    return " ".join(words.replace("**", "").split()).strip(" ,:;.")


def _maximum(low: str, left: int, right: int) -> int | None:
    found = TIMES.search(low, left, right)
    if found is None:
        return None
    count = found["count"]
    return int(count) or None if count.isdigit() else ANY_COUNTING.get(count)
