"""The items that a line further down may still be part of."""

from app.core.skills.reading.markers import Marker, Rank
from app.core.skills.reading.pieces import Piece, Shape


class OpenItems:
    """Items in items, the innermost last."""

    def __init__(self) -> None:
        self._items: list[Piece] = []

    def clear(self) -> None:
        self._items.clear()

    def begin(self, item: Piece) -> None:
        self._items.append(item)

    def back_to(self, item: Piece) -> None:
        """Close what is nested in that one."""
        while self._items[-1] is not item:
            self._items.pop()

    def around(self, indent: int) -> Piece | None:
        """The item to whose text a line is indented."""
        for item in reversed(self._items):
            if indent >= item.width:
                return item
        return None

    def owner(self, marker: Marker, indent: int, before: Piece | None) -> Piece | None:
        """The item that one with that marker in column `indent` is nested in.

        `before` is what the line before is part of. Bullets right below a numbered line are
        nested in it wherever they stand, and so are those that follow them.
        """
        if marker.rank is Rank.BULLET and before is not None and before.shape is Shape.NUMBERED:
            return before
        items = self._items
        for n, item in enumerate(items):
            if _precedes(item, marker, indent):
                del items[n:]
                return item.parent
        while items:
            last = items[-1]
            assert last.marker is not None
            if _outranks(last.marker, marker) or _is_inside(last, marker, indent):
                return last
            items.pop()
            alike = last.marker.rank is marker.rank is not Rank.OUTLINE
            if alike and abs(last.column - indent) <= 1:
                return last.parent
        return None


def _outranks(above: Marker, marker: Marker) -> bool:
    """Whether an item is part of the one above by its marker alone, wherever it stands."""
    if marker.rank is Rank.OUTLINE or len(marker.levels) > 1:
        over = marker.levels[: len(above.levels)]
        return above.levels == over and 0 < len(over) < len(marker.levels)
    if marker.rank is Rank.LETTER:
        return above.rank < marker.rank
    return above.rank in (Rank.WORD, Rank.ROMAN) and above.rank < marker.rank


def _precedes(item: Piece, marker: Marker, indent: int) -> bool:
    """Whether the marker counts on from that of the item, in the same column."""
    other = item.marker
    if other is None or marker.rank is Rank.BULLET or other.rank is not marker.rank:
        return False
    counts_on = marker.number == other.number + 1 and marker.levels[:-1] == other.levels[:-1]
    return counts_on and (abs(item.column - indent) <= 1 or marker.rank is Rank.OUTLINE)


def _is_inside(item: Piece, marker: Marker, indent: int) -> bool:
    """Whether an item with that marker in column `indent` is nested in the item above.

    It is where the text of the item begins; for a bullet below a number two columns do.
    """
    if marker.rank is Rank.OUTLINE:
        return False
    width = item.width
    if marker.rank is Rank.BULLET and item.shape is Shape.NUMBERED:
        width = min(width, item.column + 2)
    return indent >= width
