"""Keys that a part of the window answers while the keyboard is in it. Public name: `answer_key`."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QMenu, QWidget


def answer_key(part: QWidget, key: str, act: Callable[[], object]) -> QShortcut:
    """From now on this key does that; an open menu has it for itself, also one of Qt's own, of
    which a shortcut does not know."""
    shortcut = QShortcut(QKeySequence(key), part)
    shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    shortcut.activated.connect(partial(_press, key, act))
    return shortcut


def _press(key: str, act: Callable[[], object]) -> None:
    menu = QApplication.activePopupWidget()
    if isinstance(menu, QMenu):
        pressed = QKeySequence(key)[0]  # type: ignore[index]
        code, held = pressed.key(), pressed.keyboardModifiers()
        # Sent through the application it would be looked up as a shortcut again.
        menu.event(QKeyEvent(QEvent.Type.KeyPress, code, held, chr(code).lower()))
    else:
        act()
