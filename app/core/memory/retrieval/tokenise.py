"""How a sentence is taken apart: its words that say something, its clauses, their stems."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path

from app.core.matching.pairs import in_pairs, is_spaceless
from app.core.memory.retrieval.embed import Span

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORD = re.compile(r"\w+(?:['’]\w+)?")
_BETWEEN_CLAUSES = re.compile(
    r"(?<=[.;:?!。；？！])\s*|,\s+(?:(?:and|but|so|yet|or)\s+)?"
    r"|(?<!\s)\s++(?:and|but|und|aber|et|mais|pero|ma|mas|și|dar)\s+"
)
_SMALL = Path(__file__).resolve().parents[4] / "resources" / "embedder" / "small.txt"
_ENDINGS = (
    "ational", "ization", "ations", "ation", "ments", "ment", "ings", "ing", "ies", "ers", "er",
    "ed", "es", "s", "ly",
)  # fmt: skip
_SHORTEST_STEM = 3
"""Letters that an ending must leave: “sing” is no form of “s”."""


def words(text: str) -> list[str]:
    """Every word in small letters; `userName` is two, and `测温` is `测`, `测温` and `温`."""
    return _WORD.findall(in_pairs(_HUMP.sub(" ", text).lower()))


def content(text: str) -> list[str]:
    """The words that say something, each once, in their order; all words if none does."""
    found = list(dict.fromkeys(words(text)))
    small = _small(found)
    whole = [word for word in found if len(word) > 1 or not is_spaceless(word)]
    return [word for word in whole if len(word) > 1 and _tells(word, small)] or whole or found


def content_spans(text: str) -> list[Span]:
    """Where the words are that say something."""
    found = list(_WORD.finditer(text))
    small = _small(m[0].lower() for m in found)
    return [m.span() for m in found if m[0].lower() not in small]


def clauses(text: str) -> list[Span]:
    """The parts of a sentence that say at least two things each; none if there is only one."""
    telling = content_spans(text)
    begins, ends = [at for at, _end in telling], [end for _at, end in telling]
    found: list[Span] = []
    start = 0
    for gap in [*(m.span() for m in _BETWEEN_CLAUSES.finditer(text)), (len(text), len(text))]:
        if bisect_right(ends, gap[0]) - bisect_left(begins, start) >= 2:
            found.append((start, gap[0]))
            start = gap[1]
    return found if len(found) > 1 else []


def _tells(word: str, small: frozenset[str]) -> bool:
    """Whether it is no small word, nor a pair of characters of which one is."""
    return word not in small and (not is_spaceless(word) or small.isdisjoint(word))


def _small(said: Iterable[str]) -> frozenset[str]:
    """The words that a question needs and its answer does not, in the language of what is said.

    That is the language most of whose small words are said; English where none is ahead.
    """
    known = set(said)
    return max(_small_words(), key=lambda small: len(small & known))


@cache
def _small_words() -> tuple[frozenset[str], ...]:
    """Those of each language, English first."""
    lines = _SMALL.read_text(encoding="utf-8").splitlines()
    return tuple(frozenset(line.partition(":")[2].split()) for line in lines)


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """Without the commonest English endings; other languages lose little by it."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word.removesuffix(ending) + ("y" if ending == "ies" else "")
    return word
