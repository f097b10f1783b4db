"""The first screen of a new person: make a vault, begin with something real."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.core import vaults
from app.core.errors import AppError
from app.core.packs.demos import Demo
from app.core.store.files import Home
from app.core.words import _, ngettext
from app.ui.jobs import Job, Jobs
from app.ui.theme.focus import lead_to
from app.ui.theme.theme import Theme
from app.ui.views.start.demo_choice import DemoChoice
from app.ui.views.start.night_sky import NightSky
from app.ui.views.start.recovery import RecoveryKey
from app.ui.widgets.banner import Banner
from app.ui.widgets.buttons import Button
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import label, rule
from app.ui.widgets.new_passphrase import NewPassphrase
from app.ui.widgets.progress_strip import ProgressStrip
from app.ui.widgets.tick import Tick
from app.ui.widgets.tips import plain_tip

MARGIN, GAP = 56, 40
"""Px beside what is written, and between its columns."""
BELOW = 40
"""Px below a field that is written in, for what is said of it."""


@dataclass(frozen=True, slots=True)
class Created:
    """A vault that was just made, and what its owner wants in it."""

    home: Path
    data_key: bytes
    remember: bool
    demos: tuple[Demo, ...]


class Welcome(QWidget):
    """`created(Created)` once there is a vault; `chosen(folder)` for one that exists already."""

    created = Signal(object)
    chosen = Signal(object)

    def __init__(
        self,
        theme: Theme,
        jobs: Jobs,
        home: Path,
        demos: Sequence[Demo],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._jobs, self.home = jobs, home
        self._job: Job | None = None
        self._was_ready = False
        self.passphrase = NewPassphrase(theme)
        self.remember = Tick(_("Remember on this computer"))
        self.recovery = RecoveryKey(theme)
        self.demos = DemoChoice(theme, demos)
        self._where = Elided("", "muted", Qt.TextElideMode.ElideMiddle, modest=True)
        self.banner = Banner(theme)
        self.only = Button(theme, _("Vault only"), size="large")
        self.make = Button(theme, "", "primary", size="large")
        self._missing = Elided("", "caption")
        """Has its line also while there is nothing in it: the buttons do not move."""
        self._missing.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._form = QWidget()
        self._scroll = QScrollArea()
        self._foot = QVBoxLayout()
        self._place(theme)
        self.passphrase.changed.connect(self._look)
        self.passphrase.given.connect(self._go_on)
        self.recovery.changed.connect(self._look)
        self.demos.changed.connect(self._look)
        self.make.clicked.connect(self._create_with_demos)
        self.only.clicked.connect(self._create_empty)
        jobs.ended.connect(self._on_ended)
        self._scroll.verticalScrollBar().rangeChanged.connect(self._align_foot)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._show_whole)
        self._show_home()
        self._look()

    def _place(self, theme: Theme) -> None:
        page = QVBoxLayout(self._form)
        page.setContentsMargins(MARGIN, 50, MARGIN, 24)
        page.setSpacing(0)
        page.addLayout(self._steps(theme))
        page.addSpacing(42)
        page.addWidget(self.banner)
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._columns.setSpacing(GAP)
        self._parts = (self._vault_column(theme), self._skills_column())
        for part in self._parts:
            self._columns.addLayout(part, 1)
        page.addLayout(self._columns)
        page.addStretch(1)
        self._scroll.setWidget(self._form)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(0)
        right.addWidget(self._scroll, 1)
        self._fill_foot(theme)
        right.addLayout(self._foot)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._sky = NightSky(theme)
        row.addWidget(self._sky)
        row.addLayout(right, 1)

    def _steps(self, theme: Theme) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(9)
        for number, name in ((1, _("Vault")), (2, _("First skills"))):
            badge = QLabel(str(number))
            badge.setObjectName("stepBadge")
            badge.setProperty("current", number == 1)
            badge.setAlignment(Qt.AlignmentFlag.AlignCenter)
            side = 2 * theme.font(10).pixelSize()
            badge.setFixedSize(side, side)
            row.addWidget(badge)
            row.addWidget(label(name, "name"))
            if number == 1:
                dash = rule()
                dash.setFixedWidth(26)
                row.addSpacing(12)
                row.addWidget(dash)
                row.addSpacing(12)
        row.addStretch(1)
        existing = Button(theme, _("Open an existing vault"), "link")
        existing.clicked.connect(self._ask_existing)
        row.addWidget(existing)
        return row

    def _vault_column(self, theme: Theme) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(label(_("Create your vault"), "welcome"))
        column.addSpacing(4)
        column.addWidget(label(_("One passphrase opens everything."), "muted", wrap=True))
        column.addSpacing(20)
        column.addWidget(self.passphrase)
        column.addSpacing(6)
        column.addWidget(self.remember)
        said = label(
            _("Unlocks with your system keychain. You can turn it off any time."),
            "muted",
            wrap=True,
        )
        said.setContentsMargins(theme.scaled(24), 2, 0, 0)
        column.addWidget(said)
        column.addSpacing(24)
        column.addWidget(self.recovery)
        column.addSpacing(22)
        where = QHBoxLayout()
        where.setSpacing(8)
        folder = QLabel()
        folder.setPixmap(theme.pixmap("folder", "t3", theme.scaled(14), self.devicePixelRatioF()))
        where.addWidget(folder)
        where.addWidget(self._where)
        change = Button(theme, _("Change"), "link")
        change.setAccessibleName(_("Change the folder"))
        change.clicked.connect(self._ask_folder)
        where.addWidget(change)
        where.addStretch(1)
        column.addLayout(where)
        column.addStretch(1)
        return column

    def _skills_column(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(label(_("Start with something real"), "welcome"))
        column.addSpacing(4)
        column.addWidget(label(_("You can remove all of it later."), "muted"))
        column.addSpacing(20)
        column.addWidget(self.demos)
        column.addStretch(1)
        return column

    def _fill_foot(self, theme: Theme) -> None:
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(ProgressStrip(theme, self._jobs))
        row.addStretch(1)
        row.addWidget(self.only)
        row.addWidget(self.make)
        self._foot.setSpacing(6)
        self._foot.addWidget(self._missing)
        self._foot.addLayout(row)
        self._align_foot(0, 0)

    def _align_foot(self, _low: int, high: int) -> None:
        """The buttons end where the columns do, beside a scroll bar too."""
        bar = self._scroll.verticalScrollBar().sizeHint().width() if high else 0
        self._foot.setContentsMargins(MARGIN, 6, MARGIN + bar, 32)

    def _show_whole(self, _before: QWidget | None, now: QWidget | None) -> None:
        """A field that was clicked where it is half in sight; a button would go from under the
        mouse."""
        if isinstance(now, QLineEdit) and self._form.isAncestorOf(now):
            self._scroll.ensureWidgetVisible(now, 0, BELOW)

    def _fit(self) -> None:
        """The columns side by side, or one below the other where there is little room."""
        self._sky.fit(self.width())
        room = self.width() - (self._sky.width() if not self._sky.isHidden() else 0) - 2 * MARGIN
        needed = sum(part.minimumSize().width() for part in self._parts) + GAP
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._columns.setDirection(across if room >= needed else down)

    def _go_on(self) -> None:
        """The next thing that is still to be done."""
        if self.make.isEnabled():
            self.make.click()
        else:
            lead_to(self.recovery.safe)

    def _look(self) -> None:
        """What can be pressed now, and what the buttons promise."""
        ready = bool(self.passphrase.passphrase)
        if ready != self._was_ready:
            self._was_ready = ready
            self.recovery.unveil(ready)
        free = ready and self.recovery.kept and self._job is None
        count = self.demos.skills
        said = ngettext(
            "Create vault and add {count} skill", "Create vault and add {count} skills", count
        )
        self.make.setText(said.format(count=count) if count else _("Create vault"))
        self.only.setVisible(bool(count))
        why = "" if free or self._job is not None else self._what_is_missing()
        for button in (self.make, self.only):
            button.setEnabled(free)
            button.setToolTip(plain_tip(why))
        self._missing.setText(why)

    def _what_is_missing(self) -> str:
        if not self.passphrase.passphrase:
            return _("Choose and repeat a passphrase first.")
        return _("Put the recovery key somewhere safe first, then tick the box.")

    def _show_home(self) -> None:
        folder = str(self.home)
        if folder.startswith(str(Path.home())):
            folder = "~" + folder.removeprefix(str(Path.home()))
        self._where.setText(_("Stored in {folder}").format(folder=folder))

    def _ask_folder(self) -> None:
        dialog = QFileDialog(self, _("Choose a folder for the vault"), str(self.home.parent))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(self.use_folder)
        dialog.open()

    def _ask_existing(self) -> None:
        dialog = QFileDialog(self, _("Open a vault folder"), str(self.home.parent))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(self.open_existing)
        dialog.open()

    def use_folder(self, folder: str) -> None:
        """Make the vault there; a folder with other things in it gets one of its own inside."""
        home = Path(folder)
        if home.is_dir() and any(home.iterdir()):
            home /= "Techne"
        self.home = home
        self._show_home()

    def open_existing(self, folder: str) -> None:
        """Unlock the vault of that folder instead of making one."""
        for home in (Path(folder), Path(folder) / "Techne"):
            if Home(home).has_vault:
                self.chosen.emit(home)
                return
        said = _("There is no vault in that folder. Choose the one that contains “vault.db”.")
        self.banner.say(said, "warn")

    def _create_with_demos(self) -> None:
        self._start(self.demos.chosen)

    def _create_empty(self) -> None:
        self._start(())

    def _start(self, demos: tuple[Demo, ...]) -> None:
        home, remember = self.home, self.remember.isChecked()
        passphrase, recovery = self.passphrase.passphrase, self.recovery.written
        self.banner.hide()
        self._job = self._jobs.start(
            self,
            _("Creating the vault"),
            lambda _job: vaults.create(home, passphrase, recovery)[0],
            lambda data_key: self.created.emit(Created(home, data_key, remember, demos)),
            self._explain,
        )
        self._look()

    def _explain(self, error: Exception) -> None:
        if not isinstance(error, AppError):
            raise error
        self.banner.explain(error)

    def _on_ended(self, job: Job) -> None:
        if job is self._job:
            self._job = None
            self._look()

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter that no field or button wanted."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.make.click()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
