"""Buttons that Enter presses like Space: Qt does that in no window of its own on every system, and
in a dialog Enter would press another one. Every button of the window is one of these.

Public names: `PushButton`, `ToolButton`, `PaintedButton`.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QPushButton, QToolButton

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


def _is_pressed_by(event: QKeyEvent) -> bool:
    return event.key() in _ENTER and event.modifiers() in _PLAIN


class PushButton(QPushButton):
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_pressed_by(event):
            self.click()
        else:
            super().keyPressEvent(event)


class ToolButton(QToolButton):
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_pressed_by(event):
            self.click()
        else:
            super().keyPressEvent(event)


class PaintedButton(QAbstractButton):
    """For one that paints itself."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_pressed_by(event):
            self.click()
        else:
            super().keyPressEvent(event)
