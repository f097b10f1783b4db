"""How a condition begins, so that it can be said on its own."""

import re
from enum import Enum, auto

from app.core.skills.reading.folding import fold
from app.core.skills.reading.languages.every import LANGUAGES, stands_alone

_UNTIL = re.compile(
    r"(?:until|till|bis|jusqu['’](?:à\s+ce\s+)?que|hasta\s+que|fino\s+a\s+quando|até\s+que"
    r"|p[aâă]n[aă]\s+c[aâ]nd)\s+(?=\S)",
    re.IGNORECASE,
)
_UNLESS = re.compile(
    r"(?:unless|except\s+(?:if|when)|(?:but\s+)?not\s+(?:if|when)|es\s+sei\s+denn,?(?:\s+dass)?"
    r"|außer,?\s+wenn|sauf\s+si|à\s+moins\s+que|a\s+menos\s+que|a\s+no\s+ser\s+que"
    r"|salvo\s+(?:que|s[ei])|excepto\s+(?:que|si)|a\s+meno\s+che|tranne\s+se|a\s+não\s+ser\s+que"
    r"|exceto\s+se|cu\s+exc?ep[tț]ia\s+cazului\s+[iî]n\s+care|dec[aâ]t\s+dac[aă])\s+(?=\S)",
    re.IGNORECASE,
)


class Wording(Enum):
    """What has to be said before it."""

    PLAIN = auto()
    """It needs an *if*."""
    WHOLE = auto()
    """It has its own word (*until*, *unless*), or is a question with its answer."""
    OTHERWISE = auto()
    """It is only the other outcome (*else*, *sonst*)."""


def wording(condition: str) -> Wording:
    """How a `Jump.condition` is worded, in whatever language."""
    low = fold(condition.strip()).text
    if any(language.otherwise_said.fullmatch(low) for language in LANGUAGES):
        return Wording.OTHERWISE
    return Wording.WHOLE if stands_alone(condition) else Wording.PLAIN


def awaited(condition: str) -> str:
    """What a loop is done again for until it is so; empty where it says none."""
    return _behind(_UNTIL, condition)


def contrary(condition: str) -> str:
    """What a jump is not taken for once it is so: what stands behind *until* or *unless*.

    Empty where a condition says neither.
    """
    return awaited(condition) or _behind(_UNLESS, condition)


def _behind(words: re.Pattern[str], condition: str) -> str:
    said = condition.strip()
    found = words.match(said)
    return said[found.end() :] if found else ""
