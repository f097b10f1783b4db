"""What the sky is asked to let stand out. Public names: `Focus`, `Stars`, `MOST_LIT`."""

from dataclasses import dataclass

MOST_LIT = 80
"""More hits of a search than this do not stand out: thousands would be the whole sky again."""
_NAMED = 3
"""Hits of a search that are always named."""
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
    faint: frozenset[int] = frozenset()
    """Those of them that have the words only in their text, while others have them in the name."""

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
    def listed(self) -> Stars:
        """The matches among those that are shown; None if all are."""
        if self.matches is None or self.around is None:
            return self.around if self.matches is None else self.matches
        return self.matches & self.around

    @property
    def named(self) -> frozenset[int]:
        """The stars whose names are there in any case: what is looked at, the best hits, and where
        a path begins and ends."""
        ends = (*self.path[:1], *self.path[-1:])
        looked_at = {star for star in (self.selected, self.hovered) if star is not None}
        return frozenset(looked_at.union(self.ranked[:_NAMED], ends))

    @property
    def leading(self) -> tuple[int, ...]:
        """The hits of a search whose lines are shown: the one chosen, else the best."""
        if self.focal is not None and self.matches is not None and self.focal in self.matches:
            return (self.focal,)
        return self.ranked[:_BEST]
