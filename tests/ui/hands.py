"""Hands on a keyboard, where keys go to what has the focus at that moment, and on a mouse."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

_NAMED = {"\n": Qt.Key.Key_Return, "\t": Qt.Key.Key_Tab}


def move_mouse(
    on: QWidget,
    at: QPoint,
    held: Qt.MouseButton = Qt.MouseButton.NoButton,
    keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    """The mouse comes to `at` on this widget, whatever other windows lie there."""
    event = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(at), QPointF(on.mapToGlobal(at)),
        Qt.MouseButton.NoButton, held, keys,
    )  # fmt: skip
    QApplication.sendEvent(on, event)


class Hands:
    """Types as fast as the machine can, or (`slow`) with everything done between two keys."""

    def __init__(self, qtbot: QtBot, *, slow: bool = False) -> None:
        self._qtbot, self._slow = qtbot, slow

    @property
    def on(self) -> QWidget:
        """What has the focus."""
        focused = QApplication.activePopupWidget() or QApplication.focusWidget()
        assert focused is not None, "the keyboard is nowhere"
        return focused

    def type(self, text: str) -> None:
        """Letter by letter; a line end is Enter, and a tab is Tab."""
        for letter in text:
            if letter in _NAMED:
                QTest.keyClick(self.on, _NAMED[letter])
            else:
                QTest.keyClicks(self.on, letter)
            self._rest()

    def press(self, *keys: str) -> None:
        """Keys as they are written in menus."""
        for one in keys:
            pressed = QKeySequence(one)[0]  # type: ignore[index]
            QTest.keyPress(self.on, pressed.key(), pressed.keyboardModifiers())
            self._rest()

    def hold(self, keys: str) -> None:
        """Go on holding a key that the text with the focus has a use for: it is pressed again."""
        pressed = QKeySequence(keys)[0]  # type: ignore[index]
        for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            again = QKeyEvent(kind, pressed.key(), pressed.keyboardModifiers(), "", True)
            QApplication.sendEvent(self.on, again)
        self._rest()

    def compose(self, unfinished: str) -> None:
        """Begin to write something with an input method."""
        QApplication.sendEvent(self.on, QInputMethodEvent(unfinished, []))
        self._rest()

    def commit(self, finished: str) -> None:
        """End what was begun."""
        event = QInputMethodEvent()
        event.setCommitString(finished)
        QApplication.sendEvent(self.on, event)
        self._rest()

    def wait_for(self, there: Callable[[], bool]) -> None:
        self._qtbot.waitUntil(there)

    def wait_on(self, window: QWidget) -> None:
        """Until a window that was opened, or is left over, has the keyboard."""

        def there() -> bool:
            focused = QApplication.focusWidget()
            return focused is not None and window.isAncestorOf(focused)

        window.activateWindow()  # no window manager does it here
        self._qtbot.waitUntil(there)

    def _rest(self) -> None:
        if self._slow:
            QApplication.processEvents()
