"""Buttons that Enter presses like Space: Qt does that in no window of its own on every system, and
in a dialog Enter would press another one. And a press counts where the button was: it can end what
is written elsewhere, which then takes less room. An ampersand in the words of a button is one: it
is no shortcut. Every button of the window is one of these.

Public names: `PushButton`, `ToolButton`, `PaintedButton`.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QPushButton, QToolButton

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
if TYPE_CHECKING:
    _Base = QAbstractButton
else:
    _Base = object


class _Pressable(_Base):
    _pressed_in = QRect()
    """Where it was on the screen when the mouse was pressed on it."""

    # Qt

    def text(self) -> str:
        return super().text().replace("&&", "&")

    def setText(self, text: str) -> None:
        super().setText(text.replace("&", "&&"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER and event.modifiers() in _PLAIN:
            self.click()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        moved = event.globalPosition() - event.position()
        self._pressed_in = self.rect().translated(moved.toPoint())
        super().mousePressEvent(event)

    def hitButton(self, pos: QPoint) -> bool:
        return super().hitButton(pos) or self._pressed_in.contains(self.mapToGlobal(pos))


class PushButton(_Pressable, QPushButton):
    pass


class ToolButton(_Pressable, QToolButton):
    pass


class PaintedButton(_Pressable, QAbstractButton):
    """For one that paints itself."""
