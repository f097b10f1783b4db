"""Taking the last decision of a review back: U, or the keys of Undo.

Public names: `takes_back`, `wants_undo`.
"""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence


def takes_back(event: QKeyEvent) -> bool:
    """Whether this key takes a decision back."""
    plain = event.key() == Qt.Key.Key_U and not event.modifiers()
    return plain or event.matches(QKeySequence.StandardKey.Undo)


def wants_undo(event: QEvent) -> bool:
    """Whether it asks who wants the keys of Undo, before the window has them."""
    return (
        isinstance(event, QKeyEvent)
        and event.type() == QEvent.Type.ShortcutOverride
        and event.matches(QKeySequence.StandardKey.Undo)
    )
