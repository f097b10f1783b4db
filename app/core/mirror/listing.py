"""How much of the skills' names and descriptions a client shows the agent. Pure.

Clients list all skills at the start of a session and give the list a budget; what is beyond it the
agent never sees, so it cannot choose the skill. Claude Code takes the descriptions of the least
used away first; what others do is assumed to be the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from app.core.mirror.clients import Listing


@dataclass(frozen=True, slots=True)
class Listed:
    """A skill as it is listed; `uses` is how often it was used."""

    name: str
    description: str
    uses: int = 0


@dataclass(frozen=True, slots=True)
class Meter:
    """`taken` characters of the budget `most` (0: none is known). `cut` are the names of those
    whose descriptions are shortened, `dropped` of those that lose theirs."""

    taken: int
    most: int
    cut: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


def measure(skills: Sequence[Listed], budget: Listing) -> Meter:
    """What becomes of these skills in a client with that budget."""
    each = {
        one.name: min(len(one.description), budget.each or len(one.description)) for one in skills
    }
    cut = tuple(one.name for one in skills if each[one.name] < len(one.description))
    taken = sum(len(one.name) + each[one.name] for one in skills)
    dropped: list[str] = []
    left = taken
    for one in sorted(skills, key=lambda one: (one.uses, -each[one.name], one.name)):
        if not budget.all or left <= budget.all:
            break
        left -= each[one.name]
        dropped.append(one.name)
    return Meter(taken, budget.all, cut, tuple(dropped))
