"""Whether a verb is turned around: "never go back to step 2"."""

import re

from app.core.skills.reading.languages.language import Language
from app.core.skills.reading.prose.sentences import Sentence

_COMMA = re.compile(r"[,:;→]|\bthen\b")
_FORBIDDEN = re.compile(
    r"\b(?:verboten|untersagt|nicht\s+(?:erlaubt|gestattet|zulassig))(?:\s*,)?\s+\Z"
)
"""Before a step whose verb follows."""
_NEAR = 60
"""Characters in front of a verb in which what denies it stands."""


def is_forbidden(low: str, start: int, left: int) -> bool:
    """Whether what begins at `start` must not be done: "es ist verboten, Schritt 2 …"."""
    return _FORBIDDEN.search(low, max(left, start - _NEAR), start) is not None


def is_denied(low: str, language: Language, start: int, left: int, sentence: Sentence) -> bool:
    """Whether the verb at `start` is turned around by what stands before it.

    A *not* that belongs to a condition before the verb does not: "if it will not open go back".
    """
    denied = language.denied.search(low, max(left, sentence.start, start - _NEAR), start)
    if denied is None:
        return False
    if language.otherwise_said.search(low, max(sentence.start, denied.start() - 10), start):
        return False
    asked = language.condition.search(low, sentence.start, denied.start())
    if asked is None or _COMMA.search(low, asked.end(), denied.start()):
        return True
    return denied["never"] is not None and low[denied.end("never") : start].isspace()
