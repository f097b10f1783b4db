"""What stands between the text in the editor and the library. Public names: `Notice`, `Notices`."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto

from PySide6.QtCore import QObject, Signal

from app.core.actor import Actor
from app.core.errors import AppError


class Trouble(Enum):
    """What stands between the text in the editor and the library."""

    KEPT = auto()
    """A draft of an earlier session waits for a decision."""
    RESTORED = auto()
    """A new skill began with the draft of an earlier session."""
    CHANGED = auto()
    """Another text was saved meanwhile, by somebody else or (where the notice has a time) after
    the draft that was restored; the two cannot be merged."""
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
    older: int = 0
    """Drafts that wait for a decision after that one."""


@dataclass(frozen=True, slots=True)
class Merged:
    """The text before and after a change by `who` was brought into it."""

    before: str
    after: str
    who: Actor


class Notices(QObject):
    """What there is to say to the person about it, one thing at a time.

    `changed` has the `Notice`, or None when the trouble is over.
    """

    changed = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.current: Notice | None = None

    def tell(self, notice: Notice | None) -> None:
        if notice != self.current:
            self.current = notice
            self.changed.emit(notice)

    def is_among(self, *troubles: Trouble) -> bool:
        return self.current is not None and self.current.trouble in troubles

    def dismiss(self) -> None:
        """The person has seen the notice."""
        self.tell(None)

    def complain(self, error: AppError) -> None:
        """Say why something that was asked for could not be done."""
        if self.current is None or self.is_among(Trouble.REFUSED):
            self.tell(Notice(Trouble.REFUSED, error=error))

    def relent(self) -> None:
        """What could not be done before has been done."""
        if self.is_among(Trouble.REFUSED):
            self.tell(None)
