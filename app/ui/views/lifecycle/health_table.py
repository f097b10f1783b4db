"""The table of how skills do. Public name: `HealthTable`."""

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from app.core.lifecycle.health import Health
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.lifecycle.health_delegate import HealthDelegate
from app.ui.views.lifecycle.health_model import HEALTH, Column, HealthModel
from app.ui.widgets.row_in_sight import bring_row_in_sight

WIDTHS = {
    Column.SKILL: 200, Column.ROLE: 112, Column.POINTS: 132, Column.SUCCESS: 118, Column.TREND: 66,
    Column.IMPORTANCE: 108, Column.USED: 90, Column.STATUS: 150, Column.PROTECT: 84,
}  # fmt: skip
"""The px that each column likes to have while text has its usual size."""
TIGHT = {Column.SUCCESS: 106, Column.STATUS: 106, Column.PROTECT: 60}
"""What these make do with before a name is cut."""
STATUS_WHOLE, NAME_MORE, STATUS_MOST = 206, 24, 260
"""Where there is room to spare, a status gets the px first that its usual words need, then names
get some more, and then a status up to its most."""
SPARED = (Column.ROLE, Column.TREND, Column.IMPORTANCE, Column.USED, Column.POINTS)
"""Columns that go, one after the other, where there is too little room."""
RADIUS = 6
LEAST = 6
"""Rows that are in sight at least, if there are so many; where there is no room for them, the page
scrolls."""


class HealthTable(QTableView):
    """Rows are selected whole. `opened(skill)` by Enter or a double click, `protected(skill, on)`
    by Space or the switch, `menu_requested(health, place)`; `ordered` by a click on a head.
    """

    opened = Signal(int)
    protected = Signal(int, bool)
    menu_requested = Signal(object, QPoint)
    ordered = Signal()

    def __init__(self, theme: Theme, model: HealthModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._health = theme, model
        self.setModel(model)
        self._delegate = HealthDelegate(theme, self)
        self._delegate.show_in(self, _("How skills do"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setMinimumSectionSize(20)
        head.setSectionsClickable(True)
        head.setSortIndicatorShown(False)
        head.sectionClicked.connect(self._order)
        self.clicked.connect(self._on_clicked)
        self.doubleClicked.connect(self._on_double_clicked)
        theme.changed.connect(self._fit)
        model.modelReset.connect(self._fit)

    @property
    def current(self) -> Health | None:
        one: Health | None = self.currentIndex().data(HEALTH)
        return one

    def choose(self, skill: int | None) -> None:
        """Have the keyboard on a skill; on the first if it is not there."""
        if self._health.rows:
            row = self._health.row_of(skill) if skill is not None else 0
            self.setCurrentIndex(self._health.index(max(row, 0), Column.SKILL))

    def show_order(self, *, by_attention: bool) -> None:
        """Whether a column is marked as what it is ordered by."""
        self.horizontalHeader().setSortIndicatorShown(not by_attention)

    def _order(self, section: int) -> None:
        """Qt has turned the mark round by then."""
        falling = self.horizontalHeader().sortIndicatorOrder() == Qt.SortOrder.DescendingOrder
        chosen = self.current
        self.show_order(by_attention=False)
        self._health.order(Column(section), falling=falling)
        self.choose(chosen.skill.id if chosen is not None else None)
        self.ordered.emit()

    def _fit(self) -> None:
        """As many columns as there is room for."""
        scaled, room = self._theme.scaled, self.viewport().width()
        high = scaled(self._delegate.HEIGHT)
        self.verticalHeader().setDefaultSectionSize(high)
        least = min(LEAST, max(len(self._health.rows), 1))
        self.setMinimumHeight(self.horizontalHeader().sizeHint().height() + least * high)
        widths = {column: scaled(width) for column, width in WIDTHS.items()}
        for column in SPARED:
            if sum(widths.values()) <= room:
                break
            del widths[column]
        if sum(widths.values()) > room:
            widths |= {column: scaled(width) for column, width in TIGHT.items()}
        spare = room - sum(widths.values())
        whole = min(max(spare, 0), scaled(STATUS_WHOLE - WIDTHS[Column.STATUS]))
        after = max(spare - whole - scaled(NAME_MORE), 0)
        more = whole + min(after, scaled(STATUS_MOST - STATUS_WHOLE))
        widths[Column.STATUS] += more
        widths[Column.SKILL] = max(widths[Column.SKILL] + spare - more, scaled(80))
        for column in Column:
            self.setColumnHidden(column, column not in widths)
            if column in widths:
                self.setColumnWidth(column, widths[column])

    def _on_clicked(self, index: QModelIndex) -> None:
        if index.column() == Column.PROTECT:
            self._toggle()

    def _on_double_clicked(self, index: QModelIndex) -> None:
        if index.column() != Column.PROTECT:
            self._open()

    def _open(self) -> None:
        if (one := self.current) is not None:
            self.opened.emit(one.skill.id)

    def _toggle(self) -> None:
        if (one := self.current) is not None:
            self.protected.emit(one.skill.id, not one.protected)

    def _hover(self, row: int) -> None:
        if row != self._delegate.over:
            self._delegate.over = row
            self.viewport().update()

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not held:
            self._open()
        elif event.key() == Qt.Key.Key_Space and not held:
            self._toggle()
        else:
            super().keyPressEvent(event)
            bring_row_in_sight(self)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(self.indexAt(event.position().toPoint()).row())

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(-1)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_keys = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_keys else self.indexAt(event.pos())
        if index.isValid():
            self.setCurrentIndex(index)
            at = self.visualRect(index).bottomLeft() if by_keys else event.pos()
            self.menu_requested.emit(self.current, self.viewport().mapToGlobal(at))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The ring of the keyboard goes round the whole row."""
        super().paintEvent(event)
        index = self.currentIndex()
        if self.hasFocus() and index.isValid():
            place = self.visualRect(index)
            place.setLeft(0)
            place.setRight(self.viewport().width() - 1)
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.colour("acc"), 2))
            painter.drawRoundedRect(QRectF(place).adjusted(1, 1, -1, -1), RADIUS, RADIUS)
