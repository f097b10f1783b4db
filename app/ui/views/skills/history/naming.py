"""Giving the current text a name to find it by. Public name: `NameVersion`."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from app.core.words import _
from app.ui.context import AppContext
from app.ui.widgets.buttons import Button
from app.ui.widgets.tips import plain_tip
from app.ui.widgets.typed_draft import TypedDraft

LONGEST = 80


class NameField(QLineEdit):
    """A line that Esc leaves."""

    left = Signal()

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class NameVersion(QWidget):
    """A link that becomes a field: `named(name)` on Enter, back to the link on Esc.

    `settle` when the version has the name. What was typed and not given stands there again the
    next time.
    """

    named = Signal(str)

    def __init__(self, context: AppContext, skill: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skill = skill
        self.link = Button(context.theme, _("Name version…"), "link")
        self.link.setToolTip(plain_tip(_("Give the current version a name")))
        self.field = NameField()
        self.field.setMaxLength(LONGEST)
        self.field.setPlaceholderText(_("Before the freeze"))
        self.field.setAccessibleName(_("Name for the current version"))
        self.field.hide()
        self.typed = TypedDraft(context, {"name": self.field})
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.link, 0, Qt.AlignmentFlag.AlignLeft)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.typed)
        column.addWidget(self.field)
        column.addLayout(row)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.link.clicked.connect(self._ask)
        self.field.returnPressed.connect(self._name)
        self.field.left.connect(self._escape)

    def settle(self, *, given: bool) -> None:
        """The version has the name now, or could not get it."""
        self.field.setEnabled(True)
        self.field.setFocus()
        if given:
            self.typed.end()
            self._escape()

    def _ask(self) -> None:
        self.field.clear()
        self.field.setModified(False)
        self.link.hide()
        self.field.show()
        self.typed.begin(f"name version {self._skill}")
        self.typed.resume()
        self.field.setFocus()

    def _name(self) -> None:
        name = self.field.text().strip()
        if name:
            self.field.setEnabled(False)
            self.named.emit(name)
        else:
            self._escape()

    def _escape(self) -> None:
        self._leave()
        self.link.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave(self) -> None:
        self.typed.leave()
        self.field.hide()
        self.link.show()

    # Qt

    def hideEvent(self, event: QHideEvent) -> None:
        if not event.spontaneous():
            self._leave()
        super().hideEvent(event)
