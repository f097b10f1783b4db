"""Where the sentence around a place in a step begins and ends."""

import re
from dataclasses import dataclass

from app.core.skills.reading.languages.language import Language

REACH = 400
"""Characters around a jump in which its sentence is looked at."""
_ANSWERS = r"(?:yes|no|ja|nein|oui|non|si|sim|nao|da|nu|pass|fail|true|false|else|otherwise)\b"
_END = re.compile(
    r"(?<!\bmax)(?<!\bmin)(?<!\bno)(?<!\bnr)(?<!\bca)(?<!\be\.g)(?<!\bi\.e)(?<!\bvs)(?<!\bbzw)"
    r"(?<!\bz\. b)(?<!\bz\.b)(?<!\bggf)(?<!\bnum)(?<!\baprox)(?<!\bapprox)(?<!\bevtl)"
    r"(?:[.!?…]['\")»”]?(?=\s|\Z)|(?:[.!?]\*\*)(?=\s|\Z))|[;。]"
    r"|\n[ \t]*\n|\n[ \t]*(?:[-*•–+]|[0-9a-z]{1,2}[.)])[ \t]"  # noqa: RUF001
    rf"|\n[ \t]*(?={_ANSWERS})|\n(?=[^\n]{{1,80}}(?:->|→|=>))"
    r"|\|"
)
"""A number after *max.* begins no sentence; a bullet and a line with an arrow do."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """`low[start:end]` of a folded text."""

    start: int
    end: int


def around(low: str, start: int, end: int, left: int, right: int) -> Sentence:
    """The sentence around `low[start:end]` in the step `low[left:right]`."""
    opening = max(left, start - REACH)
    for found in _END.finditer(low, opening, start):
        opening = found.end()
    closing = _END.search(low, end, min(right, end + REACH))
    return Sentence(opening, closing.start() if closing else min(right, end + REACH))


def before(low: str, sentence: Sentence, left: int) -> Sentence | None:
    """The sentence that ends where `sentence` begins."""
    end = sentence.start
    while end > left and (low[end - 1].isspace() or low[end - 1] in ".!?;-*•|\"'"):
        end -= 1
    if end <= left:
        return None
    return Sentence(around(low, end, end, left, end).start, sentence.start)


def after(low: str, sentence: Sentence, right: int) -> Sentence:
    """The sentence that begins where `sentence` ends."""
    start = sentence.end
    while start < right and not low[start].isalnum():
        start += 1
    closing = _END.search(low, start, min(right, start + REACH))
    return Sentence(start, closing.start() if closing else min(right, start + REACH))


def question_before(low: str, sentence: Sentence, left: int) -> Sentence | None:
    """The last question before a sentence, not far away."""
    at = low.rfind("?", max(left, sentence.start - REACH), sentence.start)
    if at < 0:
        return None
    return Sentence(around(low, at, at, left, at).start, at + 1)


def is_denied(low: str, language: Language, start: int, left: int, sentence: Sentence) -> bool:
    """Whether the verb at `start` is turned around by what stands before it.

    A *not* that belongs to a condition before the verb does not: "if it will not open go back".
    """
    denied = language.denied.search(low, max(left, sentence.start, start - 60), start)
    if denied is None:
        return False
    if language.otherwise_said.search(low, max(sentence.start, denied.start() - 10), start):
        return False
    asked = language.condition.search(low, sentence.start, denied.start())
    within = asked is not None and not _COMMA.search(low, asked.end(), denied.start())
    if not within:
        return True
    return denied["never"] is not None and low[denied.end("never") : start].isspace()


_COMMA = re.compile(r"[,:;→]|\bthen\b")
