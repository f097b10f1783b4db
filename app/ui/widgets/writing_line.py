"""What a model is writing at this moment, with Stop. Public name: `WritingLine`."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import label

STEPS = 1000
BAR = 90


class WritingLine(QWidget):
    """`stopped` by its button. Hidden while nothing is written."""

    stopped = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = label("", "secondary")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setRange(0, STEPS)
        self._bar.setFixedWidth(BAR)
        self.tail = Elided("", "muted")
        self.stop = Button(theme, _("Stop"), size="small")
        self.stop.clicked.connect(self._stop)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(self._words)
        row.addWidget(self._bar)
        row.addWidget(self.tail, 1)
        row.addWidget(self.stop)
        self.hide()

    def begin(self, words: str) -> None:
        """Show that work began; `words` say whose."""
        self._words.setText(words)
        self._bar.setAccessibleName(words)
        self._bar.setValue(0)
        self.tail.clear()
        self.stop.setEnabled(True)
        self.stop.setAccessibleName(_("Stop: {what}").format(what=words))
        self.show()

    def show_progress(self, fraction: float, tail: str) -> None:
        """How far it is, and the end of what is written."""
        self._bar.setValue(round(fraction * STEPS))
        self.tail.setText(tail)

    def _stop(self) -> None:
        self.stop.setEnabled(False)
        self.stopped.emit()
