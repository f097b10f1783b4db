"""Skills to choose from with ticks; none is ticked before a person does it. Public: `TickList`."""

from collections.abc import Callable, Hashable, Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIcon, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QListView

from app.core.matching.query import Query, fit, spaced

WHAT = Qt.ItemDataRole.UserRole


class TickList(QListView):
    """`ticked` when another choice was made."""

    ticked = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.items = QStandardItemModel(self)
        self.setModel(self.items)
        self.setAccessibleName(name)
        self.setWordWrap(True)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.items.itemChanged.connect(lambda _item: self.ticked.emit())

    @property
    def chosen(self) -> frozenset[Hashable]:
        """What the ticked lines stand for."""
        return frozenset(one.data(WHAT) for one in self._lines() if _is_on(one))

    def add(
        self, what: Hashable, text: str, icon: QIcon | None = None, *, can: bool = True
    ) -> None:
        """Another line; one that `can` not be chosen has no tick."""
        item = QStandardItem(text)
        item.setData(what, WHAT)
        item.setCheckable(can)
        item.setEnabled(can)
        if icon is not None:
            item.setIcon(icon)
        self.items.appendRow(item)

    def check(self, rows: Iterable[int]) -> None:
        """Tick these lines, as something that was chosen before."""
        for row in rows:
            self.items.item(row).setCheckState(Qt.CheckState.Checked)

    def tick(self, wanted: Callable[[bool], bool]) -> None:
        """Tick the lines in sight for which that is so, given whether they are ticked now."""
        self.items.blockSignals(True)
        for row, item in enumerate(self._lines()):
            if item.isCheckable() and not self.isRowHidden(row):
                on = wanted(_is_on(item))
                item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
        self.items.blockSignals(False)
        self.viewport().update()
        self.ticked.emit()

    def narrow(self, text: str) -> None:
        """Only what was typed; ticks stay also where they are out of sight."""
        query = Query(text)
        for row, item in enumerate(self._lines()):
            self.setRowHidden(row, bool(query) and fit(query, spaced(item.text())) is None)

    def _lines(self) -> list[QStandardItem]:
        return [self.items.item(row) for row in range(self.items.rowCount())]


def _is_on(item: QStandardItem) -> bool:
    return item.checkState() is Qt.CheckState.Checked
