"""How far a run is: values that say where it stands, what was done, and who has it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from app.core.runs.actions import Outcome
from app.core.runs.program import ProgramId


@dataclass(frozen=True, slots=True)
class By:
    """Who acts: a person, or an agent through the client `client`, as `name`."""

    is_person: bool = True
    client: str = ""
    name: str = ""


PERSON = By()
MOST_BACK = 128
"""So many actions can be taken back at least."""


class RunStatus(StrEnum):
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    ABANDONED = "abandoned"

    @property
    def is_open(self) -> bool:
        return self in (RunStatus.RUNNING, RunStatus.PAUSED)


class Stage(StrEnum):
    """What is asked at the place where a procedure stands."""

    ENTRY = "entry"
    """Its inputs and prerequisites, before the first step."""
    STEP = "step"
    """To do the step; one with calls comes here again when they are done."""
    CLOSING = "closing"
    """What a step asks after its sub-steps."""
    FAILED = "failed"
    """What to do about a failure."""
    END = "end"
    """How it went, after the last step."""


class Mark(StrEnum):
    """How a step was left."""

    DONE = "done"
    SKIPPED = "skipped"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Called:
    """A call of the present step: `frame` is where the called procedure stands or how it ended."""

    frame: "Frame | None" = None
    mark: Mark | None = None
    """None while it is not over."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A step in whose sub-steps a procedure stands: when that began, and what it had called."""

    began: datetime
    since: float
    calls: tuple[Called, ...] = ()


@dataclass(frozen=True, slots=True)
class Visit:
    """One time that a step was done, skipped or failed.

    `seconds` is the time that it took without pauses; `exit` the number of the exit that was taken,
    if one was. `values` are what was written down, `calls` the procedures that it
    called, those that handled its failure last.
    """

    node: int
    mark: Mark
    began: datetime
    seconds: float
    by: By
    why: str = ""
    exit: int | None = None
    values: Mapping[str, str] = field(default_factory=dict)
    calls: tuple["Frame", ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """A procedure that is under way or over: `node` is where it stands.

    `since` is the time on the clock of the run (`State.clock`) when it came there, `began` the same
    on that of the machine; `opened` are the steps in whose sub-steps it is. `rounds`
    counts how often each exit was taken that leads back, by node and exit. `active` is the call
    that is followed just now; the one of a handler counts from -1 downwards.
    """

    skill: int
    began: datetime
    since: float = 0.0
    node: int = -1
    stage: Stage = Stage.ENTRY
    values: Mapping[str, str] = field(default_factory=dict)
    visits: tuple[Visit, ...] = ()
    calls: tuple[Called, ...] = ()
    active: int | None = None
    opened: Mapping[int, Opened] = field(default_factory=dict)
    rounds: Mapping[tuple[int, int], int] = field(default_factory=dict)
    why: str = ""
    handled: tuple["Frame", ...] = ()
    ticked: tuple[int, ...] = ()
    without: str = ""
    was_entered: bool = False
    """Whether somebody was shown its start, and went on from there."""
    failed: bool = False
    """Whether it was given up."""
    carried: int = 0
    """How many of the visits were brought along from an earlier version, where they are kept."""

    def times(self, node: int) -> int:
        """How often a step was left so far."""
        return sum(visit.node == node for visit in self.visits)


@dataclass(frozen=True, slots=True)
class State:
    """A run: `frames` are the procedure itself and those that call each other inside it, the
    innermost last.

    `clock` counts the seconds in which `is_going`, up to `at`. `turn` counts the actions.
    `holder` has it; `offered` may take it, None if nobody was asked to. `jumps` counts the ways
    back that were taken. `earlier` is what was done in versions that it moved on from.
    """

    program: ProgramId
    frames: tuple[Frame, ...]
    holder: By
    started: datetime
    at: datetime
    clock: float = 0.0
    status: RunStatus = RunStatus.RUNNING
    turn: int = 0
    jumps: int = 0
    offered: By | None = None
    said: str = ""
    """Why it was handed over, or ended."""
    outcome: Outcome | None = None
    results: Mapping[str, str] = field(default_factory=dict)
    earlier: tuple[tuple[ProgramId, Frame], ...] = ()
    previous: "State | None" = field(default=None, repr=False)
    """As it was before the last step, for Back."""

    @property
    def remembered(self) -> "State":
        """The same, with no more behind it than anybody takes back: each state has all that was
        done before it, so a long run could not keep every one."""
        if self.turn % MOST_BACK:
            return self
        newest: list[State] = []
        one: State | None = self
        while one is not None and len(newest) < MOST_BACK:
            newest.append(one)
            one = one.previous
        found: State | None = None
        for state in reversed(newest):
            found = replace(state, previous=found)
        assert found is not None
        return found

    @property
    def is_going(self) -> bool:
        """Whether its clock runs: not while it is paused, nor while it stands before its start."""
        return self.status is RunStatus.RUNNING and self.frames[0].stage is not Stage.ENTRY

    @property
    def top(self) -> Frame:
        """The innermost procedure."""
        return self.frames[-1]
