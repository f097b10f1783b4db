"""What the text lies on. Public name: `TextPage`."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.words import _
from app.ui.views.skills.editor.text.text_view import TextView

PADDING = 20


class TextPage(QWidget):
    """Has the keyboard until somebody wants to write: then Enter leads into the text."""

    def __init__(self, text_view: TextView) -> None:
        super().__init__()
        self._text_view = text_view
        self.setAccessibleName(_("Skill text"))
        self.setProperty("ring", True)
        column = QVBoxLayout(self)
        column.setContentsMargins(PADDING, 4, PADDING - 8, 0)
        column.addWidget(text_view)

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._text_view.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().keyPressEvent(event)
