"""What one press of Undo takes back of what was typed. Public name: `UndoGroups`."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTextEdit

PAUSE = 1000
"""Milliseconds without a change after which what follows is taken back by itself."""


class UndoGroups(QObject):
    """A word at a time, with the space in front of it; a pause or another place begins anew.

    Qt joins whatever is typed side by side, however long it took.
    """

    def __init__(self, document: QTextDocument, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document
        self._in_word = False
        self._did = ""
        """What can go on: something was typed, or deleted."""
        self._last = (0, 0)
        """From where to where something was written last, in code points."""
        self.pause = QTimer(self, interval=PAUSE, singleShot=True)
        self.pause.timeout.connect(self.end)

    def end(self) -> None:
        """What follows is taken back by itself."""
        self._document.setModified(False)  # Qt joins nothing to what was saved
        self._did = ""

    def begin_with(self, new: str) -> None:
        """Note what is about to be written."""
        if self._in_word and new[:1].isspace():
            self.end()
        if new:
            self._in_word = not new[-1].isspace()

    def joins(self, start: int, end: int, new: str) -> bool:
        """Whether `new` in the place of a stretch belongs to what was written or deleted last.

        That can be more than was typed: the first letter of a title brings its mark and line end.
        """
        self.begin_with(new)
        (first, last), before = self._last, self._did
        self._did = "typed" if new else "deleted"
        if new and start == end and before == "typed" and first <= start <= last:
            self._last = first, last + len(new)
            return True
        self._last = start, start + len(new)
        return not new and before == "deleted" and first in (start, end)

    def attend(self, field: QLineEdit | QTextEdit | QPlainTextEdit) -> None:
        """Have a group end where somebody goes somewhere else in a field."""
        said: Callable[[], str] = field.text if isinstance(field, QLineEdit) else field.toPlainText
        before = said()

        def on_cursor(*_places: int) -> None:
            nonlocal before
            now = said()
            if now == before:  # it did not move with what was typed
                self.end()
            before = now

        field.cursorPositionChanged.connect(on_cursor)
        self.end()
