"""How a condition begins, so that it can be said on its own."""

from enum import Enum, auto

from app.core.skills.reading.folding import fold
from app.core.skills.reading.languages.every import LANGUAGES, stands_alone


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
