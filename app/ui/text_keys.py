"""Keys of the text that has the focus.

Public names: `EDITING`, `OURS`, `REDO`, `RedoKey`, `TextKeys`, `writes`.
"""

import sys

from PySide6.QtCore import QCoreApplication, QEvent, QKeyCombination, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

_PARTS = ("Move", "Select", "Delete", "Insert")
_WHOLE = ("Cut", "Copy", "Paste", "Undo", "Redo", "Backspace", "Deselect")
EDITING: tuple[QKeySequence.StandardKey, ...] = tuple(
    key for key in QKeySequence.StandardKey if key.name.startswith(_PARTS) or key.name in _WHOLE
)
"""What changes a text, moves in it or selects a part of it; each system has its keys for these."""
OURS = frozenset({"Ctrl+K", "Ctrl+E"})
"""Keys of the window that some desktops have for texts as well."""

REDO = "" if sys.platform == "darwin" else "Ctrl+Y"
"""Redoes as well, as in many other programs; macOS has no such key."""


class TextKeys(QObject):
    """Follows the focus from text to text; no shortcut of the window has a key of theirs."""

    def __init__(self, application: QApplication, parent: QObject) -> None:
        super().__init__(parent)
        bound = {binding for key in EDITING for binding in QKeySequence.keyBindings(key)}
        self._ours = {_combined(QKeySequence(keys)) for keys in OURS}
        self._keys = {_combined(binding) for binding in bound} - self._ours
        application.focusChanged.connect(self._follow)

    def _follow(self, old: QWidget | None, now: QWidget | None) -> None:
        if old is not None and isValid(old):
            old.removeEventFilter(self)
        if isinstance(now, QLineEdit | QTextEdit | QPlainTextEdit | QAbstractSpinBox):
            now.installEventFilter(self)

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt's own texts claim some of these keys, but not those that delete."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        pressed = held.value | event.key()
        if pressed in self._ours:
            event.ignore()  # a line of Qt's would claim it where the desktop has it for texts
            return True
        if pressed not in self._keys:
            return False
        event.accept()
        return True


class RedoKey(QObject):
    """Has `REDO` do what Ctrl+Shift+Z does in whatever has the focus."""

    def __init__(self, application: QApplication, parent: QObject) -> None:
        super().__init__(parent)
        self._pressed = _combined(QKeySequence(REDO)) if REDO else None
        application.focusChanged.connect(self._follow)

    def _follow(self, old: QWidget | None, now: QWidget | None) -> None:
        if old is not None and isValid(old):
            old.removeEventFilter(self)
        if now is not None:
            now.installEventFilter(self)

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The same key as it is asked for and as it is pressed, and with the same answer."""
        if event.type() not in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            return False
        assert isinstance(event, QKeyEvent)
        if event.modifiers().value | event.key() != self._pressed:
            return False
        held = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        redo = QKeyEvent(event.type(), Qt.Key.Key_Z, held, "", event.isAutoRepeat())
        redo.setAccepted(event.isAccepted())  # only who asks begins with no
        QCoreApplication.sendEvent(watched, redo)
        event.setAccepted(redo.isAccepted())
        return True


def writes(event: QKeyEvent) -> bool:
    """Whether a key would write something if it went to a text."""
    modifier = Qt.KeyboardModifier
    held = event.modifiers() & (
        modifier.ControlModifier | modifier.AltModifier | modifier.MetaModifier
    )
    is_alt_gr = held == modifier.ControlModifier | modifier.AltModifier  # as Windows has it
    option_types = sys.platform == "darwin" and held == modifier.AltModifier
    said = event.text()
    return bool(said) and said.isprintable() and (not held or is_alt_gr or option_types)


def _combined(binding: QKeySequence) -> int:
    """Its first key and what is held with it, as one number."""
    first: QKeyCombination = binding[0]  # type: ignore[index]
    return first.toCombined()
