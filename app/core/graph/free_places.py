"""Places for stars that join a sky which stands: the nearest free one to where each belongs."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

SPACING = 64.0
"""The distance two neighbours like to have, in scene units (pixels at 100 %)."""
GOLDEN = np.pi * (3 - np.sqrt(5))
"""The golden angle: however many stars, none stand in a row from the middle."""
_FREE = 0.7
"""How near, in `SPACING`, a star that joins may come to another."""
_APART = 1.5 * SPACING
"""What stays free around a group that joins: its name stands there."""
_BLOCK = 2 * SPACING
_WIDE = 1.4
"""How much wider than high a sky grows, as windows are."""

Position = tuple[float, float]
Points = NDArray[np.float64]
_NOTHING: Points = np.empty((0, 3))


class FreePlaces:
    """Knows which places are taken, filed by where they are."""

    def __init__(self, taken: Iterable[Position]) -> None:
        self._cells: dict[tuple[int, int], list[Position]] = {}
        self._tried: dict[tuple[int, int], int] = {}
        """How far the spiral around a place was followed: what is inside it is full."""
        self._blocks: set[tuple[int, int]] = set()
        """Where stars are, coarsely."""
        self._looked = 0
        """How far the spiral for new groups was followed."""
        self._low = [np.inf, np.inf]
        self._high = [-np.inf, -np.inf]
        for place in taken:
            self._add(place)

    def place(self, centre: Position, kept_free: Points = _NOTHING) -> Position:
        """The first free place on a spiral around `centre`, outside of the discs that are kept
        free: x, y and radius of each."""
        home = self._cell(centre)
        n = self._tried.get(home, 0)
        while True:
            ring, turn = SPACING * 0.5 * np.sqrt(n), n * GOLDEN
            at = (
                centre[0] + float(ring * np.cos(turn)),
                centre[1] + float(ring * np.sin(turn)),
            )
            n += 1
            if self._is_free(at) and not _covered(at, kept_free):
                self._tried[home] = n
                self._add(at)
                return at

    def for_group(self, count: int) -> Position:
        """Where a new group of so many stars begins: nearest to the middle with room for it, which
        is kept for them."""
        radius = 0.5 * SPACING * float(np.sqrt(count))
        inside, near = _steps(radius), _steps(radius + _APART)
        x, y = (self._low[0] + self._high[0]) / 2, (self._low[1] + self._high[1]) / 2
        while True:
            ring, turn = SPACING * np.sqrt(self._looked), self._looked * GOLDEN
            at = x + _WIDE * float(ring * np.cos(turn)), y + float(ring * np.sin(turn))
            column, row = self._block(at)
            if not any((column + dx, row + dy) in self._blocks for dx in near for dy in near):
                self._blocks |= {(column + dx, row + dy) for dx in inside for dy in inside}
                return at
            self._looked += 1

    def below(self) -> Position:
        return (self._low[0] + self._high[0]) / 2, self._low[1] - 2 * SPACING

    def _is_free(self, at: Position) -> bool:
        column, row = self._cell(at)
        return all(
            (at[0] - x) ** 2 + (at[1] - y) ** 2 >= (SPACING * _FREE) ** 2
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            for x, y in self._cells.get((column + dx, row + dy), ())
        )

    def _add(self, at: Position) -> None:
        self._cells.setdefault(self._cell(at), []).append(at)
        self._blocks.add(self._block(at))
        for axis in (0, 1):
            self._low[axis] = min(self._low[axis], at[axis])
            self._high[axis] = max(self._high[axis], at[axis])

    @staticmethod
    def _cell(at: Position) -> tuple[int, int]:
        return int(at[0] // SPACING), int(at[1] // SPACING)

    @staticmethod
    def _block(at: Position) -> tuple[int, int]:
        return int(at[0] // _BLOCK), int(at[1] // _BLOCK)


def _covered(at: Position, discs: Points) -> bool:
    return bool((np.hypot(discs[:, 0] - at[0], discs[:, 1] - at[1]) < discs[:, 2]).any())


def _steps(far: float) -> range:
    """Blocks to each side, so that all within that distance are among them."""
    count = int(np.ceil(far / _BLOCK))
    return range(-count, count + 1)
