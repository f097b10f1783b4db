"""Writing on in a step that is only selected, as in a spreadsheet. Public name: `TypingOn`."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from app.ui.text_keys import writes

_HELD = (
    Qt.Key.Key_Shift,
    Qt.Key.Key_Control,
    Qt.Key.Key_Alt,
    Qt.Key.Key_AltGr,
    Qt.Key.Key_Meta,
    Qt.Key.Key_CapsLock,
)


class TypingOn(QObject):
    """Hands what is typed on a card, or on the list while there is none, to whoever writes it.

    What an input method composes is handed on when it is finished: a field that takes the keyboard
    meanwhile would interrupt it. Who has just come here may not have meant the step: `too_early`.
    """

    too_early = Signal()

    def __init__(self, steps: QWidget) -> None:
        super().__init__(steps)
        self.write: Callable[[QEvent], bool] = lambda _typed: False
        """Whether the step that is selected takes what was typed."""
        self._is_meant = False
        self.attend(steps)

    def attend(self, part: QWidget) -> None:
        part.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
        part.installEventFilter(self)

    def wait(self) -> None:
        """Somebody has just come here: nothing is written before they press another key."""
        self._is_meant = False

    def go_on(self) -> None:
        """Somebody is where they were at work before: the first letter is written."""
        self._is_meant = True

    def _hand_on(self, typed: QEvent) -> bool:
        if not self._is_meant:
            self.too_early.emit()
        return not self._is_meant or self.write(typed)

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(watched, QWidget) or not watched.hasFocus():
            return False
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if writes(event):
                return self._hand_on(event)
            self._is_meant |= bool(event.key() not in _HELD)
        if isinstance(event, QInputMethodEvent):
            return bool(event.commitString()) and self._hand_on(event)
        return False
