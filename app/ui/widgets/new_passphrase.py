"""A new passphrase: typed twice, with how strong it is. Public name: `NewPassphrase`."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.elided import Elided
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
        self._same = QAction(theme.icon("check", "ok"), _("The passphrases match"), self)
        self._strength = StrengthMeter(theme, self.first)
        self._differs = Elided("", "error")
        """Has its line also while there is nothing in it: what is below does not move."""
        self._is_asked = False
        """Whether somebody wanted to go on without any."""
        self._left: set[SecretField] = set()
        """The fields that the person has gone on from."""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(7)
        column.addWidget(label(_("Passphrase"), "secondary"))
        column.addWidget(self.first)
        column.addWidget(self._strength)
        column.addSpacing(5)
        column.addWidget(label(_("Repeat passphrase"), "secondary"))
        column.addWidget(self.second)
        column.addWidget(self._differs)
        for field in (self.first, self.second):
            field.textChanged.connect(self._look)
        self.first.returnPressed.connect(self._go_on)
        self.second.returnPressed.connect(self._give)
        for field in (self.first, self.second):
            field.editingFinished.connect(partial(self._leave, field))
        self.setFocusProxy(self.first)

    @property
    def passphrase(self) -> str:
        """What was chosen; empty while it is too short or the two differ."""
        text = self.first.text()
        return text if len(text) >= SHORTEST and text == self.second.text() else ""

    def missing(self) -> str:
        """What has yet to be done, in a sentence; empty when nothing."""
        if len(self.first.text()) < SHORTEST:
            return _("Choose a passphrase with at least {count} characters.").format(count=SHORTEST)
        return "" if self.passphrase else _("Repeat the passphrase.")

    def _go_on(self) -> None:
        """To the repetition, once there is something to repeat."""
        if self.first.text():
            self.second.setFocus()
        else:
            self._is_asked = True
            self._look()

    def _give(self) -> None:
        if self.passphrase:
            self.given.emit()

    def _leave(self, field: SecretField) -> None:
        self._left.add(field)
        self._look()

    def _look(self) -> None:
        text, again = self.first.text(), self.second.text()
        is_due = bool(text) and (self.first in self._left or bool(again))
        is_short = len(text) < SHORTEST and (is_due or self._is_asked)
        short = _("Use at least {count} characters.").format(count=SHORTEST) if is_short else ""
        is_typed = len(again) >= len(text) or self.second in self._left
        differs = _("The passphrases do not match.") if again and is_typed and again != text else ""
        self._strength.complain(short)
        self._differs.setText(differs)
        self._mark(self.first, bool(short))
        self._mark(self.second, bool(differs))
        if self.passphrase and self._same not in self.second.actions():
            self.second.addAction(self._same, QLineEdit.ActionPosition.TrailingPosition)
        elif not self.passphrase:
            self.second.removeAction(self._same)
        self.changed.emit()

    def _mark(self, field: QLineEdit, is_wrong: bool) -> None:
        """What is wrong with a field stands under that field, which has a frame in its colour."""
        if bool(field.property("wrong")) != is_wrong:
            field.setProperty("wrong", is_wrong)
            restyle(field)
