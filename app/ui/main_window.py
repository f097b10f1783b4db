"""The one window: a screen before the vault is open, everything else after."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QScreen, QShowEvent
from PySide6.QtWidgets import QDialog, QMainWindow, QVBoxLayout, QWidget
from shiboken6 import delete, isValid

from app.core.errors import AppError
from app.core.library import undoing
from app.ui.commands import Command, actions
from app.ui.context import AppContext
from app.ui.jobs import Jobs
from app.ui.leaving import Leaving
from app.ui.theme.theme import Theme
from app.ui.views.documents.opening import open_documents
from app.ui.views.packs.exporting.dialog import export_skills
from app.ui.views.packs.importing.opening import open_packs
from app.ui.views.shell import arrivals, menus
from app.ui.views.shell.alt_key import AltKey
from app.ui.views.shell.commands import commands
from app.ui.views.shell.drops import FileDrops
from app.ui.views.shell.focus_keeper import FocusKeeper
from app.ui.views.shell.keys import KeysDialog
from app.ui.views.shell.palette import Palette
from app.ui.views.shell.status import StatusLine
from app.ui.views.shell.window_banner import WindowBanner
from app.ui.views.shell.workspace import Workspace
from app.ui.widgets.command_palette import CommandPalette
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.toast import Toast
from app.ui.window_state import WindowState

USUAL = QSize(1440, 900)
SMALLEST = QSize(1024, 680)
FRAME = QSize(16, 48)
"""What the system's frame takes of the screen, at most."""


