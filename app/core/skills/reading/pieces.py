"""What a text is cut into."""

from dataclasses import dataclass, field
from enum import Enum, auto

from app.core.skills.reading.goals import GoalStart
from app.core.skills.reading.markers import Marker


class Shape(Enum):
    """What a piece looks like; what it means also depends on the rest of the text."""

    FRONTMATTER = auto()
    COMMENT = auto()
    HEADING = auto()
    GOAL = auto()
    NUMBERED = auto()
    BULLET = auto()
    PARAGRAPH = auto()
    CODE = auto()
    RECIPE = auto()
    MEMORY = auto()
    REST = auto()
    BLANK = auto()


@dataclass(slots=True)
class Piece:
    """`text[start:end]`; what it says begins at `body`.

    `width` is the column its content is indented to, `number` what a numbered item has in front,
    `column` where its marker stands and `parent` the item it is nested in. A piece of the shape
    `REST` is what an item goes on to say after the items nested in it.
    """

    shape: Shape
    start: int
    end: int
    body: int
    width: int = 0
    number: int = 0
    goal: GoalStart | None = None
    column: int = 0
    parent: "Piece | None" = None
    marker: Marker | None = None


@dataclass(slots=True)
class Pieces:
    """All pieces, and the stretches in which nothing is read: code and placed memories."""

    pieces: list[Piece] = field(default_factory=list)
    opaque: list[tuple[int, int]] = field(default_factory=list)
