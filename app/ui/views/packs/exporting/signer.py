"""Whose signature a pack gets; asks for the name before there is one. Public name: `Signer`."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from app.core.packs.format.limits import NAME_CHARS
from app.core.packs.format.names import plain
from app.core.packs.format.phrase import phrase
from app.core.packs.format.signing import Identity, fingerprint
from app.core.words import _
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import label

WIDEST = 340


class Signer(QWidget):
    """`changed` with every keystroke; `name` is what was typed, kept by whoever exports."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._me: Identity | None = None
        self.field = QLineEdit()
        self.field.setAccessibleName(_("The name others know you by"))
        self.field.setPlaceholderText(_("Your name, or your organisation's"))
        self.field.setMaxLength(NAME_CHARS)
        self.field.setMaximumWidth(WIDEST)
        asked = _("Used in every pack from now on. You can change it on the Packs page.")
        self.asking = QWidget()
        """The field for a name, for where the rest is asked for; hidden once there is one."""
        form = QVBoxLayout(self.asking)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(5)
        about = label(asked, "caption", wrap=True)
        for part in (label(_("Sign as"), "secondary"), self.field, about):
            form.addWidget(part)
        self.asking.hide()
        self._signed, self._about = Elided(role="name"), Elided(role="caption")
        self._print = Elided(role="caption")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        for part in (self._signed, self._about, self._print):
            column.addWidget(part)
            part.hide()
        self.field.textChanged.connect(self.changed)

    @property
    def name(self) -> str:
        """What was typed, as it would be kept; empty where the name is known already."""
        return plain(self.field.text()) if self._me is not None and not self._me.name else ""

    def missing(self) -> str:
        """What has yet to be given, in a sentence; empty when nothing."""
        if self._me is None or self._me.name or self.name:
            return ""
        return _("Enter who signs the pack: the name others know you by.")

    def show_identity(self, me: Identity) -> None:
        """The name with the words and figures of the key, or a field where there is no name."""
        self._me = me
        self.asking.setVisible(not me.name)
        self._signed.setText(_("Signed by {name}").format(name=me.name))
        self._about.setText(phrase(me.key))
        self._print.setText(fingerprint(me.key))
        for part in (self._signed, self._about, self._print):
            part.setVisible(bool(me.name))
        self.changed.emit()
