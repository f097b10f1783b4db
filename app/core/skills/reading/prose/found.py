"""What leads somewhere in a step, and the step it is looked for in."""

from typing import NamedTuple

from app.core.skills.reading.languages.language import Language
from app.core.skills.reading.targets import Targets
from app.core.value import value


@value
class Ground:
    """The folded step `low[left:right]` at position `here`, read in one language."""

    low: str
    left: int
    right: int
    here: int
    targets: Targets
    language: Language


class Reach(NamedTuple):
    """The steps meant, and where in the folded text they are named. None: not there."""

    first: int | None
    last: int | None
    left: int
    right: int


class Found(NamedTuple):
    """A verb and the steps it leads to, `low[start:end]`.

    `kind` is `back`, `go`, `skip`, or `bare` where a condition alone leads there. `verb` is where
    the verb begins. `reach` is None where the steps meant are not clear.
    """

    language: Language
    kind: str
    start: int
    end: int
    verb: int
    reach: Reach | None
