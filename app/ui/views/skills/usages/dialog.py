"""Who calls a skill, as a list that leads to each of the calls."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListView, QWidget

from app.core.library.usages import Usage
from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.views.skills.usages.row_delegate import USAGE, UsageDelegate, place_words
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
WIDTH, MOST_ROWS = 600, 9


class _Rows(QAbstractListModel):
    def __init__(self, found: Sequence[Usage], parent: QObject) -> None:
        super().__init__(parent)
        self._found = found

    # Qt

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._found)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        usage = self._found[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{usage.caller.title}, {place_words(usage)}: {usage.sentence}"
        return usage if role == USAGE else None


class _List(QListView):
    """`entered` by Enter."""

    entered_with_key = Signal(QModelIndex)

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered_with_key.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)


class UsagesDialog(Dialog):
    """`chosen(Usage)` by a click or Enter, which closes it."""

    chosen = Signal(object)

    def __init__(
        self, theme: Theme, title: str, found: Sequence[Usage], *, parent: QWidget
    ) -> None:
        skills = len({usage.caller.id for usage in found})
        calls = ngettext("{count} call", "{count} calls", len(found)).format(count=len(found))
        within = ngettext("in {count} skill", "in {count} skills", skills).format(count=skills)
        super().__init__(
            theme, title, f"{calls} {within}" if found else _("No skill calls it."), parent=parent
        )
        self.list = _List()
        self.list.setModel(_Rows(found, self))
        UsageDelegate(theme, self.list).show_in(self.list, _("Calls"))
        self.list.setVisible(bool(found))
        if found:
            self.list.setCurrentIndex(self.list.model().index(0, 0))
            rows = min(len(found), MOST_ROWS)
            height = rows * self.list.sizeHintForRow(0) + 2 * self.list.frameWidth() + 2
            self.list.setMinimumHeight(height)
            if len(found) <= MOST_ROWS:
                self.list.setMaximumHeight(height)
        self.list.clicked.connect(self._choose)
        self.list.entered_with_key.connect(self._choose)
        self.body.setContentsMargins(14, 0, 14, 14)
        self.body.addWidget(self.list)
        self.body.addStretch()
        close = Button(theme, _("Close"))
        close.clicked.connect(self.reject)
        self.footer.addStretch(1)
        self.footer.addWidget(close)
        self.resize(WIDTH, self.sizeHint().height())

    def _choose(self, index: QModelIndex) -> None:
        usage = index.data(USAGE)
        self.accept()
        self.chosen.emit(usage)
