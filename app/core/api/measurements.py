"""How fast Techne is on this computer, beside what it is meant to be."""

from collections.abc import Iterable
from dataclasses import dataclass

from typing_extensions import TypedDict


class FigureDocument(TypedDict):
    """A measurement; `value` is null where it was skipped, `budget` where there is none."""

    what: str
    value: float | None
    unit: str
    budget: float | None
    within: bool
    skipped: str | None


@dataclass(frozen=True, slots=True)
class Figure:
    """One measurement; a budget of None is information only. `skipped` is why there is none."""

    what: str
    value: float
    unit: str
    budget: float | None
    skipped: str = ""

    @property
    def within(self) -> bool:
        return self.budget is None or not self.value > self.budget


def measured(figures: Iterable[Figure]) -> list[FigureDocument]:
    return [
        {
            "what": one.what,
            "value": one.value if not one.skipped else None,
            "unit": one.unit,
            "budget": one.budget,
            "within": one.within,
            "skipped": one.skipped or None,
        }
        for one in figures
    ]
