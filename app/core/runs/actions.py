"""What can be done in a run, as values that are written down as JSON: the run is what they add up
to.

`step` names the place that somebody saw when they acted (`state.Place.step`), so that what arrives
late or twice is told apart.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from app.core.runs.program import ProgramId


class Outcome(StrEnum):
    """How a run ended."""

    SUCCESS = "success"
    PARTIAL = "partial"
    FAILURE = "failure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Enter:
    """Begin the procedure, or a called one: its inputs, and that its prerequisites hold.

    `without` says why it is begun although those whose numbers (from 0) are not in `ticked` do not.
    """

    kind: Literal["enter"] = "enter"
    step: str
    values: Mapping[str, str] = field(default_factory=dict)
    ticked: tuple[int, ...] = ()
    without: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """The step is done: what came of it, and which of the exits that were offered is taken."""

    kind: Literal["done"] = "done"
    step: str
    values: Mapping[str, str] = field(default_factory=dict)
    exit: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Skip:
    """Leave the step out."""

    kind: Literal["skip"] = "skip"
    step: str
    why: str
    exit: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fail:
    """The step failed; what to do then is the next question."""

    kind: Literal["fail"] = "fail"
    step: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Retry:
    """After a failure: do the step again."""

    kind: Literal["retry"] = "retry"
    step: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GoOn:
    """After a failure: go on with the next step all the same."""

    kind: Literal["go-on"] = "go-on"
    step: str
    why: str = ""
    exit: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recover:
    """After a failure: follow what On failure says."""

    kind: Literal["recover"] = "recover"
    step: str
    handler: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveUp:
    """After a failure: this procedure ends here, and has failed."""

    kind: Literal["give-up"] = "give-up"
    step: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """Go on with another of the calls that a step makes side by side."""

    kind: Literal["switch"] = "switch"
    step: str
    call: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Back:
    """Take the last step back."""

    kind: Literal["back"] = "back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    kind: Literal["pause"] = "pause"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume:
    kind: Literal["resume"] = "resume"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver:
    """Give the run to a person, or to an agent: to the client `to`, or to any with an empty one."""

    kind: Literal["hand-over"] = "hand-over"
    to_person: bool
    to: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOver:
    """Take the run: a person always may, an agent where it was given to it."""

    kind: Literal["take-over"] = "take-over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """Go on with a newer version: `program` holds it, `nodes` says which node of it each one of the
    procedure itself has become."""

    kind: Literal["move"] = "move"
    program: ProgramId
    nodes: Mapping[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """Say how it went, which ends the run; `why` where it ends before its last step."""

    kind: Literal["finish"] = "finish"
    outcome: Outcome
    why: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    """What it produced, as far as that is not known yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Abandon:
    """End the run without an outcome."""

    kind: Literal["abandon"] = "abandon"
    why: str = ""


Action = (
    Enter | Done | Skip | Fail | Retry | GoOn | Recover | GiveUp | Switch | Back | Pause | Resume
    | HandOver | TakeOver | Move | Finish | Abandon
)  # fmt: skip

_ADAPTER: TypeAdapter[Action] = TypeAdapter(Annotated[Action, Field(discriminator="kind")])


def to_json(action: Action) -> str:
    return _ADAPTER.dump_json(action).decode()


def from_json(text: str) -> Action:
    return _ADAPTER.validate_json(text)
