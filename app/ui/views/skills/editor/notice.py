"""What stands between the text in the editor and the library. Public name: `Notice`."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto

from app.core.actor import Actor
from app.core.errors import AppError


class Trouble(Enum):
    """What stands between the text in the editor and the library."""

    KEPT = auto()
    """A draft of an earlier session waits for a decision."""
    RESTORED = auto()
    """A new skill began with the draft of an earlier session."""
    CHANGED = auto()
    """Somebody else saved another text meanwhile, and the two cannot be merged."""
    DELETED = auto()
    LONG = auto()
    """The text is too long to be worked on; only its beginning is in the editor."""
    FAILED = auto()
    REFUSED = auto()
    """Something else that was asked for could not be done; the text is safe."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A trouble, with the time of the draft or failure, or the characters, it is about."""

    trouble: Trouble
    at: datetime | None = None
    error: AppError | None = None
    length: int = 0


@dataclass(frozen=True, slots=True)
class Merged:
    """The text before and after a change by `who` was brought into it."""

    before: str
    after: str
    who: Actor
