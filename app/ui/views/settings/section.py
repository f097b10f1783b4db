"""The form of the settings page: headed cards of rows. Public names: `Section`, `Line`."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.ui.widgets.emptying import empty
from app.ui.widgets.labels import card, label, rule


class Line(QWidget):
    """A row with a name and a sentence about it at the left, and what changes it at the right."""

    def __init__(
        self, name: str, sentence: str, *controls: QWidget, mark: QWidget | None = None
    ) -> None:
        """`mark` stands behind the name."""
        super().__init__()
        self.name, self.said = label(name, "name"), label(sentence, "muted", wrap=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 10, 12, 10)
        row.setSpacing(8)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.name)
        if mark is not None:
            head.addWidget(mark)
        head.addStretch(1)
        self.words = QVBoxLayout()
        self.words.setSpacing(1)
        self.words.addLayout(head)
        self.words.addWidget(self.said)
        if not sentence:
            self.said.hide()
        row.addLayout(self.words, 1)
        for control in controls:
            row.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)


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
        line = Line(name, sentence, *controls)
        self.add_line(line)
        return line.said

    def add_line(self, line: QWidget) -> None:
        """A row that was made elsewhere."""
        self._divide()
        self._rows.addWidget(line)

    def add_lines(self) -> "Lines":
        """Room for rows that come and go, at this place."""
        lines = Lines()
        self._rows.addWidget(lines)
        return lines

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


class Lines(QWidget):
    """Rows that come and go below others of a card."""

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)

    def show_lines(self, lines: Sequence[QWidget], *, first: bool = False) -> None:
        """These in place of those before; `first` if nothing stands above them in the card."""
        empty(self._column)
        for number, line in enumerate(lines):
            if number or not first:
                self._column.addWidget(rule())
            self._column.addWidget(line)
            line.show()
        self.setVisible(bool(lines))
