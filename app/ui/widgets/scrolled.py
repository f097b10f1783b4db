"""A column in as much height as there is. Public name: `scrolled`."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


def scrolled(column: QWidget, name: str, *, with_keys: bool = False) -> QScrollArea:
    """Scrolls up and down where it is too high; `name` is what screen readers call it.

    `with_keys`: it can be reached with Tab, and the arrow keys scroll it.
    """
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setAccessibleName(name)
    if not with_keys:
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(column)
    return area
