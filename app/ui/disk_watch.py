"""Linked folders in the window: what changes on the disk is seen within a second.

Public name: `DiskWatch`.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from app.core.changes import Changes, Part
from app.core.mirror import folders
from app.core.mirror.reconcile import reconcile
from app.core.mirror.report import Report
from app.core.vault import Vault
from app.core.words import _
from app.ui.bridge import Bridge
from app.ui.jobs import Job, Jobs

if TYPE_CHECKING:
    from app.core.mirror.watching import Watcher

SOON = 250
"""Milliseconds without news until a folder is looked at: programs write in several steps."""
AT_LAST = 700
"""Milliseconds after which it is looked at although there is news all the time."""


class DiskWatch(QObject):
    """`context.disk`: `start` watches, `look` brings the library and the folders together.

    `looked(Report)` after every such pass, and `failed(AppError)` where one could not be made.
    """

    looked = Signal(object)
    failed = Signal(object)
    _heard = Signal(str)

    def __init__(self, vault: Vault, jobs: Jobs, bridge: Bridge) -> None:
        super().__init__()
        self._vault, self._jobs, self._bridge = vault, jobs, bridge
        self._is_on = False
        self._watcher: Watcher | None = None
        self._news: set[Path] = set()
        self._job: Job | None = None
        self._again = False
        self.report: Report | None = None
        """Of the last pass over all folders."""
        self._soon = QTimer(self, singleShot=True, interval=SOON)
        self._soon.timeout.connect(self._look_at_news)
        self._at_last = QTimer(self, singleShot=True, interval=AT_LAST)
        self._at_last.timeout.connect(self._look_at_news)
        self._heard.connect(self._on_heard, Qt.ConnectionType.QueuedConnection)

    @property
    def is_looking(self) -> bool:
        return self._job is not None

    def start(self) -> None:
        """Watch the linked folders from now on, and those that are linked later."""
        self._is_on = True
        self._bridge.changed.connect(self._on_changed)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self._on_state)
        if folders.folders(self._vault):
            self.look()
        self._follow()

    def stop(self) -> None:
        """Watch nothing more; to be called before the vault is locked."""
        if not self._is_on:
            return
        self._is_on = False
        self._soon.stop()
        self._at_last.stop()
        self._bridge.changed.disconnect(self._on_changed)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.disconnect(self._on_state)
        if self._job is not None:
            self._job.cancel()
        if self._watcher is not None:
            self._watcher.stop()
            self._watcher = None

    def look(self, *paths: Path) -> None:
        """Bring the library and these linked folders, or all, together: a job that can be stopped.

        While one is under way, all folders are looked at once more after it.
        """
        if self._job is not None:
            self._again = True
            return
        vault, is_all = self._vault, not paths

        def work(job: Job) -> Report:
            linked = folders.folders(vault)
            some = [one for one in linked if is_all or one.path in paths]
            return reconcile(vault, some, progress=job)

        def done(report: Report) -> None:
            self._job = None
            if is_all:
                self.report = report
            self.looked.emit(report)
            self._follow()

        def failed(error: Exception) -> None:
            self._job = None
            self._jobs.explain(self, error, self.failed.emit)

        self._job = self._jobs.start(self, _("Checking folders"), work, done, failed)
        self._jobs.ended.connect(self._on_ended)

    def _on_ended(self, job: Job) -> None:
        if job is not self._job:
            return
        self._jobs.ended.disconnect(self._on_ended)
        if job.cancelled:
            self._job = None
        if self._again and self._is_on:
            self._again = False
            QTimer.singleShot(0, self, self.look)

    def _on_heard(self, root: str) -> None:
        self._news.add(Path(root))
        self._soon.start()
        if not self._at_last.isActive():
            self._at_last.start()

    def _look_at_news(self) -> None:
        self._soon.stop()
        self._at_last.stop()
        news, self._news = self._news, set()
        if news and self._is_on:
            self.look(*news)

    def _on_changed(self, changes: Changes) -> None:
        """Another folder may be linked now."""
        if changes.parts & Part.FOLDERS and self._job is None:
            self._follow()

    def _on_state(self, state: Qt.ApplicationState) -> None:
        """Who comes back to the window may have been at work on the disk."""
        if state == Qt.ApplicationState.ApplicationActive and folders.folders(self._vault):
            self.look()

    def _follow(self) -> None:
        """Have the watches where the folders are; in a job, for it reads every folder below."""
        paths = [one.path for one in folders.folders(self._vault)]
        if not self._is_on or not (paths or self._watcher):
            return
        if self._watcher is None:
            from app.core.mirror.watching import Watcher  # noqa: PLC0415 - loads watchdog

            self._watcher = Watcher(lambda root: self._heard.emit(str(root)))
        watcher = self._watcher
        self._jobs.start(
            self, _("Watching folders"), lambda _job: watcher.follow(paths), lambda _nothing: None
        )
