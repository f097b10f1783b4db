"""The grounds that the parts of the Knowledge tab stand on: a head, and what is below it."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QStackedLayout,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import label
from app.ui.widgets.tips import plain_tip

LEAST = 96
"""Px of a plot whose axes have words of the usual size."""
ROW = 26
HEAD = 30
"""Of the first line of a card, whether or not there are tools in it."""


class Card(QFrame):
    """A title with a quiet remark, room for tools in `end`, and a `column` below."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", "plain")
        self.title = label(title, "head")
        self.remark = Elided("", "muted")
        self.end = QHBoxLayout()
        self.end.setSpacing(6)
        head = QHBoxLayout()
        head.setContentsMargins(12, 6, 8, 0)
        head.setSpacing(8)
        head.addStrut(HEAD)
        head.addWidget(self.title)
        head.addWidget(self.remark, 1)
        head.addLayout(self.end)
        self.column = QVBoxLayout()
        self.column.setContentsMargins(0, 0, 0, 4)
        self.column.setSpacing(0)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(head)
        whole.addLayout(self.column, 1)


class RowsCard(Card):
    """A list of rows; what there is to say when there are none."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self._rows: list[QWidget] = []
        self._listed = QVBoxLayout()
        self._listed.setSpacing(0)
        self._listed.addStretch(1)
        self.column.addLayout(self._listed, 1)

    def show_rows(self, rows: Sequence[QWidget]) -> None:
        """Put these in the place of those before."""
        for row in self._rows:
            self._listed.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = list(rows)
        for place, row in enumerate(self._rows):
            self._listed.insertWidget(place, row)


class PlotCard(Card):
    """A plot and its twin, a table with the same figures, one of them in front."""

    def __init__(
        self, theme: Theme, title: str, plot: QWidget, columns: Sequence[str], height: int
    ) -> None:
        super().__init__(title)
        self.plot = plot
        self.table = QTableWidget(0, len(columns))
        self.table.setAccessibleName(title)
        self.table.setHorizontalHeaderLabels(list(columns))
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(ROW)
        self.table.setShowGrid(False)
        self.table.setFrameShape(QFrame.Shape.NoFrame)
        self.table.setTabKeyNavigation(False)
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.switch = IconButton(theme, "table", "", size="small")
        self.switch.setCheckable(True)
        self.switch.toggled.connect(self.show_table)
        self.end.addWidget(self.switch)
        self.holder = QWidget()
        self._theme, self._height = theme, height
        theme.changed.connect(self._scale)
        self._scale()
        inner = QVBoxLayout(self.holder)
        inner.setContentsMargins(4, 0, 4, 4)
        self._pages = QStackedLayout()
        inner.addLayout(self._pages)
        self._pages.addWidget(plot)
        self._pages.addWidget(self.table)
        self.below = label("", "caption", wrap=True)
        self.below.setContentsMargins(12, 4, 12, 6)
        self.column.addWidget(self.holder)
        self.column.addWidget(self.below)
        self._name_switch()

    def show_table(self, shown: bool) -> None:
        """The figures as rows, or the plot again."""
        self._pages.setCurrentIndex(int(shown))
        self._name_switch()

    def _scale(self) -> None:
        self.holder.setFixedHeight(max(self._height, self._theme.scaled(LEAST)))

    def fill(self, rows: Sequence[Sequence[str]]) -> None:
        """The figures of the plot."""
        self.table.setRowCount(len(rows))
        for y, row in enumerate(rows):
            for x, text in enumerate(row):
                self.table.setItem(y, x, QTableWidgetItem(text))

    def _name_switch(self) -> None:
        words = _("Show as chart") if self.switch.isChecked() else _("Show as table")
        self.switch.setToolTip(plain_tip(words))
        self.switch.setAccessibleName(f"{self.title.text()}: {words}")
