"""A line to be written on the page of a run. Public name: `LineField`."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit


class LineField(QLineEdit):
    """Keeps Enter to itself, which Qt would hand on to the page, where it means that the step is
    done.
    """

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
