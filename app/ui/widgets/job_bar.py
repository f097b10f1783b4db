"""How far one job is, as a bar and a line of words. Public name: `JobBar`."""

from PySide6.QtWidgets import QProgressBar, QVBoxLayout, QWidget

from app.ui.widgets.elided import Elided

STEPS = 1000


class JobBar(QWidget):
    """Starts over with `begin`; what a job reports is handed to `show_progress`."""

    def __init__(self) -> None:
        super().__init__()
        self._bar = QProgressBar()
        self._bar.setRange(0, STEPS)
        self._bar.setTextVisible(False)
        self._said = Elided(role="caption")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._bar)
        column.addWidget(self._said)

    def begin(self, title: str) -> None:
        self._bar.setAccessibleName(title)
        self._bar.setValue(0)
        self._said.setText("")

    def show_progress(self, fraction: float, text: str) -> None:
        self._bar.setValue(round(fraction * STEPS))
        self._said.setText(text)
