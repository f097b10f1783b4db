"""What a skill's text says, as immutable values. Every position is an index into that text.

Nothing here is stored: `reading.grammar.parse` derives it from the text whenever it is needed, and
the text is the only truth.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, StrEnum

from app.core.value import value
from app.core.words import _


@dataclass(frozen=True, slots=True)
class GoalSpec:
    """All that is particular to a goal category. Whatever treats goals derives from this.

    `title`, `purpose` and `missing` are for people, in their language: what it is called, what it
    is for, and what to write where it is empty. `mark` stands before it in a text read aloud and
    may stand before it in any text. `field` is its name in packs, `place` where it comes among the
    goals of a text that is composed.
    """

    title: Callable[[], str]
    purpose: Callable[[], str]
    missing: Callable[[], str]
    mark: str
    field: str
    place: int
    constraint: str = ""
    """Its name in a plan to follow; empty for what the plan says elsewhere."""
    is_needed: bool = False
    """A skill without it is warned about."""
    has_parameters: bool = False
    """It is a list of `$name:type`, and may be written in several lines."""


class GoalKind(StrEnum):
    """The eight goal categories of seed 004; the value is the prefix written in the text.

    This is the table: another category is one more entry here, and its icon and colours in
    `app.ui.theme.goals`.
    """

    _value_: str
    spec: GoalSpec

    def __new__(cls, prefix: str, *spec: GoalSpec) -> "GoalKind":
        member = str.__new__(cls, prefix)
        member._value_, (member.spec,) = prefix, spec
        return member

    SUCCESS = "Success", GoalSpec(
        lambda: _("Success"),
        lambda: _("how to tell that it worked"),
        lambda: _("Say what is true when it went well."),
        mark="✓", field="successLooksLike", place=5, constraint="success", is_needed=True,
    )  # fmt: skip
    OUT_OF_SCOPE = "Out of scope", GoalSpec(
        lambda: _("Out of scope"),
        lambda: _("what this skill must refuse"),
        lambda: _("Say what this skill must refuse."),
        mark="✗", field="outOfScope", place=6, constraint="outOfScope",
    )  # fmt: skip
    ON_COMPLETION = "On completion", GoalSpec(
        lambda: _("On completion"),
        lambda: _("what happens after the last step"),
        lambda: _("Say what should exist at the end."),
        mark="⊙", field="expectedOnCompletion", place=8, constraint="completion",
    )  # fmt: skip
    TRIGGER = "Trigger", GoalSpec(
        lambda: _("Trigger"),
        lambda: _("when to use it, in the words people say"),
        lambda: _("Say which request should start this skill."),
        mark="⚡", field="trigger", place=1, constraint="trigger", is_needed=True,
    )  # fmt: skip
    PREREQUISITES = "Prerequisites", GoalSpec(
        lambda: _("Prerequisites"),
        lambda: _("what must be true before the first step"),
        lambda: _("Say what must be true before the first step."),
        mark="🔑", field="prerequisites", place=2, constraint="prerequisites",
    )  # fmt: skip
    ON_FAILURE = "On failure", GoalSpec(
        lambda: _("On failure"),
        lambda: _("the way back, offered when a step fails"),
        lambda: _("Say what to do when a step fails."),
        mark="⚠", field="onFailure", place=7,
    )  # fmt: skip
    REQUIRES = "Requires", GoalSpec(
        lambda: _("Requires"),
        lambda: _("what it is given: $name:type, separated by commas"),
        lambda: _("Name the inputs a caller gives."),
        mark="🔌", field="requires", place=3, has_parameters=True,
    )  # fmt: skip
    PRODUCES = "Produces", GoalSpec(
        lambda: _("Produces"),
        lambda: _("what it gives back: $name:type, separated by commas"),
        lambda: _("Name the results a caller gets."),
        mark="📤", field="produces", place=4, has_parameters=True,
    )  # fmt: skip


class BlockKind(Enum):
    """What a stretch of the text is."""

    FRONTMATTER = "frontmatter"
    COMMENT = "comment"
    TITLE = "title"
    HEADING = "heading"
    GOAL = "goal"
    STEP = "step"
    NOTE = "note"
    RECIPE = "recipe"
    MEMORY = "memory"
    BLANK = "blank"


@value
class Block:
    """`text[start:end]` of one kind. The blocks of a skill follow each other without a gap."""

    kind: BlockKind
    start: int
    end: int


@value
class Argument:
    """One argument of a call: `branch=$branch` is `("branch", "branch", True)`.

    `name` is empty for a positional argument; `value` has neither `$` nor quotes.
    """

    name: str
    value: str
    is_variable: bool


@value
class Call:
    """A reference to another skill. Only an explicit one (`@skill:`, `[[skill:`) makes an edge."""

    target: str
    arguments: tuple[Argument, ...]
    captures: tuple[str, ...]
    explicit: bool
    parallel: bool
    on_failure: bool
    start: int
    end: int
    target_start: int
    target_end: int


class JumpKind(StrEnum):
    LOOP = "loop"
    BRANCH = "branch"


@value
class Jump:
    """A loop or a branch out of a step.

    `target` is the position (1-based, among `Skill.steps`) it leads to, None when the text names
    no step that exists. `reference` is the step as written (`2`, `previous step`, `Gather`, empty
    when none is named). A branch without a reference is a condition whose outcome is not a
    fixed step (`@branch: if duplicate found`).
    """

    kind: JumpKind
    target: int | None
    reference: str
    maximum: int | None
    condition: str
    start: int
    end: int
    reference_start: int
    reference_end: int


@value
class Doubt:
    """Words of a step that look like a jump and are not understood, in their sentence.

    `target` is the position of the step they name, None when they name none.
    """

    target: int | None
    start: int
    end: int
    sentence_start: int
    sentence_end: int


@value
class VariableUse:
    """`$name` in the text; `captured` when it receives a result (`-> $name`, a Produces entry)."""

    name: str
    captured: bool
    start: int
    end: int


@value
class Parameter:
    """One entry of a Requires or Produces goal, such as `$depth:{fast|full}`."""

    name: str
    type: str
    optional: bool
    start: int
    end: int


@value
class Goal:
    """A goal line with the lines that continue it; `value` is without the prefix, lines joined."""

    kind: GoalKind
    value: str
    calls: tuple[Call, ...]
    variables: tuple[VariableUse, ...]
    start: int
    end: int
    value_start: int
    value_end: int


@value
class Step:
    """One thing to do.

    `position` counts from 1 over all steps, sub-steps included; `number` is what the author wrote
    (`3.`, the last one of `5.1.2`, `b)` as 2), None for a step that has none (in a skill without
    numbered steps every body paragraph and bullet is a step). `text` is the step without its
    marker, continuation lines included with their indentation removed; its sub-steps are not part
    of it.
    """

    position: int
    number: int | None
    text: str
    calls: tuple[Call, ...]
    jumps: tuple[Jump, ...]
    variables: tuple[VariableUse, ...]
    needs: tuple[str, ...]
    anchored: bool
    start: int
    end: int
    body_start: int
    body_end: int
    parent: int = 0
    """The position of the step it belongs to; 0 for a top-level step."""
    path: str = ""
    """Where it is among the others, counted: `2` the second top-level step, `2.1` its first."""
    phase: int = 0
    """Which of `Skill.phases` it is in, from 1; 0 for none."""
    label: str = ""
    """The marker as written where it is more than the number: `5.1.2`, `b`, `Step 3`."""
    doubts: tuple[Doubt, ...] = ()
    """What looks like a jump in it and is not understood."""


@value
class Phase:
    """A heading over steps of its own, whose numbers may start again.

    `number` is the authored one, 0 for none; `first` the position of its first step.
    """

    title: str
    number: int
    first: int
    start: int
    end: int


class SectionKind(StrEnum):
    """What a stretch of a procedure is about that is no part of its steps."""

    PURPOSE = "purpose"
    SCOPE = "scope"
    DEFINITIONS = "definitions"
    RESPONSIBILITIES = "responsibilities"
    INPUT = "input"
    OUTPUT = "output"
    REFERENCES = "references"
    REVISION_HISTORY = "revision history"
    SAFETY = "safety"
    MATERIALS = "materials"
    PREREQUISITES = "prerequisites"
    EXAMPLES = "examples"
    CONTENTS = "contents"
    OTHER = "other"


@value
class Section:
    """Context with a kind: its heading and what stands below. `text` is without the heading."""

    kind: SectionKind
    title: str
    text: str
    start: int
    end: int


@value
class RecipeStep:
    """One recall of a recipe: `- recall: query (if < 3 results) only_engrams: [a, b]`."""

    tool: str
    query: str
    only_engrams: tuple[str, ...]
    if_results_below: int | None


@value
class Recipe:
    """A named set of recalls with the moment they belong to. Not a step."""

    name: str
    trigger: str
    steps: tuple[RecipeStep, ...]
    start: int
    end: int


@value
class PlacedMemory:
    """A fragment with an `_(from source)_` marker, quoted or not.

    `after` is the position of the step it supports: the one before it; 0 for the skill as a whole,
    before every step or below the heading "Supporting context".
    """

    text: str
    source: str
    after: int
    start: int
    end: int


@value
class Note:
    """A paragraph of the body that is not a step."""

    text: str
    start: int
    end: int


@value
class Skill:
    """Everything one skill text says. `"".join(text[b.start:b.end] for b in blocks) == text`."""

    text: str
    blocks: tuple[Block, ...]
    title: str
    title_start: int
    title_end: int
    goals: tuple[Goal, ...]
    steps: tuple[Step, ...]
    notes: tuple[Note, ...]
    recipes: tuple[Recipe, ...]
    memories: tuple[PlacedMemory, ...]
    requires: tuple[Parameter, ...]
    produces: tuple[Parameter, ...]
    dispatch_safe: str
    """`yes`, `partial`, `no`, or empty when the text has no valid tag."""
    phases: tuple[Phase, ...] = ()
    sections: tuple[Section, ...] = ()
    verify: str = ""
    """How Success is checked: `tool`, `state`, `human`, or empty when the text has no valid tag."""
    by_name: frozenset[int] = field(default=frozenset(), compare=False, repr=False)
    """The positions of the steps in which another may be named by its words."""

    def goal(self, kind: GoalKind) -> Goal | None:
        """The first goal of that kind."""
        return next((goal for goal in self.goals if goal.kind is kind), None)

    @property
    def top_steps(self) -> tuple[Step, ...]:
        """The steps that are no sub-steps."""
        return tuple(step for step in self.steps if not step.parent)

    @property
    def results(self) -> frozenset[str]:
        """The variables the skill makes itself; all others it is given."""
        parts: tuple[Goal | Step, ...] = (*self.goals, *self.steps)
        made = {use.name for part in parts for use in part.variables if use.captured}
        return frozenset(made - {given.name for given in self.requires})

    @property
    def calls(self) -> tuple[Call, ...]:
        """Every call in the order of the text, those of goals included."""
        owners: tuple[Goal | Step, ...] = (*self.goals, *self.steps)
        return tuple(sorted((c for o in owners for c in o.calls), key=lambda call: call.start))
