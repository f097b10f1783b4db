"""The row below the last step: another one, and the keys that help."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.skills.editor.steps import move_keys
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import key_hint, label


class AddRow(QWidget):
    """`wanted` for a new step at the end."""

    wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.button = Button(theme, _("Add a step"), "quiet", size="small", icon="plus")
        self.button.clicked.connect(self.wanted)
        self._hint = label(
            _("Or paste a whole procedure: its title, goals and steps are recognised."),
            "muted",
            wrap=True,
        )
        self._hint.setContentsMargins(9, 4, 0, 0)
        self._move, self._keys = label(_("Move"), "muted"), key_hint(move_keys.MOVE_UP)
        self._keys.setText(move_keys.words())
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.button)
        row.addWidget(key_hint("Return"))
        row.addSpacing(8)
        row.addWidget(self._move)
        row.addWidget(self._keys)
        row.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 0, 0)
        column.addLayout(row)
        column.addWidget(self._hint)

    def show_first(self, first: bool) -> None:
        """Whether there is no step yet."""
        self.button.setText(_("Write the first step") if first else _("Add a step"))
        self._hint.setVisible(first)
        self._move.setVisible(not first)
        self._keys.setVisible(not first)

    def height_in(self, width: int) -> int:
        """With as many lines as its words take there."""
        needed = self.heightForWidth(width)
        return needed if needed >= 0 else self.sizeHint().height()
