"""The sky as a table: the same skills and the same calls for those who read rows."""

from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.core.constellation.layers import Layer
from app.core.constellation.names import told_apart
from app.core.words import _, ngettext
from app.ui.messages import Messages
from app.ui.views.constellation.chart import NO_CLUSTER, Chart
from app.ui.views.constellation.table_text import rows_as_text
from app.ui.widgets.selection_bar import SelectionBar
from app.ui.widgets.tips import plain_tip

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
ROW_HEIGHT = 37
Cell = str | int | float
Rows = tuple[tuple[int, tuple[Cell, ...]], ...]
"""The index of each star in the chart, and its cells."""


def table_rows(chart: Chart) -> Rows:
    """A row per star, in the order of their titles."""
    calls: list[list[int]] = [[] for _star in chart.stars]
    callers: list[list[int]] = [[] for _star in chart.stars]
    connections = [0] * len(chart.stars)
    for lines in chart.lines:
        for one, other in lines.ends.tolist():
            connections[one] += 1
            connections[other] += 1
            if lines.layer is Layer.CALLS:
                calls[one].append(other)
                callers[other].append(one)
    rows = [
        (
            n,
            (
                star.row.title,
                _cluster(chart, n),
                star.row.engram_name,
                star.row.role,
                star.row.status.value,
                star.importance,
                star.uses,
                len(calls[n]),
                len(callers[n]),
                connections[n],
                _titles(chart, calls[n]),
                _titles(chart, callers[n]),
            ),
        )
        for n, star in enumerate(chart.stars)
    ]
    return tuple(sorted(rows, key=lambda row: (str(row[1][0]).casefold(), row[0])))


COLUMNS: tuple[tuple[Callable[[], str], int], ...] = (
    (lambda: _("Skill"), 240), (lambda: _("Cluster"), 130), (lambda: _("Engram"), 110),
    (lambda: _("Role"), 100), (lambda: _("Status"), 90), (lambda: _("Importance"), 90),
    (lambda: _("Uses"), 60), (lambda: _("Calls"), 60), (lambda: _("Callers"), 80),
    (lambda: _("Connections"), 100), (lambda: _("Skills it calls"), 240),
    (lambda: _("Skills that call it"), 240),
)  # fmt: skip
"""What each column is called, and its width in px."""
_NUMBERS = range(5, 10)
"""The columns from importance to connections."""
_NAMES = {0: 0.75, 1: 0.75, 10: 0.5, 11: 0.5}
"""The columns of names, and the part of their width that they have at least where there is less
room."""


class SkyModel(QAbstractTableModel):
    """What `table_rows` made of a chart."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: Rows = ()
        self._rows: Rows = ()
        self._matches: frozenset[int] | None = None

    def show_rows(self, rows: Rows) -> None:
        self._all = rows
        self._narrow()

    def find(self, matches: frozenset[int] | None) -> None:
        """List only these stars; None lists all again."""
        if matches != self._matches:
            self._matches = matches
            self._narrow()

    def _narrow(self) -> None:
        wanted = self._matches
        self.beginResetModel()
        self._rows = tuple(row for row in self._all if wanted is None or row[0] in wanted)
        self.endResetModel()

    def star(self, index: Index) -> int:
        """The index of the star in the chart."""
        return self._rows[index.row()][0]

    def rows_of(self, stars: frozenset[int]) -> list[int]:
        """Of those that are listed, from above."""
        return [n for n, row in enumerate(self._rows) if row[0] in stars]

    # Qt

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        cell = self._rows[index.row()][1][index.column()]
        said = f"{cell:.2f}" if isinstance(cell, float) else str(cell)
        if role == Qt.ItemDataRole.DisplayRole:
            return said
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(said)
        if role == Qt.ItemDataRole.TextAlignmentRole and not isinstance(cell, str):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Words by the alphabet, numbers by their value; equal ones by title."""
        self.layoutAboutToBeChanged.emit()
        before = [self.star(index) for index in self.persistentIndexList()]
        rows = sorted(self._all, key=lambda row: str(row[1][0]).casefold())
        backwards = order == Qt.SortOrder.DescendingOrder
        self._all = tuple(sorted(rows, key=lambda row: _ranked(row[1][column]), reverse=backwards))
        wanted = self._matches
        self._rows = tuple(row for row in self._all if wanted is None or row[0] in wanted)
        place = {row[0]: n for n, row in enumerate(self._rows)}
        for index, star in zip(self.persistentIndexList(), before, strict=True):
            self.changePersistentIndex(index, self.index(place[star], index.column()))
        self.layoutChanged.emit()

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return COLUMNS[section][0]()
        if role == Qt.ItemDataRole.InitialSortOrderRole and section in _NUMBERS:
            return Qt.SortOrder.DescendingOrder.value  # those with most are looked for
        return None


