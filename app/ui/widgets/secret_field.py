"""A field for a passphrase, and the meter that says how strong it is.

Public names: `SecretField`, `StrengthMeter`.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.core.store.strength import WEAK, bits
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.gauges import StrengthBar
from app.ui.widgets.labels import label, restyle

FAIR, STRONG = 60, 75


class SecretField(QLineEdit):
    """Hidden while typed; the eye shows it. Never offered to input methods that learn."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName(name)
        self.setProperty("form", True)
        self.setEchoMode(QLineEdit.EchoMode.Password)
        self.setInputMethodHints(
            Qt.InputMethodHint.ImhSensitiveData | Qt.InputMethodHint.ImhNoPredictiveText
        )
        self._eye = QAction(theme.icon("eye", "t3"), _("Show"), self)
        self._eye.triggered.connect(self._toggle)
        self.addAction(self._eye, QLineEdit.ActionPosition.TrailingPosition)
        self.textChanged.connect(self._space)

    def hide_text(self) -> None:
        self._show(False)

    def _toggle(self) -> None:
        self._show(self.echoMode() == QLineEdit.EchoMode.Password)

    def _show(self, shown: bool) -> None:
        mode = QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password
        self.setEchoMode(mode)
        self._eye.setIcon(self._theme.icon("eye-off" if shown else "eye", "t3"))
        self._eye.setText(_("Hide") if shown else _("Show"))
        self._space()

    def _space(self) -> None:
        """Dots stand apart; words do not, such as the hint of an empty field."""
        dotted = bool(self.text()) and self.echoMode() == QLineEdit.EchoMode.Password
        if dotted != bool(self.property("dotted")):
            self.setProperty("dotted", dotted)
            restyle(self)


class StrengthMeter(QWidget):
    """Four pieces and a word for the passphrase in a field; nothing while that is empty.

    What is wrong with the passphrase stands in the place of the word, so that nothing below moves.
    """

    def __init__(self, theme: Theme, field: QLineEdit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bar = StrengthBar(theme)
        self._word = label("", "good")
        self._about = label("", "muted")
        self._field, self._trouble = field, ""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self._bar)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self._word)
        row.addWidget(self._about, 1)
        column.addLayout(row)
        field.textChanged.connect(self._show)
        self._show()

    @property
    def trouble(self) -> str:
        """What is said to be wrong with the passphrase."""
        return self._trouble

    def complain(self, trouble: str) -> None:
        """Say what is wrong with the passphrase; nothing if this is empty."""
        if trouble != self._trouble:
            self._trouble = trouble
            self._show()

    def _show(self) -> None:
        passphrase = self._field.text()
        strength = bits(passphrase)
        pieces, token, role, word = (
            (0, "err", "muted", _("At least six random words are hard to guess."))
            if not passphrase
            else (1, "err", "error", _("Weak"))
            if strength < WEAK
            else (2, "warn", "warning", _("Fair"))
            if strength < FAIR
            else (3, "ok", "good", _("Good"))
            if strength < STRONG
            else (4, "ok", "good", _("Strong"))
        )
        self._bar.show_pieces(pieces, token)
        about = _("about {bits} bits").format(bits=strength) if passphrase else ""
        if self._trouble:
            role, word, about = "error", self._trouble, ""
        self._word.setText(word)
        self._word.setProperty("role", role)
        restyle(self._word)
        self._about.setText(about)
        self.setAccessibleName(f"{self._trouble or word} {about}".strip())
