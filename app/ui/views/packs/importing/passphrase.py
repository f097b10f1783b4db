"""Asking for the passphrase of a pack. Public names: `PassphraseForm`, `PassphraseDialog`."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.errors import AppError
from app.core.packs.credentials import credentials
from app.core.packs.trust import Judgement
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.packs.importing.incoming import Outside, size_words
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.labels import label, restyle
from app.ui.widgets.refusal import Refusal
from app.ui.widgets.secret_field import SecretField

WIDTH = 480


class PassphraseForm(QWidget):
    """`given(passphrase)` each time the person tries one, by Enter or by the button `open`."""

    given = Signal(str)

    def __init__(self, theme: Theme, outside: Outside, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = SecretField(theme, _("Passphrase of the pack"))
        self.field.setPlaceholderText(_("Passphrase"))
        self.open = Button(theme, _("Open"), "primary", size="large", icon="unlock")
        self.cost = label(outside.cost, "caption", wrap=True)
        self._wrong = Refusal(lines=2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        words = _("This pack is encrypted. Enter the passphrase that was chosen for it.")
        column.addWidget(label(words, "secondary", wrap=True))
        column.addWidget(self.field)
        column.addWidget(self._wrong)
        column.addWidget(self.cost)
        self.field.textChanged.connect(self._show_state)
        self.field.returnPressed.connect(self._give)
        self.open.clicked.connect(self._give)
        self.setFocusProxy(self.field)
        self._show_state()

    def refuse(self, error: AppError) -> None:
        """Say that it was not the one, and let the person try again."""
        hint = _(error.hint) if error.hint else ""
        self._wait(False)
        self._say_wrong(f"{error} {hint}".strip())
        self.field.selectAll()
        self.field.setFocus()

    def _give(self) -> None:
        if not self.field.text() or not self.field.isEnabled():
            return
        self._wait(True)
        self.given.emit(self.field.text())

    def _wait(self, waiting: bool) -> None:
        """Trying takes a moment on purpose."""
        self.field.setEnabled(not waiting)
        self.open.setEnabled(not waiting)
        self.open.setText(_("Opening…") if waiting else _("Open"))

    def _show_state(self) -> None:
        self.open.setEnabled(bool(self.field.text()))
        self._say_wrong("")

    def _say_wrong(self, why: str) -> None:
        self._wrong.say(why)
        self.field.setProperty("wrong", bool(why))
        restyle(self.field)


class PassphraseDialog(Dialog):
    """The form for one pack alone; closed by whoever asked."""

    def __init__(
        self, theme: Theme, outside: Outside, judgement: Judgement | None, parent: QWidget
    ) -> None:
        """`judgement` is None where only the contents tell who signed."""
        title, about = _("Open {file}").format(file=outside.path.name), _about(outside, judgement)
        super().__init__(theme, title, about, parent=parent, icon="lock")
        self.subtitle.setWordWrap(True)
        self.form = PassphraseForm(theme, outside)
        self.body.addWidget(self.form)
        cancel = Button(theme, _("Cancel"), size="large")
        cancel.clicked.connect(self.reject)
        self.footer.addStretch(1)
        self.footer.addWidget(cancel)
        self.footer.addWidget(self.form.open)
        self.keep_width(WIDTH)
        self.form.setFocus()

    def refuse(self, error: AppError) -> None:
        self.form.refuse(error)
        self.adjustSize()


def _about(outside: Outside, judgement: Judgement | None) -> str:
    """What can be known of a closed pack."""
    manifest = outside.envelope.manifest
    said = [manifest.name, manifest.version] if manifest is not None and manifest.name else []
    about = [" ".join(said)] if said else []
    about.append(size_words(outside.size))
    if judgement is not None:
        about.append(_("signed as {credentials}").format(credentials=credentials(judgement)))
    return " · ".join(about)
