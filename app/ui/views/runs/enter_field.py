"""A line to write in, with Enter told once. Public name: `EnterField`."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit


class EnterField(QLineEdit):
    """`entered` on Enter, with or without Ctrl.

    Qt tells `returnPressed` of both and hands the one with Ctrl on to the page as well, so that
    what it says would be done twice.
    """

    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
            self.entered.emit()
        else:
            super().keyPressEvent(event)
