"""Bringing a window before the others. Public name: `bring_forward`."""

from PySide6.QtWidgets import QWidget


def bring_forward(window: QWidget) -> None:
    """With the keyboard, also where it was put away."""
    if window.isMinimized():
        window.showNormal()
    window.show()
    window.raise_()
    window.activateWindow()
