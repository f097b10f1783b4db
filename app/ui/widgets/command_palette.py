"""Everything there is to do and to open, a few letters away.

Public names: `CommandPalette`, `PaletteRow`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListView, QVBoxLayout, QWidget
from shiboken6 import isValid

from app.core.matching.query import Key, Query, fit, spaced
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.labels import label, rule
from app.ui.widgets.palette_delegate import QUERY, ROW, PaletteDelegate
from app.ui.widgets.passing_focus import is_passing
from app.ui.widgets.shadow import cast_shadow

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
WIDTH, TALLEST, FIELD = 560, 380, 46
BESIDE = 80
"""Px of the window that are seen on each side, or none."""
MOST = 60
_IDLE = (True, 98)
_LAST = (True, 99)
_UNASKED = (True, 100)
MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


@dataclass(frozen=True, slots=True)
class PaletteRow:
    """`icon` is a name of the theme, `keys` the shortcut as people read it, `detail` a caption.

    `id` names it to whoever remembers what was used last; `also` is said by people who look for
    it, and is not shown. What has `asked` comes after all others unless a word of that is typed.
    What cannot be done now says `why_not`, once it is looked for.
    """

    icon: str
    text: str
    run: Callable[[], object]
    keys: str = ""
    detail: str = ""
    id: str = ""
    also: str = ""
    asked: str = ""
    why_not: str = ""

    def fit(self, query: Query) -> Key | None:
        """How well it is what was typed; None if it is not. Of two, that with fewer other words."""
        key = fit(query, spaced(self.text), spaced(self.detail), spaced(self.also))
        if key is None:
            return None
        if self.why_not:
            return _IDLE
        if self.asked and not any(f" {word}" in spaced(self.asked) for word in query.words):
            return _UNASKED
        return (*key, len(self.text.split()))


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

    def flags(self, index: Index) -> Qt.ItemFlag:
        can = index.isValid() and not self._rows[index.row()].why_not
        return super().flags(index) if can else Qt.ItemFlag.NoItemFlags

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            is_read = role == Qt.ItemDataRole.AccessibleTextRole and row.why_not
            return f"{row.text}. {row.why_not}" if is_read else row.text
        return {ROW: row, QUERY: self._query}.get(role)


class CommandPalette(QFrame):
    """Floats in its parent; arrow keys move, Enter runs, Esc or a click elsewhere closes.

    With `asking`, `typed(text)` is answered by `add`, and Enter waits for that. `ran(row)`.
    """

    typed = Signal(str)
    ran = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self._theme, self._below = theme, parent
        self._all: Sequence[PaletteRow] = ()
        self._recent: Sequence[PaletteRow] = ()
        self._found: Sequence[PaletteRow] = ()
        self._meant: str | None = None
        self._asking = self._waits = self._hasty = False
        self._before: QWidget | None = None
        self._field = QLineEdit()
        self._field.setPlaceholderText(_("What do you want to do or open?"))
        self._field.setAccessibleName(_("Command, skill, setting or memory"))
        self._field.setProperty("bare", True)
        self._field.textChanged.connect(self._search)
        self._field.installEventFilter(self)
        self._model = _Rows(self)
        self._list = QListView()
        self._list.setObjectName("palette")
        self._list.setAccessibleName(_("Results"))
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
        self._field.setTextMargins(14, 0, 14, 0)
        column.addWidget(self._field)
        column.addWidget(rule())
        column.addWidget(self._nothing)
        column.addWidget(self._list)
        self._list.setContentsMargins(6, 6, 6, 6)
        self._list.setViewportMargins(6, 6, 6, 6)
        cast_shadow(self)
        self.hide()

    def open_with(
        self,
        rows: Sequence[PaletteRow],
        recent: Sequence[PaletteRow] = (),
        *,
        asking: bool = False,
    ) -> None:
        """Show it over the upper middle of its parent; while nothing is typed, `recent` first."""
        self._all, self._recent, self._asking = rows, recent, asking
        self._before = self.window().focusWidget()
        self._field.clear()
        self._search("")
        self.show()
        self.raise_()
        self._field.setFocus(Qt.FocusReason.PopupFocusReason)

    def add(self, text: str, rows: Sequence[PaletteRow], meant: str | None = None) -> None:
        """What else was found for a text, and what was perhaps meant if that is nothing.

        Late answers are dropped.
        """
        if text != self._field.text():
            return
        chosen = self._list.currentIndex().row()
        self._found, self._meant, self._waits = (*self._found, *rows), meant, False
        self._show(text, keep=chosen)
        if self._hasty:
            self._hasty = False
            self._field.setReadOnly(False)
            self._enter()

    def close_it(self) -> None:
        """Hide it and give the focus back to where it was."""
        self.hide()
        if self._before is not None and isValid(self._before) and self._before.isVisible():
            self._before.setFocus(Qt.FocusReason.PopupFocusReason)

    def _search(self, text: str) -> None:
        self._found, self._meant, self._hasty = (), None, False
        self._field.setReadOnly(False)
        self._waits = self._asking and bool(text.strip())
        self._show(text)
        if self._waits:
            self.typed.emit(text)

    def _show(self, text: str, keep: int = 0) -> None:
        """All rows that match, the best first; the one chosen with the arrow keys stays so."""
        before = self._model.row(keep) if 0 < keep < self._model.rowCount() else None
        chosen = self._ranked(Query(text))
        self._model.set_rows(chosen, text)
        can = (number for number, row in enumerate(chosen) if not row.why_not)
        place = chosen.index(before) if before in chosen else next(can, -1)
        self._list.setCurrentIndex(self._model.index(place))
        self._list.setVisible(bool(chosen))
        self._nothing.setHidden(bool(chosen) or self._waits)
        self._nothing.setText(
            _("Nothing matches. Did you mean “{close}”?").format(close=self._meant)
            if self._meant is not None
            else _("Nothing matches.")
        )
        self._place()

    def _ranked(self, query: Query) -> list[PaletteRow]:
        if not query:
            known = {row.id for row in self._recent}
            rest = (row for row in self._all if row.id not in known or not row.id)
            return [row for row in (*self._recent, *rest) if not row.why_not]
        keyed = [(row.fit(query), n, row) for n, row in enumerate(self._all)]
        ranked = [(key, n, row) for key, n, row in keyed if key is not None]
        behind = len(self._all)
        for n, row in enumerate(self._found, start=behind):
            # what was found by what it says has nothing to show for it here, and comes last
            ranked.append((row.fit(query) or _LAST, n, row))
        return [row for _key, _n, row in sorted(ranked, key=itemgetter(0, 1))][:MOST]

    def _enter(self) -> None:
        """Run what is chosen, as soon as that is known; where nothing is, type what was meant."""
        if self._waits:
            self._hasty = True
            self._field.setReadOnly(True)  # the next letters are not meant for it any more
        elif self._model.rowCount():
            self._run(self._list.currentIndex())
        elif self._meant is not None:
            self._field.setText(self._meant)

    def _place(self) -> None:
        field, below = self._theme.scaled(FIELD), self._below
        top = max(20, below.height() // 8)
        self._field.ensurePolished()  # the style has a height of its own
        self._field.setFixedHeight(field)
        rows = self._model.rowCount() * max(self._list.sizeHintForRow(0), 1) + 12
        most = max(below.height() - top - field - 20, 2 * FIELD)
        self._list.setFixedHeight(min(rows, self._theme.scaled(TALLEST), most))
        width = self._theme.scaled(WIDTH)
        if width > below.width() - 2 * BESIDE:  # bits of what is below would look like its own
            width = below.width()
        self.setFixedWidth(width)
        self.adjustSize()
        self.move((below.width() - width) // 2, top)

    def _run(self, index: QModelIndex) -> None:
        if index.isValid() and not (row := self._model.row(index.row())).why_not:
            self.close_it()
            self.ran.emit(row)
            row.run()

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The field keeps the focus; keys that move are meant for the list."""
        if isinstance(event, QFocusEvent) and event.lostFocus() and not is_passing(event):
            self.hide()
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        if event.key() == Qt.Key.Key_Escape:
            self.close_it()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter()
        elif self._hasty:
            pass  # what is typed behind Enter is meant for what it opens
        elif event.key() in MOVES:
            self._list.keyPressEvent(event)
        else:
            return False
        return True
