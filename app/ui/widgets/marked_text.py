"""A few lines of text, as high as they are, with stretches marked. Public name: `MarkedText`."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit, QWidget

from app.ui.theme.theme import Theme

LEAST, MOST = 1, 8
"""Lines; what is longer scrolls."""
FRAME = 14
"""What padding and border take of the height, in px."""


class MarkedText(QPlainTextEdit):
    """To be edited, or with `still` only to be read. Tab goes on to the next field."""

    def __init__(self, theme: Theme, *, still: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._marks: tuple[Sequence[tuple[int, int]], str] = ((), "")
        self._frame = 0 if still else FRAME
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(2)
        if still:
            self.setReadOnly(True)
            self.setProperty("bare", True)
            self.setProperty("role", "muted")
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self.setFrameShape(QFrame.Shape.NoFrame)
        self._fit_soon = QTimer(self, interval=0, singleShot=True)
        self._fit_soon.timeout.connect(self._fit)
        self.textChanged.connect(self._fit_soon.start)
        theme.changed.connect(self._paint_marks)
        self._fit()

    def mark(self, stretches: Sequence[tuple[int, int]], colour: str) -> None:
        """Mark these stretches of the text, in Qt's positions, with a colour of the theme."""
        self._marks = (stretches, colour)
        self._paint_marks()

    def _paint_marks(self) -> None:
        stretches, colour = self._marks
        made = []
        for start, end in stretches:
            one = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.document())
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            one.cursor = cursor
            one.format.setBackground(self._theme.colour(colour))
            made.append(one)
        self.setExtraSelections(made)

    def _fit(self) -> None:
        lines = min(max(round(self.document().size().height()), LEAST), MOST)
        scrolls = lines == MOST
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if scrolls else policy.ScrollBarAlwaysOff
        )
        height = lines * self.fontMetrics().lineSpacing() + 4 + self._frame
        if height != self.height():
            self.setFixedHeight(height)

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_soon.start()
