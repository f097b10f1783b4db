"""One folder in the list of folders. Public name: `FolderRow`."""

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from app.core.mirror.folders import Mode
from app.core.mirror.overview import FolderLook
from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.views.agents.choosable_row import ChoosableRow
from app.ui.views.agents.signs import Sign, listed, said_path
from app.ui.widgets.button_menu import ButtonMenu
from app.ui.widgets.buttons import Button
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import label
from app.ui.widgets.pressable import ToolButton

HEIGHT = 44
MARK, SIGN, CHEVRON = 16, 14, 12
MODES = {
    Mode.LINKED: "link",
    Mode.COPIES: "copy",
    Mode.LINKS: "external",
    Mode.MIRROR: "file",
    None: "minus",
}


def mode_words(mode: Mode | None) -> str:
    return {
        Mode.LINKED: _("Linked"),
        Mode.COPIES: _("Copies"),
        Mode.LINKS: _("Links"),
        Mode.MIRROR: _("Mirror"),
        None: _("Off"),
    }[mode]


class FolderRow(ChoosableRow):
    """`mode_wanted(Mode or None)` from its menu, and `link_wanted` by its button or Enter."""

    mode_wanted = Signal(object)
    link_wanted = Signal()

    def __init__(self, theme: Theme, look: FolderLook, sign: Sign) -> None:
        super().__init__(theme)
        self.look = look
        self._mark, self._sign = QLabel(), QLabel()
        self._path = Elided(role="name", cut=Qt.TextElideMode.ElideMiddle)
        self._readers = Elided(role="caption")
        self.mode = _ModeButton(theme)
        self.mode.setProperty("kind", "quiet")
        self.mode.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.mode.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.mode.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._modes = self._made_menu()
        self._count = label("", "body")
        self._count.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        self._state = Elided(role="secondary")
        self.link = Button(theme, _("Link…"), size="small")
        self.link.clicked.connect(self.link_wanted)
        self._lay_out()
        self.show_look(look, sign)
        theme.changed.connect(self._scale)

    def show_look(self, look: FolderLook, sign: Sign) -> None:
        """The same folder, as it is now."""
        self.look, self._shown = look, sign
        path = said_path(look.path)
        who = listed(look.clients) or _("folders with a SKILL.md")
        mode = look.folder.mode if look.folder is not None else None
        count = len(look.skills) if look.folder is not None and look.is_there else look.found
        self._path.setText(path)
        self._readers.setText(who)
        self.mode.setText(mode_words(mode))
        self.mode.setAccessibleName(
            _("Mode of {folder}: {mode}").format(folder=path, mode=mode_words(mode))
        )
        self._count.setText(str(count))
        self._state.setText(sign.words)
        self.link.setVisible(look.folder is None)
        self.link.setAccessibleName(_("Link {folder}…").format(folder=path))
        skills = ngettext("{count} skill", "{count} skills", count).format(count=count)
        said = (path, who, mode_words(mode), skills, sign.words)
        self.setAccessibleName(_(", ").join(said))
        self._show_mode(mode)
        self._scale()

    def _lay_out(self) -> None:
        end = QWidget()
        end.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(end)
        row.setContentsMargins(6, 0, 0, 0)
        row.setSpacing(7)
        row.addWidget(self._sign)
        row.addWidget(self._state, 1)
        row.addWidget(self.link)
        grid = QGridLayout(self)
        grid.setContentsMargins(15, 4, 15, 4)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(0)
        grid.addWidget(self._mark, 0, 0, 2, 1, Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(self._path, 0, 1)
        grid.addWidget(self._readers, 1, 1)
        grid.addWidget(self.mode, 0, 2, 2, 1, Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(self._count, 0, 3, 2, 1)
        grid.addWidget(end, 0, 4, 2, 1)
        grid.setColumnStretch(1, 4)
        grid.setColumnStretch(4, 3)

    def _made_menu(self) -> dict[Mode | None, QAction]:
        menu = ButtonMenu(self.mode)
        made = {}
        for mode, icon in MODES.items():
            action = made[mode] = menu.addAction(self._theme.icon(icon), _about(mode))
            action.setCheckable(True)
            action.triggered.connect(partial(self._on_mode, mode))
        self.mode.setMenu(menu)
        return made

    def _show_mode(self, now: Mode | None) -> None:
        for mode, action in self._modes.items():
            action.setChecked(mode is now)
            turns = None not in (mode, now) and (mode is Mode.MIRROR) is not (now is Mode.MIRROR)
            action.setVisible(not turns)  # a mirror is unlinked before it is something else
        self.mode.setIcon(self._theme.icon(MODES[now], "t2"))

    def _on_mode(self, mode: Mode | None, *_checked: object) -> None:
        now = self.look.folder.mode if self.look.folder is not None else None
        if mode is not now:
            self.mode_wanted.emit(mode)
        self._show_mode(now)

    def _scale(self) -> None:
        scaled, scale = self._theme.scaled, self.devicePixelRatioF()
        mark = "acc" if self._is_chosen else "t3"
        self._mark.setPixmap(self._theme.pixmap("folder", mark, scaled(MARK), scale))
        self._sign.setPixmap(self._drawn(self._shown, scaled(SIGN), scale))
        self.mode.setIconSize(QSize(scaled(SIGN), scaled(SIGN)))
        self.mode.setFixedWidth(self._widest_mode() + 2 * scaled(SIGN) + 26)
        self._count.setFixedWidth(self._count.fontMetrics().horizontalAdvance("00,000"))
        self.setMinimumHeight(scaled(HEIGHT))
        self.update()

    def _widest_mode(self) -> int:
        metrics = self.mode.fontMetrics()
        return max(metrics.horizontalAdvance(mode_words(mode)) for mode in MODES)

    def _drawn(self, sign: Sign, side: int, scale: float) -> QPixmap:
        return self._theme.pixmap(sign.icon, sign.colour, side, scale)

    def _entered(self) -> None:
        if self.look.folder is None:
            self.link_wanted.emit()

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Menu:
            self.mode.showMenu()
        else:
            super().keyPressEvent(event)


class _ModeButton(ToolButton):
    """With a chevron behind its words, for a menu opens."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        side = self._theme.scaled(CHEVRON)
        mark = self._theme.pixmap("chevron-down", "t3", side, self.devicePixelRatioF())
        left = 6 if self.isRightToLeft() else self.width() - side - 6
        QPainter(self).drawPixmap(left, (self.height() - side) // 2, mark)


def _about(mode: Mode | None) -> str:
    """A mode with what it does."""
    return {
        Mode.LINKED: _("Linked: followed both ways"),
        Mode.COPIES: _("Copies: chosen skills are copied there"),
        Mode.LINKS: _("Links: chosen skills are symbolic links there"),
        Mode.MIRROR: _("Mirror: all skills are written there and read back"),
        None: _("Off: not followed; files and skills stay"),
    }[mode]
