"""A menu of a button. Public name: `ButtonMenu`."""

from collections.abc import Callable

from PySide6.QtCore import QPoint
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QMenu, QWidget

from app.ui.widgets.menu_letters import give_letters

_MARGIN = 4
"""Px from the edge of the window that a menu keeps."""


class ButtonMenu(QMenu):
    """Ends where its button ends if it would leave the window at the right; each time it opens,
    `fill` may see to its entries.
    """

    def __init__(
        self, button: QWidget, fill: Callable[["ButtonMenu"], object] | None = None
    ) -> None:
        super().__init__(button)
        self._button = button
        if fill is not None:
            self.aboutToShow.connect(lambda: fill(self))
        give_letters(self)

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        button, window = self._button, self._button.window()
        edge = window.mapToGlobal(QPoint(window.width(), 0)).x() - _MARGIN
        if button.mapToGlobal(QPoint(self.width(), 0)).x() > edge:
            end = button.mapToGlobal(QPoint(button.width(), 0)).x()
            self.move(end - self.width(), self.y())
        super().showEvent(event)
