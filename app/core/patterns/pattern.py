"""A procedure found in sessions, with where it was done."""

from dataclasses import dataclass
from datetime import datetime

from app.core.transcripts.model import Call


@dataclass(frozen=True, slots=True)
class Step:
    """What is done, and by which call each time, None where it was left out; how many times it came
    before the step that it follows, and how many times it was done more than once."""

    tool: str
    calls: tuple[Call | None, ...]
    swapped: int = 0
    repeated: int = 0

    @property
    def left_out(self) -> int:
        return sum(call is None for call in self.calls)


@dataclass(frozen=True, slots=True)
class Loop:
    """The steps from `first` to `last`, counted from 0, were done up to `most` times over."""

    first: int
    last: int
    most: int


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Rows are those of the session's file, counted from 1."""

    session: str
    first_row: int
    last_row: int
    started: datetime | None
    ended: datetime | None


@dataclass(frozen=True, slots=True)
class Pattern:
    """`score` is how much likelier the sessions are with it, as a natural logarithm."""

    agent: str
    steps: tuple[Step, ...]
    loops: tuple[Loop, ...]
    occurrences: tuple[Occurrence, ...]
    score: float
    confidence: float

    @property
    def tools(self) -> tuple[str, ...]:
        return tuple(step.tool for step in self.steps)

    @property
    def sessions(self) -> int:
        return len({one.session for one in self.occurrences})
