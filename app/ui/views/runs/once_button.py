"""Buttons at whose place something else stands next.

Public names: `OnceButton`, `OnceIcon`, `OnceTick`.
"""

from PySide6.QtGui import QMouseEvent

from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.tick import Tick


class OnceButton(Button):
    """A second click so soon was meant for what stood here before."""

    # Qt

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Does nothing."""


class OnceIcon(IconButton):
    """The same with only a drawing."""

    # Qt

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Does nothing."""


class OnceTick(Tick):
    """A tick that two clicks set and do not take away again."""

    # Qt

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Does nothing."""
