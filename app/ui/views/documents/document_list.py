"""The documents that are reviewed together, one in each row. Public name: `DocumentList`."""

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionButton, QWidget

from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.views.documents.entries import Entry, summary
from app.ui.views.documents.row_list import THING, RowList
from app.ui.widgets.list_delegate import Index, ListDelegate

LEFT = 20
"""Before the tick, px at the usual size of text."""
MOST = 4
"""Rows that are in sight; more are scrolled."""
WIDEST = 88
"""Doubts that there is room for."""
FILE, TITLE = 0.3, 0.32
"""Parts of the width; what it was read as and the doubts have the rest."""


def _said(entry: Entry) -> str:
    """For a screen reader."""
    coming = _("left out") if entry.is_skipped else _("to be imported")
    parts = (entry.draft.name, title(entry), coming, summary(entry.shown), places(entry))
    return ", ".join(part for part in parts if part)


def title(entry: Entry) -> str:
    """What the skill is called, or else its file."""
    return entry.draft.skill.title or entry.draft.name


def places(entry: Entry) -> str:
    """How much of it is doubtful; empty for nothing."""
    count = len(entry.shown.doubts)
    return _places(count) if count else ""


def _places(count: int) -> str:
    words = ngettext("{count} place to look at", "{count} places to look at", count)
    return words.format(count=count)


class DocumentDelegate(ListDelegate):
    """A tick, the file, and what it becomes."""

    HEIGHT = 32

    def _paint_row(self, painter: QPainter, bounds: QRect, index: Index, *, selected: bool) -> None:
        entry: Entry = index.data(THING)
        faint = self._theme.colour("t3" if entry.is_skipped else "t2")
        ink = faint if entry.is_skipped else self._theme.colour("t1")
        self._paint_tick(painter, bounds, ticked=not entry.is_skipped)
        left = bounds.left() + self._scaled(LEFT) + self.INDENT
        end = bounds.adjusted(0, 0, -self._scaled(LEFT), 0)
        if doubts := places(entry):
            self._end(painter, end, doubts, self._theme.colour("warn"), 12)
        room = end.right() - self._width(_places(WIDEST), 12) - 12 - left
        for start, width, words, colour, weight in (
            (0.0, FILE, entry.draft.name, faint, 400),
            (FILE, TITLE, title(entry), ink, 600),
            (FILE + TITLE, 1 - FILE - TITLE, summary(entry.shown), faint, 400),
        ):
            place = QRect(left + round(room * start), bounds.top(), 0, bounds.height())
            place.setWidth(round(room * width) - 12)
            self._line(painter, place, " ".join(words.split()), 12, colour, weight)

    def _paint_tick(self, painter: QPainter, bounds: QRect, *, ticked: bool) -> None:
        box = QStyleOptionButton()
        box.rect = self.tick(bounds)
        on = QStyle.StateFlag.State_On if ticked else QStyle.StateFlag.State_Off
        box.state = QStyle.StateFlag.State_Enabled | on
        view = self.parent()
        assert isinstance(view, QWidget)
        view.style().drawPrimitive(
            QStyle.PrimitiveElement.PE_IndicatorItemViewItemCheck, box, painter, view
        )

    def tick(self, bounds: QRect) -> QRect:
        """Where the box is in a row."""
        size = self.ICON
        top = bounds.top() + (bounds.height() - size) // 2
        return QRect(bounds.left() + self._scaled(LEFT), top, size, size)


class DocumentList(RowList):
    """`fronted(row)` when another one is to be in front, `ticked(row)` when it is to come in or
    not: by its box, Space or Enter."""

    fronted = Signal(int)
    ticked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        self._look = DocumentDelegate(theme, parent)
        super().__init__(self._look, _("Documents"), _said, parent)
        self.asked.connect(lambda row, _place: self.ticked.emit(row))
        self.selectionModel().currentChanged.connect(lambda now, _old: self.fronted.emit(now.row()))

    def show_entries(self, entries: list[Entry], front: int) -> None:
        """Show these, one of them in front."""
        self.rows.show(tuple(entries))
        if self.row != front:
            self.choose(front)
        self.setFixedHeight(min(len(entries), MOST) * self.sizeHintForRow(0) + 2)

    # Qt

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on a box, or beside it, does not bring the document to the front."""
        index = self.indexAt(event.position().toPoint())
        box = self._look.tick(self.visualRect(index))
        if index.isValid() and event.position().x() <= box.right() + box.left() // 2:
            self.ticked.emit(index.row())
        else:
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Two clicks are two clicks."""
        self.mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """There is nothing in it that the row does not have."""
        event.ignore()
