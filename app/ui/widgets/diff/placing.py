"""The lines of a comparison laid out for a width. Public: `Arrangement`, `Placed`, `place`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtGui import QFontMetricsF

from app.core.library.comparison import Change, Item, Kind, Row
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.diff.cell import Cell, Looks, Side
from app.ui.widgets.diff.item_text import Known
from app.ui.widgets.diff.rows import Line

HEAD = 12
"""What the head of a section and a fold are higher than their text."""


class Arrangement(Enum):
    """How two texts stand next to each other; SINGLE is one text, read only."""

    BESIDE = "side by side"
    UNIFIED = "unified"
    SINGLE = "single"


@dataclass(frozen=True, slots=True)
class Column:
    """One side of a line: no cell where the part is missing, a tint where it differs."""

    left: float
    width: float
    cell: Cell | None
    mark: str = ""
    tint: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class Placed:
    """A line at its place. `starts_change` is true for the first line of a change."""

    line: Line
    top: float
    height: float
    columns: tuple[Column, ...] = ()
    change: Change | None = None
    starts_change: bool = False

    @property
    def words(self) -> str:
        """What a screen reader says."""
        if not self.columns:
            return self.line.text
        said = [column.cell.words for column in self.columns if column.cell is not None]
        happened = {
            Change.ADDED: _("Added"),
            Change.REMOVED: _("Removed"),
            Change.MOVED: _("Moved"),
            Change.CHANGED: _("Changed"),
        }
        if self.change is None:
            return said[0] if said else ""
        return f"{happened[self.change]}: " + " → ".join(said)


def place(
    theme: Theme,
    lines: Sequence[Line],
    arrangement: Arrangement,
    width: float,
    known: Known | None,
) -> Iterator[Placed]:
    """The lines one below the other; each is laid out when it is asked for."""
    top = 0.0
    for line in lines:
        if line.row is None:
            height = round(QFontMetricsF(theme.font(13)).height()) + float(HEAD)
            yield Placed(line, top, height)
            top += height
            continue
        change = line.row.change if line.row.change is not Change.SAME else None
        first = True
        for columns in _columns(theme, line.row, arrangement, width, known):
            height = max(c.cell.height for c in columns if c.cell is not None)
            yield Placed(line, top, height, columns, change, change is not None and first)
            top += height
            first = False


def _columns(
    theme: Theme, row: Row, arrangement: Arrangement, width: float, known: Known | None
) -> Iterator[tuple[Column, ...]]:
    if arrangement is Arrangement.BESIDE:
        half = width / 2
        yield (
            _column(theme, row, "left", 0, half, known),
            _column(theme, row, "right", half, width - half, known),
        )
    elif arrangement is Arrangement.UNIFIED and (row.reworded or row.left is None):
        if row.left is not None:
            yield (_column(theme, row, "left", 0, width, known),)
        yield (_column(theme, row, "right", 0, width, known),)
    else:
        side: Side = "left" if row.right is None else "right"
        quiet = arrangement is not Arrangement.SINGLE
        yield (_column(theme, row, side, 0, width, known, quiet=quiet),)


def _column(
    theme: Theme,
    row: Row,
    side: Side,
    left: float,
    width: float,
    known: Known | None,
    *,
    quiet: bool = True,
) -> Column:
    item, other = (row.left, row.right) if side == "left" else (row.right, row.left)
    if item is None:
        return Column(left, width, None)
    looks = Looks(
        side,
        quiet and row.change is Change.SAME,
        _note(row, side),
        known if side == "right" else None,
    )
    cell = Cell(theme, item, other, width, looks)
    if row.moved and row.left and row.right:
        return Column(left, width, cell, _arrow(row.left, row.right))
    if row.change is Change.SAME:
        return Column(left, width, cell)
    return Column(left, width, cell, *(("−", "err") if side == "left" else ("+", "ok")))


def _arrow(left: Item, right: Item) -> str:
    return "↑" if right.position <= left.position else "↓"


def _note(row: Row, side: Side) -> str:
    if not (row.moved and side == "right" and row.kind is Kind.STEP and row.left):
        return ""
    return _("moved from {number}").format(number=row.left.number)
