"""A line to write in, with Enter told once. Public name: `EnterField`."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit


class EnterField(QLineEdit):
    """`entered` on Enter, `accepted` on Ctrl+Enter, which is Enter unless it `goes_on` to another
    line with that; `dropped` on Esc, which is the page's unless it `can_drop`. The words stay.

    Qt tells `returnPressed` of both and hands the one with Ctrl on to the page as well, so that
    what it says would be done twice.
    """

    entered = Signal()
    accepted = Signal()
    dropped = Signal()

    def __init__(self, text: str = "", *, can_drop: bool = False, goes_on: bool = False) -> None:
        super().__init__(text)
        self._can_drop = can_drop
        if not goes_on:
            self.accepted.connect(self.entered)

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
            is_held = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            (self.accepted if is_held else self.entered).emit()
        elif event.key() == Qt.Key.Key_Escape and self._can_drop:
            self.dropped.emit()
        else:
            super().keyPressEvent(event)
