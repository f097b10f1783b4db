"""What is typed after somebody locked the vault, until it is. Public name: `TypedAhead`."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.text_keys import writes

_EDITING = {
    Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Return, Qt.Key.Key_Enter,
    Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End,
}  # fmt: skip
"""What belongs to typing, beside what writes."""
_LEADING = {QKeySequence(keys) for keys in ("Ctrl+Q", "F6", "Shift+F6")}
"""Lead out of the window, and to what is told above the pages."""
_KEYS = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
_OTHERS = {
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonDblClick,
    QEvent.Type.ContextMenu,
    QEvent.Type.DragEnter,
    QEvent.Type.Drop,
}
"""What else could change something, and is let go."""


class TypedAhead(QObject):
    """Between `begin` and `end` nothing can be written anywhere, and what is typed is collected:
    it is most often a passphrase. Only one widget, which `stays`, can be used as usual.
    """

    def __init__(self, stays: QWidget) -> None:
        super().__init__(stays)
        self._stays = stays
        self._typed: list[QKeyEvent] = []
        self._is_under_way = False

    def begin(self) -> None:
        if not self._is_under_way:
            self._is_under_way = True
            self._typed.clear()
            QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]

    def end(self) -> None:
        """Keys go where they usually go; what was typed is kept until it is given or dropped."""
        if self._is_under_way:
            self._is_under_way = False
            QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]

    def drop(self) -> None:
        """End, and forget what was typed."""
        self.end()
        self._typed.clear()

    def give_to(self, field: QWidget) -> None:
        """End, and type it there."""
        self.end()
        typed, self._typed = self._typed, []
        for event in typed:
            QApplication.sendEvent(field, event)

    def _take(self, event: QKeyEvent) -> bool:
        """Whether a key is kept away from what has the keyboard."""
        is_leading = QKeySequence(event.keyCombination()) in _LEADING
        if is_leading or self._is_staying(QApplication.focusWidget()):
            return False
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()  # no shortcut either
        elif writes(event) or event.key() in _EDITING:
            self._keep(event.key(), event.modifiers(), event.text())
        return True

    def _keep(self, key: int, held: Qt.KeyboardModifier, text: str) -> None:
        self._typed.append(QKeyEvent(QEvent.Type.KeyPress, key, held, text))

    def _is_staying(self, widget: QObject | None) -> bool:
        if not isinstance(widget, QWidget):
            return False
        return widget is self._stays or self._stays.isAncestorOf(widget)

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind in _KEYS and isinstance(event, QKeyEvent):
            return self._take(event)
        if kind is QEvent.Type.InputMethod and isinstance(event, QInputMethodEvent):
            if event.commitString():
                self._keep(0, Qt.KeyboardModifier.NoModifier, event.commitString())
            return True
        if kind in _OTHERS and isinstance(watched, QWidget):
            return not self._is_staying(watched)
        return False
