"""The list of skills itself, and the menu that orders it."""

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu, QWidget

from app.core.library.catalogue import Order
from app.core.words import _
from app.ui.models.skill_list import HEAD, Head
from app.ui.views.skills.library.row_delegate import RowDelegate

ListOrder = Order | Literal["importance"]
Choose = Callable[[ListOrder], None]
LIST_ORDERS: tuple[ListOrder, ...] = ("updated", "title", "created", "importance", "uses")


def order_words(order: ListOrder) -> str:
    """What a list is ordered by, as people say it."""
    return {
        "updated": _("by last change"),
        "title": _("by name"),
        "created": _("by age, newest first"),
        "importance": _("by importance"),
        "uses": _("by uses"),
    }[order]


class SkillList(QListView):
    """The list itself; Enter opens, ↑ leads out of the first row."""

    entered_with_key = Signal()
    escaped = Signal()
    topped = Signal()
    head_pressed = Signal(str)
    """The tag of a group."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Skills"))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)

    def make_room(self, *, heads: bool) -> None:
        """Rows are of one height, unless there are `heads` above some."""
        self.setUniformItemSizes(not heads)
        self.doItemsLayout()

    def _head_at(self, at: QPoint) -> Head | None:
        """The head of a group that is at that place."""
        index = self.indexAt(at)
        head: Head | None = index.data(HEAD)
        delegate = self.itemDelegate()
        if head is None or not isinstance(delegate, RowDelegate):
            return None
        return head if at.y() < self.visualRect(index).top() + delegate.head_height(index) else None

    # Qt

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The head of a group is no part of its first row."""
        head = self._head_at(event.position().toPoint())
        if head is None:
            super().mousePressEvent(event)
        elif head.tag:
            self.head_pressed.emit(head.tag)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._head_at(event.position().toPoint()) is None:
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not self.selectedIndexes():  # the ring is around a row that nobody has chosen yet
                self.setCurrentIndex(self.currentIndex())
            self.entered_with_key.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        elif event.key() == Qt.Key.Key_Up and self.currentIndex().row() == 0:
            self.topped.emit()
        else:
            super().keyPressEvent(event)


class OrderMenu(QMenu):
    """`choose` is told the order that was picked, `group` whether there are groups by tag."""

    def __init__(
        self,
        now: ListOrder,
        choose: Choose,
        is_grouped: bool,
        group: Callable[[bool], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._choose = choose
        orders = QActionGroup(self)
        for order in LIST_ORDERS:
            words = order_words(order)
            action = QAction(words[:1].upper() + words[1:], self)
            action.setCheckable(True)
            action.setChecked(order == now)
            action.triggered.connect(self._chooser(order))
            orders.addAction(action)
            self.addAction(action)
        self.addSeparator()
        by_tag = QAction(_("Group by tag"), self)
        by_tag.setCheckable(True)
        by_tag.setChecked(is_grouped)
        by_tag.toggled.connect(group)
        self.addAction(by_tag)

    def _chooser(self, order: ListOrder) -> Callable[[], None]:
        return lambda *_checked: self._choose(order)
