"""The list of candidates. Public name: `CandidateList`."""

from datetime import datetime

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu, QSizePolicy, QWidget

from app.core.words import _
from app.ui.commands import menu_entry
from app.ui.theme.theme import Theme
from app.ui.views.lifecycle.candidate_delegate import (
    PROMOTE_KEY,
    REOPEN_KEY,
    CandidateDelegate,
    Part,
)
from app.ui.views.lifecycle.candidate_rows import LISTED, CandidateRows, Listed
from app.ui.widgets.menu_at import open_at
from app.ui.widgets.row_in_sight import bring_row_in_sight

MOST = 5
"""Rows that are in sight at once; the others are scrolled to."""


class CandidateList(QListView):
    """`promoted`, `dismissed`, `reopened` and `opened` with what is meant, by keys, buttons or a
    menu."""

    promoted = Signal(object)
    dismissed = Signal(object)
    reopened = Signal(object)
    opened = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._pressed: tuple[QModelIndex, Part] | None = None
        self.rows = CandidateRows(self)
        self.setModel(self.rows)
        self._delegate = CandidateDelegate(theme, self)
        self._delegate.show_in(self, _("Candidates"))
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.doubleClicked.connect(self.open)
        theme.changed.connect(self.updateGeometry)

    @property
    def current(self) -> Listed | None:
        row: Listed | None = self.currentIndex().data(LISTED)
        return row

    def show_listed(self, rows: tuple[Listed, ...], now: datetime, days: int) -> None:
        """These, with the keyboard on the same as before, or on what came in its place."""
        before, at = self.current, max(self.currentIndex().row(), 0)
        self._delegate.days = days
        self.rows.show_rows(rows, now)
        if rows:
            found = self.rows.row_of(before.one.id) if before is not None else -1
            row = found if found >= 0 else min(at, len(rows) - 1)
            self.setCurrentIndex(self.rows.index(row))
        self.updateGeometry()

    def open(self) -> None:
        """Show the current one as a whole."""
        if (row := self.current) is not None:
            self.opened.emit(row)

    def decide(self, part: Part) -> None:
        """As a press on that button of the current one does, if it has that one."""
        row = self.current
        if row is None or row.is_dismissed != (part == "reopen"):
            return
        match part:
            case "promote":
                self.promoted.emit(row)
            case "dismiss":
                self.dismissed.emit(row)
            case "reopen":
                self.reopened.emit(row)

    def _part(self, at: QPoint) -> tuple[QModelIndex, Part]:
        index = self.indexAt(at)
        if not index.isValid():
            return index, ""
        return index, self._delegate.part_at(self.visualRect(index), at, index.data(LISTED))

    # Qt

    def sizeHint(self) -> QSize:
        shown = min(max(self.rows.rowCount(), 1), MOST)
        return QSize(0, shown * self._theme.scaled(self._delegate.HEIGHT))

    def minimumSizeHint(self) -> QSize:
        shown = min(max(self.rows.rowCount(), 1), 2)
        return QSize(0, shown * self._theme.scaled(self._delegate.HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, held = self.current, event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if row is None or held:
            super().keyPressEvent(event)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(row)
        elif event.key() == Qt.Key.Key_Delete:
            self.decide("dismiss")
        elif event.key() == Qt.Key.Key_P:
            self.decide("promote")
        elif event.key() == Qt.Key.Key_R and row.is_dismissed:
            self.decide("reopen")
        else:
            super().keyPressEvent(event)
            bring_row_in_sight(self)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self._pressed = self._part(event.position().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A button counts as pressed where the mouse came down on it, too."""
        super().mouseReleaseEvent(event)
        before, self._pressed = self._pressed, None
        index, part = self._part(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and before == (index, part):
            self.decide(part)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        index, part = self._part(event.position().toPoint())
        if self._delegate.set_over(index.row(), part):
            self.viewport().update()

    def leaveEvent(self, event: QEvent) -> None:
        """No button is under the mouse any more."""
        super().leaveEvent(event)
        if self._delegate.set_over(-1, ""):
            self.viewport().update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_keys = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_keys else self.indexAt(event.pos())
        if not index.isValid():
            return
        self.setCurrentIndex(index)
        row: Listed = index.data(LISTED)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._fill(menu, row)
        at = self.visualRect(index).bottomLeft() if by_keys else event.pos()
        open_at(menu, self.viewport().mapToGlobal(at))

    def _fill(self, menu: QMenu, row: Listed) -> None:
        if row.is_dismissed:
            menu.addAction(_("Read the draft"), lambda: self.opened.emit(row))
            menu.addAction(f"{_('Reopen')}\t{REOPEN_KEY}", lambda: self.reopened.emit(row))
            return
        menu.addAction(_("Read and edit the draft"), lambda: self.opened.emit(row))
        taking = _("Accept change") if row.evolves else _("Promote")
        menu.addAction(menu_entry(taking, PROMOTE_KEY), lambda: self.promoted.emit(row))
        menu.addAction(_("Dismiss"), lambda: self.dismissed.emit(row))
