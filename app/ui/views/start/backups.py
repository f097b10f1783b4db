"""The backups of a vault that does not open, and putting one in its place."""

from pathlib import Path

from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.core import vaults
from app.core.errors import AppError
from app.core.store.backup import Backup
from app.core.vault import utc_now
from app.core.words import _
from app.ui.jobs import Jobs
from app.ui.theme.theme import Theme
from app.ui.widgets.banner import Banner
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label
from app.ui.widgets.moments import moment

SIZE = (460, 260)


class BackupList(QWidget):
    """`restored(Backup, Restored)` when one is in place; `left` to go back without."""

    restored = Signal(object, object)
    left = Signal()

    def __init__(self, theme: Theme, jobs: Jobs, home: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._home = jobs, home
        self._backups: tuple[Backup, ...] = ()
        self.list = QListWidget()
        self.list.setAccessibleName(_("Backups, newest first"))
        self.list.setMinimumSize(*SIZE)
        self.list.setProperty("card", "well")
        self.banner = Banner(theme)
        self.back = Button(theme, _("Back"))
        self.go = Button(theme, _("Restore this backup"), "primary")
        self.back.clicked.connect(self.left)
        self.go.clicked.connect(self._start)
        self.list.itemActivated.connect(self._start)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addWidget(label(_("Restore a backup"), "welcome"))
        column.addWidget(
            label(_("The damaged files are kept in a separate folder beside the vault."), "muted")
        )
        column.addWidget(self.banner)
        column.addWidget(self.list)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.back)
        row.addWidget(self.go)
        column.addLayout(row)

    def refresh(self) -> None:
        """Look into the folder again."""
        self._backups = vaults.backups(self._home)
        self.list.clear()
        for backup in self._backups:
            self.list.addItem(QListWidgetItem(backup_text(backup)))
        self.list.setCurrentRow(0)
        self.go.setEnabled(bool(self._backups))
        self.banner.setVisible(False)
        if not self._backups:
            self.banner.say(
                _("There are no backups in the vault's folder."), "warn", closable=False
            )

    def _start(self) -> None:
        backup = self._backups[self.list.currentRow()]
        self.go.setEnabled(False)
        self._jobs.start(
            self,
            _("Restoring the backup"),
            lambda _job: vaults.restore(self._home, backup),
            lambda done: self.restored.emit(backup, done),
            self._explain,
        )

    def _explain(self, error: Exception) -> None:
        if not isinstance(error, AppError):
            raise error
        self.go.setEnabled(True)
        self.banner.explain(error)


def backup_text(backup: Backup) -> str:
    """When it was made and how large it is, as people of this place write it."""
    size = QLocale().formattedDataSize(backup.size, 1, QLocale.DataSizeFormat.DataSizeSIFormat)
    return f"{moment(backup.at, utc_now())}   {size}"
