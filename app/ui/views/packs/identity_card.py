"""Who the person is to others who get their packs. Public name: `IdentityCard`."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.core.errors import AppError
from app.core.packs import identity
from app.core.packs.format.limits import NAME_CHARS
from app.core.packs.format.phrase import phrase
from app.core.packs.format.signing import Identity, fingerprint
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.packs.section import Section
from app.ui.widgets.buttons import Button
from app.ui.widgets.ident_icon import IdentIcon
from app.ui.widgets.labels import label
from app.ui.widgets.mono import mono
from app.ui.widgets.side_by_side import SideBySide
from app.ui.widgets.tips import plain_tip

WORDS = 320
"""Px that the name and the key have beside the buttons."""


class IdentityCard(Section):
    """Name, fingerprint and the two keys to hand out; `failed(error)` where that goes wrong."""

    failed = Signal(object)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        about = _("Every pack you export is signed with your key, so others know it is yours.")
        super().__init__(_("Your identity"), about, parent)
        self._context = context
        self._shown: tuple[bytes, str] | None = None
        self.name = QLineEdit()
        self.name.setAccessibleName(_("The name others know you by"))
        self.name.setPlaceholderText(_("The name others know you by"))
        self.name.setMaxLength(NAME_CHARS)
        self.name.setMaximumWidth(320)
        self.name.editingFinished.connect(self._rename)

    def refresh(self) -> None:
        """Show the key there is now; it is made with the first look."""
        vault = self._context.vault
        self._context.writes.write(
            self, _("Loading your key"), lambda: identity.mine(vault), self._show
        )

    def _show(self, me: Identity) -> None:
        if self._shown == (me.key, me.name):
            return
        self._shown = me.key, me.name
        self.name.setParent(None)
        self.show_lines([self._line(me)])

    def _line(self, me: Identity) -> QWidget:
        theme, print_ = self._context.theme, fingerprint(me.key)
        self.name.setText(me.name)
        who = QWidget()
        words = QVBoxLayout(who)
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(6)
        words.addWidget(label(_("Signed as"), "caption"))
        words.addWidget(self.name)
        words.addWidget(label(phrase(me.key), "secondary", wrap=True))
        words.addWidget(mono(theme, "  ".join(print_.split())))
        public = Button(theme, _("Copy public key"), size="small", icon="copy")
        public.clicked.connect(self._copy_public_key)
        recipient = Button(theme, _("Copy recipient key"), size="small", icon="key")
        recipient.setToolTip(plain_tip(_("Give it to anyone who wants to encrypt a pack for you.")))
        recipient.clicked.connect(self._copy_recipient_key)
        made = QWidget()
        row = QHBoxLayout(made)
        row.setContentsMargins(14, 12, 12, 12)
        row.setSpacing(14)
        row.addWidget(IdentIcon(theme, print_), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(SideBySide(theme, who, (public, recipient), WORDS), 1)
        return made

    def _rename(self) -> None:
        if self._shown is None or self.name.text().strip() == self._shown[1]:
            return
        vault, name, before = self._context.vault, self.name.text(), self._shown[1]

        def failed(error: AppError) -> None:
            self.name.setText(before)
            self.failed.emit(error)

        self._context.writes.write(
            self, _("Saving"), lambda: identity.rename(vault, name), failed=failed
        )

    def _copy_public_key(self) -> None:
        QGuiApplication.clipboard().setText(identity.mine(self._context.vault).key.hex())
        self._context.say.tell(_("Public key copied"))

    def _copy_recipient_key(self) -> None:
        code = identity.recipient_code(identity.mine(self._context.vault).key)
        QGuiApplication.clipboard().setText(code)
        self._context.say.tell(_("Recipient key copied"))
