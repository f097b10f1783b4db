"""How often a loop may run: "at most three times", "twice", "höchstens dreimal"."""

import re
from collections.abc import Iterator

from app.core.skills.reading.languages.language import Language
from app.core.skills.reading.numerals import ANY_COUNTING, COUNTING, ORDERING
from app.core.value import value

_AGAIN = re.compile(r"noch\s+(?:ein)?mal")
"""*noch einmal* is *again*, not *once*."""
_SEPARATED = re.compile(
    r"(?:[,;(–—]|-|\A)[\s(]*(?:(?:but|and|or|for|aber|und|oder|mais|et|ou|pero|y|o|ma|e|mas|dar|si|sau|por|per|con)\s+)?\Z"
)


@value
class Cap:
    """`low[start:end]` says that it is done `count` times; `sure` that this is the most."""

    count: int
    sure: bool
    start: int
    end: int


def caps(low: str, language: Language, start: int, end: int) -> Iterator[Cap]:
    """Every number of repetitions in `low[start:end]`."""
    if language.counted.search(low, start, end) is None:
        return
    for found in language.cap.finditer(low, start, end):
        said = next((found[name] for name in "abcde" if found[name] is not None), None)
        count = _count(said or "", language)
        if count and not _AGAIN.match(low, max(start, found.start() - 5), found.end()):
            sure = found["sure"] is not None or found["after"] is not None
            yield Cap(count, sure, *found.span())


def ends_condition(low: str, cap: Cap, start: int) -> bool:
    """Whether the cap stands beside the condition from `start` on and is no part of it."""
    return cap.sure and _SEPARATED.search(low, start, cap.start) is not None


def _count(word: str, language: Language) -> int:
    word = " ".join(word.split())
    if word.isdigit():
        return int(word)
    return (
        language.multiples.get(word)
        or COUNTING[language.code].get(word)
        or ORDERING[language.code].get(word)
        or ANY_COUNTING.get(word, 0)
    )
