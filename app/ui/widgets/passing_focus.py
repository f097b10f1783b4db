"""The keyboard is away for a moment, and comes back to where it was. Public name: `is_passing`."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent

_PASSING = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)


def is_passing(event: QFocusEvent) -> bool:
    """Whether a menu opens, or another program comes to the front."""
    return event.reason() in _PASSING
