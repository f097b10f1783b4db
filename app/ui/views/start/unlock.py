"""The screen of a locked vault: the passphrase, the recovery key, or a backup."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from app.core import vaults
from app.core.errors import AppError
from app.core.store.backup import Backup, Restored
from app.core.store.errors import DamagedVault, NoVault, WrongKey, WrongKeyFile
from app.core.vault import utc_now
from app.core.words import _
from app.ui.jobs import Job, Jobs
from app.ui.theme.theme import Theme
from app.ui.views.start.backups import BackupList
from app.ui.views.start.night_sky import NightSky
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label, restyle
from app.ui.widgets.moments import moment_said
from app.ui.widgets.progress_strip import ProgressStrip
from app.ui.widgets.refusal import Refusal
from app.ui.widgets.secret_field import SecretField
from app.ui.widgets.tick import Tick

FORM = 400


@dataclass(frozen=True, slots=True)
class Unlocked:
    """The key of a vault, whether to remember it, and whether the passphrase was forgotten."""

    home: Path
    data_key: bytes
    remember: bool
    by_recovery_key: bool


class Unlock(QWidget):
    """`unlocked(Unlocked)` with the data key of the vault in `home`."""

    unlocked = Signal(object)

    def __init__(self, theme: Theme, jobs: Jobs, home: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._jobs, self._home = theme, jobs, home
        self._job: Job | None = None
        self.passphrase = SecretField(theme, _("Passphrase"))
        self.recovery = QLineEdit()
        self.recovery.setAccessibleName(_("Recovery key"))
        self.recovery.setProperty("form", True)
        self.recovery.setPlaceholderText("XXXX-XXXX XXXX-XXXX XXXX-XXXX XXXX-XXXX")
        self.recovery.setFont(theme.mono(13))
        self.remember = Tick(_("Remember on this computer"))
        self.trouble = Refusal(lines=2)
        self.go = Button(theme, _("Unlock"), "primary", size="large")
        self.other = Button(theme, "", "link")
        self.restore = Button(theme, _("Restore a backup"), "link")
        self.backups = BackupList(theme, jobs, home)
        self._by_recovery_key = False
        self._place()
        self.passphrase.returnPressed.connect(self._start)
        self.recovery.returnPressed.connect(self._start)
        for field in (self.passphrase, self.recovery):
            field.textEdited.connect(self._on_edited)
        self.go.clicked.connect(self._start)
        self.other.clicked.connect(self._switch)
        self.restore.clicked.connect(self.show_backups)
        self.backups.restored.connect(self._on_restored)
        self.backups.left.connect(self.show_form)
        jobs.ended.connect(self._on_ended)
        self._show_way()

    def _place(self) -> None:
        form = QVBoxLayout()
        form.setSpacing(0)
        form.addWidget(label(_("Unlock your vault"), "welcome"))
        form.addSpacing(4)
        self._about = label(_("One passphrase opens everything."), "muted")
        form.addWidget(self._about)
        form.addSpacing(20)
        self._name = label("", "secondary")
        form.addWidget(self._name)
        form.addSpacing(7)
        form.addWidget(self.passphrase)
        form.addWidget(self.recovery)
        form.addSpacing(7)
        form.addWidget(self.trouble)
        form.addSpacing(12)
        form.addWidget(self.remember)
        form.addSpacing(20)
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addWidget(self.go)
        row.addWidget(self.other)
        row.addWidget(self.restore)
        row.addStretch(1)
        form.addLayout(row)
        form.addSpacing(16)
        form.addWidget(ProgressStrip(self._theme, self._jobs))
        page = QWidget()
        page.setLayout(form)
        for part in (self.remember, self._about):
            part.ensurePolished()
        sides = form.contentsMargins()
        widest = max(self.remember.sizeHint().width(), self._about.sizeHint().width())
        wanted = widest + sides.left() + sides.right()
        page.setFixedWidth(max(FORM, wanted))  # large text takes more
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        self._sky = NightSky(self._theme)
        whole.addWidget(self._sky)
        self._pages = QStackedLayout()
        whole.addLayout(self._pages, 1)
        for widget in (page, self.backups):
            holder = QWidget()
            column = QVBoxLayout(holder)
            column.addStretch(2)
            # Not by alignment: its height would be that for the width of the whole holder.
            centred = QHBoxLayout()
            centred.addStretch(1)
            centred.addWidget(widget)
            centred.addStretch(1)
            column.addLayout(centred)
            column.addStretch(3)
            self._pages.addWidget(holder)

    def show_backups(self) -> None:
        """The list of backups in the place of the form."""
        self.backups.refresh()
        self._pages.setCurrentIndex(1)

    def show_form(self) -> None:
        self._pages.setCurrentIndex(0)
        self._field.setFocus()

    def explain(self, error: AppError) -> None:
        """Say why the vault did not open; a damaged one leads to the backups."""
        damaged = isinstance(error, DamagedVault | NoVault)
        # Where only the key file is wrong, a backup is not the first thing to try.
        hinted = not damaged or isinstance(error, WrongKeyFile)
        self.trouble.say(f"{error} {error.hint if hinted else ''}".strip())
        self.restore.setVisible(damaged)
        self._mark(wrong=isinstance(error, WrongKey))
        self._field.selectAll()
        self._field.setFocus()

    @property
    def _field(self) -> QLineEdit:
        return self.recovery if self._by_recovery_key else self.passphrase

    def _switch(self) -> None:
        self._by_recovery_key = not self._by_recovery_key
        self._show_way()
        self._field.setFocus()

    def _show_way(self) -> None:
        recovering = self._by_recovery_key
        self.passphrase.setVisible(not recovering)
        self.recovery.setVisible(recovering)
        self._name.setText(_("Recovery key") if recovering else _("Passphrase"))
        self._about.setText(
            _("You will choose a new passphrase next.")
            if recovering
            else _("One passphrase opens everything.")
        )
        self.other.setText(_("Use the passphrase") if recovering else _("Use the recovery key"))
        self.trouble.say("")
        self.restore.hide()
        self._mark(wrong=False)

    def _mark(self, *, wrong: bool) -> None:
        self._field.setProperty("wrong", wrong)
        restyle(self._field)

    def _on_edited(self) -> None:
        """What was wrong is not what is written now; of the vault it still is."""
        if self._field.property("wrong"):
            self._forget_trouble()

    def _forget_trouble(self) -> None:
        self.trouble.hide()  # its room stays while this is tried
        self._mark(wrong=False)

    def _start(self) -> None:
        typed, home, recovering = self._field.text(), self._home, self._by_recovery_key
        if not typed or self._job is not None:
            return
        self._forget_trouble()
        self._set_busy(True)
        self._job = self._jobs.start(
            self,
            _("Unlocking"),
            lambda _job: vaults.unlock(
                home,
                passphrase=None if recovering else typed,
                recovery_key=typed if recovering else None,
            ),
            self._finish,
            self._fail,
        )

    def _finish(self, data_key: bytes) -> None:
        self.passphrase.clear()
        self.recovery.clear()
        self.passphrase.hide_text()
        remember = self.remember.isChecked()
        self.unlocked.emit(Unlocked(self._home, data_key, remember, self._by_recovery_key))

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, AppError):
            raise error
        self.explain(error)

    def _on_ended(self, job: Job) -> None:
        if job is self._job:
            self._job = None
            self._set_busy(False)

    def _set_busy(self, busy: bool) -> None:
        for widget in (self.go, self.other, self.passphrase, self.recovery):
            widget.setEnabled(not busy)

    def _on_restored(self, backup: Backup, done: Restored) -> None:
        self.show_form()
        self._show_way()
        said = (
            _("The backup from {day} was restored. It opens with the passphrase you had then.")
            if done.key_file_too
            else _("The backup from {day} was restored. Unlock it as usual.")
        )
        self._about.setText(said.format(day=moment_said(backup.at, utc_now())))

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._sky.fit(self.width())
