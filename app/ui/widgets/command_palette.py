"""Every command and skill, a few letters away. Public names: `CommandPalette`, `PaletteRow`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListView, QVBoxLayout, QWidget
from shiboken6 import isValid

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.labels import label, rule
from app.ui.widgets.matching import rank
from app.ui.widgets.palette_delegate import QUERY, ROW, PaletteDelegate
from app.ui.widgets.shadow import cast_shadow

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
WIDTH, TALLEST = 560, 380
MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


@dataclass(frozen=True, slots=True)
class PaletteRow:
    """`icon` is a name of the theme, `keys` the shortcut as people read it, `detail` a caption."""

    icon: str
    text: str
    run: Callable[[], object]
    keys: str = ""
    detail: str = ""


class _Rows(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rows: list[PaletteRow] = []
        self._query = ""

    def set_rows(self, rows: list[PaletteRow], query: str) -> None:
        self.beginResetModel()
        self._rows, self._query = rows, query
        self.endResetModel()

    def row(self, number: int) -> PaletteRow:
        return self._rows[number]

    # Qt

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row.text
        return {ROW: row, QUERY: self._query}.get(role)


class CommandPalette(QFrame):
    """Floats in its parent; arrow keys move, Enter runs, Esc or a click elsewhere closes."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self._below = parent
        self._all: Sequence[PaletteRow] = ()
        self._before: QWidget | None = None
        self._field = QLineEdit()
        self._field.setPlaceholderText(_("What do you want to do, or which skill?"))
        self._field.setAccessibleName(_("Command or skill"))
        self._field.setProperty("bare", True)
        self._field.textChanged.connect(self._search)
        self._field.installEventFilter(self)
        self._model = _Rows(self)
        self._list = QListView()
        self._list.setObjectName("palette")
        self._list.setAccessibleName(_("Matching commands and skills"))
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setModel(self._model)
        self._list.setItemDelegate(PaletteDelegate(theme, self._list))
        self._list.setMouseTracking(True)
        self._list.clicked.connect(self._run)
        self._nothing = label(_("Nothing matches."), "muted")
        self._nothing.setContentsMargins(14, 8, 14, 12)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        self._field.setFixedHeight(46)
        self._field.setTextMargins(14, 0, 14, 0)
        column.addWidget(self._field)
        column.addWidget(rule())
        column.addWidget(self._nothing)
        column.addWidget(self._list)
        self._list.setContentsMargins(6, 6, 6, 6)
        self._list.setViewportMargins(6, 6, 6, 6)
        cast_shadow(self)
        self.hide()

    def open_with(self, rows: Sequence[PaletteRow]) -> None:
        """Show it over the upper middle of its parent with these rows, best used first."""
        self._all = rows
        self._before = self.window().focusWidget()
        self._field.clear()
        self._search("")
        self.show()
        self.raise_()
        self._field.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_it(self) -> None:
        """Hide it and give the focus back to where it was."""
        self.hide()
        if self._before is not None and isValid(self._before) and self._before.isVisible():
            self._before.setFocus(Qt.FocusReason.PopupFocusReason)

    def _search(self, query: str) -> None:
        chosen = [self._all[n] for n in rank(query, [row.text for row in self._all])]
        self._model.set_rows(chosen, query)
        self._list.setCurrentIndex(self._model.index(0))
        self._list.setVisible(bool(chosen))
        self._nothing.setHidden(bool(chosen))
        self._place()

    def _place(self) -> None:
        rows = self._model.rowCount() * max(self._list.sizeHintForRow(0), 1) + 12
        self._list.setFixedHeight(min(rows, TALLEST))
        width = min(WIDTH, self._below.width() - 40)
        self.setFixedWidth(width)
        self.adjustSize()
        self.move((self._below.width() - width) // 2, max(20, self._below.height() // 8))

    def _run(self, index: QModelIndex) -> None:
        if index.isValid():
            row = self._model.row(index.row())
            self.close_it()
            row.run()

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The field keeps the focus; keys that move are meant for the list."""
        if event.type() == QEvent.Type.FocusOut and self.isVisible():
            self.hide()
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        if event.key() == Qt.Key.Key_Escape:
            self.close_it()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._run(self._list.currentIndex())
        elif event.key() in MOVES:
            self._list.keyPressEvent(event)
        else:
            return False
        return True
