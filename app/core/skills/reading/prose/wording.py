"""How a condition begins, so that it can be said on its own."""

import re
from enum import Enum, auto

from app.core.skills.reading.folding import fold
from app.core.skills.reading.languages.every import LANGUAGES, stands_alone

_UNTIL = re.compile(
    r"(?:until|till|bis|jusqu['’]à\s+ce\s+que|hasta\s+que|fino\s+a\s+quando|até\s+que"
    r"|p[aâă]n[aă]\s+c[aâ]nd)\s+(?=\S)",
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
    said = condition.strip()
    found = _UNTIL.match(said)
    return said[found.end() :] if found else ""
