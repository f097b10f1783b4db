"""Places of names: which are taken, and which are in view."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from PySide6.QtCore import QRectF

_CELL = 64
_EDGE = 8
"""What stays free between a name and the edge, in px."""


class Taken:
    """Which places are taken, filed by where they are."""

    def __init__(self, places: Iterable[QRectF] = ()) -> None:
        self._cells: dict[tuple[int, int], list[QRectF]] = defaultdict(list)
        for place in places:
            self.add(place)

    def add(self, place: QRectF) -> None:
        for cell in _cells(place):
            self._cells[cell].append(place)

    def spares(self, place: QRectF) -> bool:
        """Whether nothing taken reaches into a place."""
        return not any(
            place.intersects(other) for cell in _cells(place) for other in self._cells.get(cell, ())
        )


def _cells(place: QRectF) -> Iterator[tuple[int, int]]:
    for column in range(int(place.left() // _CELL), int(place.right() // _CELL) + 1):
        for row in range(int(place.top() // _CELL), int(place.bottom() // _CELL) + 1):
            yield column, row


def free_of_edge(view: QRectF) -> QRectF:
    """Where names may stand in a view."""
    return view.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)


def moved_into(view: QRectF, place: QRectF) -> QRectF:
    """A place, moved as far as it takes to be seen."""
    moved = QRectF(place)
    moved.moveLeft(max(min(moved.left(), view.right() - moved.width()), view.left()))
    moved.moveTop(max(min(moved.top(), view.bottom() - moved.height()), view.top()))
    return moved
