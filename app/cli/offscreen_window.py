"""The real window on a vault, with nobody in front of it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEvent, QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from app.core.vault import Vault
from app.ui.application import TechneApplication
from app.ui.bridge import Bridge
from app.ui.context import AppContext
from app.ui.embedder_service import EmbedderService
from app.ui.gc_policy import GcPolicy
from app.ui.jobs import Jobs
from app.ui.main_window import MainWindow
from app.ui.model_service import ModelService
from app.ui.theme.theme import Theme
from app.ui.views.shell.workspace import Workspace
from app.ui.window_state import WindowState

WIDTH, HEIGHT = 1440, 900
_NOTHING_KEPT = Path("/nonexistent/window.json")


@dataclass(frozen=True)
class OffscreenWindow:
    """A window that is shown, and its jobs."""

    window: MainWindow
    theme: Theme
    jobs: Jobs

    @contextmanager
    def vault(self, vault: Vault, model: ModelService) -> Iterator[tuple[AppContext, Workspace]]:
        """Open a vault in the window; nothing goes on in it that nobody asked for."""
        bridge = Bridge(vault, self.window)
        keep, embedding = WindowState(_NOTHING_KEPT), EmbedderService()
        context = AppContext(vault, bridge, self.jobs, self.theme, keep, embedding, model)
        try:
            workspace = self.window.enter(context)
            workspace.upkeep.stop()
            yield context, workspace
        finally:
            bridge.stop()
            self.window.leave()


def application() -> QApplication:
    """The one of this process, made on first need; its cursor does not blink."""
    os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")  # what offscreen cannot do
    found = QApplication.instance() or TechneApplication(["techne"])
    assert isinstance(found, QApplication)
    found.setCursorFlashTime(0)
    return found


@contextmanager
def stage(theme: Theme) -> Iterator[OffscreenWindow]:
    """A window of its usual size that remembers nothing."""
    jobs = Jobs()
    gc_policy = GcPolicy()
    window = MainWindow(theme, jobs, WindowState(_NOTHING_KEPT))
    window.resize(WIDTH, HEIGHT)
    window.move(0, 0)
    window.show()
    try:
        yield OffscreenWindow(window, theme, jobs)
    finally:
        jobs.shut_down()
        window.close()
        window.deleteLater()
        gc_policy.clear()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def turn(milliseconds: int) -> None:
    """Let the window work for a while."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()
