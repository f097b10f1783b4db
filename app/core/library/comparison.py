"""What differs between two texts of a skill, as immutable values."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from app.core.skills.model import Call, GoalKind, Jump, VariableUse


class Section(StrEnum):
    """The parts a comparison is shown in, in this order."""

    NAME = "name"
    GOALS = "goals"
    STEPS = "steps"
    RECIPES = "recipes"
    LINKS = "links"
    REST = "rest"


class Kind(StrEnum):
    """What an item is."""

    TITLE = "title"
    GOAL = "goal"
    STEP = "step"
    HEADING = "heading"
    NOTE = "note"
    MEMORY = "memory"
    RECIPE = "recipe"
    CALL = "call"
    LOOP = "loop"
    BRANCH = "branch"
    FRONTMATTER = "frontmatter"
    COMMENT = "comment"


class Change(StrEnum):
    """What happened to an item between the two texts."""

    SAME = "same"
    CHANGED = "changed"
    ADDED = "added"
    REMOVED = "removed"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class Mark:
    """A call, jump or variable written at `text[start:end]` of an item.

    `target` is the name of the other step a jump leads to, as it is read out; `reference` is
    where that step is written as a number.
    """

    what: Call | Jump | VariableUse
    start: int
    end: int
    target: str | None = None
    reference: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One side of a row. `number` is a step's as it is read out (`2.1`), `position` where it comes
    among the steps, and 0 for what is in none; `changes` are ranges of `text`.

    The item of a link is a sentence about it ("step 6 to step 2, max 3").
    """

    kind: Kind
    text: str
    number: str = ""
    goal: GoalKind | None = None
    changes: tuple[tuple[int, int], ...] = ()
    marks: tuple[Mark, ...] = ()
    link: Call | Jump | None = None
    position: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """The same item in the older text (left) and in the newer (right); one of them may be None."""

    section: Section
    left: Item | None
    right: Item | None
    reworded: bool = False
    moved: bool = False

    @property
    def change(self) -> Change:
        if self.left is None:
            return Change.ADDED
        if self.right is None:
            return Change.REMOVED
        if self.moved:
            return Change.MOVED
        return Change.CHANGED if self.reworded else Change.SAME

    @property
    def kind(self) -> Kind:
        item = self.right or self.left
        assert item is not None
        return item.kind


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two texts side by side. `same_text` says that they are equal to the last character."""

    rows: tuple[Row, ...]
    same_text: bool

    def section(self, section: Section) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.section is section)

    @property
    def changed(self) -> tuple[Row, ...]:
        """The rows in which anything happened."""
        return tuple(row for row in self.rows if row.change is not Change.SAME)

    @property
    def steps(self) -> "Tally":
        return tally(row for row in self.rows if row.kind is Kind.STEP)

    @property
    def goals(self) -> "Tally":
        return tally(self.section(Section.GOALS))

    @property
    def links(self) -> "Tally":
        return tally(self.section(Section.LINKS))


@dataclass(frozen=True, slots=True)
class Tally:
    """How many items were reworded, added, removed and moved; one may be moved and reworded."""

    reworded: int
    added: int
    removed: int
    moved: int
    differing: int
    """Rows in which anything happened."""


def tally(rows: Iterable[Row]) -> Tally:
    """Count what happened in these rows."""
    changed = [row for row in rows if row.change is not Change.SAME]
    return Tally(
        reworded=sum(row.reworded for row in changed),
        added=sum(row.change is Change.ADDED for row in changed),
        removed=sum(row.change is Change.REMOVED for row in changed),
        moved=sum(row.moved for row in changed),
        differing=len(changed),
    )
