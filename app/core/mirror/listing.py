"""How much of the skills' names and descriptions a client shows the agent. Pure.

Clients list all skills at the start of a session and give the list a budget; what is beyond it the
agent never sees, so it cannot choose the skill. What each of them does about it was measured with
the clients themselves; see `resources/clients.toml`.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from app.core.mirror.clients import Listing, Way

_WEEK = timedelta(weeks=1)
_LEAST = 0.1


@dataclass(frozen=True, slots=True)
class Listed:
    """A skill as it is listed: `name` is what the client calls it, `skill` the one here, if it is
    one. The higher its `rank`, the later Claude Code cuts it."""

    name: str
    description: str
    rank: float = 0.0
    title: str = ""
    skill: int | None = None


@dataclass(frozen=True, slots=True)
class Meter:
    """What becomes of `count` skills: `taken` characters of the budget `most` (0: none is known),
    those of the client's own skills included. Of those that are `cut` the description is
    shortened, to `each` characters or to fewer; of those that are `dropped` it is not shown."""

    count: int
    taken: int
    most: int
    each: int = 0
    cut: tuple[Listed, ...] = ()
    dropped: tuple[Listed, ...] = ()

    @property
    def is_too_much(self) -> bool:
        return 0 < self.most < self.taken

    @property
    def affected(self) -> tuple[Listed, ...]:
        """All that lose something, the worst first."""
        return (*self.dropped, *self.cut)


def rank(uses: int, last: datetime | None, now: datetime) -> float:
    """What a skill counts in Claude Code: its uses, of which half is left after a week."""
    if last is None:
        return 0.0
    weeks = (now - last) / _WEEK
    return uses * max(math.pow(0.5, weeks), _LEAST)


def measure(skills: Sequence[Listed], budget: Listing) -> Meter:
    """What becomes of these skills, in the order of the client, with that budget."""
    cost = _Cost(budget)
    long = tuple(one for one in skills if cost.shown(one) < len(one.description))
    taken = budget.own + sum(map(cost.whole, skills))
    meter = Meter(len(skills), taken, budget.all, budget.each, long)
    if not meter.is_too_much:
        return meter
    if budget.way is Way.EVEN:
        most = _even(skills, cost)
        cut = tuple(one for one in skills if len(one.description) > most)
        return replace(meter, cut=cut)
    dropped = _FILLINGS[budget.way](skills, cost)
    cut = tuple(one for one in long if one not in dropped)
    return replace(meter, cut=cut, dropped=dropped)


@dataclass(frozen=True, slots=True)
class _Cost:
    """Characters that a skill takes."""

    budget: Listing

    def shown(self, one: Listed) -> int:
        """Of its description, before there is too much of all."""
        return min(len(one.description), self.budget.each or len(one.description))

    def line(self, one: Listed) -> int:
        """Without its description."""
        return self.budget.line + self.budget.names * len(one.name)

    def whole(self, one: Listed) -> int:
        return self.line(one) + self.shown(one)

    def bare(self, one: Listed) -> int:
        """Of a skill whose description is dropped."""
        return self.budget.bare + len(one.name)


def _least_used(skills: Sequence[Listed], cost: _Cost) -> tuple[Listed, ...]:
    """All keep their names; the most used get their descriptions as long as each fits."""
    left = cost.budget.all - cost.budget.own - sum(map(cost.bare, skills))
    dropped = []
    for one in sorted(skills, key=lambda one: -one.rank):
        more = cost.whole(one) - cost.bare(one)
        if more > left:
            dropped.append(one)
        else:
            left -= more
    return tuple(dropped)


def _first(skills: Sequence[Listed], cost: _Cost) -> tuple[Listed, ...]:
    """The first ones are whole; from the first that does not fit on there are only names."""
    left = cost.budget.all - cost.budget.own
    for n, one in enumerate(skills):
        left -= cost.whole(one)
        if left < 0:
            return tuple(skills[n:])
    return ()


def _even(skills: Sequence[Listed], cost: _Cost) -> int:
    """The most characters that every description can have so that all of them fit."""
    left = cost.budget.all - cost.budget.own - sum(map(cost.line, skills))
    lengths = sorted(map(cost.shown, skills))
    for n, length in enumerate(lengths):
        each = max(left, 0) // (len(lengths) - n)
        if length > each:
            return each
        left -= length
    return lengths[-1] if lengths else 0


_FILLINGS: dict[Way, Callable[[Sequence[Listed], _Cost], tuple[Listed, ...]]] = {
    Way.LEAST_USED: _least_used,
    Way.FIRST: _first,
}