class MainWindow(QMainWindow):
    """Places the views and owns the menu; what can be done lives with the views."""

    files_dropped = Signal(list)
    closed = Signal()

    def __init__(self, theme: Theme, jobs: Jobs, window_state: WindowState) -> None:
        super().__init__()
        self._theme, self._window_state = theme, window_state
        self._context: AppContext | None = None
        self.start_screen: QWidget | None = None
        self.workspace: Workspace | None = None
        self.commands: tuple[Command, ...] = ()
        self._closing = False
        self.banner = WindowBanner(theme)
        self.leaving = Leaving(self.warn, self.banner)
        holder = QWidget()
        self._column = QVBoxLayout(holder)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.banner)
        self.setCentralWidget(holder)
        self.status = StatusLine(theme, jobs)
        self.setStatusBar(self.status)
        self.status.hide()  # there is nothing to say of a vault yet
        self._alt = AltKey(self)
        self._alt.tapped.connect(self._toggle_menu_bar)
        self._drops = FileDrops(self)
        self._drops.dropped.connect(self.take_files)
        self.setWindowTitle("Techne")
        self._fit_to(self.screen())
        self.resize(USUAL.boundedTo(self.screen().availableSize() - FRAME))
        self.restoreGeometry(window_state.state("window.geometry"))

    # Before the vault is open, and after

    def show_start_screen(self, start_screen: QWidget) -> None:
        """A screen without anything of the vault."""
        self._drop_start_screen()
        self.start_screen = start_screen
        self._column.addWidget(start_screen, 1)
        start_screen.show()
        self.status.hide()
        self.menuBar().hide()

    def enter(self, context: AppContext) -> Workspace:
        """Build everything that shows the vault."""
        self._drop_start_screen()
        self.banner.hide()
        self._context = context
        self.workspace = workspace = Workspace(context, self.centralWidget())
        self._column.addWidget(workspace, 1)
        self.finder = CommandPalette(self._theme, workspace)
        self._palette = Palette(context, self.finder)
        self.toast = Toast(self._theme, self.status, self.status.needed)
        FocusKeeper(self, workspace)  # lives as long as the workspace
        self._listen(context)
        workspace.skills.saved.connect(self.status.show_saved)
        workspace.skills.documents.edited.connect(self.status.hide_saved)
        workspace.skills.saved.connect(self.leaving.calm)
        workspace.pages.currentChanged.connect(self.banner.change_place)
        workspace.skills.library.counted.connect(self.status.show_skills)
        self.status.model.follow(context.model)
        workspace.folder_news.counted.connect(self.status.show_conflicts)
        workspace.folder_news.checked.connect(self.status.show_check)
        workspace.agent_news.counted.connect(self.status.show_agents)
        workspace.run_news.counted.connect(self.status.show_runs)
        self.commands = commands(workspace, self._open_palette, self._show_keys, self.toast)
        made = actions(self.commands, workspace, self._theme)
        for action in made.values():
            action.triggered.connect(self._alt.forget)
        menus.fill(self.menuBar(), made, self.commands)
        self.menuBar().setVisible(self.menuBar().isNativeMenuBar())
        self.status.show()
        workspace.show()
        workspace.resume()
        return workspace

    def _listen(self, context: AppContext) -> None:
        """To what the pages say, and where they send people."""
        say, go = context.say, context.go
        say.told.connect(self.tell)
        say.told_more.connect(self.tell_more)
        say.offered.connect(self.offer)
        say.asked.connect(self.offer)
        say.explained.connect(self.explain)
        say.warned.connect(self.warn)
        say.way_back = self.toast.way_back
        self.toast.gone.connect(say.gone)
        self.toast.empty.connect(say.tell_here)
        for part in (self.banner, self.toast):
            say.withdrawn.connect(part.withdraw)
        go.export_requested.connect(self.export)
        state = self._window_state
        dropped = self.files_dropped.emit
        go.pack_requested.connect(partial(arrivals.choose_packs, self, state, dropped))
        go.documents_requested.connect(partial(arrivals.choose_documents, self, state, dropped))
        ask_folder = partial(arrivals.choose_skill_folder, self, state, self.open_files)
        go.skill_folder_requested.connect(ask_folder)
        self.status.lead(go)

    def leave(self) -> None:
        """Save or draft what is open, then destroy every view and dialog that shows text."""
        if self.workspace is None or self._context is None:
            return
        self.workspace.leave()
        for part in (self._context.say, self._context.go):
            part.blockSignals(True)  # what ends after this is heard no more
        self.leaving.forget()
        self.banner.forget()
        menus.empty(self.menuBar())
        self.commands, self._context = (), None
        self.status.hide_saved()
        self.status.model.follow(None)
        self.status.forget_folders()
        self.status.lead_nowhere()
        for dialog in self.findChildren(QDialog):
            if isValid(dialog):  # one may have lain over another
                if isinstance(dialog, Dialog) and dialog.typed is not None:
                    dialog.typed.leave()
                delete(dialog)
        self._column.removeWidget(self.workspace)
        delete(self.workspace)
        delete(self.toast)
        self.workspace = None
        del self.finder, self._palette, self.toast  # they would go on holding what they lay over

    def may_leave(self, anyway: Callable[[], object]) -> bool:
        """Whether everything is saved or drafted; if not, a banner offers to leave `anyway`."""
        if self.workspace is None:
            return True
        assert self._context is not None
        return self.leaving.may_leave(self._context, self.workspace, anyway)

    # What it says

    def tell(self, sentence: str, undoable: bool = False) -> None:
        """A toast, with the way back if there is one."""
        self.toast.say(sentence, self._way_back() if undoable else None)

    def tell_more(
        self, sentence: str, action: str, act: Callable[[], object], undoable: bool
    ) -> None:
        """The same with a button for what else can be done."""
        self.toast.say(sentence, self._way_back() if undoable else None, action, act)

    def offer(self, sentence: str, way_back: Callable[[], object] | None) -> None:
        """A toast with a way back of its own, if there is one."""
        self.toast.say(sentence, way_back)

    def explain(
        self, error: AppError, action: str = "", act: Callable[[], object] | None = None
    ) -> None:
        """A banner with what went wrong, and at most one thing to do about it."""
        self.banner.explain_with(error, action, act)

    def warn(
        self, sentence: str, action: str = "", act: Callable[[], object] | None = None
    ) -> None:
        """The same for what is not a failure."""
        self.banner.warn_with(sentence, action, act)

    def open_packs(self, paths: list[str]) -> None:
        """Review them for import."""
        if self._context is not None:
            open_packs(self._context, self, paths, self._on_imported)

    def open_documents(self, paths: list[str]) -> None:
        """Review documents, of which skills are made."""
        if self._context is not None:
            open_documents(self._context, self, paths, self._on_imported)

    def open_files(self, paths: list[str]) -> None:
        """Packs and documents that somebody opened with Techne."""
        arrivals.open_files(paths, self.open_packs, self.open_documents)

    def take_files(self, paths: list[str]) -> None:
        """Files that were dropped."""
        arrivals.take_files(paths, self.workspace, self.files_dropped.emit, self.warn)

    def export(self, skills: tuple[int, ...]) -> None:
        """Save these skills, then have them reviewed as they are now."""
        if (context := self._context) is not None and self.workspace is not None and skills:
            documents = self.workspace.skills.documents
            documents.flush()  # what they call, too
            documents.when_saved(skills, lambda: export_skills(context, self, skills))

    def _open_palette(self) -> None:
        if self._context is not None:
            self._palette.open(self.commands)

    def _show_keys(self) -> None:
        if self._context is not None and self.workspace is not None:
            groups = menus.with_keys(self.commands, self.workspace.current)
            KeysDialog(self._context, groups, self).open()

    def _on_imported(self, sentence: str, skills: tuple[int, ...]) -> None:
        """What came in is shown where it is now."""
        if self.workspace is not None and skills:
            self.workspace.go("skills")
            self.workspace.skills.sides.reveal_library()
            self.workspace.skills.library.show_imported(skills)
        self.tell(sentence, bool(skills))

    def _way_back(self) -> Callable[[], object] | None:
        """What undoes the work that is being told of, if it changed anything."""
        if self.workspace is None or self._context is None:
            return None
        entries = self._context.jobs.entries
        if entries is None:  # told of later
            newest, _redo = undoing.undoable(self._context.vault)
            entries = (newest.journal,) if newest is not None else ()
        return partial(self.workspace.skills.undo.take_back, entries) if entries else None

    def _toggle_menu_bar(self) -> None:
        """Alt alone shows the menu bar with its first menu marked, or hides it again."""
        bar = self.menuBar()
        if self.workspace is not None and not bar.isNativeMenuBar():
            bar.setVisible(bar.isHidden())
            if bar.isVisible():
                bar.setFocus(Qt.FocusReason.MenuBarFocusReason)
                bar.setActiveAction(bar.actions()[0])

    def _close_anyway(self) -> None:
        self._closing = True
        self.close()

    def _fit_to(self, screen: QScreen) -> None:
        """Where the screen has less room than we would like, the pages scroll and fold."""
        self.setMinimumSize(SMALLEST.boundedTo(screen.availableSize() - FRAME))

    def _drop_start_screen(self) -> None:
        if self.start_screen is not None:
            self._column.removeWidget(self.start_screen)
            self.start_screen.hide()
            self.start_screen.deleteLater()
            self.start_screen = None

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if (handle := self.windowHandle()) is not None:
            handle.screenChanged.connect(self._fit_to, Qt.ConnectionType.UniqueConnection)
            self._drops.watch(handle)
            self._alt.watch(handle)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes what is told above the pages, where nothing else has a use for it."""
        if event.key() != Qt.Key.Key_Escape or not self.banner.dismiss():
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self._closing and not self.may_leave(self._close_anyway):
            event.ignore()
            return
        self._window_state.put("window.geometry", self.saveGeometry())
        self.closed.emit()
        super().closeEvent(event)
