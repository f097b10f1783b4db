"""Whether somebody writes into a field, where letters are letters. Public name: `TypingWatch`."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

_FIELDS = QLineEdit | QPlainTextEdit | QTextEdit


class TypingWatch(QObject):
    """`changed(bool)` for the window of `part`; another window in front changes nothing."""

    changed = Signal(bool)

    def __init__(self, part: QWidget) -> None:
        super().__init__(part)
        self._part = part
        self.is_typing = False
        QApplication.instance().focusChanged.connect(self._on_focus)  # type: ignore[union-attr]
        self._on_focus(None, QApplication.focusWidget())

    def _on_focus(self, _old: QWidget | None, now: QWidget | None) -> None:
        if now is None or now.window() is not self._part.window():
            return
        is_typing = isinstance(now, _FIELDS)
        if is_typing is not self.is_typing:
            self.is_typing = is_typing
            self.changed.emit(is_typing)
