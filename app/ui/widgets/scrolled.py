"""A column in as much height as there is. Public name: `scrolled`."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


def scrolled(column: QWidget, name: str, *, with_keys: bool = False) -> QScrollArea:
    """Scrolls up and down where it is too high; `name` is what screen readers call it.

    `with_keys`: it can be reached with Tab while there is something to scroll, and the arrow keys
    scroll it.
    """
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setAccessibleName(name)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    if with_keys:
        area.verticalScrollBar().rangeChanged.connect(partial(_take_keys, area))
    area.setWidget(column)
    return area


def _take_keys(area: QScrollArea, _low: int, high: int) -> None:
    usual = Qt.FocusPolicy.StrongFocus
    area.setFocusPolicy(usual if high or area.hasFocus() else Qt.FocusPolicy.NoFocus)
