"""Giving the current text a name to find it by. Public name: `NameVersion`."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QStackedWidget, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button

LONGEST = 80


class _Field(QLineEdit):
    left = Signal()

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class NameVersion(QStackedWidget):
    """A link that becomes a field: `named(name)` on Enter, back to the link on Esc, which keeps
    what was typed for the next time."""

    named = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.link = Button(theme, _("Name the current version…"), "link")
        self.field = _Field()
        self.field.setMaxLength(LONGEST)
        self.field.setPlaceholderText(_("Before the freeze"))
        self.field.setAccessibleName(_("Name for the current version"))
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.link, 0, Qt.AlignmentFlag.AlignLeft)
        self.addWidget(holder)
        self.addWidget(self.field)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.link.clicked.connect(self._ask)
        self.field.returnPressed.connect(self._name)
        self.field.left.connect(self._leave)

    def _ask(self) -> None:
        self.setCurrentIndex(1)
        self.field.selectAll()
        self.field.setFocus()

    def _name(self) -> None:
        name = self.field.text().strip()
        self.field.clear()
        self._leave()
        if name:
            self.named.emit(name)

    def _leave(self) -> None:
        self.setCurrentIndex(0)
        self.link.setFocus(Qt.FocusReason.OtherFocusReason)
