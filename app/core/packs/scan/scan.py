"""Places in a text worth a second look. Offline and always the same. No findings is not “safe”."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from app.core.packs.format.names import plain
from app.core.packs.scan.finding_names import describe
from app.core.packs.scan.rules import RULES, TAG_CHARACTERS, Rule, Severity, folded

_PER_RULE = 100
_EXCERPT = 80
_SHOWN_OF_SECRET = 4


@dataclass(frozen=True, slots=True)
class ScanFinding:
    """`text[start:end]` is what was found, on `line` (from 1); a secret is masked in `excerpt`."""

    severity: Severity
    code: str
    title: str
    explanation: str
    line: int
    excerpt: str
    start: int
    end: int


def scan(text: str) -> tuple[ScanFinding, ...]:
    """Everything found, in the order of the text; at most 100 places of a kind."""
    return _ordered(text, (*_found(text, RULES), *_hidden_text(text)))


def secrets(text: str) -> tuple[ScanFinding, ...]:
    """Only what should not leave with the text: secrets, personal folders, e-mail addresses."""
    return _ordered(text, _found(text, (rule for rule in RULES if rule.private)))


_Place = tuple[Severity, str, int, int, str]


def _found(text: str, rules: Iterable[Rule]) -> Iterator[_Place]:
    plain_text = folded(text)
    for rule in rules:
        if not rule.may_match(text, plain_text):
            continue
        for match in islice(rule.pattern.finditer(text), _PER_RULE):
            words = match[0]
            shown = words[:_SHOWN_OF_SECRET] + "…" if rule.masked else words
            yield rule.severity, rule.code, *match.span(), shown


def _hidden_text(text: str) -> Iterator[_Place]:
    if text.isascii():
        return
    for match in islice(TAG_CHARACTERS.finditer(text), _PER_RULE):
        if match[1]:
            said = "".join(chr(ord(c) - 0xE0000) for c in match[1])
            yield Severity.DANGER, "hidden-text", *match.span(), said


def _ordered(text: str, places: Iterable[_Place]) -> tuple[ScanFinding, ...]:
    places = sorted(places, key=lambda place: place[2:4])
    starts = [0, *(found.end() for found in re.finditer("\n", text))] if places else []
    found = []
    for severity, code, start, end, shown in places:
        excerpt = plain(shown)
        excerpt = excerpt if len(excerpt) <= _EXCERPT else excerpt[: _EXCERPT - 1] + "…"
        title, explanation = describe(code)
        explanation = explanation.replace("{text}", excerpt)
        line = bisect_right(starts, start)
        found.append(ScanFinding(severity, code, title, explanation, line, excerpt, start, end))
    return tuple(found)