class SkyTable(QTableView):
    """Rows are selected whole; Enter or a double click opens through `activated`.

    Copying takes the rows that are selected, all if none is.
    """

    menu_requested = Signal(int, QPoint)
    """The index of a star, and where on the screen."""
    chosen = Signal(object)
    """The indices of the stars whose rows somebody selects."""
    copied = Signal(int)
    """How many rows."""

    def __init__(self, model: SkyModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sky = model
        self._marked: frozenset[int] = frozenset()
        self._is_marking = self._is_telling = False
        """The rows are selected here, and somebody is told of those that a person selects."""
        self.setModel(model)
        model.modelReset.connect(self._mark_again)
        self.setAccessibleName(_("Skills and their calls"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
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
        self._is_sharing = self._is_arranged = False
        """Columns get their widths here, and got others from the person."""
        for column, (_name, width) in enumerate(COLUMNS):
            self.setColumnWidth(column, width)
        header.sectionResized.connect(self._on_resized)
        self.setSortingEnabled(True)
        self.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._ask_menu)

    def _share_out(self) -> None:
        """Show all columns, if there is room, until a person makes one wider or narrower."""
        if self._is_arranged:
            return
        widths = [width for _name, width in COLUMNS]
        names = sum(widths[column] for column in _NAMES)
        part = (self.viewport().width() - sum(widths) + names) / names
        self._is_sharing = True
        for column, least in _NAMES.items():
            self.setColumnWidth(column, int(widths[column] * min(max(part, least), 1.0)))
        self._is_sharing = False

    def _on_resized(self, column: int, _before: int, _now: int) -> None:
        is_last = column == len(COLUMNS) - 1  # it fills what is left
        self._is_arranged |= not (self._is_sharing or is_last)

    def mark(self, stars: frozenset[int]) -> None:
        """Select the rows of these stars, as far as they are listed, and no other."""
        self._marked = stars
        if not self._is_telling:
            self._mark_again()

    def _mark_again(self) -> None:
        rows, selection = self._sky.rows_of(self._marked), self.selectionModel()
        if rows == sorted(row.row() for row in selection.selectedRows()):
            return
        ranges, last = QItemSelection(), self._sky.columnCount() - 1
        for row in rows:
            ranges.select(self._sky.index(row, 0), self._sky.index(row, last))
        self._is_marking = True
        selection.select(ranges, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if not rows:
            selection.clearCurrentIndex()
        elif selection.currentIndex().row() not in rows:
            first = self._sky.index(rows[0], 0)
            selection.setCurrentIndex(first, QItemSelectionModel.SelectionFlag.NoUpdate)
        self._is_marking = False

    def _copy(self) -> None:
        selected = sorted(row.row() for row in self.selectionModel().selectedRows())
        if rows := selected or range(self._sky.rowCount()):
            QGuiApplication.clipboard().setText(rows_as_text(self._sky, rows))
            self.copied.emit(len(rows))

    def _ask_menu(self, place: QPoint) -> None:
        if (index := self.indexAt(place)).isValid():
            self.menu_requested.emit(self._sky.star(index), self.viewport().mapToGlobal(place))

    # Qt

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        rows = self.selectionModel().selectedRows()
        stars = frozenset(self._sky.star(row) for row in rows)
        if self._is_marking or stars == self._marked:
            return
        self._marked, self._is_telling = stars, True
        self.chosen.emit(stars)
        self._is_telling = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt would go to the first row, where nobody has gone yet."""
        super().focusInEvent(event)
        if not self.selectionModel().hasSelection():
            self.selectionModel().clearCurrentIndex()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_out()


class TablePage(QWidget):
    """The table, above it how many rows match what is searched for, and below it what can be done
    with several: no row moves under a second click."""

    def __init__(self, table: SkyTable, bar: SelectionBar) -> None:
        super().__init__()
        self.bar = bar
        self.said = QLabel()
        self.said.setProperty("role", "caption")
        self.said.setTextFormat(Qt.TextFormat.RichText)
        self.said.setContentsMargins(12, 6, 12, 6)
        self.said.hide()
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.said)
        column.addWidget(table, 1)
        floating = QHBoxLayout()
        floating.setContentsMargins(8, 0, 8, 8)
        floating.addWidget(bar)
        column.addLayout(floating)

    def leave_free(self, right: int) -> None:
        """So many px at the right are covered by the panel."""
        self._column.setContentsMargins(0, 0, right, 0)

    def tell(self, words: str) -> None:
        """Without words there is no line for them."""
        self.said.setText(words)
        self.said.setVisible(bool(words))


def tell_copied(say: Messages, count: int) -> None:
    said = ngettext("{count} row copied", "{count} rows copied", count)
    say.tell(said.format(count=count))


def _titles(chart: Chart, stars: Iterable[int]) -> str:
    names = told_apart(chart.stars[star].row for star in stars)
    return ", ".join(sorted(names.values(), key=str.casefold))


def _cluster(chart: Chart, star: int) -> str:
    number = int(chart.cluster[star])
    return "" if number == NO_CLUSTER else chart.clusters[number].name


def _ranked(cell: Cell) -> tuple[bool, str, float]:
    if isinstance(cell, str):
        return not cell, cell.casefold(), 0.0
    return False, "", float(cell)
