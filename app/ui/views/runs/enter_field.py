"""A line to write in, with Enter told once. Public name: `EnterField`."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit


class EnterField(QLineEdit):
    """`entered` on Enter, with or without Ctrl; `dropped` on Esc, which is the page's unless it
    `can_drop`.

    Qt tells `returnPressed` of both and hands the one with Ctrl on to the page as well, so that
    what it says would be done twice.
    """

    entered = Signal()
    dropped = Signal()

    def __init__(self, text: str = "", *, can_drop: bool = False) -> None:
        super().__init__(text)
        self.is_held = False
        """Whether Ctrl was held with the last Enter: it is done with all fields, not with one."""
        self._can_drop = can_drop

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
            self.is_held = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self.entered.emit()
        elif event.key() == Qt.Key.Key_Escape and self._can_drop:
            self.clear()
            self.dropped.emit()
        else:
            super().keyPressEvent(event)
