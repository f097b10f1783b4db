"""The ways into the vault, changed from inside: a new passphrase, the system's keychain."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core import vaults
from app.core.errors import AppError
from app.core.store.errors import WrongKey
from app.core.words import _
from app.ui.context import AppContext
from app.ui.widgets.banner import Banner
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label, restyle
from app.ui.widgets.new_passphrase import NewPassphrase
from app.ui.widgets.refusal import Refusal
from app.ui.widgets.secret_field import SecretField
from app.ui.widgets.switch import Switch


class ChangePassphrase(QWidget):
    """A form that opens in place. `changed` when the new passphrase is in force."""

    changed = Signal()

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._ask_old = context, True
        self.old = SecretField(context.theme, _("Current passphrase"))
        self.new = NewPassphrase(context.theme)
        self._wrong = Refusal()
        self.banner = Banner(context.theme)
        self.go = Button(context.theme, _("Change the passphrase"), "primary")
        column = QVBoxLayout(self)
        column.setSpacing(7)
        column.addWidget(self.banner)
        self._old_name = label(_("Current passphrase"), "secondary")
        column.addWidget(self._old_name)
        column.addWidget(self.old)
        column.addWidget(self._wrong)
        column.addWidget(self.new)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.go)
        column.addLayout(row)
        self.new.changed.connect(self._look)
        self.old.textChanged.connect(self._look)
        self.old.textChanged.connect(lambda: self._say_wrong(""))
        self.go.clicked.connect(self._start)
        self.old.returnPressed.connect(self.new.first.setFocus)
        self.new.given.connect(self.go.click)
        self._look()

    def forget_old(self) -> None:
        """Do not ask for the present passphrase: its owner came in with the recovery key."""
        self._ask_old = False
        self._old_name.hide()
        self.old.hide()
        self.banner.say(_("Choose a new passphrase now."), "info", closable=False)
        self._look()

    def _look(self) -> None:
        known = bool(self.old.text()) or not self._ask_old
        self.go.setEnabled(known and bool(self.new.passphrase))

    def _start(self) -> None:
        vault, old, new = self._context.vault, self.old.text(), self.new.passphrase
        ask_old = self._ask_old

        def work(_job: object) -> None:
            if ask_old:
                vaults.unlock(vault.home.folder, passphrase=old)
            vault.change_passphrase(new)

        self.go.setEnabled(False)
        self.banner.hide()
        self._context.jobs.start(
            self, _("Changing the passphrase"), work, self._finish, self._explain
        )

    def _finish(self, _nothing: None) -> None:
        for field in (self.old, self.new.first, self.new.second):
            field.clear()
        self.changed.emit()

    def _explain(self, error: Exception) -> None:
        if not isinstance(error, AppError):
            raise error
        self._look()
        if isinstance(error, WrongKey):
            self._say_wrong(str(error))
            self.old.selectAll()
            self.old.setFocus()
        else:
            self.banner.explain(error)

    def _say_wrong(self, why: str) -> None:
        self._wrong.say(why)
        self.old.setProperty("wrong", bool(why))
        restyle(self.old)


class Remember(Switch):
    """Whether the system's keychain holds the key. Asking it may take a while: a job."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context.theme, "", parent)
        self._context = context
        self.setAccessibleName(_("Remember on this computer"))
        self.setEnabled(False)
        self.clicked.connect(self._change)

    def look(self) -> None:
        """Ask the keychain now."""
        home = self._context.vault.home.folder
        self._context.jobs.start(
            self,
            _("Checking the keychain"),
            lambda _job: vaults.remembered(home) is not None,
            self._show,
        )

    def _show(self, remembered: bool) -> None:
        self.setChecked(remembered)
        self.setEnabled(True)

    def _change(self, wanted: bool) -> None:
        vault = self._context.vault

        def work(_job: object) -> bool:
            if wanted:
                vault.remember_on_this_computer()
            else:
                vaults.forget(vault.home.folder)
            return wanted

        self.setEnabled(False)
        self._context.jobs.start(self, _("Checking the keychain"), work, self._show, self._explain)

    def _explain(self, error: Exception) -> None:
        self._show(False)
        self._context.jobs.explain(self, error, self._context.say.explain)
