"""Taking everything out of a layout. Public name: `empty`."""

from PySide6.QtWidgets import QLayout


def empty(layout: QLayout) -> None:
    """Take out and delete what is in it, also what is in layouts inside it.

    Widgets are hidden first: until Qt deletes them, they would be seen where they were.
    """
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
        elif (inner := item.layout()) is not None:
            empty(inner)
            inner.deleteLater()
