"""A dialog with fields to fill in. Public names: `FormDialog`, `named`."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from app.core.errors import AppError
from app.core.words import _
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.labels import label
from app.ui.widgets.refusal import Refusal


class FormDialog(Dialog):
    """`given(choice)` when what was chosen is to be stored; closed by who asked.

    Fill `body` with the fields, then call `_finish`.
    """

    given = Signal(object)

    def _finish(self) -> None:
        """Below the fields: room for what is wrong, Cancel and Save."""
        self._wrong = Refusal()
        fields: list[QLineEdit | QPlainTextEdit] = [
            *self.findChildren(QLineEdit),
            *self.findChildren(QPlainTextEdit),
        ]
        for field in fields:
            field.textChanged.connect(lambda *_text: self._wrong.say(""))
        self.body.addWidget(self._wrong)
        cancel = Button(self._theme, _("Cancel"), size="large")
        cancel.clicked.connect(self.reject)
        self.keep = Button(self._theme, _("Save"), "primary", size="large")
        self.keep.clicked.connect(self._give)
        self.footer.addStretch(1)
        self.footer.addWidget(cancel)
        self.footer.addWidget(self.keep)

    def _give(self) -> None:
        """Emit `given` with what was chosen."""
        raise NotImplementedError

    @property
    def said_wrong(self) -> str:
        """Why the last choice could not be stored, or nothing."""
        return self._wrong.text()

    def refuse(self, error: Exception) -> None:
        """Say why it cannot be stored."""
        hint = error.hint if isinstance(error, AppError) else ""
        self._wrong.say(f"{error} {hint}".strip())


def named(name: str, field: QWidget) -> QVBoxLayout:
    """A field with its name above it."""
    column = QVBoxLayout()
    column.setSpacing(4)
    column.addWidget(label(name, "secondary"))
    column.addWidget(field)
    return column
