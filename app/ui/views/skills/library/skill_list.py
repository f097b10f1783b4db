"""The list of skills itself, and the menu that orders it."""

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu, QWidget

from app.core.library.catalogue import Order
from app.core.words import _

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

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Skills"))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)

    # Qt

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
    """`choose` is told the order that was picked."""

    def __init__(self, now: ListOrder, choose: Choose, parent: QWidget) -> None:
        super().__init__(parent)
        self._choose = choose
        group = QActionGroup(self)
        for order in LIST_ORDERS:
            words = order_words(order)
            action = QAction(words[:1].upper() + words[1:], self)
            action.setCheckable(True)
            action.setChecked(order == now)
            action.triggered.connect(self._chooser(order))
            group.addAction(action)
            self.addAction(action)

    def _chooser(self, order: ListOrder) -> Callable[[], None]:
        return lambda *_checked: self._choose(order)
