"""Where somebody has been, one place after the other. Pure: it knows no widgets."""

from collections.abc import Callable
from dataclasses import astuple, dataclass
from typing import Any

MOST = 100
"""Places that are remembered; nobody goes back further."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A page of the window and, on that of the skills, what was open there and how.

    `kind` and `skill` name the document, empty and None where none was open. In a skill, `mode` is
    that of the editor, `at` a place of the text, and `row` how far down that is: the line in the
    text, the number of the step among the cards.
    """

    page: str
    kind: str = ""
    skill: int | None = None
    mode: int = 0
    at: int = 0
    row: int = 0

    def is_near(self, other: "Spot", far: int) -> bool:
        """Whether going from one to the other is no journey: less than `far` rows."""
        here, there = ((s.page, s.kind, s.skill, s.mode) for s in (self, other))
        return here == there and abs(self.row - other.row) < far


class Trail:
    """As of a browser: going somewhere else from the middle forgets what was ahead."""

    def __init__(self) -> None:
        self._spots: list[Spot] = []
        self._here = -1

    @classmethod
    def read(cls, state: Any) -> "Trail":
        """What `state` said; an empty one where that is odd."""
        trail = cls()
        said = state if isinstance(state, dict) else {}
        stored, here = said.get("spots"), said.get("here")
        spots = [_spot(one) for one in stored] if isinstance(stored, list) else []
        kept = [spot for spot in spots if spot is not None]
        if type(here) is int and 0 <= here < len(kept) == len(spots):
            trail._spots, trail._here = kept, here
        return trail

    def state(self) -> dict[str, Any]:
        """In plain values, to be stored."""
        return {"spots": [astuple(spot) for spot in self._spots], "here": self._here}

    def visit(self, spot: Spot, far: int) -> bool:
        """Somebody is there now; less than `far` rows from the last place is still that place.

        Returns whether back and forward may lead elsewhere by now.
        """
        if self._here >= 0 and spot.is_near(self._spots[self._here], far):
            was, self._spots[self._here] = self._spots[self._here], spot
            return spot != was and any(other in (was, spot) for other in self._others())
        del self._spots[self._here + 1 :]
        self._spots = [*self._spots, spot][-MOST:]
        self._here = len(self._spots) - 1
        return True

    def _others(self) -> list[Spot]:
        return [*self._spots[: self._here], *self._spots[self._here + 1 :]]

    def arrive(self, spot: Spot) -> None:
        """Somebody went back or forward, and that is where it led by now."""
        if self._here >= 0:
            self._spots[self._here] = spot

    def next(self, by: int, exists: Callable[[Spot], bool]) -> Spot | None:
        """The place before (-1) or after (1) this one; what no longer exists is passed over."""
        place = self._next(by, exists)
        return self._spots[place] if place is not None else None

    def go(self, by: int, exists: Callable[[Spot], bool]) -> Spot | None:
        """Go there; None where there is no such place."""
        place = self._next(by, exists)
        if place is None:
            return None
        self._here = place
        return self._spots[place]

    def _next(self, by: int, exists: Callable[[Spot], bool]) -> int | None:
        place = self._here + by
        while 0 <= place < len(self._spots):
            spot = self._spots[place]
            if exists(spot) and spot != self._spots[self._here]:
                return place
            place += by
        return None


def _spot(stored: Any) -> Spot | None:
    if not isinstance(stored, list) or len(stored) != 6:
        return None
    page, kind, skill, *place = stored
    if not isinstance(page, str) or not isinstance(kind, str):
        return None
    if not (skill is None or type(skill) is int) or any(type(one) is not int for one in place):
        return None
    return Spot(page, kind, skill, *place)
