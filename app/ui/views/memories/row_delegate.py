"""How a memory looks in the list: its text, where it comes from, and why it was found."""

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter

from app.ui.models.memory_list import FOUND, Found
from app.ui.widgets.list_delegate import Index, ListDelegate

MARKS = {"memory": ("memory", "mem"), "skill": ("skills", "acc")}


class MemoryDelegate(ListDelegate):
    """Two lines, or three."""

    PADDING = 10
    INDENT = 36

    def _height(self, index: Index) -> int:
        return 62 if index.data(FOUND).why else 45

    def _paint_row(self, painter: QPainter, bounds: QRect, index: Index, *, selected: bool) -> None:
        row: Found = index.data(FOUND)
        colour, place = self._theme.colour, self._place
        self._icon(
            painter, bounds.left() + self.PADDING, bounds.top() + self._scaled(7), *MARKS[row.what]
        )
        self._line(painter, place(bounds, 5, 19), row.gist, 13, colour("t1"))
        quiet = colour("t2" if selected else "t3")
        self._line(painter, place(bounds, 23, 17), row.caption, 11, quiet)
        why = colour("t1" if selected else "mem")
        self._line(painter, place(bounds, 40, 17), row.why, 11, why)
