"""A training that is being worked on: how far it is, what is asked now, and how to stop it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QProgressBar, QVBoxLayout, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import label

STEPS = 1000
WIDTH = 240


class Working(QWidget):
    """`stopped` when the person has enough of it."""

    stopped = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setRange(0, STEPS)
        self._bar.setFixedWidth(WIDTH)
        self._bar.setAccessibleName(_("Training"))
        self._asking = Elided("", "muted")
        self._asking.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._asking.setFixedWidth(2 * WIDTH)
        self.stop = Button(theme, _("Stop"), size="small")
        self.stop.setAccessibleName(_("Stop training"))
        self.stop.clicked.connect(self._stop)
        column = QVBoxLayout(self)
        column.setSpacing(10)
        column.addStretch(1)
        title = label(_("Recalling for each step"), "head")
        for part in (title, self._bar, self._asking, self.stop):
            column.addWidget(part, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)

    def begin(self) -> None:
        self._bar.setValue(0)
        self._asking.clear()
        self.stop.setEnabled(True)

    def show_progress(self, fraction: float, text: str) -> None:
        self._bar.setValue(round(fraction * STEPS))
        self._asking.setText(text)

    def _stop(self) -> None:
        self.stop.setEnabled(False)
        self.stopped.emit()
