"""The text of a memory: to be read, or to be written on."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit

from app.core.words import _
from app.ui.widgets.labels import restyle

FEWEST, MOST = 2, 18
"""Lines of the text that are shown without scrolling."""
SPARE = 3
"""Lines to write on."""
SIDE = 6
"""Border and padding of a field, as the style sheet has them."""
SLACK = 4
"""Else the bar to scroll with appears where all is seen."""


class MemoryText(QPlainTextEdit):
    """The text, as high as it is; Ctrl+Enter keeps what was written, Esc leaves it as it was."""

    kept = Signal()
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(_("Memory text"))
        self.setTabChangesFocus(True)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)

    def write_on(self, editing: bool) -> None:
        """A field to write in, or the words as they are."""
        self.setReadOnly(not editing)
        self.setProperty("reading", not editing)
        restyle(self)
        self._fit()

    def _fit(self, *_size: object) -> None:
        lines = round(self.document().size().height()) + (0 if self.isReadOnly() else SPARE)
        shown = min(max(lines, FEWEST), MOST) * self.fontMetrics().lineSpacing()
        self.setFixedHeight(round(shown + 2 * (SIDE + self.document().documentMargin())) + SLACK)

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if not self.isReadOnly() and event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and control:
            self.kept.emit()
        else:
            super().keyPressEvent(event)
