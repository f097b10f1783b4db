"""What lives as long as the process: the window, the vault while it is open, the way in and out."""

import gc
import logging
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from app.core import settings as settings_file
from app.core import vaults
from app.core.errors import AppError
from app.core.llm import runtime
from app.core.packs import demos
from app.core.settings import Settings
from app.core.store.files import Home, make_usual
from app.core.vault import Vault
from app.core.words import _
from app.ui.agent_host import AgentHost
from app.ui.bridge import Bridge
from app.ui.context import AppContext
from app.ui.crash import CrashReporter
from app.ui.embedder_service import EmbedderService
from app.ui.idle import Idle
from app.ui.jobs import Job, Jobs
from app.ui.log_file import open_log
from app.ui.main_window import MainWindow
from app.ui.menu_key import MenuKey
from app.ui.model_service import ModelService
from app.ui.pending_files import PendingFiles
from app.ui.runtime_installer import RuntimeInstaller
from app.ui.single_instance import SingleInstance
from app.ui.text_keys import RedoKey, TextKeys
from app.ui.theme.theme import Theme
from app.ui.views.start.unlock import Unlock, Unlocked
from app.ui.views.start.welcome import Created, Welcome
from app.ui.window_state import WindowState

log = logging.getLogger(__name__)


class Techne(QObject):
    """What lives as long as the process, and which screen the window shows."""

    def __init__(
        self, application: QApplication, home: Path, paths: list[str], *, usual: bool = False
    ) -> None:
        """`usual`: nobody named the home folder, so a person may choose another one for good."""
        super().__init__(application)
        self._home, self._usual = home, usual
        self.vault: Vault | None = None
        self._bridge: Bridge | None = None
        self._agents: AgentHost | None = None
        self._embedding = EmbedderService()
        self._model = ModelService(parent=self)
        self._running: set[Job] = set()
        self.settings = settings_file.read(Home(home).settings)
        self.theme = Theme.of(application, self.settings)
        self.window_state = WindowState(Home(home).window)
        self.jobs = Jobs(parent=self)
        self.installer = RuntimeInstaller(self.jobs, self)
        self.pending_files = PendingFiles(paths, self)
        self.idle = Idle(self)
        self.single_instance = SingleInstance(home, self)
        self.window = MainWindow(self.theme, self.jobs, self.window_state)
        self.text_keys = TextKeys(application, self)
        self.redo_key = RedoKey(application, self)
        self.menu_key = MenuKey(application, self)
        self.crashes = CrashReporter(self)
        self._locking = QTimer(self, interval=0, singleShot=True)
        self._leaving = QTimer(self, interval=0, singleShot=True)
        self._connect()

    def _connect(self) -> None:
        self.jobs.started.connect(self._running.add)
        self.jobs.ended.connect(self._running.discard)
        self.jobs.failed.connect(self._on_job_failed)
        self.installer.installed.connect(self._on_runtime)
        self.installer.failed.connect(self.window.explain)
        self.pending_files.arrived.connect(self.open_waiting)
        self.single_instance.rung.connect(self._on_rung)
        self.idle.ran_out.connect(self.lock)
        self.idle.ticked.connect(self.window.status.show_minutes)
        self.window.files_dropped.connect(self.pending_files.put)
        self.window.closed.connect(self._leaving.start)
        self._leaving.timeout.connect(self._leave)
        self.crashes.reported.connect(self._on_crash)
        self._locking.timeout.connect(self._lock_now)

    # The way in

    def start(self) -> None:
        """Show the window: to make a vault, to unlock it, or with what is in it."""
        if not Home(self._home).has_vault:
            self._show_welcome()
        else:
            home = self._home
            self.jobs.start(
                self,
                _("Unlocking"),
                lambda _job: vaults.unasked(home),
                self._on_remembered,
                self._on_no_key,
            )
        self.window.show()
        if runtime.is_wanted():
            self.installer.start()

    def open_vault(self, data_key: bytes) -> bool:
        """Show what is in the vault; False, and the unlock screen, where that fails."""
        try:
            vault = Vault(self._home, data_key, keep=self.settings.backups_kept)
        except AppError as error:
            self._show_unlock(error)
            return False
        self.vault, self._bridge = vault, Bridge(vault, self)
        models = Home(self._home).models
        self._embedding, self._model = (
            EmbedderService(models=models),
            ModelService(self.jobs, models, parent=self),
        )
        context = AppContext(
            vault,
            self._bridge,
            self.jobs,
            self.theme,
            self.window_state,
            self._embedding,
            self._model,
            installer=self.installer,
        )
        self._agents = context.agents
        context.go.lock_requested.connect(self.lock)
        context.go.restore_requested.connect(self._lock_and_restore)
        self.window.enter(context).settings_changed.connect(self.use)
        self.idle.start(self.settings.lock_after_minutes)
        self._let_agents_in()
        self.open_waiting()
        QTimer.singleShot(0, self, _say_usable)
        return True

    def _let_agents_in(self) -> None:
        """Through this window, and through servers that were locked together with it."""
        assert self._agents is not None
        self._agents.start()
        try:
            vaults.unlock_everywhere(self._home)
        except AppError as error:
            self.window.explain(error)

    def _on_remembered(self, data_key: bytes | None) -> None:
        if data_key is None:
            self._show_unlock()
        else:
            self.open_vault(data_key)

    def _on_no_key(self, error: Exception) -> None:
        self._show_unlock(error)

    def _show_welcome(self) -> None:
        try:
            offered = demos.available()
        except AppError as error:
            offered = ()
            self.window.explain(error)
        welcome = Welcome(self.theme, self.jobs, self._home, offered)
        welcome.created.connect(self._on_created)
        welcome.chosen.connect(self._on_chosen)
        self.window.show_start_screen(welcome)
        welcome.passphrase.first.setFocus()

    def _show_unlock(self, error: Exception | None = None) -> Unlock:
        unlock = Unlock(self.theme, self.jobs, self._home)
        unlock.unlocked.connect(self._on_unlocked)
        self.window.show_start_screen(unlock)
        unlock.show_form()
        if isinstance(error, AppError):
            unlock.explain(error)
        elif error is not None:
            raise error
        return unlock

    def _on_created(self, created: Created) -> None:
        self._move_to(created.home)
        if not self.open_vault(created.data_key):
            return
        vault, chosen = self.vault, created.demos
        assert vault is not None
        self.jobs.start(
            self.window,
            _("Adding the first skills"),
            lambda job: demos.load(vault, [demo.id for demo in chosen], job),
            self._on_demos,
        )
        if created.remember:
            self._remember(vault)

    def _on_demos(self, added: tuple[int, ...]) -> None:
        """The vault opens on one of them; it may have been locked meanwhile."""
        if added and self.window.workspace is not None:
            self.window.workspace.skills.greeting.begin()

    def _on_chosen(self, home: Path) -> None:
        self._move_to(home)
        self._show_unlock()

    def _on_unlocked(self, unlocked: Unlocked) -> None:
        if not self.open_vault(unlocked.data_key):
            return
        assert self.vault is not None and self.window.workspace is not None
        if unlocked.remember:
            self._remember(self.vault)
        if unlocked.by_recovery_key:
            self.window.workspace.ask_new_passphrase()

    def _move_to(self, home: Path) -> None:
        """Another folder from now on: its settings, its bell, its log."""
        if home == self._home:
            return
        self.single_instance.close()
        self._home = home
        Home(home).make()
        self.single_instance = SingleInstance(home, self)
        self.single_instance.rung.connect(self._on_rung)
        open_log(Home(home).logs)
        self.use(settings_file.read(Home(home).settings))
        if self._usual:
            make_usual(home)

    def _remember(self, vault: Vault) -> None:
        self.jobs.start(
            self.window,
            _("Checking the keychain"),
            lambda _job: vault.remember_on_this_computer(),
            lambda _nothing: None,
        )

    # Files from outside

    def open_waiting(self) -> None:
        """Open what waits, once the vault is open."""
        if self.vault is not None and (paths := self.pending_files.take()):
            self.window.open_files(paths)

    def _on_rung(self, paths: list[str]) -> None:
        log.info("Another start handed over %d files", len(paths))
        self.window.setWindowState(self.window.windowState() & ~Qt.WindowState.WindowMinimized)
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()
        self.pending_files.put(paths)

    # The way out

    def lock(self) -> None:
        """Lock as soon as whatever asked for it has finished. Nothing is written from now on."""
        if self.vault is not None:
            self.window.leaving.typed.begin()
        self._locking.start()

    def _lock_now(self) -> None:
        if self.window.may_leave(self._lock_anyway):
            self._lock_anyway()

    def _lock_anyway(self) -> None:
        trouble = self._lock_servers()
        if self._close_vault():
            unlock = self._show_unlock(trouble)
            self.window.leaving.typed.give_to(unlock.passphrase)

    def _lock_and_restore(self) -> None:
        if self.window.may_leave(self._restore_anyway):
            self._restore_anyway()

    def _restore_anyway(self) -> None:
        trouble = self._lock_servers()
        if self._close_vault():
            self._show_unlock(trouble).show_backups()
        self.window.leaving.typed.drop()

    def _lock_servers(self) -> AppError | None:
        """Have servers of agents that opened the vault themselves let go of it as well, unless the
        person wants them to go on; what keeps us from that. Before this vault is closed, or one
        that was answered here could open it in between."""
        try:
            if self.vault is not None and self.settings.lock_stops_agents:
                vaults.lock_everywhere(self._home)
        except AppError as error:
            return error
        return None

    def _close_vault(self) -> bool:
        """Save or draft what is open, destroy what shows it, and let go of the key."""
        vault, bridge = self.vault, self._bridge
        if vault is None or bridge is None:
            return False
        self.idle.stop()
        self.window.leave()
        if self._agents is not None:
            self._agents.close()
        self.vault = self._bridge = self._agents = None
        bridge.stop()
        bridge.deleteLater()
        for job in set(self._running) - {self.installer.job}:
            job.cancel()
        self._embedding.close()
        self._model.close()
        self._model.deleteLater()
        vault.close()
        gc.collect()  # texts that only cycles still hold
        return True

    def _leave(self) -> None:
        self.shut_down()
        QApplication.quit()

    def shut_down(self) -> None:
        """Lock, and end what still runs; twice is the same as once."""
        self._close_vault()
        self.window_state.save()
        self.jobs.shut_down()
        self.single_instance.close()

    # What goes wrong, and what is chosen

    def use(self, settings: Settings) -> None:
        """What the person chose, at once."""
        self.settings = settings
        self.theme.use(settings)
        if self.vault is not None:
            self.idle.start(settings.lock_after_minutes)

    def take_error(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """An error nobody else took: a sentence in a banner, or the crash reporter."""
        if isinstance(error, AppError):
            self.window.explain(error)
        else:
            self.crashes.take(kind, error, trace)

    def _on_job_failed(self, _owner: object, error: Exception) -> None:
        self.take_error(type(error), error, error.__traceback__)

    def _on_runtime(self) -> None:
        """Language models can run from now on."""
        self._model.changed.emit()
        if self.vault is not None:
            self.window.tell(_("Language models can run on this computer now."))

    def _on_crash(self, _title: str, _details: str) -> None:
        logs = QUrl.fromLocalFile(str(Home(self._home).logs))
        self.window.warn(
            _("Something went wrong in Techne. The details are in the log."),
            _("Show the log"),
            lambda: QDesktopServices.openUrl(logs),
        )


def _say_usable() -> None:
    """After the first painting. Measurements of the start wait for it (`techne bench`)."""
    log.info("The window can be used")
