"""Things that are dropped stay where they came from as well. Public name: `accept_copy`."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QDropEvent


def accept_copy(event: QDropEvent) -> None:
    """Take it as a copy: what is said to have been moved, its source may delete."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
