"""What a walk answers: the plan that an agent or a person follows, as immutable values.

Programs get it as JSON with the same names in camel case (`app.core.api.walks`); a field that
has a default is left out where it says nothing more. The layout is the one of seed 004's
`SkillExecutionPlan`, extended where that loses information: named arguments and every capture
beside `args` and `capture_as`, conditions beside `branches_to` and `loops_back_to`, sub-steps,
phases and recipes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from app.core.library.record import Status


def camel(name: str) -> str:
    """`targetTitle` for `target_title`."""
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


class _Document:
    """So that the schema has the names that the JSON has."""

    __slots__ = ()
    __pydantic_config__: ClassVar = {"alias_generator": camel}


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkedSkill(_Document):
    """A skill, told apart from all others; `status` is there while it is in quarantine, and
    `read_differently` while nobody has seen that its text is read otherwise since an update;
    `called_read_differently` are the titles of the skills it calls, in a recursive walk, for which
    that is so.
    """

    source_id: str
    title: str
    engram_name: str
    status: Status | None = None
    read_differently: bool = False
    called_read_differently: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkedArgument(_Document):
    """What is handed to a called skill."""

    name: str
    value: str
    is_variable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkedCall(_Document):
    """A call of the skill `target_title`, or of none that is known.

    `unresolved_call` is the name that no skill has, `ambiguous_call` one that the `candidates`
    have; `captures` are all results, if there are several. In a recursive walk `steps` are those
    of the called skill, counted as there, or `note` says why they are not walked.
    """

    target_source_id: str = ""
    target_title: str = ""
    unresolved_call: str = ""
    ambiguous_call: str = ""
    candidates: tuple[WalkedSkill, ...] = ()
    args: tuple[str, ...]
    capture_as: str = ""
    arguments: tuple[WalkedArgument, ...] = ()
    captures: tuple[str, ...] = ()
    steps: tuple["WalkedStep", ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch(_Document):
    """Where a step may lead, and when.

    `to` counts the top-level steps, `to_path` is the number of a sub-step it leads to.
    """

    to: int | None
    to_path: str = ""
    condition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Loop(_Document):
    """Where a step goes back to, as in a branch, when, and how often at most."""

    to: int | None
    to_path: str = ""
    max: int | None
    condition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkedStep(_Document):
    """A step with its sub-steps.

    `index` counts the top-level steps of its skill; a sub-step has none, but a `number` such as
    "2.1". `author` is the number that the author wrote where it is another, `label` the mark
    where it is more than a number ("5.1.2", "b"). `phase` is the title of the part of the
    procedure it belongs to.
    """

    index: int | None = None
    number: str
    author: int | None = None
    label: str = ""
    phase: str = ""
    text: str
    steps: tuple["WalkedStep", ...] = ()
    calls: WalkedCall | None = None
    """The first call that is not made beside others."""
    calls_sequence: tuple[WalkedCall, ...] = ()
    """All of them, where there are several; then the steps of what they call stand here only."""
    parallel: tuple[WalkedCall, ...] = ()
    branches_to: tuple[int, ...] = ()
    branches: tuple[Branch, ...] = ()
    loops_back_to: tuple[int, ...] = ()
    max_iterations: int | None = None
    loops: tuple[Loop, ...] = ()
    needs: tuple[str, ...] = ()
    supporting_context: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FailureHandler(WalkedCall):
    """What to do when the procedure fails; with a call, what a call has."""

    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkedRecipeStep(_Document):
    """One thing to ask before the walk."""

    tool: str
    query: str
    only_engrams: tuple[str, ...] = ()
    if_results_below: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkedRecipe(_Document):
    """What to ask, and when."""

    name: str
    trigger: str
    steps: tuple[WalkedRecipeStep, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan(_Document):
    """A skill as steps to execute."""

    skill: WalkedSkill
    requires: tuple[str, ...]
    requires_types: Mapping[str, str] = field(default_factory=dict)
    requires_optional: tuple[str, ...] = ()
    produces: tuple[str, ...]
    constraints: Mapping[str, str]
    """The goals that hold for the whole walk, those that are written (`GoalSpec.constraint`)."""
    steps: tuple[WalkedStep, ...]
    failure_handlers: tuple[FailureHandler, ...]
    unanchored_context: tuple[str, ...]
    recipes: tuple[WalkedRecipe, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrative(_Document):
    """A skill as a procedure to read aloud."""

    skill: WalkedSkill
    text: str
