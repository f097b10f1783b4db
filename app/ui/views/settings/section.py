"""The form of the settings page: headed cards of rows. Public name: `Section`."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.ui.widgets.labels import card, label, rule


class Section(QWidget):
    """A heading over a card; each row has words at the left and controls at the right."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        frame = card("plain")
        self._rows = QVBoxLayout(frame)
        self._rows.setContentsMargins(1, 1, 1, 1)
        self._rows.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(label(title, "pane"))
        column.addWidget(frame)

    def add(self, name: str, sentence: str, *controls: QWidget) -> QLabel:
        """A row with its name, a sentence about it (returned), and what changes it."""
        self._divide()
        row = QHBoxLayout()
        row.setContentsMargins(14, 10, 12, 10)
        row.setSpacing(8)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(label(name, "name"))
        said = label(sentence, "muted", wrap=True)
        if not sentence:
            said.hide()
        words.addWidget(said)
        row.addLayout(words, 1)
        for control in controls:
            row.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)
        self._rows.addLayout(row)
        return said

    def add_wide(self, widget: QWidget) -> QWidget:
        """Something that takes the whole width of the card; the row, to be shown and hidden."""
        row = QWidget()
        column = QVBoxLayout(row)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(rule())
        inset = QVBoxLayout()
        inset.setContentsMargins(14, 10, 12, 10)
        inset.addWidget(widget)
        column.addLayout(inset)
        self._rows.addWidget(row)
        return row

    def _divide(self) -> None:
        if self._rows.count():
            self._rows.addWidget(rule())
