"""A line for a name that is there from the start. Public name: `NameLine`."""

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QLineEdit

from app.ui.widgets.passing_focus import is_passing
from app.ui.widgets.tips import tell_whole, whole_field


class NameLine(QLineEdit):
    """One that is too long shows its start until somebody writes in it; its tip has the whole."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setCursorPosition(0)

    def setMaxLength(self, most: int) -> None:
        """Qt takes the text anew, and leaves the cursor at its end."""
        super().setMaxLength(most)
        self.setCursorPosition(0)

    # Qt

    def event(self, event: QEvent) -> bool:
        return tell_whole(self, event, whole_field(self)) or super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tab selects the whole, up to its end: this does so up to its start."""
        super().focusInEvent(event)
        if self.text() and self.selectedText() == self.text():
            self.end(False)
            self.home(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if not is_passing(event):
            self.setCursorPosition(0)
