"""What the sky is asked to let stand out. Public names: `Focus`, `Stars`, `MOST_LIT`."""

from dataclasses import dataclass

MOST_LIT = 80
"""More hits of a search than this do not stand out: thousands would be the whole sky again."""
_BEST = 5
"""The first hits, whose lines are shown as long as none is chosen."""


Stars = frozenset[int] | None


@dataclass(frozen=True, slots=True)
class Focus:
    """What stands out: indices of stars.

    `matches` and `around` of None mean that nothing is searched for, and that no neighbourhood is
    looked at. `path` are stars in their order.
    """

    selected: int | None = None
    hovered: int | None = None
    matches: Stars = None
    chosen: frozenset[int] = frozenset()
    """Selected together."""
    around: Stars = None
    touched: Stars = None
    """In a sky of the past those that were changed or used lately: the others are dimmed."""
    path: tuple[int, ...] = ()
    ranked: tuple[int, ...] = ()
    """The matches of a search, the best first."""
    meant: frozenset[int] = frozenset()
    """Those of them that were found by what they mean and have none of the words."""

    @property
    def focal(self) -> int | None:
        """The star that is looked at."""
        return self.hovered if self.hovered is not None else self.selected

    @property
    def standing_out(self) -> frozenset[int] | None:
        """The matches that are not dimmed, of a search the best; None if nothing is looked for.
        What is not shown cannot stand out."""
        found = self.matches
        if found is not None and len(self.ranked) > MOST_LIT:
            found = frozenset(self.ranked[:MOST_LIT]) | (found & {self.selected})
        return found if found is None or self.around is None else found & self.around

    @property
    def leading(self) -> tuple[int, ...]:
        """The hits of a search whose lines are shown: the one chosen, else the best."""
        if self.focal is not None and self.matches is not None and self.focal in self.matches:
            return (self.focal,)
        return self.ranked[:_BEST]
