"""How a sentence is taken apart: its words that say something, its clauses, their stems."""

import re
from functools import lru_cache

from app.core.memory.retrieval.embed import Span

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORD = re.compile(r"\w+(?:['’]\w+)?")
_BETWEEN_CLAUSES = re.compile(
    r"(?<=[.;:?!。；？！])\s*|,\s+(?:(?:and|but|so|yet|or)\s+)?|\s+(?:and|but)\s+"
)
_FUNCTION_WORDS = (
    "a an the i me my our us we you your he him his he she her it its they their them one who"
    " whom whose which what when where why how that this these those there here am is are was"
    " were be been being do does did done doing have has had having will would can could"
    " should shall may might must of in on at to for from with by as and or but if so than"
    " then not no nor too very just also only same such any all some more most other own each"
    " few both again once up down out off over under into about after before between during"
    " while during until because against through let lets get gets got want wants wanted need"
    " needs needed please tell know i'm i've i'd i'll it's that's what's we're we've you're"
    " they're don't can't didn't doesn't isn't"
)
_COMMON = frozenset(_FUNCTION_WORDS.split())
"""English words that a question needs and its answer does not."""
_ENDINGS = (
    "ational", "ization", "ations", "ation", "ments", "ment", "ings", "ing", "ies", "ers", "er",
    "ed", "es", "s", "ly",
)  # fmt: skip
_SHORTEST_STEM = 3


def words(text: str) -> list[str]:
    """Every word in small letters; `userName` is two."""
    return _WORD.findall(_HUMP.sub(" ", text).lower())


def content(text: str) -> list[str]:
    """The words that say something, each once, in their order; all words if none does."""
    found = list(dict.fromkeys(words(text)))
    return [word for word in found if word not in _COMMON and len(word) > 1] or found


def content_spans(text: str) -> list[Span]:
    """Where the words are that say something."""
    return [m.span() for m in _WORD.finditer(text) if m[0].lower() not in _COMMON]


def clauses(text: str) -> list[Span]:
    """The parts of a sentence that say at least two things each; none if there is only one."""
    found: list[Span] = []
    start = 0
    for gap in [*(m.span() for m in _BETWEEN_CLAUSES.finditer(text)), (len(text), len(text))]:
        if len(content_spans(text[start : gap[0]])) >= 2:
            found.append((start, gap[0]))
            start = gap[1]
    return found if len(found) > 1 else []


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """Without the commonest English endings; other languages lose little by it."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word.removesuffix(ending) + ("y" if ending == "ies" else "")
    return word
