"""What a screen reader would not know how to call."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget


def nameless(root: QWidget) -> list[str]:
    """The types of everything below `root` that takes focus and has no name."""
    return [
        type(widget).__name__
        for widget in root.findChildren(QWidget)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and widget.isVisibleTo(root)
        and not widget.objectName().startswith("qt_")
        and not _name(widget)
    ]


def _name(widget: QWidget) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name) if interface is not None else ""
