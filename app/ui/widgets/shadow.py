"""The shadow of what floats. Public name: `cast_shadow`."""

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QGraphicsDropShadowEffect, QWidget

BLUR = 28
DROP = 8


def cast_shadow(widget: QWidget) -> None:
    """For popovers only: what has a shadow is painted in one piece each time."""
    effect = QGraphicsDropShadowEffect(widget)
    effect.setBlurRadius(BLUR)
    effect.setOffset(0, DROP)
    effect.setColor(QColor(0, 0, 0, 110))
    widget.setGraphicsEffect(effect)
