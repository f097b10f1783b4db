"""What was named to somebody, who means just that with the next press. Public name:
`NamedEntries`.
"""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar, QWidget

from app.ui.text_keys import REDO
from app.ui.widgets.command_palette import CommandPalette
from app.ui.widgets.toast import KEYS, Toast

_ASKING = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)
_ALSO = {QKeySequence(keys) for keys in (KEYS, REDO) if keys}
_NAMING = (QMenu, QMenuBar, CommandPalette, Toast)
"""What names entries, and does what is chosen there."""
_HARMLESS = {
    Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta,
    Qt.Key.Key_Tab, Qt.Key.Key_Backtab,
}  # fmt: skip
"""Held with others, or on the way to the button of the message."""


class NamedEntries(QObject):
    """Entries of the journal, until another key is pressed, something else is clicked, or the
    message that named them has gone. `forgotten` when it is so.
    """

    forgotten = Signal()

    def __init__(self, buttons: QWidget) -> None:
        """`buttons` are those that undo and redo, and may be clicked."""
        super().__init__(buttons)
        self._buttons = buttons
        self._entries: set[int] = set()
        self.is_held = False
        """Whether the key that was pressed last is being held down."""

    def __contains__(self, entry: int) -> bool:
        return entry in self._entries

    def add(self, entry: int) -> None:
        if not self._entries:
            QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]
        self._entries.add(entry)

    def forget(self) -> None:
        """Nothing was named."""
        if self._entries:
            QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]
            self._entries.clear()
            self.is_held = False
            self.forgotten.emit()

    def on_message_gone(self) -> None:
        """Only what is read in a menu, the palette or a tooltip is still there."""
        focused = QApplication.activePopupWidget() or QApplication.focusWidget()
        if not (self._is_reading(focused) or self._buttons.underMouse()):
            self.forget()

    def _is_reading(self, where: QWidget | None) -> bool:
        """Whether the keyboard or the mouse is where entries are named."""
        while where is not None:
            if where is self._buttons or isinstance(where, _NAMING):
                return True
            where = where.parentWidget()
        return False

    def _is_other_key(self, event: QKeyEvent) -> bool:
        if event.key() in _HARMLESS or any(event.matches(key) for key in _ASKING):
            return False
        if QKeySequence(event.keyCombination()) in _ALSO:
            return False
        focused = QApplication.activePopupWidget() or QApplication.focusWidget()
        return event.key() == Qt.Key.Key_Escape or not self._is_reading(focused)

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(watched, QWidget):
            return False
        if event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            assert isinstance(event, QKeyEvent)
            self.is_held = event.isAutoRepeat()
            if self._is_other_key(event):
                self.forget()
        elif event.type() == QEvent.Type.MouseButtonPress:
            assert isinstance(event, QMouseEvent)
            self.is_held = False
            at = QApplication.widgetAt(event.globalPosition().toPoint())
            if not self._is_reading(at):
                self.forget()
        return False
