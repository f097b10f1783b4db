"""The keys that move a step, and those that lead from one to another."""

import sys

from PySide6.QtCore import Qt

from app.ui.commands import key_text

if sys.platform == "darwin":  # Option and an arrow go from paragraph to paragraph there
    HELD = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.MetaModifier
    MOVE_UP, MOVE_DOWN = "Meta+Ctrl+Up", "Meta+Ctrl+Down"
else:
    HELD = Qt.KeyboardModifier.AltModifier
    MOVE_UP, MOVE_DOWN = "Alt+Up", "Alt+Down"


def moves(held: Qt.KeyboardModifier) -> bool:
    """Whether an arrow key pressed with these moves the step."""
    return held & HELD == HELD


def follows(key: int, held: Qt.KeyboardModifier) -> bool:
    """Whether a key goes where the selected step leads."""
    control = held & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.ControlModifier
    return control and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def words() -> str:
    """Both keys as people read them."""
    return f"{key_text(MOVE_UP)} ↓"
