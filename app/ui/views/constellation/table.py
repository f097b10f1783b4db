"""The sky as a table: the same skills and the same calls for those who read rows."""

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    Qt,
    Signal,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from app.core.words import _
from app.ui.views.constellation.chart import Chart
from app.ui.widgets.tips import plain_tip

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
ROW_HEIGHT = 37
Rows = tuple[tuple[int, tuple[str, ...]], ...]
"""The index of each star in the chart, and its cells."""


def table_rows(chart: Chart) -> Rows:
    """A row per star, in the order of their titles."""
    rows = [
        (
            n,
            (
                star.title,
                star.engram_name,
                star.role,
                star.status.value,
                _titles(chart, chart.called[n]),
                _titles(chart, chart.callers[n]),
            ),
        )
        for n, star in enumerate(chart.stars)
    ]
    return tuple(sorted(rows, key=lambda row: (row[1][0].casefold(), row[0])))


class SkyModel(QAbstractTableModel):
    """What `table_rows` made of a chart."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: Rows = ()

    def show_rows(self, rows: Rows) -> None:
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def star(self, index: Index) -> int:
        """The index of the star in the chart."""
        return self._rows[index.row()][0]

    def row_of(self, star: int) -> int:
        return next((n for n, row in enumerate(self._rows) if row[0] == star), -1)

    # Qt

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else 6

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        said = self._rows[index.row()][1][index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return said
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(said)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            names = (_("Skill"), _("Engram"), _("Role"), _("Status"), _("Calls"), _("Called by"))
            return names[section]
        return None


class SkyTable(QTableView):
    """Rows are selected whole; Enter or a double click opens through `activated`."""

    menu_requested = Signal(int, QPoint)
    """The index of a star, and where on the screen."""

    def __init__(self, model: SkyModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sky = model
        self.setModel(model)
        self.setAccessibleName(_("Skills and their calls"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)
        for column, width in enumerate((260, 120, 110, 100, 260)):
            self.setColumnWidth(column, width)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._ask_menu)

    def _ask_menu(self, place: QPoint) -> None:
        if (index := self.indexAt(place)).isValid():
            self.menu_requested.emit(self._sky.star(index), self.viewport().mapToGlobal(place))


def _titles(chart: Chart, stars: Iterable[int]) -> str:
    return ", ".join(sorted((chart.stars[star].title for star in stars), key=str.casefold))
