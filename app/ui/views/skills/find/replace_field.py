"""What is written in the place of what is found. Public name: `ReplaceField`."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

from app.core.words import _
from app.ui.widgets.tips import tell_whole, whole_field

REMOVE, REPLACE_KEYS = "Ctrl+Enter", "Enter"


class ReplaceField(QLineEdit):
    """Enter replaces (`entered`); while there is nothing in it only Ctrl+Enter does, which removes
    what is found, and Enter goes to the next (`passed`).
    """

    entered = Signal()
    passed = Signal()
    went_back = Signal()
    """With Shift+Tab."""

    def __init__(self) -> None:
        super().__init__()
        self.setPlaceholderText(_("Replace with"))
        self.setAccessibleName(_("Replace with"))

    # Qt

    def event(self, event: QEvent) -> bool:
        return tell_whole(self, event, whole_field(self)) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            sure = self.text() or event.modifiers() & Qt.KeyboardModifier.ControlModifier
            (self.entered if sure else self.passed).emit()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        if forward:
            return super().focusNextPrevChild(forward)
        self.went_back.emit()
        return True
