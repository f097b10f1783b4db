"""A skill among the answers: what it is called, why it answers, and the way to it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.words import _
from app.ui.models.memory_list import Found
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label


class Answer(QWidget):
    """`opened(skill)` when the person goes there."""

    opened = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skill = 0
        self.setProperty("ground", "1")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._title = label("", "pane", wrap=True)
        self._caption = label("", "muted", wrap=True)
        self._why = label("", "secondary", wrap=True)
        self.open = Button(theme, _("Open the skill"), "primary", icon="skills")
        self.open.clicked.connect(self._ask)
        row = QHBoxLayout()
        row.addWidget(self.open)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 14, 14)
        column.setSpacing(8)
        for part in (self._title, self._caption, self._why):
            column.addWidget(part)
        column.addLayout(row)
        column.addStretch(1)

    def show_found(self, found: Found) -> None:
        """Show another skill."""
        self._skill = found.id
        self._title.setText(found.text)
        self._caption.setText(found.caption)
        self._why.setText(found.why.replace(" %", "\N{NO-BREAK SPACE}%"))

    def _ask(self) -> None:
        self.opened.emit(self._skill)
