"""How fast Techne is on this computer, beside what it is meant to be."""

from collections.abc import Iterable
from dataclasses import dataclass

from typing_extensions import TypedDict


class FigureDocument(TypedDict):
    """A measurement; `value` is null where it was skipped, `budget` where there is none.

    `atLeast` says that the budget is what the value has to reach, and not what it may come to.
    """

    what: str
    value: float | None
    unit: str
    budget: float | None
    atLeast: bool
    within: bool
    skipped: str | None


@dataclass(frozen=True, slots=True)
class Figure:
    """One measurement; a budget of None is information only. `skipped` is why there is none.

    The value may come to the budget at most, or has to at least.
    """

    what: str
    value: float
    unit: str
    budget: float | None
    skipped: str = ""
    at_least: bool = False

    @property
    def within(self) -> bool:
        if self.budget is None:
            return True
        return not (self.value < self.budget if self.at_least else self.value > self.budget)


def measured(figures: Iterable[Figure]) -> list[FigureDocument]:
    return [
        {
            "what": one.what,
            "value": one.value if not one.skipped else None,
            "unit": one.unit,
            "budget": one.budget,
            "atLeast": one.at_least,
            "within": one.within,
            "skipped": one.skipped or None,
        }
        for one in figures
    ]
