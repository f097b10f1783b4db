"""A new passphrase: typed twice, with how strong it is."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.labels import label, restyle
from app.ui.widgets.secret_field import SecretField, StrengthMeter

SHORTEST = 8


class NewPassphrase(QWidget):
    """`changed` whenever `passphrase` may be another, `given` on Enter when it is chosen."""

    changed = Signal()
    given = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.first = SecretField(theme, _("Passphrase"))
        self.second = SecretField(theme, _("Repeat passphrase"))
        self._same = QAction(theme.icon("check", "ok"), _("Both are the same"), self)
        self._trouble = label("", "error")
        self._trouble.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(7)
        column.addWidget(label(_("Passphrase"), "secondary"))
        column.addWidget(self.first)
        column.addWidget(StrengthMeter(theme, self.first))
        column.addSpacing(5)
        column.addWidget(label(_("Repeat passphrase"), "secondary"))
        column.addWidget(self.second)
        column.addWidget(self._trouble)
        for field in (self.first, self.second):
            field.textChanged.connect(self._look)
        self.first.returnPressed.connect(self.second.setFocus)
        self.second.returnPressed.connect(self._give)

    @property
    def passphrase(self) -> str:
        """What was chosen; empty while it is too short or the two differ."""
        text = self.first.text()
        return text if len(text) >= SHORTEST and text == self.second.text() else ""

    def _give(self) -> None:
        if self.passphrase:
            self.given.emit()

    def _look(self) -> None:
        text, again = self.first.text(), self.second.text()
        trouble = ""
        if again and not text.startswith(again):
            trouble = _("The two are not the same.")
        elif again and text == again and len(text) < SHORTEST:
            trouble = _("Use at least {count} characters.").format(count=SHORTEST)
        self._trouble.setText(trouble)
        self._trouble.setVisible(bool(trouble))
        self.second.setProperty("wrong", bool(trouble))
        restyle(self.second)
        if self.passphrase and self._same not in self.second.actions():
            self.second.addAction(self._same, QLineEdit.ActionPosition.TrailingPosition)
        elif not self.passphrase:
            self.second.removeAction(self._same)
        self.changed.emit()
