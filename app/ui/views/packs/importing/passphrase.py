"""Asking for the passphrase of a pack. Public name: `PackPassphraseDialog`."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.core.errors import AppError
from app.core.packs.credentials import credentials
from app.core.packs.trust import Judgement
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.packs.importing.incoming import Outside, size_words
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.labels import label, restyle
from app.ui.widgets.secret_field import SecretField

WIDTH = 480


class PackPassphraseDialog(Dialog):
    """`given(passphrase)` each time the person tries one; closed by whoever asked."""

    given = Signal(str)

    def __init__(
        self, theme: Theme, outside: Outside, judgement: Judgement | None, parent: QWidget
    ) -> None:
        """`judgement` is None where only the contents tell who signed."""
        title, about = _("Open {file}").format(file=outside.path.name), _about(outside, judgement)
        super().__init__(theme, title, about, parent=parent, icon="lock")
        self.subtitle.setWordWrap(True)
        self.field = SecretField(theme, _("Passphrase of the pack"))
        self.field.setPlaceholderText(_("Passphrase"))
        self._wrong = label("", "error", wrap=True)
        self._wrong.hide()
        words = _("This pack is encrypted. The person who made it has its passphrase.")
        self.body.addWidget(label(words, "secondary", wrap=True))
        self.body.addWidget(self.field)
        self.cost = label(outside.cost, "caption", wrap=True)
        self.body.addWidget(self.cost)
        self.body.addWidget(self._wrong)
        cancel = Button(theme, _("Cancel"), size="large")
        cancel.clicked.connect(self.reject)
        self._open = Button(theme, _("Open"), "primary", size="large", icon="unlock")
        self._open.clicked.connect(self._give)
        self.footer.addStretch(1)
        self.footer.addWidget(cancel)
        self.footer.addWidget(self._open)
        self.field.textChanged.connect(self._show_state)
        self.setFixedWidth(WIDTH)
        self._show_state()
        self.field.setFocus()

    def refuse(self, error: AppError) -> None:
        """Say that it was not the one, and let the person try again."""
        hint = _(error.hint) if error.hint else ""
        self._wrong.setText(f"{error} {hint}".strip())
        self._wrong.show()
        self._mark_wrong(True)
        self._wait(False)
        self.field.selectAll()
        self.field.setFocus()
        self.adjustSize()

    def _give(self) -> None:
        if not self.field.text() or not self.field.isEnabled():
            return
        self._wait(True)
        self.given.emit(self.field.text())

    def _wait(self, waiting: bool) -> None:
        """Trying takes a moment on purpose."""
        self.field.setEnabled(not waiting)
        self._open.setEnabled(not waiting)
        self._open.setText(_("Opening…") if waiting else _("Open"))

    def _show_state(self) -> None:
        self._open.setEnabled(bool(self.field.text()))
        self._mark_wrong(False)

    def _mark_wrong(self, wrong: bool) -> None:
        self.field.setProperty("wrong", wrong)
        restyle(self.field)


def _about(outside: Outside, judgement: Judgement | None) -> str:
    """What can be known of a closed pack."""
    manifest = outside.envelope.manifest
    said = [manifest.name, manifest.version] if manifest is not None and manifest.name else []
    about = [" ".join(said)] if said else []
    about.append(size_words(outside.size))
    if judgement is not None:
        about.append(_("signed as {credentials}").format(credentials=credentials(judgement)))
    return " · ".join(about)
