"""What the reader of descriptions asks a language. Patterns are over folded text."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from app.core.skills.model import GoalKind

Words = Sequence[str]


@dataclass(frozen=True, slots=True, eq=False)
class Speech:
    """One language.

    `common` are small words that tell it from the others. `acts(words, original)` says whether a
    clause that begins with these words tells somebody to do something; `plain(clause)` takes out
    who does it, and is given the words as they were written.
    """

    code: str
    common: frozenset[str]
    only_names: Callable[[Words, Words], bool]
    """Whether such words name things and say nothing about them."""
    lead: re.Pattern[str]
    """Words that only say that it comes first, next or last."""
    joint: re.Pattern[str]
    """Words between two things to do, with the white space around them."""
    acts: Callable[[Words, Words], bool]
    plain: Callable[[str], str]
    condition: re.Pattern[str]
    otherwise: re.Pattern[str]
    when: re.Pattern[str]
    """Begins what is done on an occasion, up to the next comma."""
    times: re.Pattern[str]
    """How often: at the beginning of a sentence, or at its end."""
    event: re.Pattern[str]
    """Begins a sentence in which something happens to somebody."""
    setting: re.Pattern[str]
    """Begins when, where or what for something is done: a preposition."""
    purpose: re.Pattern[str]
    """Before a colon: what the description is for is its group."""
    never: re.Pattern[str]
    """A clause that says what is not to be done."""
    forget: re.Pattern[str]
    """“Do not forget to”, which says what is to be done."""
    again: re.Pattern[str]
    """Behind what was done before, anywhere."""
    until: re.Pattern[str]
    result: re.Pattern[str]
    """“So that”."""
    goals: Mapping[GoalKind, re.Pattern[str]]
    """How a sentence begins that is a goal."""


def never(_words: Words, _original: Words) -> bool:
    """Of a language in which what to do stands before what it is done to."""
    return False


def starts(pattern: str) -> re.Pattern[str]:
    """A pattern of folded words that something begins with."""
    return re.compile(rf"(?:{pattern})(?![^\W_])\s*")


def inside(pattern: str) -> re.Pattern[str]:
    """A pattern of folded words with what follows them up to a stop."""
    return re.compile(rf"(?:,\s*|\s+|\A)(?:{pattern})\s+(?P<what>[^.;:!?]+)")


def joints(conjunction: str, adverbs: str) -> re.Pattern[str]:
    """Where something else to do may begin: after a comma, “and”, “then”."""
    lead = rf"(?:{conjunction}),?\s+(?:(?:{adverbs}),?\s+)?|(?:{adverbs}),?\s+"
    return re.compile(rf"\s?[,;]\s+(?:{lead})?|\s+(?:{lead})")


def word_set(words: str) -> frozenset[str]:
    """Words that are written with white space between them."""
    return frozenset(words.split())
